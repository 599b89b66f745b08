// SPoSE: sparse, non-negative coordinates from odd-one-outs (Zheng, Pereira, Baker, Hebart, Revealing interpretable
// object representations from human behavior, ICLR 2019; Hebart, Zheng, Pereira, Baker, Revealing the multidimensional
// mental representations of natural objects, Nature Human Behaviour 2020; with another prior and another pruning rule:
// VICE, Muttenthaler et al., NeurIPS 2022).
//
// Idea: of three objects a, b and c, the pair with the largest scalar product is most likely to remain when the odd one
// is removed. The probability that a and b remain is
//
//     $$P = \frac{e^{x_a \cdot x_b}}{e^{x_a \cdot x_b} + e^{x_a \cdot x_c} + e^{x_b \cdot x_c}}$$
//
// The coordinates are at least 0 and minimize, for T choices about N objects,
//
//     $$\sum -\ln P + \text{penalty} \cdot \sqrt{T / N} \; \sum_{i,s} x_{is}$$
//
// The second sum is over all coordinates. It makes most coordinates 0. The others describe the object: each dimension
// is a property that objects share. Dimensions in which all coordinates are small are pruned, and the others are
// ordered by their sums. Objects are compared by the scalar products of their coordinates, not by their distances.
//
// The factor $\sqrt{T / N}$ grows like the error of the slope of a coordinate. The published penalty of 0.008, for 4.7
// million choices and 1,854 objects, is `penalty = 0.4`. With half of that, more dimensions remain, and predictions are
// slightly better. With few choices about many objects, such a penalty leaves no dimensions. So, unless it is given,
// the penalty is the one whose coordinates predict held-out choices best.
//
// The papers use minibatches and hundreds of rounds. Here each iteration of projected L-BFGS uses all choices, and
// there are about a hundred.
//
// Guarantee: a local optimum, from random coordinates; deterministic.
//
// Ties: of penalties that predict equally well, the largest.
//
// Cost: $O(N^2 d + T)$ time for an iteration, and $8 N^2 + 130 T$ bytes. Choosing the penalty by held-out choices takes
// about 25 times as long as a given penalty.

// The choice of the penalty is in choices/penalty_choice.cpp. What all choices say of all pairs is a matrix of slopes:
// choices/choice_objective.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/registry.hpp"
#include "core/methods/step.hpp"
#include "embedding/choices/choice_objective.hpp"
#include "embedding/choices/dimensions.hpp"
#include "embedding/choices/penalty_choice.hpp"
#include "embedding/optimizers/nonnegative.hpp"

