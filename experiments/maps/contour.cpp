#include "experiments/maps/contour.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/maps/refinement.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/bounds.hpp"
#include "problems/schemes/expressions.hpp"

namespace tertium::experiments {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// What tells a trial's column apart: all but y, and the repetition.
std::string column_text(const Plan& plan, const Trial& trial, const std::string& y) {
  std::string text = plan.method_of(trial).label();
  for (const auto& [name, value] : row_parameters(plan, trial))
    if (name != y) text += ';' + name + '=' + core::to_text(value);
  return text;
}

/// The rising means that are nearest to those of the column, by repetitions (pool adjacent violators).
std::vector<double> rising_means(const MapColumn& column, double sign) {
  struct Block {
    double mean, weight;
    std::size_t count;
  };
  std::vector<Block> blocks;
  for (const std::vector<double>& values : column.values) {
    blocks.push_back({sign * mean_of(values), static_cast<double>(values.size()), 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean >= blocks.back().mean) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& joined = blocks.back();
      joined.mean = (joined.mean * joined.weight + last.mean * last.weight) / (joined.weight + last.weight);
      joined.weight += last.weight;
      joined.count += last.count;
    }
  }
  std::vector<double> means;
  for (const Block& block : blocks) means.insert(means.end(), block.count, block.mean);
  return means;
}

double between(double a, double b, double share) {
  return a > 0.0 ? a * std::pow(b / a, share) : a + share * (b - a);
}

/// Whether the mean of a place is surely below the level (side -1) or above it (side 1).
bool is_surely(const MapColumn& column, std::size_t place, const ThresholdRule& rule, double side) {
  const std::vector<double>& values = column.values[place];
  const std::size_t repetitions = column.repetitions.empty() ? values.size() : column.repetitions[place];
  const double error = rule.error / static_cast<double>(rule.first_places);
  const double of_look = rule.looks ? error_of_look(look_at(repetitions, rule.first_look), error) : error;
  BoundErrors errors = same_errors(of_look / 2.0);
  errors.anytime = rule.anytime;
  const Bounds bounds = mean_bounds(values, values, rule.range, errors);
  if (bounds.kind == BoundsKind::kNone) return false;
  return side < 0.0 ? bounds.high < rule.level : bounds.low > rule.level;
}

/// A threshold and its ends over the law, all logarithms.
struct Bracket {
  double t = 0.0, z = 0.0, low = 0.0, high = 0.0;
};

std::vector<Bracket> brackets_of(std::span<const Threshold> thresholds, std::span<const double> law) {
  std::vector<Bracket> brackets;
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const Threshold& one = thresholds[k];
    if (one.low > 0.0 && std::isfinite(one.high) && law[k] > 0.0 && std::isfinite(law[k]))
      brackets.push_back({std::log(law[k]), std::log(one.y), std::log(one.low), std::log(one.high)});
  }
  return brackets;
}

}  // namespace

double axis_number(const Plan& plan, const Point& point, const std::string& column) {
  const core::ParameterValue value = parameter_at(point, column);
  if (!std::holds_alternative<std::string>(value)) return number_at(point, column);
  for (const auto& [name, bound] : point.bound_scheme.values())
    if (name == column || "comparisons." + name == column)
      return static_cast<double>(problems::evaluate_count(std::get<std::string>(bound), point.objects));
  core::fail("{} of {} is not a number", column, plan.config.model->name);
}

std::vector<MapColumn> map_columns(const Plan& plan, const std::string& y,
                                   const std::function<std::optional<double>(const Trial&)>& value_of) {
  struct MapPlace {
    std::vector<double> values;
    std::size_t repetitions = 0;
  };
  std::vector<MapColumn> columns;
  std::vector<std::map<double, MapPlace>> places;
  std::unordered_map<std::string, std::size_t> known;
  for (const Trial& trial : plan.trials) {
    const std::optional<double> value = value_of(trial);
    if (!value || !std::isfinite(*value)) continue;
    const auto [found, is_new] = known.emplace(column_text(plan, trial, y), columns.size());
    const Point& point = plan.point_of(trial);
    if (is_new) {
      columns.push_back({&point, trial.method, {}, {}});
      places.emplace_back();
    }
    MapPlace& place = places[found->second][axis_number(plan, point, y)];
    place.values.push_back(*value);
    place.repetitions = static_cast<std::size_t>(plan.cells[trial.cell].repetition) + 1;
  }
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (auto& [number, place] : places[k]) {
      columns[k].y.push_back(number);
      columns[k].values.push_back(std::move(place.values));
      columns[k].repetitions.push_back(place.repetitions);
    }
  return columns;
}

