#include "experiments/run/row_builds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/base/registry.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/store/build_id.hpp"
#include "metrics/scores/score.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kMostNamed = 3;

std::string build_text(std::uint64_t build) {
  return build == 0 ? "an unknown build" : "build " + build_name(build);
}

}  // namespace

std::string other_builds_text(std::span<const std::uint64_t> builds) {
  std::map<std::uint64_t, std::size_t> others;
  std::size_t all = 0;
  for (const std::uint64_t build : builds) {
    if (build == this_build()) continue;
    ++others[build];
    ++all;
  }
  if (others.empty()) return "";
  const char* are = all == 1 ? "is" : "are";
  const std::string now = fmt::format("this is {}", build_name(this_build()));
  if (others.size() > kMostNamed)
    return fmt::format("{} {} of {} other builds, {}", core::counted(all, "row"), are, others.size(), now);
  std::vector<std::string> parts;
  for (const auto& [build, n] : others)
    parts.push_back(parts.empty()
                        ? fmt::format("{} {} of {}", core::counted(n, "row"), n == 1 ? "is" : "are", build_text(build))
                        : fmt::format("{} of {}", n, build_text(build)));
  return fmt::format("{}, {}", fmt::join(parts, ", "), now);
}

std::string old_scores_text(const RowTable& rows) {
  std::map<std::pair<std::string, int>, std::size_t> old;
  const auto& lists = rows.column<&TrialRow::scores>();
  std::vector<std::size_t> count(lists.values().size());
  for (std::size_t row = 0; row < rows.size(); ++row) ++count[lists.code(row)];
  for (const metrics::Score& score : core::all<metrics::Score>()) {
    const int now = core::version_of(score);
    for (std::size_t list = 0; now > 1 && list < count.size(); ++list)
      if (const int version = score_version(lists.values()[list], score.name); version > 0 && version < now)
        if (count[list] > 0) old[{score.name, version}] += count[list];
  }
  std::vector<std::string> parts;
  for (const auto& [which, n] : old)
    parts.push_back(fmt::format("{} of {} {} from version {} of that score, this program has version {}",
                                core::counted(n, "value"), which.first, n == 1 ? "is" : "are", which.second,
                                core::version_of(metrics::find_score(which.first))));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void tell_of_older_rows(const char* command, const RowTable& rows) {
  if (const std::string text = other_builds_text(rows.column<&TrialRow::build>()); !text.empty())
    terminal::notice("tertium {}: {}; {}\n", command, text, kMakesAgain);
  if (const std::string scores = old_scores_text(rows); !scores.empty())
    terminal::notice("tertium {}: {}; the same tertium run command computes them again\n", command, scores);
}

}  // namespace tertium::experiments
