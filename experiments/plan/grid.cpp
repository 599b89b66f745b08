#include "experiments/plan/grid.hpp"

#define XXH_INLINE_ALL
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

/// Part of every key: a new number makes all old rows count as other trials.
constexpr int kKeyVersion = 2;

TrialKey hash128(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

/// Trials if every method ran in every cell.
double largest_size(const SweepConfig& config) {
  double size = static_cast<double>(config.repetitions) * static_cast<double>(config.p.size()) *
                static_cast<double>(config.eps.size()) * static_cast<double>(config.methods.size());
  for (const Dimension& dimension : config.model_values) size *= static_cast<double>(dimension.values.size());
  return size;
}

/// All combinations of the model's values; the last dimension is fastest.
std::vector<Point> model_points(const SweepConfig& config) {
  std::vector<Point> points(1);
  for (const Dimension& dimension : config.model_values) {
    std::vector<Point> longer;
    for (const Point& point : points)
      for (const core::ParameterValue& value : dimension.values) {
        longer.push_back(point);
        longer.back().model.set(dimension.name, value);
        if (dimension.values.size() > 1) longer.back().swept[dimension.name] = value;
      }
    points = std::move(longer);
  }
  for (Point& point : points) {
    if (config.model->check) config.model->check(point.model);
    point.objects = config.model->objects(point.model);
  }
  return points;
}

std::string model_text(const SweepConfig& config, const Point& point) {
  return config.model->name + ' ' + core::canonical_text(point.model);
}

/// One (p, eps) of a model point.
Point with_comparisons(const SweepConfig& config, Point point, double p, double eps) {
  point.p = p;
  point.eps = eps;
  if (config.p.size() > 1) point.swept["p"] = p;
  if (config.eps.size() > 1) point.swept["eps"] = eps;
  return point;
}

enum class Methods { kAll, kOnComparisons };

/// Adds one repetition of the last point; a cell with nothing to do is left out.
void add_cell(Plan& plan, std::uint64_t point_hash, std::int64_t repetition, Methods methods) {
  const SweepConfig& config = plan.config;
  Cell cell{static_cast<int>(plan.points.size()) - 1,
            repetition,
            {config.seed, point_hash, static_cast<std::uint64_t>(repetition)},
            {}};
  for (std::size_t k = 0; k < config.methods.size(); ++k) {
    const linkage::NamedMethod& method = config.methods[k];
    if (methods == Methods::kOnComparisons && !depends_on_comparisons(config, method)) continue;
    cell.trials.push_back(static_cast<int>(plan.trials.size()));
    plan.trials.push_back({trial_key(config, plan.points.back(), repetition, method),
                           static_cast<int>(plan.cells.size()), static_cast<int>(k)});
  }
  if (!cell.trials.empty()) plan.cells.push_back(std::move(cell));
}

void add_model_point(Plan& plan, const Point& point) {
  const std::uint64_t point_hash = core::hash64(model_text(plan.config, point));
  Methods methods = Methods::kAll;
  for (const double p : plan.config.p)
    for (const double eps : plan.config.eps) {
      plan.points.push_back(with_comparisons(plan.config, point, p, eps));
      for (std::int64_t r = 0; r < plan.config.repetitions; ++r) add_cell(plan, point_hash, r, methods);
      methods = Methods::kOnComparisons;
    }
}

}  // namespace

bool depends_on_comparisons(const SweepConfig& config, const linkage::NamedMethod& method) {
  // Agreement is measured on the given comparisons, so it differs between p even where the tree does not.
  return method.method->depends_on_p ||
         std::find(config.metrics.begin(), config.metrics.end(), "agreement") != config.metrics.end();
}

TrialKey trial_key(const SweepConfig& config, const Point& point, std::int64_t repetition,
                   const linkage::NamedMethod& method) {
  std::string text = fmt::format(
      "tertium trial {}\nseed {}\nmodel {}\nrepetition {}\nmethod {} {}\nmetrics {}\nstore {}{}\n", kKeyVersion,
      config.seed, model_text(config, point), repetition, method.name, core::canonical_text(method.parameters),
      fmt::join(config.metrics, ","), config.store_trees ? "trees " : "", config.store_labels ? "labels" : "");
  if (depends_on_comparisons(config, method)) text += fmt::format("p {}\neps {}\n", point.p, point.eps);
  return hash128(text);
}

Plan make_plan(SweepConfig config) {
  const double size = largest_size(config);
  if (size > kMostTrials)
    throw core::UsageError(
        fmt::format("the grid has {:.3g} trials (at most {:.0e} are possible), shorten a list or split the sweep", size,
                    kMostTrials));
  Plan plan;
  plan.config = std::move(config);
  for (const Point& point : model_points(plan.config)) add_model_point(plan, point);
  return plan;
}

std::map<std::string, core::ParameterValue> row_parameters(const Plan& plan, const Trial& trial) {
  const Point& point = plan.points[plan.cells[trial.cell].point];
  std::map<std::string, core::ParameterValue> parameters(point.model.values().begin(), point.model.values().end());
  if (depends_on_comparisons(plan.config, plan.config.methods[trial.method])) {
    parameters["p"] = point.p;
    parameters["eps"] = point.eps;
  }
  return parameters;
}

linkage::Cost estimate(const Plan& plan, const Trial& trial) {
  const Point& point = plan.points[plan.cells[trial.cell].point];
  const linkage::NamedMethod& method = plan.config.methods[trial.method];
  if (!method.method->cost) return {};
  return method.method->cost({point.objects, point.p, point.eps, plan.team}, method.parameters);
}

}  // namespace tertium::experiments
