#include "embedding/methods/embedding_step.hpp"

#include <algorithm>
#include <cmath>

#include "embedding/dense/operators.hpp"
#include "embedding/dense/partial_eigen.hpp"
#include "embedding/optimizers/optimize.hpp"

namespace tertium::embedding {
namespace {

constexpr const char* kLoss = "embedding_loss";
constexpr const char* kIterations = "embedding_iterations";
constexpr const char* kBatches = "adam";

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

/// The leading eigenvectors of AddS-3, with numbers of about 1; where there are no triplets, random places.
FirstPositions spectral_positions(const core::StepRun& run, std::size_t n, std::size_t d) {
  constexpr double kResidual = 0.1;
  core::Stream stream(run.problem.cell, core::Purpose::kEmbedding);
  if (feed_of(run.parameters) != Feed::kGiven || d + 1 >= n) return normal_positions(stream, n * d, 1.0);
  const kernels::SparseAdds3 scores(run.problem.get<core::Triplets>());
  const Matrix vectors = leading_centred_eigenvectors(operator_of(scores), static_cast<int>(d), kResidual);
  FirstPositions x(n * d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < d; ++c)
      x[i * d + c] = std::sqrt(static_cast<double>(n)) * vectors(static_cast<int>(i), static_cast<int>(c));
  return x;
}

/// About so many answers of an object in a batch.
std::size_t batches_for(double statements, double objects) {
  constexpr double kAnswers = 50.0, kMost = 1000.0;
  return static_cast<std::size_t>(std::clamp(statements / (kAnswers * std::max(1.0, objects)), 1.0, kMost));
}

/// Repetitions included.
double answers_in(const core::Triplets& triplets) {
  const std::int64_t of_list = triplets.summary().answers;
  return of_list > 0 ? static_cast<double>(of_list) : triplets.expected_count();
}

/// In the end, and how many statements there are.
struct BatchFit {
  Fit fit;
  std::size_t statements = 0;
};

BatchFit fit_by_batches(const core::StepRun& run, const Loss& loss) {
  const auto n = static_cast<std::size_t>(run.problem.objects);
  const auto d = static_cast<std::size_t>(run.parameters.integer("d"));
  const Feed feed = feed_of(run.parameters);
  std::vector<std::shared_ptr<const Groups>> batches;
  if (feed == Feed::kGiven) {
    const auto& triplets = run.problem.get<core::Triplets>();
    batches = batches_of(triplets, batches_for(answers_in(triplets), run.problem.objects));
  } else {
    const Terms terms = terms_of(run.problem, feed);
    batches = batches_of(terms, batches_for(static_cast<double>(terms.statements.size()), run.problem.objects));
  }
  const auto workspace = std::make_shared<Objective::Workspace>();
  std::vector<Objective> objectives;
  BatchFit found;
  for (std::shared_ptr<const Groups>& batch : batches) {
    found.statements += batch->statements;
    if (batch->statements > 0) objectives.emplace_back(std::move(batch), loss, workspace);
  }
  if (found.statements == 0) return found;
  core::Stream order(run.problem.cell, core::Purpose::kEmbedding, 1);
  found.fit = minimize_by_batches(objectives, spectral_positions(run, n, d),
                                  static_cast<int>(run.parameters.integer("iterations")), order);
  return found;
}

Fit best_fit(const Objective& objective, const core::StepRun& run) {
  Fit best;
  for (std::int64_t restart = 0; restart < run.parameters.integer("restarts"); ++restart) {
    Fit fit = fit_once(objective, run, static_cast<std::uint64_t>(restart));
    if (restart == 0 || fit.loss < best.loss) best = std::move(fit);
  }
  return best;
}

/// All statements at once, or in batches.
BatchFit fit_to_statements(const core::StepRun& run, const Loss& loss) {
  if (run.parameters.text("optimizer") == kBatches) return fit_by_batches(run, loss);
  const Objective objective(shared_groups(run.problem, feed_of(run.parameters)), loss);
  return {objective.count() > 0 ? best_fit(objective, run) : Fit{}, objective.count()};
}

core::Product embed(const core::StepRun& run, const MakeLoss& make_loss) {
  const auto dimensions = static_cast<int>(run.parameters.integer("d"));
  core::Coordinates coordinates{run.problem.objects, dimensions, {}};
  coordinates.values.resize(static_cast<std::size_t>(run.problem.objects) * static_cast<std::size_t>(dimensions));
  BatchFit found = fit_to_statements(run, make_loss(dimensions, run.parameters));
  run.report(core::kComparisons, static_cast<double>(found.statements));
  run.report(kLoss, found.fit.loss / std::max(1.0, static_cast<double>(found.statements)));
  run.report(kIterations, found.fit.iterations);
  if (found.statements > 0) coordinates.values = std::move(found.fit.x);
  return coordinates;
}

core::StepCost cost(const core::ProblemSize& size, const core::Parameters& parameters) {
  const Feed feed = feed_of(parameters);
  const ExpectedGroups groups = expected_groups(size, feed);
  const auto d = static_cast<double>(parameters.integer("d"));
  const auto length = [](double columns) { return 1.0 + 0.8 * columns; };  // of a pair, in ns
  double round = groups.operations + length(d) * groups.pairs;
  // One to begin with, half as many again without slopes, of twice as many columns; and three products.
  if (parameters.text("optimizer") == "projected")
    round = 1.9 * groups.operations + (length(d) + 1.5 * length(2.0 * d) + 3.0 * length(d)) * groups.pairs;
  if (parameters.text("optimizer") == kBatches) {  // grouping; eigenvectors; passes and a result for each of 16 blocks
    const double n = size.objects, steps = static_cast<double>(parameters.integer("iterations"));
    const double batches = static_cast<double>(batches_for(groups.statements, n));
    const double number = 3.5 + 2.0 * core::past_cache(8.0 * n * d);  // of a pair, in ns
    round = groups.operations + number * d * groups.pairs;
    return {{150.0 * groups.statements + steps * (round / batches + 30.0 * n * d),
             24.0 * groups.statements + 8.0 * groups.pairs + n * (160.0 * d + 1200.0)}};
  }
  constexpr double kUsual = 250.0, kUsualDescent = 750.0;  // iterations after which they have ended
  auto rounds = static_cast<double>(parameters.integer("iterations"));
  if (parameters.text("optimizer") == "lbfgs") rounds = std::min(rounds, kUsual);
  if (parameters.text("optimizer") == "descent") rounds = std::min(rounds, kUsualDescent);
  rounds *= static_cast<double>(parameters.integer("restarts"));
  return {{round * rounds, 8.0 * groups.pairs}, {shared_groups_cost(size, feed)}};
}

std::vector<core::ParameterInfo> common_parameters(const FitDefaults& defaults) {
  using core::ParameterInfo;
  return {ParameterInfo::integer("d", 2, 1, 64, "dimensions"), feed_parameter(),
          ParameterInfo::choice(
              "optimizer", defaults.optimizer, {"descent", "lbfgs", "projected", kBatches},
              "gradient descent with adaptive steps; L-BFGS; projected gradient on the Gram matrix of rank d; or Adam "
              "on batches of comparisons, from eigenvectors of AddS-3: for millions of comparisons"),
          ParameterInfo::integer("iterations", defaults.iterations, 1, 1'000'000,
                                 "maximum number of iterations; for adam the number of steps, one batch each"),
          ParameterInfo::integer("restarts", defaults.restarts, 1, 10'000,
                                 "fits from different random starts, the best is kept; adam makes one")};
}

}  // namespace

core::Step embedding_step(std::string name, const FitDefaults& defaults, std::vector<core::ParameterInfo> own,
                          MakeLoss loss) {
  core::Step step;
  step.name = std::move(name);
  step.needs = core::Provisions{};
  step.needs_for = needs_of_feed;
  step.returns = core::ProductKind::kCoordinates;
  step.axes = {core::Axis::kSample, core::Axis::kNoise};
  step.answer_use = [](const core::Parameters& parameters) {
    const bool by_anchor = parameters.text("optimizer") == kBatches && feed_of(parameters) == Feed::kGiven;
    return by_anchor ? core::AnswerUse::kByAnchor : core::AnswerUse::kAll;
  };
  step.draws_objects = true;
  step.most_objects = core::kMostObjects;
  step.parameters = common_parameters(defaults);
  step.parameters.insert(step.parameters.end(), own.begin(), own.end());
  step.reports = {{kLoss, "", "mean loss per comparison"}, {kIterations, "1", "iterations of the best fit"}};
  step.run = [loss = std::move(loss)](const core::StepRun& run) { return embed(run, loss); };
  step.cost = cost;
  return step;
}

}  // namespace tertium::embedding
