#include "experiments/statistics/row_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "core/base/error.hpp"
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

/// Metrics, then measurements, that have a finite value in a finished row.
std::vector<std::string> available(std::span<const TrialRow> rows) {
  std::set<std::string> metrics;
  std::set<std::string> measured;
  for (const TrialRow& row : rows) {
    if (row.status != TrialStatus::done) continue;
    for (const auto& [name, value] : row.metrics)
      if (std::isfinite(value)) metrics.insert(name);
    for_each_column(kTrialColumns, [&](const auto& column) {
      if (column.facts.measured && std::isfinite(metric_value(row, column.name))) measured.insert(column.name);
    });
  }
  std::vector<std::string> names(metrics.begin(), metrics.end());
  names.insert(names.end(), measured.begin(), measured.end());
  return names;
}

}  // namespace

double metric_value(const TrialRow& row, const std::string& metric) {
  if (const auto found = row.metrics.find(metric); found != row.metrics.end()) return found->second;
  double value = -1;
  visit_measured(metric, [&](const auto& column) { value = static_cast<double>(row.*column.member); });
  return value < 0 ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::string choose_metric(std::span<const TrialRow> rows, const std::string& wanted,
                          const std::vector<std::string>& preferred) {
  const std::vector<std::string> known = available(rows);
  if (known.empty()) throw core::UserError("there are no finished trials (nothing to report), let the run go on first");
  const auto has = [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  if (!wanted.empty() && !has(wanted)) core::fail_unknown("metric", wanted, known);
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
