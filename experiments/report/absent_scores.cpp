#include "experiments/report/absent_scores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <optional>

#include "experiments/statistics/row_metrics.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {
namespace {

/// Scores that rows have of either kind.
std::vector<std::string> scores_of_both(std::span<const TrialRow> rows, core::ProductKinds kinds) {
  std::vector<std::string> names;
  for (const metrics::Score& score : core::all<metrics::Score>()) {
    if (!score.of.includes(kinds) || !score.columns.empty()) continue;
    const auto has = [&](const TrialRow& row) {
      const auto found = row.metrics.find(score.name);
      return found != row.metrics.end() && std::isfinite(found->second);
    };
    if (std::ranges::any_of(rows, has)) names.push_back(score.name);
  }
  return names;
}

std::string reason_of(core::ProductKind made, const metrics::Score& score, bool several,
                      std::span<const TrialRow> rows) {
  const std::string says = fmt::format("{} {}; {} is of {}", several ? "they make" : "it makes", core::name_of(made),
                                       score.name, core::text_of(score.of));
  const std::vector<std::string> both = scores_of_both(rows, score.of | core::ProductKinds{made});
  if (both.empty()) return fmt::format(" ({})", says);
  return fmt::format(" ({}): {} {} of both", says, fmt::join(both, ", "), both.size() == 1 ? "is" : "are");
}

}  // namespace

std::vector<std::string> methods_without(std::span<const TrialRow> rows, const std::string& metric) {
  std::map<std::string, bool> has;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done)
      has.try_emplace(row.method).first->second |= std::isfinite(metric_value(row, metric));
  std::vector<std::string> without;
  for (const auto& [method, any] : has)
    if (!any) without.push_back(method);
  return without;
}

std::string absent_text(std::span<const TrialRow> rows, const std::string& metric) {
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
