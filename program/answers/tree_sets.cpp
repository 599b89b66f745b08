#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/results/results.hpp"
#include "core/base/text.hpp"
#include "files/text/text_file.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/summary.hpp"
#include "program/answers/tanglegram_picture.hpp"
#include "program/answers/trees_options.hpp"
#include "program/answers/trees_report.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using answers::CountedBranch;
using answers::Spread;
using answers::TreeSet;
using answers::TreeSummary;
using Json = nlohmann::ordered_json;

/// "boot.nwk", or "3 files".
std::string source_of(const TreesOptions& options, const TreeSet& set) {
  const std::size_t files = options.files.size() - (set.one ? 1 : 0);
  if (files > 1) return fmt::format("{} files", files);
  const bool first = !set.one || options.files.front() != set.one->name;
  return core::one_plain_line(first ? options.files.front() : options.files.back());
}

std::string branches_text(const TreeSet& set, const TreeSummary& found) {
  const std::size_t most = static_cast<std::size_t>(set.objects()) - (set.unrooted ? 3 : 2);
  std::string text = fmt::format("{} of at most {} branches", found.branches.size(), most);
  if (!set.one && found.threshold <= answers::kMajority)
    text += ", those in more than half of the trees";
  else if (!set.one)
    text += fmt::format(", those in at least {:.6g} % of the trees", 100.0 * found.threshold);
  if (found.branches.empty()) return text;
  return text + fmt::format("; their mean support is {:.2f}", found.mean_support());
}

std::string spread_text(const Spread& spread, double unit, const char* format) {
  const auto shown = [&](double value) { return fmt::format(fmt::runtime(format), unit * value); };
  return fmt::format("mean {}, median {}, {} to {} in 95 % of the trees, at most {}", shown(spread.mean),
                     shown(spread.median), shown(spread.low), shown(spread.high), shown(spread.largest));
}

std::string listed_branches(const TreeSet& set, const TreeSummary& found, std::size_t most) {
  std::vector<std::vector<std::string>> rows{{"support", "trees", "size", "objects"}};
  constexpr std::size_t kColumns = 25, kLeastWidth = 20;  // of the others, about
  const std::size_t space = std::max(terminal::page_width(), kColumns + kLeastWidth) - kColumns;
  for (const CountedBranch& branch : found.branches) {
    if (rows.size() > most) break;
    rows.push_back({fmt::format("{:.2f}", branch.support), fmt::format("{}", branch.trees),
                    fmt::format("{}", branch.size), members_text(set.names, branch.members, branch.size, space)});
  }
  if (rows.size() == 1) return "";
  std::string text = "\n" + terminal::aligned_table(rows, {terminal::Align::kRight, terminal::Align::kRight,
                                                           terminal::Align::kRight, terminal::Align::kLeft});
  if (const std::size_t more = found.branches.size() + 1 - rows.size(); more > 0)
    text += fmt::format("... and {} more: --list {}, or -o FOLDER\n", more, found.branches.size());
  return text;
}

std::string report(const TreesOptions& options, const TreeSet& set, const TreeSummary& found) {
  using terminal::report_line;
  std::string text = report_line(
      "trees", fmt::format("{} of {} leaves, from {}", set.trees.size(), set.objects(), source_of(options, set)));
  if (!set.left_out.empty())
    text += report_line("leaves", fmt::format("{} left out that only some trees have", set.left_out.size()));
  if (set.unrooted) text += report_line("roots", "not compared: all trees count as unrooted, because one of them is");
  text += report_line(set.one ? "tree" : "consensus",
                      (set.one ? core::one_plain_line(set.one->name) + ": " : "") + branches_text(set, found));
  if (found.triplets)
    text += report_line("distance",
                        "of the trees to it (triplet distance; unresolved in one of two counts as different): " +
                            spread_text(*found.triplets, 100.0, "{:.1f} %"));
  text += report_line("branches", "in only it or a tree (Robinson-Foulds distance): " +
                                      spread_text(found.robinson_foulds, 1.0, "{:.4g}"));
  return text + listed_branches(set, found, options.listed);
}

/// Rows of two nodes and a height, as scipy has them: parts of a node of several are joined at its height, the number
/// of branches to the leaf that is farthest below it.
void describe_tree(const TreeSummary& found, std::size_t trees, Json& description) {
  const core::RootedTree& tree = found.tree;
  std::vector<core::Node> number(static_cast<std::size_t>(tree.nodes()));
  std::vector<int> height(number.size(), 0);
  core::Node next = tree.objects();
  for (core::Node v = tree.nodes(); v-- > 0;) {
    if (tree.is_leaf(v)) number[v] = tree.object(v);
    if (tree.is_leaf(v)) continue;
    const std::span<const core::Node> parts = tree.children(v);
    for (const core::Node part : parts) height[v] = std::max(height[v], height[part] + 1);
    number[v] = number[parts[0]];
    for (const core::Node part : parts.subspan(1)) {
      description["linkage"].push_back({number[v], number[part], height[v]});
      description["support"].push_back(
          part == parts.back() ? Json(static_cast<double>(found.counts[v]) / static_cast<double>(trees)) : Json());
      number[v] = next++;
    }
  }
}

bool draw(const TreesOptions& options, const TreeSet& set, const TreeSummary& found, const ClassTable& classes) {
  Json description{{"title", fmt::format("{}: {} {} trees", source_of(options, set),
                                         set.one ? core::one_plain_line(set.one->name) + ", with support of"
                                                 : std::string("majority-rule consensus of"),
                                         set.trees.size())},
                   {"page", options.page},
                   {"axis", "branches to the farthest leaf"},
                   {"names", set.names},
                   {"clusters", Json::array()}};
  description["page"].update({{"orientation", "left"}, {"heights", "rank"}});
  for (const std::string& name : set.names) {
    const auto known = classes.find(name);
    if (!classes.empty()) description["clusters"].push_back(known == classes.end() ? "no class" : known->second);
  }
  describe_tree(found, set.trees.size(), description);
  return pictures::run_figure_script("dendrogram", {options.picture}, pictures::description_text(description));
}

}  // namespace

void summarize_trees(const TreesOptions& options, const std::vector<answers::TreeSource>& trees,
                     const std::optional<answers::TreeSource>& one, const std::string& command_line) {
  const TreeSet set = answers::tree_set(trees, one, options.pair);
  const ClassTable classes = options.classes.empty() ? ClassTable() : read_classes(options.classes, set.names);
  const TreeSummary found = answers::summarize(set, options.threshold);
  files::Json fields{{"program", "tertium trees"}, {"command_line", command_line}};
  fields.update(json_of(record_of(found, set)));
  const std::string json = summary_text(std::move(fields));
  const std::vector<std::string> written{set.one ? "tree.nwk" : "consensus.nwk", "branches.csv", "distances.csv",
                                         "summary.json"};
  if (options.output) {
    ResultFolder folder(*options.output, {"tertium trees", command_line, written}, options.outputs());
    folder.write(written[0], found.newick);
    folder.write("branches.csv", files::csv_of(found.branches, files::recorded(set)));
    folder.write("distances.csv", files::csv_of(found.distances, files::recorded()));
    folder.write("summary.json", json);
  }
  if (options.json) fmt::print("{}", json);
  const bool drawn = !options.picture.empty() && draw(options, set, found, classes);
  if (!options.json) fmt::print("{}{}", report(options, set, found), files_line(options, written, drawn));
}

}  // namespace tertium::program
