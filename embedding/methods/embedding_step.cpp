#include "embedding/methods/embedding_step.hpp"

#include <algorithm>
#include <cmath>

#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {
namespace {

constexpr const char* kLoss = "embedding_loss";
constexpr const char* kIterations = "embedding_iterations";

using FirstPositions = std::vector<double>;

FirstPositions normal_positions(core::Stream& stream, std::size_t size, double spread) {
  FirstPositions x(size);
  for (double& coordinate : x) coordinate = spread * stream.normal();
  return x;
}

/// As the leading eigenvectors of a centred symmetric matrix of N x N standard normal numbers are distributed.
FirstPositions centred_positions(core::Stream& stream, std::size_t n, std::size_t d) {
  const double spread = std::sqrt(std::sqrt(2.0 / static_cast<double>(n)));
  FirstPositions x = normal_positions(stream, n * d, spread);
  for (std::size_t c = 0; c < d; ++c) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += x[i * d + c];
    for (std::size_t i = 0; i < n; ++i) x[i * d + c] -= sum / static_cast<double>(n);
  }
  return x;
}

/// Descent begins close to one place, as t-STE's own program; L-BFGS anywhere.
Fit fit_once(const Objective& objective, const core::StepRun& run, std::uint64_t restart) {
  const auto most = static_cast<int>(run.parameters.integer("iterations"));
  const auto n = static_cast<std::size_t>(objective.objects());
  const auto d = static_cast<std::size_t>(run.parameters.integer("d"));
  core::Stream stream(run.problem.cell, core::Purpose::kEmbedding, restart);
  const std::string& optimizer = run.parameters.text("optimizer");
  if (optimizer == "projected") return project(objective, centred_positions(stream, n, d), most);
  if (optimizer == "descent") return descend(objective, normal_positions(stream, n * d, 1e-4), most);
  return minimize_lbfgs(objective, normal_positions(stream, n * d, 1.0), most);
}

Fit best_fit(const Objective& objective, const core::StepRun& run) {
  Fit best;
  for (std::int64_t restart = 0; restart < run.parameters.integer("restarts"); ++restart) {
    Fit fit = fit_once(objective, run, static_cast<std::uint64_t>(restart));
    if (restart == 0 || fit.loss < best.loss) best = std::move(fit);
  }
  return best;
}

core::Product embed(const core::StepRun& run, const MakeLoss& make_loss) {
  const auto dimensions = static_cast<int>(run.parameters.integer("d"));
  core::Coordinates coordinates{run.problem.objects, dimensions, {}};
  coordinates.values.resize(static_cast<std::size_t>(run.problem.objects) * static_cast<std::size_t>(dimensions));
  const Objective objective(shared_groups(run.problem, feed_of(run.parameters)), make_loss(dimensions, run.parameters));
  run.report(core::kComparisons, static_cast<double>(objective.count()));
  run.report(kLoss, 0.0);
  run.report(kIterations, 0.0);
  if (objective.count() == 0) return coordinates;
  Fit fit = best_fit(objective, run);
  run.report(kLoss, fit.loss / static_cast<double>(objective.count()));
  run.report(kIterations, fit.iterations);
  coordinates.values = std::move(fit.x);
  return coordinates;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const Feed feed = feed_of(parameters);
  const ExpectedGroups groups = expected_groups(size, feed);
  const auto d = static_cast<double>(parameters.integer("d"));
  const auto length = [](double columns) { return 1.5 + 0.8 * columns; };  // of a pair, in ns
  double round = groups.operations + length(d) * groups.pairs;
  // One to begin with, half as many again without slopes, of twice as many columns; and three products.
  if (parameters.text("optimizer") == "projected")
    round = 1.9 * groups.operations + (length(d) + 1.5 * length(2.0 * d) + 3.0 * length(d)) * groups.pairs;
  constexpr double kUsual = 250.0;  // iterations after which L-BFGS has ended
  auto rounds = static_cast<double>(parameters.integer("iterations"));
  if (parameters.text("optimizer") == "lbfgs") rounds = std::min(rounds, kUsual);
  rounds *= static_cast<double>(parameters.integer("restarts"));
  return {{round * rounds, 8.0 * groups.pairs}, {shared_groups_cost(size, feed)}};
}

std::vector<core::ParameterInfo> common_parameters(const FitDefaults& defaults) {
  using core::ParameterInfo;
  return {ParameterInfo::integer("d", 2, 1, 64, "dimensions"), feed_parameter(),
          ParameterInfo::choice("optimizer", defaults.optimizer, {"descent", "lbfgs", "projected"},
                                "gradient descent with a step that adapts; L-BFGS; or projected gradient on the Gram "
                                "matrix of rank d"),
          ParameterInfo::integer("iterations", defaults.iterations, 1, 1'000'000, "most iterations of the optimizer"),
          ParameterInfo::integer("restarts", defaults.restarts, 1, 10'000,
                                 "fits from other random positions; the best is taken")};
}

}  // namespace

core::Step embedding_step(std::string name, const FitDefaults& defaults, std::vector<core::ParameterInfo> own,
                          MakeLoss loss) {
  core::Step step;
  step.name = std::move(name);
  step.promise = "deterministic; O(T) time an iteration for T statements, O(T) memory";
  step.needs = core::Provisions{};
  step.needs_for = needs_of_feed;
  step.returns = core::ProductKind::kCoordinates;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.draws_objects = true;
  step.parameters = common_parameters(defaults);
  step.parameters.insert(step.parameters.end(), own.begin(), own.end());
  step.reports = {{kLoss, "", "mean loss of a statement"}, {kIterations, "1", "iterations of the best fit"}};
  step.run = [loss = std::move(loss)](const core::StepRun& run) { return embed(run, loss); };
  step.cost = cost;
  return step;
}

}  // namespace tertium::embedding
