#include "experiments/claims/claims_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

std::string missing_text(const ClaimResult& result) {
  if (result.missing.trials == 0) return "the small version has none of its points";
  const std::string failed =
      result.missing.failed > 0 ? fmt::format(", {} of them failed", result.missing.failed) : std::string();
  return fmt::format("{} missing{}", core::counted(result.missing.trials, "trial"), failed);
}

}  // namespace

std::string deciding_text(const ClaimResult& result) {
  if (result.verdict == Verdict::kMissing) return missing_text(result);
  const Interval& interval = result.decisive;
  const std::string counts =
      fmt::format("{}, {}", core::counted(interval.n, "repetition"), core::counted(result.points, "point"));
  if (!interval.problem.empty()) return fmt::format("{}: {}; {}", interval.what, interval.problem, counts);
  const Bounds& bounds = interval.bounds;
  if (bounds.kind == BoundsKind::kFact && bounds.low == bounds.high)
    return fmt::format("{}: difference {:.3g}, exact; {}", interval.what, bounds.mean, counts);
  const std::string worst = interval.worst ? fmt::format(", worst {:.3g}", *interval.worst) : std::string();
  return fmt::format("{}: {}difference {:.3g} ({:.3g} to {:.3g}, {}){}; {}", interval.what,
                     interval.worst ? "median " : "", bounds.mean, bounds.low, bounds.high, bounds_name(bounds.kind),
                     worst, counts);
}

std::string reason_text(const ClaimResult& result) {
  const bool has_one = result.verdict == Verdict::kFails || result.verdict == Verdict::kUndecided;
  return has_one && !result.claim->explanation.empty() ? result.claim->explanation : std::string();
}

std::string summary_of(const std::vector<ClaimResult>& results) {
  constexpr std::array<std::array<const char*, 2>, 4> kVerbs = {
      {{"holds", "hold"}, {"fails", "fail"}, {"is undecided", "are undecided"}, {"has no data", "have no data"}}};
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < kVerbs.size(); ++k) {
    const auto n = std::count_if(results.begin(), results.end(),
                                 [&](const ClaimResult& result) { return result.verdict == static_cast<Verdict>(k); });
    if (n > 0) parts.push_back(fmt::format("{} {}", n, kVerbs[k][n == 1 ? 0 : 1]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string claims_text(const std::vector<ClaimResult>& results, const std::vector<std::string>& needs) {
  std::size_t width = 0;
  for (const ClaimResult& result : results) width = std::max(width, terminal::display_width(result.claim->name));
  constexpr std::size_t kVerdict = 11;
  const std::size_t indent = width + 2 + kVerdict;
  std::string text;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const ClaimResult& result = results[k];
    const std::string blanks(width - terminal::display_width(result.claim->name), ' ');
    text += fmt::format("{}{}  {:<{}}{}\n", result.claim->name, blanks, verdict_name(result.verdict), kVerdict,
                        terminal::wrapped(result.claim->statement, indent));
    for (const std::string& more :
         {deciding_text(result), k < needs.size() ? needs[k] : std::string(), reason_text(result)})
      if (!more.empty()) text += fmt::format("{:{}}{}\n", "", indent, terminal::wrapped(more, indent));
  }
  return text + summary_of(results) + '\n';
}

}  // namespace tertium::experiments
