#include "embedding/methods/embedding_step.hpp"

#include <algorithm>

#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {
namespace {

constexpr const char* kLoss = "embedding_loss";
constexpr const char* kIterations = "embedding_iterations";

/// Where the optimizers begin: descent close to one point (1e-4, as t-STE's own program), L-BFGS anywhere.
std::vector<double> first_positions(const core::CellKey& cell, std::uint64_t restart, std::size_t size, double spread) {
  core::Stream stream(cell, core::Purpose::kEmbedding, restart);
  std::vector<double> x(size);
  for (double& coordinate : x) coordinate = spread * stream.normal();
  return x;
}

Fit best_fit(const Objective& objective, const core::StepRun& run) {
  const bool descent = run.parameters.text("optimizer") == "descent";
  const auto most = static_cast<int>(run.parameters.integer("iterations"));
  Fit best;
  for (std::int64_t restart = 0; restart < run.parameters.integer("restarts"); ++restart) {
    std::vector<double> x =
        first_positions(run.problem.cell, static_cast<std::uint64_t>(restart), objective.size(), descent ? 1e-4 : 1.0);
    Fit fit = descent ? descend(objective, std::move(x), most) : minimize_lbfgs(objective, std::move(x), most);
    if (restart == 0 || fit.loss < best.loss) best = std::move(fit);
  }
  return best;
}

core::Product embed(const core::StepRun& run, const MakeObjective& make) {
  const auto dimensions = static_cast<int>(run.parameters.integer("d"));
  core::Coordinates coordinates{run.problem.objects, dimensions, {}};
  coordinates.values.resize(static_cast<std::size_t>(run.problem.objects) * static_cast<std::size_t>(dimensions));
  Terms terms = terms_of(run.problem, feed_of(run.parameters));
  const std::size_t count = terms.count();
  run.report(core::kComparisons, static_cast<double>(count));
  run.report(kLoss, 0.0);
  run.report(kIterations, 0.0);
  if (count == 0) return coordinates;
  const std::unique_ptr<Objective> objective = make(std::move(terms), dimensions, run.parameters);
  Fit fit = best_fit(*objective, run);
  run.report(kLoss, fit.loss / static_cast<double>(count));
  run.report(kIterations, fit.iterations);
  coordinates.values = std::move(fit.x);
  return coordinates;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  constexpr double kStepsPerTerm = 8.0, kBytesPerTriplet = 20.0, kBytesPerQuadruplet = 16.0;
  const double triplets = static_cast<double>(core::triplet_count(size.objects));
  const double quadruplets = static_cast<double>(core::quadruplet_count(size.objects));
  const bool of_pairs = feed_of(parameters) == Feed::kQuadruplets;
  const double terms = feed_of(parameters) == Feed::kMatched ? std::min(triplets, size.p * quadruplets)
                                                             : size.p * (of_pairs ? quadruplets : triplets);
  const double rounds = static_cast<double>(parameters.integer("iterations") * parameters.integer("restarts"));
  return {{kStepsPerTerm * terms * rounds, terms * (of_pairs ? kBytesPerQuadruplet : kBytesPerTriplet)}};
}

std::vector<core::ParameterInfo> common_parameters(const std::string& optimizer) {
  using core::ParameterInfo;
  return {ParameterInfo::integer("d", 2, 1, 64, "dimensions"), feed_parameter(),
          ParameterInfo::choice("optimizer", optimizer, {"descent", "lbfgs"},
                                "gradient descent with a step that adapts, or L-BFGS"),
          ParameterInfo::integer("iterations", 1000, 1, 1'000'000, "most iterations of the optimizer"),
          ParameterInfo::integer("restarts", 1, 1, 10'000, "fits from other random positions; the best is taken")};
}

}  // namespace

core::Step embedding_step(std::string name, const std::string& optimizer, std::vector<core::ParameterInfo> own,
                          MakeObjective objective) {
  core::Step step;
  step.name = std::move(name);
  step.promise = "deterministic; O(T) time an iteration for T statements, O(T) memory";
  step.needs = core::Provisions{};
  step.needs_for = needs_of_feed;
  step.returns = core::ProductKind::kCoordinates;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;
  step.parameters = common_parameters(optimizer);
  step.parameters.insert(step.parameters.end(), own.begin(), own.end());
  step.reports = {{kLoss, "", "mean loss of a statement"}, {kIterations, "1", "iterations of the best fit"}};
  step.run = [objective = std::move(objective)](const core::StepRun& run) { return embed(run, objective); };
  step.cost = cost;
  return step;
}

}  // namespace tertium::embedding
