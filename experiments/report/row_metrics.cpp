#include "experiments/report/row_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

/// What a row measures beside its scores.
const std::map<std::string, double (*)(const TrialRow&)>& measurements() {
  static const std::map<std::string, double (*)(const TrialRow&)> columns = {
      {"n_comparisons", [](const TrialRow& row) { return static_cast<double>(row.n_comparisons); }},
      {"t_generate", [](const TrialRow& row) { return row.t_generate; }},
      {"t_kernel", [](const TrialRow& row) { return row.t_kernel; }},
      {"t_cluster", [](const TrialRow& row) { return row.t_cluster; }},
      {"t_wall", [](const TrialRow& row) { return row.t_wall; }},
      {"peak_rss", [](const TrialRow& row) { return static_cast<double>(row.peak_rss); }}};
  return columns;
}

/// Metrics, then measurements, that have a finite value in a finished row.
std::vector<std::string> available(std::span<const TrialRow> rows) {
  std::set<std::string> metrics;
  std::set<std::string> measured;
  for (const TrialRow& row : rows) {
    if (row.status != TrialStatus::done) continue;
    for (const auto& [name, value] : row.metrics)
      if (std::isfinite(value)) metrics.insert(name);
    for (const auto& [name, read] : measurements())
      if (std::isfinite(metric_value(row, name))) measured.insert(name);
  }
  std::vector<std::string> names(metrics.begin(), metrics.end());
  names.insert(names.end(), measured.begin(), measured.end());
  return names;
}

}  // namespace

double metric_value(const TrialRow& row, const std::string& metric) {
  if (const auto found = row.metrics.find(metric); found != row.metrics.end()) return found->second;
  const auto measured = measurements().find(metric);
  if (measured == measurements().end()) return std::numeric_limits<double>::quiet_NaN();
  const double value = measured->second(row);
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
  return metric.starts_with("t_") ? "s" : metric == "peak_rss" ? "B" : "";
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
