// LORE: low-rank ordinal embedding, which finds the number of dimensions (Anand, Helbling, Davenport, Berman, Alagapan,
// Rozell, LORE: jointly learning the intrinsic dimensionality and relative similarity structure from ordinal data, ICLR
// 2026, arXiv 2602.04192).
//
// Idea: the embedding starts with more dimensions than it needs, and superfluous ones are penalised. For T answers "i
// is more similar to j than to k", with $d_{ij}$ the distance of the coordinates of i and j, and $\sigma_s$ the
// singular values of the centred coordinates,
//
//     $$\frac{1}{T} \sum_{(i,j,k)} \ln(1 + e^{1 + d_{ij} - d_{ik}}) + \lambda \sum_s \sigma_s^p$$
//
// is minimized, by default with $p = 1/2$. Small singular values cost more than they gain, and become 0. Large ones
// shrink little. Dimensions are ordered by length, along the principal axes.
//
// The objective, the rounds that reweight singular values, and the normal coordinates at the start are the authors'.
// Their $\lambda$ is 0.01 for all answers. The rest is a reconstruction. Steps are as long as each round allows; theirs
// are fixed by a bound on the curvature. Unless $\lambda$ is given, it is chosen from eight multiples of
// $N^{(1-p)/2} / \sqrt{T}$: the one whose coordinates predict held-out answers best. A direction of pure noise gives
// the slope of a singular value this size, if coordinates are about 1.
//
// Guarantee: no round raises the objective; a stationary point. Nothing is guaranteed about the number of dimensions.
// Deterministic.
//
// Ties: of penalties that predict equally well, the largest.
//
// Cost: $O(T + N d^2)$ for a round, some hundreds of rounds, and 33 times as many if $\lambda$ is chosen by held-out
// answers. 40 bytes for each answer.

// The rounds are in optimizers/low_rank.cpp, the eight factors in kPenalties.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/registry.hpp"
#include "core/methods/step.hpp"
#include "embedding/optimizers/low_rank.hpp"
#include "embedding/terms/groups.hpp"
#include "embedding/terms/set_folds.hpp"

