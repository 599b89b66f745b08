#include "experiments/report/absent_scores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "experiments/statistics/row_metrics.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {
namespace {

/// Scores that rows have of either kind.
std::vector<std::string> scores_of_both(const RowTable& rows, core::ProductKinds kinds) {
  std::vector<std::string> names;
  for (const metrics::Score& score : core::all<metrics::Score>()) {
    if (!score.of.includes(kinds) || !score.columns.empty()) continue;
    const MetricColumns::Column* values = rows.column<&TrialRow::metrics>().find(score.name);
    const auto is_finite = [](double value) { return std::isfinite(value); };
    if (values != nullptr && std::ranges::any_of(*values, is_finite)) names.push_back(score.name);
  }
  return names;
}

std::string reason_of(core::ProductKind made, const metrics::Score& score, bool several, const RowTable& rows) {
  const std::string says = fmt::format("{} {}; {} is for {}", several ? "they make" : "it makes", core::name_of(made),
                                       score.name, core::text_of(score.of));
  const std::vector<std::string> both = scores_of_both(rows, score.of | core::ProductKinds{made});
  if (both.empty()) return fmt::format(" ({})", says);
  return fmt::format(" ({}): {} {} for both", says, fmt::join(both, ", "), both.size() == 1 ? "is" : "are");
}

}  // namespace

std::vector<std::string> methods_without(const RowTable& rows, const std::string& metric) {
  const auto& methods = rows.column<&TrialRow::method>();
  const std::vector<double> values = metric_values(rows, metric);
  std::vector<bool> is_done(methods.values().size()), has(methods.values().size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (!rows.is_done(row)) continue;
    is_done[methods.code(row)] = true;
    if (std::isfinite(values[row])) has[methods.code(row)] = true;
  }
  std::vector<std::string> without;
  for (std::size_t code = 0; code < has.size(); ++code)
    if (is_done[code] && !has[code]) without.push_back(methods.values()[code]);
  std::ranges::sort(without);
  return without;
}

std::string absent_text(const RowTable& rows, const std::string& metric) {
  const metrics::Score* const score = score_of(metric);
  std::map<std::optional<core::ProductKind>, std::vector<std::string>> by_reason;  // empty: no reason is known
  for (const std::string& method : methods_without(rows, metric)) {
    const std::optional<core::ProductKind> made = made_by(method);
    const bool cannot = score != nullptr && made && !score->of.contains(*made);
    by_reason[cannot ? made : std::nullopt].push_back(method);
  }
  std::string text;
  for (const auto& [made, methods] : by_reason)
    text += fmt::format("no {} of {}{}\n", metric, fmt::join(methods, ", "),
                        made ? reason_of(*made, *score, methods.size() > 1, rows) : "");
  return text;
}

}  // namespace tertium::experiments
