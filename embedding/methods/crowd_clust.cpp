// CrowdClust: coordinates from labels of pairs, similar or not (Gomes, Welinder, Krause, Perona, Crowdclustering, NIPS
// 2011), for one worker. With the Dirichlet-process mixture behind it, it is the baseline CrowdClust of OCC17 (Ukkonen
// 2017, section 5).
//
// Idea: an odd-one-out gives three labels: one pair is similar, two are not. Objects with the coordinates x and y are
// called similar with the probability
//
//     $$P = \frac{1}{1 + e^{-(x^T W y + \tau)}}$$
//
// and the coordinates are drawn from a mixture of Gaussians. Coordinates, W, $\tau$ and the mixture are described by
// distributions, which are updated in turn. No update decreases the lower bound of the evidence. The coordinates of an
// object are the mean of its distribution.
//
// Guarantee: a local optimum, from random coordinates; deterministic.
//
// Ties: none.
//
// Cost: $O(T \log T)$ once for T answers. Then, in about ten iterations, $O(D^2)$ for every pair that occurs in an
// answer and $O(D^4)$ for every object, in D dimensions. 24 bytes for each answer, which is three labels, and 60 for
// each pair.
#include "embedding/crowd/crowd_clust.hpp"

#include <algorithm>
#include <utility>

#include "core/methods/step.hpp"

namespace tertium {
namespace {

using namespace core;

Product run(const StepRun& run) {
  const OddOneOutList& answers = run.problem.get<OddOneOutList>();
  Stream stream(run.problem.cell, Purpose::kEmbedding);
  embedding::CrowdClust found = embedding::crowd_clust(answers, static_cast<int>(run.parameters.integer("dimensions")),
                                                       static_cast<int>(run.parameters.integer("iterations")), stream);
  run.report("evidence_bound", found.bounds.empty() ? 0.0 : found.bounds.back());
  run.report("crowd_iterations", static_cast<double>(found.bounds.size()));
  run.report("crowd_components", static_cast<double>(found.components));
  run.report(kComparisons, static_cast<double>(answers.count()));
  return std::move(found.places);
}

StepCost cost(const ProblemSize& size, const Parameters& parameters) {
  const auto d = static_cast<double>(parameters.integer("dimensions")), n = static_cast<double>(size.objects);
  const double labels = 4.5 * size.p * static_cast<double>(triple_count(size.objects));
  const double pairs = std::min(labels, 0.5 * n * (n - 1.0));
  const double iteration = 6.0 * d * d * pairs + (4.0 * d * d * d * d + 2000.0) * n + d * d * d * d * d * d;
  return {{50.0 * labels + static_cast<double>(parameters.integer("iterations")) * iteration,
           8.0 * labels + 60.0 * pairs + 32.0 * d * d * n + 80.0 * d * d * d * d}};
}

}  // namespace

void register_step_crowd_clust(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "CrowdClust";
  step.sentence = "coordinates from odd-one-outs, taken as labels of pairs (similar or not), by variational inference";
  step.citation = "Gomes, Welinder, Krause, Perona, Crowdclustering, NIPS 2011; OCC17 section 5 (Ukkonen 2017)";
  step.needs = Provisions{Provision::kOddOneOuts};
  step.returns = ProductKind::kCoordinates;
  step.counts_answers = true;  // the evidence of each
  step.axes = {Axis::kSample, Axis::kNoise};
  step.most_objects = kMostObjects;
  step.draws_objects = true;
  step.tolerance = 1e-6;
  step.parameters = {
      ParameterInfo::integer("dimensions", 4, 1, embedding::kMostCrowdDimensions, "dimensions of the coordinates"),
      ParameterInfo::integer("iterations", 20, 1, 100'000, "maximum number of updates of all distributions"),
  };
  step.reports = {{"evidence_bound", "", "lower bound of the log evidence of the labels, after the last iteration"},
                  {"crowd_iterations", "1", "iterations until the bound stopped rising, or the maximum"},
                  {"crowd_components", "", "components of the mixture of coordinates"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
