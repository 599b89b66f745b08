#include "experiments/claims/claim_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/claim_samples.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/config/figure_section.hpp"
#include "experiments/maps/refinement.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

bool is_of_method(const Claim& claim, const Plan& plan, const Trial& trial) {
  return plan.method_of(trial).method.name == claim.law->of.method;
}

void check_method(const Claim& claim, const SweepConfig& config) {
  const std::string& name = claim.law->of.method;
  const std::vector<std::string> methods = config.method_names();
  if (!contains(methods, name)) core::fail_unknown("method of the sweep", name, methods);
  if (std::ranges::count(config.methods, name, [](const MethodVariant& one) { return one.method.name; }) > 1)
    throw core::UsageError(
        fmt::format("{} names several methods of the sweep (a law would mix them), name another one", name));
}

void check_names(const Claim& claim, const Plan& plan) {
  const SweepConfig& config = plan.config;
  const ClaimLaw& law = *claim.law;
  check_method(claim, config);
  const std::vector<std::string> metrics = figure_metrics(config);
  if (!is_named(metrics, law.of.column)) core::fail_unknown("score", law.of.column, metrics);
  if (config.refine.is_on() && law.of.column != config.refine.score)
    throw core::UsageError(
        fmt::format("{} is not the score of the refined sweep, use {}", law.of.column, config.refine.score));
  std::vector<std::string> axes;
  for (const FigureColumn& column : figure_columns(config))
    if (is_axis(column) && column.varies) axes.push_back(column.name);
  if (!contains(axes, law.along)) core::fail_unknown("dimension of the sweep", law.along, axes);
  if (contains(law.formula.variables(), law.along))
    throw core::UsageError(
        fmt::format("'{}' contains {} (which the law is about), leave it out", law.formula.text(), law.along));
  value_at(law.formula, plan.points.front());  // throws for names that it does not have
  if (std::ranges::none_of(plan.points, [&](const Point& point) { return is_meant(point, claim); }))
    throw core::UsageError("it is about no point of the sweep, correct its 'at'");
}

/// Tells of a value that is not finite.
std::vector<MapColumn> columns_of(const Claim& claim, const ClaimRows& rows, std::string& not_finite) {
  const Plan& plan = rows.plan();
  return map_columns(plan, claim.law->along, [&](const Trial& trial) -> std::optional<double> {
    const bool is_of = is_of_method(claim, plan, trial) && is_meant(plan.point_of(trial), claim);
    const TrialRow* row = is_of ? rows.row_of(trial) : nullptr;
    if (row == nullptr) return std::nullopt;
    const double value = metric_value(*row, claim.law->of.column);
    if (!std::isfinite(value) && not_finite.empty())
      not_finite = fmt::format("{} is {} in repetition {}", claim.law->of.column, value, row->repetition);
    return counted_value(plan.config, claim.law->of.column, value);
  });
}

/// What a side of a comparison is worth.
Bounds side_of(const LawFit& law, const Formula& side) {
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
  const Plan& plan = rows.plan();
  check_names(claim, plan);
  std::set<TrialKey> keys;
  for (const Trial& trial : plan.trials)
    if (is_of_method(claim, plan, trial) && (plan.config.refine.is_on() || is_meant(plan.point_of(trial), claim)))
      keys.insert(trial.key);
  return keys;
}

LawSample law_sample(const Claim& claim, const ClaimRows& rows) {
  LawSample law;
  law.columns = columns_of(claim, rows, law.not_finite);
  for (const MapColumn& column : law.columns)
    for (const std::vector<double>& values : column.values) law.repetitions += values.size();
  if (!law.columns.empty()) law.rule = threshold_rule(rows.plan(), law.columns, claim.law->of.column, claim.law->along);
  return law;
}

LawFit fit_of(const Claim& claim, const LawSample& law, double error, bool anytime) {
  if (law.columns.empty()) return {std::nullopt, 0, "it has no rows with the score", true};
  ThresholdRule rule = law.rule;
  rule.error = error;
  rule.anytime = anytime;
  const std::optional<FittedLaw> fitted = fitted_law(law.columns, rule, claim.law->formula);
  const std::string all = core::counted(law.columns.size(), "column");
  if (!fitted)
    return {fitted, 0, fmt::format("none of {} has a threshold with a bracket", all), false};  // more close brackets
  return {fitted, fitted->columns,
          fmt::format("the formula has only one value at the {} of {} with a bracket", fitted->columns, all), true};
}

Bounds difference_of(const LawFit& law, const Comparison& comparison) {
  const Bounds left = side_of(law, comparison.left.value), right = side_of(law, comparison.right.value);
  return {BoundsKind::kBrackets, left.mean - right.mean, left.low - right.high, left.high - right.low};
}

}  // namespace tertium::experiments
