// k-means: k clusters of coordinates, or of the rows of the similarities (Lloyd, IEEE Trans. Inf. Theory 1982;
// k-means++: Arthur and Vassilvitskii, SODA 2007).
//
// Idea: in turn, each row is assigned to the nearest centre, and each centre becomes the mean of its rows. Restarts
// begin with k-means++, and the best one is kept: the one with the least
//
//     $$\sum_{C} \sum_{i \in C} |x_i - m_C|^2$$
//
// Here $x_i$ is the row of object i, and $m_C$ the mean of the cluster C. Rows of similarities are used because similar
// objects have similar similarities to all others; the diagonal counts as 0. At the beginning of a chain, they are the
// rows of the true similarities.
//
// Guarantee: a local optimum; deterministic, the same bits on every machine.
//
// Ties: the first centre. An empty cluster takes the farthest row. Centres are drawn by number, so renumbering the
// objects gives other centres.
//
// Cost: $2 N^2 k$ operations for an iteration. $16 N^2$ bytes.
#include "partition/k_means/k_means.hpp"

#include "core/methods/step.hpp"
#include "partition/methods/clusters_parameter.hpp"

namespace tertium {
namespace {

using namespace partition;

/// What the step before says of every object: its coordinates, or its similarities to all others.
Matrix rows_of(const core::StepRun& run) {
  const auto* places = run.input == nullptr ? nullptr : std::get_if<core::Coordinates>(run.input);
  if (places == nullptr) return embedding::similarities_of(run);
  Matrix rows(places->objects, places->dimensions);
  for (core::Object i = 0; i < places->objects; ++i)
    for (int c = 0; c < places->dimensions; ++c) rows(i, c) = (*places)(i, c);
  return rows;
}

core::Product run(const core::StepRun& run) {
  core::Stream stream(run.problem.cell, core::Purpose::kCentres);
  return k_means(
      rows_of(run), clusters_wanted(run), stream,
      {static_cast<int>(run.parameters.integer("restarts")), static_cast<int>(run.parameters.integer("iterations"))});
}

}  // namespace

void register_step_k_means(core::Registry<core::Step>& steps) {
  core::Step step;
  step.name = "k-means";
  step.sentence = "k clusters by k-means on the rows of the similarities, or on coordinates";
  step.citation = "Lloyd, IEEE Trans. Inf. Theory 1982; Arthur and Vassilvitskii, SODA 2007";
  step.needs = core::Provisions{core::Provision::kSimilarities};
  step.takes = {core::ProductKind::kSimilarity, core::ProductKind::kCoordinates};
  step.most_objects_after = core::kMostObjects;
  step.returns = core::ProductKind::kPartition;
  step.draws_objects = true;
  step.parameters = {
      clusters_parameter(),
      core::ParameterInfo::integer("restarts", 10, 1, 10000, "number of restarts, the best is kept"),
      core::ParameterInfo::integer("iterations", 300, 1, 1000000, "maximum number of iterations for each restart")};
  step.needs_for = needs_of_clusters;
  step.run = run;
  step.cost = [](const core::ProblemSize& size, const core::Parameters& parameters) {
    const double n = size.objects;
    const double restarts = static_cast<double>(parameters.integer("restarts"));
    const double columns = size.of_places ? 16.0 : n;  // of places about
    return core::StepCost{{15.0 * restarts * n * columns * cost_clusters(parameters) / 4.0, 16.0 * n * columns}};
  };
  steps.push_back(std::move(step));
}

}  // namespace tertium
