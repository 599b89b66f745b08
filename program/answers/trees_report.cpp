#include "program/answers/trees_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "answers/results/results.hpp"
#include "program/answers/summary.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using answers::Branch;
using answers::ComparedTree;
using answers::inner_branches;
using answers::TreePair;
using answers::TreesComparison;

constexpr std::size_t kLeastWidth = 20;
constexpr std::array<const char*, 2> kWhich{"first", "second"};

std::string percent(double part, double all) {
  return all > 0.0 ? fmt::format("{:.1f} %", 100.0 * part / all) : std::string("none");
}

std::string branches_text(const core::RootedTree& tree) {
  const core::Node branches = inner_branches(tree);
  return fmt::format("{} branch{}", branches, branches == 1 ? "" : "es");
}

std::string tree_line(const TreePair& pair, std::size_t k) {
  const ComparedTree& one = pair.trees[k];
  std::string text =
      fmt::format("{}: {} leaves, {}{}", core::one_plain_line(one.name), one.tree.objects() + std::ssize(one.left_out),
                  branches_text(one.tree), one.support.empty() ? "" : " with support");
  if (!one.left_out.empty()) text += fmt::format("; {} left out that the other tree lacks", one.left_out.size());
  const bool resolved = pair.unrooted ? inner_branches(one.tree) == pair.objects() - 3 : one.tree.is_binary();
  if (!resolved)
    text += pair.unrooted ? "; some nodes have more than three neighbours" : "; some nodes have more than two children";
  return terminal::report_line(kWhich[k], text);
}

std::string triple_lines(const TreePair& pair, const TreesComparison& found) {
  const core::TripleCounts& triples = found.triples;
  const char* const sets = pair.unrooted ? "quartets" : "triples";
  if (triples.all() == 0)
    return terminal::report_line(sets,
                                 fmt::format("not counted (only for at most {} objects)", answers::kMostOfQuartets));
  const auto all = static_cast<double>(triples.all());
  std::string text =
      fmt::format("{} sets of {} objects: the same two are {} in {} ({}), different ones in {}", triples.all(),
                  pair.unrooted ? "four" : "three", pair.unrooted ? "separated from the others" : "closest",
                  triples.same, percent(static_cast<double>(triples.same), all), triples.different);
  if (triples.first_only + triples.second_only + triples.neither > 0)
    text += fmt::format("; unresolved in the first tree only: {}, in the second only: {}, in both: {}",
                        triples.second_only, triples.first_only, triples.neither);
  return terminal::report_line(sets, text) +
         terminal::report_line("distance",
                               fmt::format("{:.1f} % of the {} ({} distance; two trees drawn at random: 66.7 %)",
                                           100.0 * triples.distance(), sets, pair.unrooted ? "quartet" : "triplet"));
}

std::string branch_lines(const TreesComparison& found) {
  const core::BranchComparison& branches = found.branches;
  std::string text = terminal::report_line(
      "branches",
      fmt::format("{} in both, {} in the first only, {} in the second only (Robinson-Foulds distance {}, {} "
                  "of all)",
                  branches.shared, branches.first_only, branches.second_only, branches.distance(),
                  percent(static_cast<double>(branches.distance()), static_cast<double>(branches.all()))));
  for (std::size_t k = 0; k < 2; ++k) {
    const auto with = found.mean_support(k, true), without = found.mean_support(k, false);
    if (!with && !without) continue;
    const auto shown = [](std::optional<double> mean) { return mean ? fmt::format("{:.2f}", *mean) : "-"; };
    text +=
        terminal::report_line("", fmt::format("mean support in the {} tree: {} for branches in both, {} for the others",
                                              kWhich[k], shown(with), shown(without)));
  }
  return text;
}

std::string listed_branches(const TreePair& pair, const TreesComparison& found, std::size_t most) {
  std::vector<const Branch*> shown;
  std::array<std::size_t, 2> times{0, 0};
  for (const Branch& branch : found.all)
    if (!branch.shared && times[branch.tree]++ < most) shown.push_back(&branch);
  if (shown.empty()) return "";
  std::vector<std::vector<std::string>> rows{{"only in", "size", "support", "most like", "objects"}};
  constexpr std::size_t kColumns = 41;  // of the others, about
  const std::size_t space = std::max(terminal::page_width(), kColumns + kLeastWidth) - kColumns;
  for (const Branch* branch : shown)
    rows.push_back({kWhich[branch->tree], fmt::format("{}", branch->size),
                    std::isnan(branch->support) ? "-" : fmt::format("{:.2f}", branch->support),
                    branch->match ? fmt::format("{:.2f} (of {})", branch->match->likeness, branch->match_size) : "-",
                    members_text(pair.names, answers::members_of(pair, *branch), branch->size, space)});
  std::string text =
      "\n" + terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight, terminal::Align::kRight,
                                            terminal::Align::kRight, terminal::Align::kLeft});
  const std::size_t more = times[0] + times[1] - shown.size();
  if (more > 0) text += fmt::format("... and {} more: --list {}, or -o FOLDER\n", more, std::max(times[0], times[1]));
  return text;
}

}  // namespace

std::string members_text(const std::vector<std::string>& names, const std::vector<core::Object>& members,
                         core::Object size, std::size_t width) {
  std::string text;
  std::size_t shown = 0;
  for (const core::Object i : members) {
    const std::string name = core::one_plain_line(names[i]);
    const std::string rest = fmt::format(", and {} more", size - static_cast<core::Object>(shown));
    if (shown > 0 && terminal::display_width(text) + 2 + terminal::display_width(name) + rest.size() > width)
      return text + rest;
    text += (shown++ == 0 ? "" : ", ") + name;
  }
  return text;
}

std::string trees_report(const TreePair& pair, const TreesComparison& found, std::size_t listed) {
  std::string text = tree_line(pair, 0) + tree_line(pair, 1);
  if (!pair.trees[0].left_out.empty() || !pair.trees[1].left_out.empty())
    text += terminal::report_line("leaves", fmt::format("{} in both", pair.objects()));
  if (pair.unrooted)
    text += terminal::report_line("roots",
                                  "not compared: both trees count as unrooted, because one of them is ([&U] before it, "
                                  "or three branches at its root; [&R] marks a root) or because of --unrooted");
  text += triple_lines(pair, found) + branch_lines(found);
  text += terminal::report_line(
      "crossings",
      fmt::format("{} of {} pairs of leaves cross, with the trees face to face and branches turned to reduce crossings",
                  found.tanglegram.crossings, std::int64_t{pair.objects()} * (pair.objects() - 1) / 2));
  return text + listed_branches(pair, found, listed);
}

std::string trees_json(const TreePair& pair, const TreesComparison& found, const std::string& command_line) {
  files::Json summary{{"program", "tertium trees"}, {"command_line", command_line}};
  summary.update(json_of(record_of(found, pair)));
  return summary_text(std::move(summary));
}

}  // namespace tertium::program
