#include "experiments/claims/claim_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/claim_samples.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/config/figure_phase.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/row_metrics.hpp"

namespace tertium::experiments {
namespace {

bool is_of(const Claim& claim, const ClaimRows& rows, const Trial& trial) {
  const Plan& plan = rows.plan();
  return plan.method_of(trial).method.name == claim.law->of.method && is_meant(plan.point_of(trial), claim);
}

void check_names(const Claim& claim, const SweepConfig& config) {
  const std::vector<std::string> methods = config.method_names();
  if (!contains(methods, claim.law->of.method))
    core::fail_unknown("method of the sweep", claim.law->of.method, methods);
  const std::vector<std::string> metrics = figure_metrics(config);
  if (!is_named(metrics, claim.law->of.column)) core::fail_unknown("score", claim.law->of.column, metrics);
  std::vector<std::string> axes;
  for (const FigureColumn& column : figure_columns(config))
    if (is_axis(column) && column.varies) axes.push_back(column.name);
  if (!contains(axes, claim.law->along)) core::fail_unknown("dimension of the sweep", claim.law->along, axes);
}

double formula_at(const Formula& formula, const Point& point) {
  std::vector<double> numbers;
  for (const std::string& name : formula.variables()) numbers.push_back(number_at(point, name));
  return formula.value({}, numbers);
}

std::vector<MapColumn> columns_of(const Claim& claim, const ClaimRows& rows) {
  return map_columns(rows.plan(), claim.law->along, [&](const Trial& trial) -> std::optional<double> {
    const TrialRow* row = is_of(claim, rows, trial) ? rows.row_of(trial) : nullptr;
    if (row == nullptr) return std::nullopt;
    return metric_value(*row, claim.law->of.column);
  });
}

/// What a side of a comparison is worth.
Bounds side_of(const LawSample& law, const Formula& side) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (side.variables().empty()) {
    const double number = side.value({}, {});
    return {BoundsKind::kFact, number, number, number};
  }
  if (!law.fitted) return {BoundsKind::kNone, kUnknown, kUnknown, kUnknown};
  const bool is_exponent = side.text() == "exponent";
  const NumberRange& range = is_exponent ? law.fitted->exponents : law.fitted->constants;
  if (!std::isfinite(range.low) || !std::isfinite(range.high)) return {BoundsKind::kNone, kUnknown, kUnknown, kUnknown};
  return {BoundsKind::kBrackets, is_exponent ? law.fitted->exponent : law.fitted->constant, range.low, range.high};
}

}  // namespace

std::set<TrialKey> law_trials(const Claim& claim, const ClaimRows& rows) {
  check_names(claim, rows.plan().config);
  std::set<TrialKey> keys;
  for (const Trial& trial : rows.plan().trials)
    if (is_of(claim, rows, trial)) keys.insert(trial.key);
  if (keys.empty()) throw core::UsageError("it is about no point of the sweep, mend its 'at'");
  return keys;
}

LawSample law_sample(const Claim& claim, const ClaimRows& rows, double error) {
  const Plan& plan = rows.plan();
  const std::vector<MapColumn> columns = columns_of(claim, rows);
  ThresholdRule rule;
  rule.level = plan.config.refine.level;
  rule.rising = means_rise(columns);
  const auto method = std::ranges::find(plan.config.methods, claim.law->of.method,
                                        [](const MethodVariant& variant) { return variant.method.name; });
  rule.range = column_range(plan.config, method->method, claim.law->of.column);
  rule.first_look = static_cast<std::size_t>(plan.config.repetitions);
  rule.error = error / static_cast<double>(std::max<std::size_t>(1, columns.size()));
  LawSample law;
  std::vector<Threshold> thresholds;
  std::vector<double> values;
  for (const MapColumn& column : columns) {
    for (const std::vector<double>& repetitions : column.values) law.repetitions += repetitions.size();
    const auto threshold = threshold_of(column, rule);
    if (!threshold) continue;
    thresholds.push_back(*threshold);
    values.push_back(formula_at(claim.law->formula, *column.point));
  }
  law.fitted = fitted_law(thresholds, values);
  law.columns = law.fitted ? law.fitted->columns : 0;
  law.problem = fmt::format("of {} thresholds {} have a bracket, and the law the same value at all of these",
                            thresholds.size(), law.columns);
  if (law.columns == 0) law.problem = fmt::format("none of {} thresholds has a bracket", thresholds.size());
  return law;
}

Bounds difference_of(const LawSample& law, const Comparison& comparison) {
  const Bounds left = side_of(law, comparison.left.value), right = side_of(law, comparison.right.value);
  return {BoundsKind::kBrackets, left.mean - right.mean, left.low - right.high, left.high - right.low};
}

}  // namespace tertium::experiments