namespace tertium {
namespace {

using namespace core;
using embedding::Feed;
using embedding::LowRankFit;
using embedding::Objective;
using embedding::SchattenPenalty;
using embedding::SmoothOrdinalLoss;
using embedding::Terms;

constexpr const char* kLoss = "embedding_loss";
constexpr const char* kIterations = "embedding_iterations";
constexpr const char* kDimensions = "embedding_dimensions";
constexpr const char* kPenalty = "embedding_penalty";
constexpr const char* kHeldOut = "held-out";
constexpr std::array kPenalties{0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7};
constexpr double kUsualPenalty = 0.2;  // where there are too few answers to hold some out
constexpr int kFolds = 5;

ParameterInfo lambda_parameter() {
  ParameterInfo info =
      ParameterInfo::real("lambda", 0.01, 0.0, 1e6,
                          "penalty of the singular values relative to the mean loss (0.01 in the paper); held-out: of "
                          "eight values, the one that predicts held-out answers best (five folds)",
                          true);
  info.default_value = std::string(kHeldOut);
  info.choices = {kHeldOut};
  return info;
}

/// Standard normal, centred.
std::vector<double> first_places(const StepRun& run) {
  const auto n = static_cast<std::size_t>(run.problem.objects),
             d = static_cast<std::size_t>(run.parameters.integer("d"));
  Stream stream(run.problem.cell, Purpose::kEmbedding);
  std::vector<double> x(n * d), mean(d, 0.0);
  for (double& coordinate : x) coordinate = stream.normal();
  for (std::size_t k = 0; k < x.size(); ++k) mean[k % d] += x[k] / static_cast<double>(n);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] -= mean[k % d];
  return x;
}

LowRankFit fit(const Objective& objective, const StepRun& run, double lambda) {
  return embedding::minimize_low_rank(
      objective, first_places(run), static_cast<std::size_t>(run.parameters.integer("d")),
      {lambda, run.parameters.real("p")}, static_cast<int>(run.parameters.integer("iterations")),
      run.parameters.real("tolerance"));
}

/// N^((1 - p)/2) / sqrt T times the penalty: p N^((p - 1)/2) is the slope of the penalty of a singular value sqrt N.
double lambda_of(double penalty, const Objective& objective, const StepRun& run) {
  const double n = objective.objects(), answers = static_cast<double>(objective.count());
  const double p = run.parameters.real("p");
  return penalty * p / (SchattenPenalty{1.0, p}.weights({std::sqrt(n)}).front() * std::sqrt(answers));
}

using Folds = embedding::SetFolds<4>;

Folds::Set objects_of(const Quadruplet& s) {
  Folds::Set objects{s.i, s.j, s.k, s.l};
  std::ranges::sort(objects);
  return objects;
}

Folds folds_of(const Terms& terms, const CellKey& cell) {
  std::vector<Folds::Set> sets;
  for (const Quadruplet& s : terms.statements) sets.push_back(objects_of(s));
  return {std::move(sets), kFolds, cell};
}

/// The objective of the statements of one fold, or of all others.
Objective part_of(const Terms& terms, const Folds& folds, int fold, bool held_out, const StepRun& run) {
  Terms part{terms.objects, {}};
  for (std::size_t k = 0; k < terms.statements.size(); ++k) {
    if ((folds(objects_of(terms.statements[k])) == fold) != held_out) continue;
    part.statements.push_back(terms.statements[k]);
    if (!terms.weights.empty()) part.weights.push_back(terms.weights[k]);
  }
  return {std::move(part), SmoothOrdinalLoss{run.parameters.real("margin")}};
}

/// As rows of one number at least.
std::vector<double> places_of(LowRankFit found, Object n) {
  if (found.dimensions == 0) found.x.assign(static_cast<std::size_t>(n), 0.0);
  return std::move(found.x);
}

double held_out_penalty(const StepRun& run) {
  const Terms terms = embedding::terms_of(run.problem, embedding::feed_of(run.parameters));
  const Folds folds = folds_of(terms, run.problem.cell);
  if (folds.sets() < kFolds) return kUsualPenalty;
  std::array<double, kPenalties.size()> loss{};
  for (int fold = 0; fold < kFolds; ++fold) {
    const Objective seen = part_of(terms, folds, fold, false, run), held_out = part_of(terms, folds, fold, true, run);
    for (std::size_t k = 0; k < kPenalties.size(); ++k)
      loss[k] += held_out.loss(places_of(fit(seen, run, lambda_of(kPenalties[k], seen, run)), terms.objects));
  }
  std::size_t best = 0;
  for (std::size_t k = 1; k < loss.size(); ++k)
    if (loss[k] <= loss[best]) best = k;
  return kPenalties[best];
}

Product run(const StepRun& run) {
  const Objective objective(embedding::shared_groups(run.problem, embedding::feed_of(run.parameters)),
                            SmoothOrdinalLoss{run.parameters.real("margin")});
  const auto* given = std::get_if<double>(&run.parameters.at("lambda"));
  double lambda = given != nullptr ? *given : 0.0;
  LowRankFit found;
  if (objective.count() > 0) {
    if (given == nullptr) lambda = lambda_of(held_out_penalty(run), objective, run);
    found = fit(objective, run, lambda);
  }
  run.report(kComparisons, static_cast<double>(objective.count()));
  run.report(kLoss, found.loss);
  run.report(kIterations, std::max(0.0, static_cast<double>(found.values.size()) - 1.0));
  run.report(kDimensions, found.dimensions);
  run.report(kPenalty, lambda);
  const int dimensions = std::max(1, found.dimensions);
  return Coordinates{run.problem.objects, dimensions, places_of(std::move(found), run.problem.objects)};
}

StepCost cost(const ProblemSize& size, const Parameters& parameters) {
  constexpr double kUsual = 400.0, kOfOne = 0.8;  // rounds after which it has ended; of the answers
  const Feed feed = embedding::feed_of(parameters);
  const embedding::ExpectedGroups groups = embedding::expected_groups(size, feed);
  const auto d = static_cast<double>(parameters.integer("d"));
  const double round =
      groups.operations + (1.0 + 0.8 * d) * groups.pairs + 3.0 * size.objects * d * d + 50.0 * d * d * d;
  const bool given = std::holds_alternative<double>(parameters.at("lambda"));
  const double fits = given ? 1.0 : 1.0 + kFolds * kOfOne * static_cast<double>(kPenalties.size());
  const double rounds = fits * std::min(static_cast<double>(parameters.integer("iterations")), kUsual);
  return {{round * rounds, (given ? 8.0 : 16.0) * groups.pairs + (given ? 0.0 : 80.0 * groups.statements)},
          {embedding::shared_groups_cost(size, feed)}};
}

}  // namespace

void register_step_lore(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "LORE";
  step.sentence =
      "an embedding that finds its number of dimensions, by a penalty of the singular values of its coordinates";
  step.citation =
      "Anand, Helbling, Davenport, Berman, Alagapan and Rozell, LORE: jointly learning the intrinsic dimensionality "
      "and relative similarity structure from ordinal data, ICLR 2026";
  step.needs = Provisions{};
  step.needs_for = embedding::needs_of_feed;
  step.returns = ProductKind::kCoordinates;
  step.counts_answers = true;  // the penalties that are tried
  step.axes = {Axis::kSample, Axis::kNoise};
  step.draws_objects = true;
  step.parameters = {
      ParameterInfo::integer("d", 10, 1, 64, "maximum number of dimensions"),
      embedding::feed_parameter(),
      lambda_parameter(),
      ParameterInfo::real("p", 0.5, 0.1, 1.0, "power of the singular values; 1: the nuclear norm"),
      ParameterInfo::real("margin", 1.0, 0.0, 100.0, "distance by which the far object must be farther away", true),
      ParameterInfo::integer("iterations", 1000, 1, 1'000'000, "maximum number of rounds"),
      ParameterInfo::real("tolerance", 1e-5, 0.0, 1.0,
                          "ends when ten rounds lower the objective by less than this share", true)};
  step.reports = {{kLoss, "", "mean loss per comparison, without the penalty"},
                  {kIterations, "1", "rounds of the fit to all comparisons"},
                  {kDimensions, "", "dimensions that are left; 0: all coordinates are the same"},
                  {kPenalty, "", "lambda, given or chosen by held-out answers"}};
  step.run = run;
  step.cost = cost;
  steps.push_back(std::move(step));
}

}  // namespace tertium
