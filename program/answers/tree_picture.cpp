#include "program/answers/tree_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "answers/conclusions/branches.hpp"
#include "core/base/error.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "files/answers/words/answers.hpp"
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

/// By merge: statements about pairs that are joined there, and those that call the pair the more alike.
struct Told {
  std::vector<std::int64_t> statements, alike;
  explicit Told(std::size_t merges) : statements(merges, 0), alike(merges, 0) {}
};

/// for_each(visit): visit(statement, times) for all statements.
template <typename ForEach>
Told told_one_by_one(const core::Dendrogram& tree, ForEach&& for_each) {
  const auto rows = core::scipy_linkage(tree);
  const int n = tree.objects();
  std::vector<int> parent(static_cast<std::size_t>(n) + rows.size(), -1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const int side : {0, 1}) parent[static_cast<std::size_t>(rows[row][side])] = n + static_cast<int>(row);
  const auto joined_at = [&](int a, int b) {  // a parent has a higher number than its children
    while (a != b) (a < b ? a : b) = parent[std::min(a, b)];
    return static_cast<std::size_t>(a - n);
  };
  Told told(rows.size());
  for_each([&](const core::Quadruplet& statement, std::int64_t times) {
    const std::size_t near = joined_at(statement.i, statement.j);
    told.alike[near] += times;
    told.statements[near] += times;
    told.statements[joined_at(statement.k, statement.l)] += times;
  });
  return told;
}

Told told_by_list(const core::Dendrogram& tree, const files::ComparisonFile& file) {
  return told_one_by_one(tree, [&](auto&& visit) {
    for (std::size_t k = 0; k < file.statements.size(); ++k)
      visit(file.statements[k], file.counts.empty() ? 1 : file.counts[k]);
  });
}

Told told_by_anchor(const core::Dendrogram& tree, const core::PackedTriplets& triplets) {
  return told_one_by_one(tree, [&](auto&& visit) {
    std::vector<core::NearFar> answers;
    for (core::Object anchor = 0; anchor < triplets.objects(); ++anchor) {
      triplets.answers_of(anchor, answers);
      for (const core::NearFar& answer : answers) visit({anchor, answer.near, anchor, answer.far}, 1);
    }
  });
}

/// All pairs, one after the other, as the merges join them.
Told told_by_sums(const core::Dendrogram& tree, const core::AnswerSums& sums) {
  const auto rows = core::scipy_linkage(tree);
  std::vector<std::vector<core::Object>> members(static_cast<std::size_t>(tree.objects()));
  for (core::Object object = 0; object < tree.objects(); ++object) members[object] = {object};
  Told told(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::vector<core::Object> left = std::move(members[static_cast<std::size_t>(rows[row][0])]);
    const std::vector<core::Object> right = std::move(members[static_cast<std::size_t>(rows[row][1])]);
    for (const core::Object a : left)
      for (const core::Object b : right) {
        told.statements[row] += (*sums.told)(a, b);
        told.alike[row] += (sums.table(a, b) + (*sums.told)(a, b)) / 2;
      }
    left.insert(left.end(), right.begin(), right.end());
    members.push_back(std::move(left));
  }
  return told;
}

}  // namespace

void add_tree_options(CommandLine& line, nlohmann::ordered_json& page, const char* width) {
  add_picture_options(line, page, width);
  line.topic(CommandLine::Topic::kDrawing);
  line.option("orientation", 0, "SIDE", choice(page, "orientation", {"left", "top"}),
              "where the root of the drawn tree is: left (default) or top");
  line.option("heights", 0, "WHAT", choice(page, "heights", {"rank", "similarity"}),
              "heights in the drawn tree: rank, the number of the merge, or of branches that have lengths the distance "
              "from the root (default), or similarity, the share of statements about the pairs joined there that call "
              "them the more alike");
  line.topic(CommandLine::Topic::kOwn);
}

std::vector<double> merge_similarities(const core::Dendrogram& tree, const answers::AnswerInput& input) {
  const Told told = input.sums     ? told_by_sums(tree, *input.sums)
                    : input.packed ? told_by_anchor(tree, *input.packed)
                                   : told_by_list(tree, input.comparisons);
  std::vector<double> shares;
  for (std::size_t row = 0; row < told.statements.size(); ++row)
    shares.push_back(told.statements[row] > 0
                         ? static_cast<double>(told.alike[row]) / static_cast<double>(told.statements[row])
                         : std::numeric_limits<double>::quiet_NaN());
  return shares;
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
    const std::vector<double> shares = merge_similarities(*outcome.tree, input);
    for (const double share : shares)
      description["similarities"].push_back(std::isfinite(share) ? nlohmann::ordered_json(share)
                                                                 : nlohmann::ordered_json());
    if (const auto silent = std::ranges::count_if(shares, [](double share) { return std::isnan(share); }); silent > 0)
      terminal::notice(
          "tertium cluster: warning: no answer is about the pairs that {} of {} merges join: these are drawn as high "
          "as the higher of their parts\n",
          silent, shares.size());
  }
  if (page["heights"] == "rank" && outcome.tree->has_lengths())
    description["lengths"] = core::scipy_lengths(*outcome.tree);
  for (std::size_t k = 0; k < outcome.cut_branches.size(); ++k)
    for (const core::Node node : answers::nodes_below_cut(outcome, k)) description["cut"].push_back(node);
  if (outcome.support)
    for (std::size_t row = 0; row < outcome.support->counts.size(); ++row)
      description["support"].push_back(outcome.support->share(row));
  return pictures::run_figure_script("dendrogram", {folder.file("dendrogram")},
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
