#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "program/answers/cluster_report.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr std::size_t kMostClusters = 12;
constexpr std::size_t kLeastWidth = 20;

/// As many names as fit, one at least, and how many there are besides.
std::string first_names(const std::vector<std::string>& names, std::size_t width) {
  constexpr std::size_t kRest = 14;  // ", and 1000 more"
  std::string text = names.front();
  std::size_t shown = 1, used = terminal::display_width(text);
  for (; shown < names.size(); ++shown) {
    used += 2 + terminal::display_width(names[shown]);
    if (used + (shown + 1 < names.size() ? kRest : 0) > width) break;
    text += ", " + names[shown];
  }
  return shown == names.size() ? text : text + fmt::format(", and {} more", names.size() - shown);
}

}  // namespace

std::string member_lines(const answers::Clustering& outcome, std::span<const std::string> names) {
  std::vector<std::vector<std::string>> members(static_cast<std::size_t>(outcome.labels.clusters()));
  if (members.size() > kMostClusters) return "";
  for (core::Object i = 0; i < outcome.labels.objects(); ++i)
    members[outcome.numbers[outcome.labels[i]]].push_back(core::one_plain_line(names[i]));
  std::string text;
  for (std::size_t number = 0; number < members.size(); ++number) {
    const std::string head = fmt::format("{:{}}{:>2}: ", "", terminal::kReportIndent, number);
    const std::size_t left = std::max(terminal::page_width(), head.size() + kLeastWidth) - head.size();
    text += head + first_names(members[number], left) + "\n";
  }
  return text;
}

}  // namespace tertium::program
