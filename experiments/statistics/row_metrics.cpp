#include "experiments/statistics/row_metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/store/row_columns.hpp"

namespace tertium::experiments {
namespace {

/// Calls visit(column) with the column of that name, if it is one that a row measures beside its scores.
template <typename Visit>
void visit_measured(const std::string& name, const Visit& visit) {
  for_each_column(kTrialColumns, [&]<typename T>(const Column<TrialRow, T>& column) {
    if constexpr (std::is_arithmetic_v<T>)
      if (column.facts.measured && column.name == name) visit(column);
  });
}

bool is_measured(const std::string& name) {
  bool found = false;
  visit_measured(name, [&](const auto&) { found = true; });
  return found;
}

template <typename Holds>
bool any_done(const RowTable& rows, const Holds& holds) {
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (rows.is_done(row) && holds(row)) return true;
  return false;
}

bool any_finite_done(const RowTable& rows, const std::vector<double>& values) {
  return any_done(rows, [&](std::size_t row) { return std::isfinite(values[row]); });
}

/// Metrics, then measurements, that have a finite value in a finished row.
std::vector<std::string> available(const RowTable& rows) {
  std::vector<std::string> names;
  for (const auto& [name, values] : rows.column<&TrialRow::metrics>().columns())
    if (any_finite_done(rows, values)) names.push_back(name);
  std::set<std::string> measured;
  for_each_column(kTrialColumns, [&](const auto& column) {
    if (column.facts.measured && any_finite_done(rows, metric_values(rows, column.name))) measured.insert(column.name);
  });
  names.insert(names.end(), measured.begin(), measured.end());
  return names;
}

/// Why finished rows have no value of a metric that this program knows; empty where it does not know it.
std::string absence(const RowTable& rows, const std::string& metric) {
  std::set<std::string> methods;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (rows.is_done(row)) methods.insert(rows.column<&TrialRow::method>()[row]);
  const MetricColumns::Column* values = rows.column<&TrialRow::metrics>().find(metric);
  const bool has_column =
      values != nullptr && any_done(rows, [&](std::size_t row) { return !MetricColumns::is_absent((*values)[row]); });
  if (has_column) return "it is undefined in all of them";
  if (is_measured(metric)) return "it was not measured";
  const metrics::Score* const score = score_of(metric);
  if (score == nullptr) return "";
  core::ProductKinds made;
  for (const std::string& method : methods)
    if (const auto kind = made_by(method)) made |= core::ProductKinds{*kind};
  if (made.empty() || made.meets(score->of)) return "it was not computed";
  return fmt::format("it is for {}, but {} {} {}", core::text_of(score->of), fmt::join(methods, ", "),
                     methods.size() == 1 ? "makes" : "make", core::text_of(made));
}

[[noreturn]] void fail_absent(const RowTable& rows, const std::string& metric, const std::vector<std::string>& known) {
  const std::string why = absence(rows, metric);
  if (why.empty()) core::fail_unknown("metric", metric, known);
  throw core::UsageError(fmt::format("no row has {} ({}), use one of: {}", metric, why, fmt::join(known, ", ")));
}

}  // namespace

const metrics::Score* score_of(const std::string& column) {
  for (const metrics::Score& score : core::all<metrics::Score>())
    if (is_named(score.columns.empty() ? std::vector{score.name} : score.columns, column)) return &score;
  return nullptr;
}

std::optional<core::ProductKind> made_by(const std::string& method) {
  try {
    return core::find_method(method).returns();
  } catch (const core::UserError&) {
    return std::nullopt;
  }
}

double metric_value(const TrialRow& row, const std::string& metric) {
  if (const auto found = row.metrics.find(metric); found != row.metrics.end()) return found->second;
  double value = -1;
  visit_measured(metric, [&](const auto& column) { value = static_cast<double>(row.*column.member); });
  return value < 0 ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::vector<double> metric_values(const RowTable& rows, const std::string& metric) {
  std::vector<double> values(rows.size(), std::numeric_limits<double>::quiet_NaN());
  for_each_trial_column([&]<typename T>(const Column<TrialRow, T>& column, auto k) {
    if constexpr (std::is_arithmetic_v<T>)
      if (column.facts.measured && column.name == metric && rows.choice().has(k))
        for (std::size_t row = 0; row < rows.size(); ++row)
          if (const auto value = static_cast<double>(rows.column_at<k>()[row]); !(value < 0)) values[row] = value;
  });
  const MetricColumns::Column* own = rows.column<&TrialRow::metrics>().find(metric);
  if (own == nullptr) return values;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!MetricColumns::is_absent((*own)[row])) values[row] = (*own)[row];
  return values;
}

ColumnChoice columns_of_means() {
  std::vector<std::string_view> names = {"method_name", "parameter", "metric", "scores", "build"};
  for_each_column(kTrialColumns, [&](const auto& column) {
    if (column.facts.measured) names.emplace_back(column.name);
  });
  return ColumnChoice(names);
}

std::string choose_metric(const RowTable& rows, const std::string& wanted, const std::vector<std::string>& preferred) {
  const std::vector<std::string> known = available(rows);
  if (known.empty()) throw core::UserError("no trial is finished (nothing to report), continue the run first");
  const auto has = [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  if (!wanted.empty() && !has(wanted)) fail_absent(rows, wanted, known);
  if (!wanted.empty()) return wanted;
  const auto liked = std::find_if(preferred.begin(), preferred.end(), has);
  return liked != preferred.end() ? *liked : known.front();
}

std::string metric_unit(const std::string& metric) {
  std::string unit;
  visit_measured(metric, [&](const auto& column) { unit = column.facts.units == nullptr ? "" : column.facts.units; });
  return unit;
}

Statistics statistics(const std::vector<double>& values) {
  Statistics result;
  result.n = values.size();
  for (const double value : values) result.mean += value;
  result.mean /= static_cast<double>(values.size());
  for (const double value : values) result.sd += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(result.sd / static_cast<double>(values.size()));
  return result;
}

}  // namespace tertium::experiments
