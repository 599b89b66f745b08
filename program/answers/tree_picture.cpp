#include "program/answers/tree_picture.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "answers/conclusions/branches.hpp"
#include "answers/trees/merge_similarities.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "pictures/drawing.hpp"
#include "program/options/outputs.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

/// One of these, the first where nothing is said.
Into choice(nlohmann::ordered_json& page, const char* key, const std::vector<std::string>& known) {
  page[key] = known.front();
  return Into([&page, key, known](const std::string& option, const std::string& text) {
    if (std::find(known.begin(), known.end(), text) == known.end()) core::fail_unknown(option, text, known);
    page[key] = text;
  });
}

}  // namespace

void add_tree_options(CommandLine& line, nlohmann::ordered_json& page, const char* width) {
  add_picture_options(line, page, width);
  line.topic(CommandLine::Topic::kDrawing);
  line.option("orientation", 0, "SIDE", choice(page, "orientation", {"left", "top"}),
              "where the root of the drawn tree is: left (default) or top");
  line.option("heights", 0, "WHAT", choice(page, "heights", {"rank", "similarity"}),
              "heights in the drawn tree: rank (default), the number of the merge or, if branches have lengths, the "
              "distance from the root; or similarity, the fraction of comparisons about the pairs joined there that "
              "call them more similar");
  line.topic(CommandLine::Topic::kOwn);
}

void add_layout_option(CommandLine& line, nlohmann::ordered_json& page) {
  line.topic(CommandLine::Topic::kDrawing);
  line.option("layout", 0, "LAYOUT", choice(page, "layout", {"rectangular", "unrooted"}),
              "how the tree is drawn: rectangular (default) or, if its branches have lengths, unrooted, as its root is "
              "only the midpoint of its longest path: --method 4-AL+search+lengths --layout unrooted");
  line.topic(CommandLine::Topic::kOwn);
}

bool is_unrooted(const nlohmann::ordered_json& page) {
  return page.value("layout", "") == "unrooted";
}

namespace {

/// What a picture of the objects is told of them, and of the number of each one's cluster.
nlohmann::ordered_json described(const answers::Clustering& outcome, const answers::AnswerInput& input,
                                 const std::string& title, const nlohmann::ordered_json& page) {
  nlohmann::ordered_json description{{"title", title}, {"page", page}, {"names", input.labels()}};
  for (const core::Label label : outcome.labels.labels())
    description["clusters"].push_back(std::to_string(outcome.numbers[label]));
  return description;
}

}  // namespace

bool draw_tree(const ResultFolder& folder, const answers::Clustering& outcome, const answers::AnswerInput& input,
               const std::string& title, const nlohmann::ordered_json& page) {
  nlohmann::ordered_json description = described(outcome, input, title, page);
  for (const auto& row : core::scipy_linkage(*outcome.tree)) description["linkage"].push_back({row[0], row[1], row[2]});
  if (page["heights"] == "similarity") {
    const std::vector<double> shares = answers::merge_similarities(*outcome.tree, input);
    for (const double share : shares)
      description["similarities"].push_back(std::isfinite(share) ? nlohmann::ordered_json(share)
                                                                 : nlohmann::ordered_json());
    if (const auto silent = std::ranges::count_if(shares, [](double share) { return std::isnan(share); }); silent > 0)
      terminal::notice(
          "tertium cluster: warning: no answer is about the pairs that {} of {} merges join: these are drawn at the "
          "height of their higher part\n",
          silent, shares.size());
  }
  if (page["heights"] == "rank" && outcome.tree->has_lengths())
    description["lengths"] = core::scipy_lengths(*outcome.tree);
  for (std::size_t k = 0; k < outcome.cut_branches.size(); ++k)
    for (const core::Node node : answers::nodes_below_cut(outcome, k)) description["cut"].push_back(node);
  if (outcome.support)
    for (std::size_t row = 0; row < outcome.support->counts.size(); ++row)
      description["support"].push_back(outcome.support->share(row));
  return pictures::run_figure_script(is_unrooted(page) ? "additive_tree" : "dendrogram", {folder.file("dendrogram")},
                                     pictures::description_text(description));
}

bool draw_co_clustering(const ResultFolder& folder, const answers::Clustering& outcome,
                        const answers::AnswerInput& input, const std::string& title,
                        const nlohmann::ordered_json& page) {
  std::vector<core::Object> order;
  if (outcome.tree) {
    const core::RootedTree rooted(*outcome.tree);
    order.assign(rooted.leaf_order().begin(), rooted.leaf_order().end());
  } else {
    order.resize(static_cast<std::size_t>(outcome.labels.objects()));
    std::iota(order.begin(), order.end(), 0);
    const auto number = [&](core::Object i) { return outcome.numbers[outcome.labels[i]]; };
    std::stable_sort(order.begin(), order.end(), [&](core::Object a, core::Object b) { return number(a) < number(b); });
  }
  nlohmann::ordered_json description = described(outcome, input, title, page);
  description["order"] = order;
  for (core::Object i = 0; i < outcome.labels.objects(); ++i) {
    nlohmann::ordered_json& row = description["shares"].emplace_back();
    for (core::Object j = 0; j < outcome.labels.objects(); ++j)
      row.push_back(i == j ? 1.0 : outcome.membership->share(i, j));
  }
  return pictures::run_figure_script("co_clustering", {folder.file("co_clustering")},
                                     pictures::description_text(description));
}

}  // namespace tertium::program