ThresholdRule threshold_rule(const Plan& plan, std::span<const MapColumn> columns, const std::string& metric,
                             const std::string& y) {
  const SweepConfig& config = plan.config;
  ThresholdRule rule;
  rule.level = config.refine.level;
  rule.rising = means_rise(columns);
  rule.range = counted_range(config, config.methods[static_cast<std::size_t>(columns.front().method)].method, metric);
  rule.looks = config.refine.is_on();
  rule.first_look = static_cast<std::size_t>(config.repetitions);
  rule.first_places = first_places(config, y);
  return rule;
}

std::optional<Threshold> threshold_of(const MapColumn& column, const ThresholdRule& rule) {
  const double sign = rule.rising ? 1.0 : -1.0, level = sign * rule.level;
  const std::vector<double> means = rising_means(column, sign);
  const auto above = std::ranges::find_if(means, [&](double mean) { return mean >= level; });
  if (above == means.begin() || above == means.end()) return std::nullopt;
  const auto k = static_cast<std::size_t>(above - means.begin());
  Threshold threshold;
  threshold.y = between(column.y[k - 1], column.y[k], (level - means[k - 1]) / (means[k] - means[k - 1]));
  const std::size_t count = column.y.size();
  std::size_t low = 0, high = 0;  // places that are decided, from either end
  while (low < count && is_surely(column, low, rule, -sign)) ++low;
  while (high < count && is_surely(column, count - 1 - high, rule, sign)) ++high;
  threshold.low = low > 0 ? column.y[low - 1] : -kInfinity;
  threshold.high = high > 0 ? column.y[count - high] : kInfinity;
  return threshold;
}

bool means_rise(std::span<const MapColumn> columns) {
  double rise = 0.0;
  for (const MapColumn& column : columns) rise += mean_of(column.values.back()) - mean_of(column.values.front());
  return rise >= 0.0;
}

std::optional<FittedLaw> fitted_law(std::span<const Threshold> thresholds, std::span<const double> law) {
  const std::vector<Bracket> brackets = brackets_of(thresholds, law);
  if (brackets.empty()) return std::nullopt;
  const auto n = static_cast<double>(brackets.size());
  Bracket mean, constant;  // of all; of what the law leaves, where its exponent is 1
  for (const Bracket& one : brackets) {
    mean.t += one.t / n;
    mean.z += one.z / n;
    constant.z += (one.z - one.t) / n;
    constant.low += (one.low - one.t) / n;
    constant.high += (one.high - one.t) / n;
  }
  double spread = 0.0;
  for (const Bracket& one : brackets) spread += (one.t - mean.t) * (one.t - mean.t);
  FittedLaw fitted;
  fitted.columns = brackets.size();
  fitted.constant = std::exp(constant.z);
  fitted.constants = {std::exp(constant.low), std::exp(constant.high)};
  fitted.free_constant = fitted.constant;
  fitted.exponent = 1.0;
  if (spread <= 1e-20) return fitted;
  fitted.exponent = 0.0;
  fitted.exponents = {0.0, 0.0};
  for (const Bracket& one : brackets) {
    const double weight = (one.t - mean.t) / spread;
    fitted.exponent += weight * one.z;
    fitted.exponents.low += weight * (weight > 0.0 ? one.low : one.high);
    fitted.exponents.high += weight * (weight > 0.0 ? one.high : one.low);
  }
  fitted.free_constant = std::exp(mean.z - fitted.exponent * mean.t);
  return fitted;
}

std::optional<FittedLaw> fitted_law(std::span<const MapColumn> columns, ThresholdRule rule, const Formula& law) {
  rule.error /= static_cast<double>(std::max<std::size_t>(1, columns.size()));
  std::vector<Threshold> thresholds;
  std::vector<double> values;
  for (const MapColumn& column : columns)
    if (const auto threshold = threshold_of(column, rule)) {
      thresholds.push_back(*threshold);
      values.push_back(value_at(law, *column.point));
    }
  return fitted_law(thresholds, values);
}

}  // namespace tertium::experiments