namespace tertium {
namespace {

using namespace core;
using embedding::ChoiceObjective;
using embedding::NonnegativeFit;

constexpr const char* kLoss = "embedding_loss";
constexpr const char* kIterations = "embedding_iterations";
constexpr const char* kDimensions = "embedding_dimensions";
constexpr const char* kPenalty = "embedding_penalty";
constexpr const char* kHeldOut = "held-out";
constexpr double kUsualPenalty = 0.3;  // where there are too few choices to hold some out

ParameterInfo penalty_parameter() {
  ParameterInfo info = ParameterInfo::real(
      "penalty", kUsualPenalty, 0.0, 1e6,
      "penalty of a coordinate, times the square root of the number of choices per object; held-out: of six values, "
      "0.025 to 0.5, the one that predicts held-out choices best (five folds)",
      true);
  info.default_value = std::string(kHeldOut);
  info.choices = {kHeldOut};
  return info;
}

/// Uniform between 0 and what makes products 1 on average.
std::vector<double> first_places(const StepRun& run, std::uint64_t restart) {
  const auto n = static_cast<std::size_t>(run.problem.objects),
             d = static_cast<std::size_t>(run.parameters.integer("d"));
  Stream stream(run.problem.cell, Purpose::kEmbedding, restart);
  std::vector<double> x(n * d);
  for (double& coordinate : x) coordinate = 2.0 / std::sqrt(static_cast<double>(d)) * stream.uniform();
  return x;
}

/// What is minimized: the mean of -ln P, and the penalty in the same measure.
NonnegativeFit fit_from(const ChoiceObjective& objective, const StepRun& run, double factor, std::vector<double> x) {
  const auto n = static_cast<double>(objective.objects()), count = static_cast<double>(objective.count());
  const double penalty = factor * std::sqrt(count / n) / count;
  const embedding::SmoothFunction function = [&](std::span<const double> at, std::span<double> gradient) {
    double value = objective(at, gradient) / count;
    for (double& slope : gradient) slope = slope / count + penalty;
    for (const double coordinate : at) value += penalty * coordinate;
    return value;
  };
  return embedding::minimize_nonnegative(function, std::move(x), static_cast<int>(run.parameters.integer("iterations")),
                                         run.parameters.real("tolerance"));
}

NonnegativeFit best_fit(const ChoiceObjective& objective, const StepRun& run, double penalty) {
  NonnegativeFit best;
  for (std::int64_t restart = 0; restart < run.parameters.integer("restarts"); ++restart) {
    NonnegativeFit fit = fit_from(objective, run, penalty, first_places(run, static_cast<std::uint64_t>(restart)));
    if (restart == 0 || fit.value < best.value) best = std::move(fit);
  }
  return best;
}

double penalty_of(const embedding::Choices& choices, const StepRun& run) {
  if (const auto* given = std::get_if<double>(&run.parameters.at("penalty"))) return *given;
  const embedding::PenalizedFit fit = [&](const ChoiceObjective& objective, double penalty) {
    return fit_from(objective, run, penalty, first_places(run, 0)).x;
  };
  return embedding::held_out_penalty(choices, fit, run.problem.cell).value_or(kUsualPenalty);
}

Product run(const StepRun& run) {
  const auto d = static_cast<int>(run.parameters.integer("d"));
  const embedding::Choices choices = embedding::choices_of(run.problem);
  Coordinates places{run.problem.objects, d, {}, Likeness::kProduct};
  NonnegativeFit fit;
  fit.x.assign(static_cast<std::size_t>(places.objects) * static_cast<std::size_t>(d), 0.0);
  const double penalty = penalty_of(choices, run);
  if (choices.count() > 0) fit = best_fit(ChoiceObjective(choices), run, penalty);
  places.values = std::move(fit.x);
  places = embedding::weighty_dimensions(places);
  const bool any = std::ranges::any_of(places.values, [](double coordinate) { return coordinate > 0.0; });
  run.report(kComparisons, static_cast<double>(choices.count()));
  run.report(kLoss, fit.value);
  run.report(kIterations, fit.iterations);
  run.report(kDimensions, any ? places.dimensions : 0);
  run.report(kPenalty, penalty);
  return places;
}

/// A held-out penalty takes a fit of four fifths of the choices for each penalty and fold.
StepCost cost(const ProblemSize& size, const Parameters& parameters) {
  constexpr double kOfOne = 0.8;
  const auto n = static_cast<double>(size.objects), d = static_cast<double>(parameters.integer("d"));
  const double choices = 0.5 * size.p * static_cast<double>(triplet_count(size.objects));
  const bool given = std::holds_alternative<double>(parameters.at("penalty"));
  const double held_out =
      given ? 0.0 : embedding::kPenaltyFolds * kOfOne * static_cast<double>(embedding::kPenalties.size());
  const double rounds = static_cast<double>(parameters.integer("iterations")) *
                        (static_cast<double>(parameters.integer("restarts")) + held_out);
  const double held = given ? 0.0 : 4.0 * n * n + 70.0 * choices;
  return {{rounds * (n * n * (0.5 * d + 3.0) + 20.0 * choices), 4.0 * n * n + 60.0 * choices + 200.0 * n * d + held}};
}

}  // namespace

void register_step_spose(core::Registry<core::Step>& steps) {
  Step step;
  step.name = "SPoSE";
  step.sentence =
      "sparse, non-negative coordinates whose scalar products make odd-one-outs probable; "
      "superfluous dimensions are pruned";
  step.citation =
      "Zheng, Pereira, Baker and Hebart, Revealing interpretable object representations from human behavior, ICLR 2019";
  step.needs = Provisions{Provision::kTriplets};
  step.returns = ProductKind::kCoordinates;
  step.counts_answers = true;  // the penalty
  step.axes = {Axis::kSample, Axis::kNoise};
  step.draws_objects = true;
  step.parameters = {
      ParameterInfo::integer("d", 100, 1, 200, "dimensions before pruning"), penalty_parameter(),
      ParameterInfo::integer("iterations", 100, 1, 1'000'000, "maximum number of iterations"),
      ParameterInfo::real("tolerance", 1e-4, 0.0, 1.0,
                          "ends when ten iterations lower the loss by less than this share", true),
      ParameterInfo::integer("restarts", 1, 1, 10'000, "fits from different random starts, the best is kept")};
  step.reports = {{kLoss, "", "mean loss per choice, plus the penalty"},
                  {kIterations, "1", "iterations of the best fit"},
                  {kDimensions, "", "dimensions left by pruning; 0: no coordinate is left"},
                  {kPenalty, "", "penalty of a coordinate, given or chosen by held-out choices"}};
  step.run = run;
  step.cost = cost;
  core::set_version(step, 3);  // 1 had one penalty for all answers, 2 another order of sums
  steps.push_back(std::move(step));
}

}  // namespace tertium
