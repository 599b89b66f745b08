// The score support: branches by their bootstrap support, and which of them are true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/clusterings/tree_comparison.hpp"
#include "core/methods/method.hpp"
#include "metrics/scores/score.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::metrics {
namespace {

using Columns = std::map<std::string, double>;

using Values = std::vector<std::pair<std::string, core::ParameterValue>>;

problems::AssembledProblem planted_answers(std::int64_t n0, std::int64_t levels, const char* scheme_name,
                                           const Values& values) {
  const problems::Model& model = problems::find_model("planted-hierarchy");
  core::Parameters planted(model.parameters);
  planted.set("n0", n0);
  planted.set("levels", levels);
  planted.set("sigma", 0.01);
  const problems::Scheme& scheme = problems::find_scheme(scheme_name);
  core::Parameters drawn(scheme.parameter_infos());
  for (const auto& [name, value] : values) drawn.set(name, value);
  const core::CellKey cell{.master_seed = 3};
  return problems::assemble(model.sample(planted, cell), scheme, drawn, cell);
}

/// What the score says of a method's tree of answers.
Columns support_of(const char* method_name, const problems::AssembledProblem& data, const char* score = "support") {
  const core::Method method = core::find_method(method_name);
  const MethodAgain again{method.needs(),
                          [&](const core::Problem& other) { return core::run_method(method, other).product; }};
  Columns columns;
  find_score(score).compute_again(core::run_method(method, data.problem).product, data.problem, again, columns);
  return columns;
}

Columns support_of(const char* method_name, const char* count, double eps, std::int64_t n0, std::int64_t levels) {
  return support_of(method_name, planted_answers(n0, levels, "count", {{"count", std::string(count)}, {"eps", eps}}));
}

double sum_of(const Columns& columns, const std::string& prefix) {
  double sum = 0.0;
  for (const auto& [name, value] : columns) sum += name.starts_with(prefix) ? value : 0.0;
  return sum;
}

TEST(SupportScore, IsHighOfWhatAllAnswersSay) {
  for (const char* method : {"AddS-3-AL", "4-AL"}) {
    const Columns columns = support_of(method, "100000", 1.0, 2, 2);  // all there are, eight objects
    EXPECT_GE(columns.at("support_right_95"), 2.0) << method;         // the halves
    for (const char* low : {"0", "10", "20", "30", "40"})
      EXPECT_EQ(columns.at(std::string("support_branches_") + low), 0.0) << method << ", from " << low << " %";
    EXPECT_EQ(columns.at("right_branches"), 6.0) << method;
    EXPECT_EQ(columns.at("wrong_branches"), 0.0) << method;
  }
}

TEST(SupportScore, CountsBranchesAboutWhichThereIsNoTruth) {
  const Columns columns = support_of("AddS-3-AL", "100000", 1.0, 5, 1);  // two clusters of five
  EXPECT_EQ(sum_of(columns, "support_branches_"), 8.0);
  EXPECT_EQ(columns.at("right_branches"), 2.0);
  EXPECT_EQ(columns.at("wrong_branches"), 0.0);
}

TEST(SupportScore, IsLowOfGuesses) {
  const Columns columns = support_of("AddS-3-AL", "60", 0.01, 2, 3);
  EXPECT_EQ(sum_of(columns, "support_branches_"), 14.0);
  EXPECT_EQ(columns.at("right_branches") + columns.at("wrong_branches"), 14.0);  // the truth is binary
  EXPECT_GT(columns.at("wrong_branches"), 7.0);
  EXPECT_EQ(columns.at("support_branches_95"), 0.0);
  EXPECT_EQ(sum_of(columns, "support_wrong_"), columns.at("wrong_branches"));
}

TEST(SupportScore, DrawsPeopleAgainWhereTheyAreKnown) {
  const auto of_people = [](std::int64_t people) {
    return support_of("AddS-3-AL", planted_answers(2, 2, "people",
                                                   {{"count", std::string("600")}, {"people", people}, {"own", 0.3}}));
  };
  // Drawn again, one person is the same person: all branches are in all trees, where two merges do not tie.
  EXPECT_GE(of_people(1).at("support_branches_95"), 5.0);
  EXPECT_LE(of_people(30).at("support_branches_95"), 3.0);
}

TEST(SupportScore, IsTheSameEveryTime) {
  EXPECT_EQ(support_of("3-AL", "300", 0.5, 2, 2), support_of("3-AL", "300", 0.5, 2, 2));
}

TEST(SupportScore, IsNotKnownOfMethodsThatAskForThemselves) {
  for (const auto& [name, value] : support_of("SL", "300", 0.5, 2, 2)) EXPECT_TRUE(std::isnan(value)) << name;
}

/// A tree of eight objects in the problem's two levels, halves and quarters; or one that has none of its branches.
core::Dendrogram planted_tree(const core::Problem& problem, bool right) {
  const core::Truth& truth = problem.get<core::Truth>();
  std::vector<core::Object> order(8);
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](core::Object i) { return std::pair(truth[0][i], truth[1][i]); };
  std::ranges::stable_sort(order, {}, place);
  if (!right) std::rotate(order.begin(), order.begin() + 1, order.end());
  core::Dendrogram tree(core::Partition::singletons(8));
  std::vector<core::Node> nodes(order.begin(), order.end());
  while (nodes.size() > 1) {
    std::vector<core::Node> above;
    for (std::size_t k = 0; k + 1 < nodes.size(); k += 2) above.push_back(tree.merge(nodes[k], nodes[k + 1]));
    nodes = above;
  }
  return tree;
}

// 180 of 200 trees are 90 percent, and belong to the class that begins there.
TEST(SupportScore, BeginsAClassAtItsPercentage) {
  const problems::AssembledProblem data = planted_answers(2, 2, "count", {{"count", std::string("100000")}});
  for (const int right : {179, 180, 190}) {
    int runs = 0;
    const MethodAgain again{core::find_method("AddS-3-AL").needs(), [&](const core::Problem& other) {
                              return core::Product(planted_tree(other, runs++ < right));
                            }};
    Columns columns;
    find_score("support").compute_again(core::Product(planted_tree(data.problem, true)), data.problem, again, columns);
    EXPECT_EQ(columns.at("support_branches_80"), right == 179 ? 6.0 : 0.0) << right;
    EXPECT_EQ(columns.at("support_branches_90"), right == 180 ? 6.0 : 0.0) << right;
    EXPECT_EQ(columns.at("support_branches_95"), right == 190 ? 6.0 : 0.0) << right;
  }
}

TEST(SupportScore, CountsTheSameBranchesByTransferAndLocally) {
  const problems::AssembledProblem data = planted_answers(2, 3, "count", {{"count", std::string("700")}, {"eps", 0.5}});
  const Columns felsenstein = support_of("AddS-3-AL", data);
  for (const std::string kind : {"transfer", "local"}) {
    const Columns columns = support_of("AddS-3-AL", data, (kind + "_support").c_str());
    EXPECT_EQ(sum_of(columns, kind + "_branches_"), 14.0);
    EXPECT_EQ(sum_of(columns, kind + "_right_"), felsenstein.at("right_branches"));
    EXPECT_EQ(sum_of(columns, kind + "_wrong_"), felsenstein.at("wrong_branches"));
  }
  const Columns transfer = support_of("AddS-3-AL", data, "transfer_support");
  double from = 0.0, to = 0.0;  // the more a branch is moved the less it counts, so no class from above gains
  for (const int begin : {95, 90, 80, 70, 60, 50, 40, 30, 20, 10}) {
    from += felsenstein.at("support_branches_" + std::to_string(begin));
    to += transfer.at("transfer_branches_" + std::to_string(begin));
    EXPECT_GE(to, from) << begin;
    EXPECT_GE(transfer.at("transfer_near_" + std::to_string(begin)),
              transfer.at("transfer_right_" + std::to_string(begin)));
  }
  for (const auto& [name, value] : support_of("SL", data, "local_support")) EXPECT_TRUE(std::isnan(value)) << name;
}

// Half of the trees have all branches. In the others two objects have to be moved until one half is there, of three
// that could be: 1 - 2/3 of them.
TEST(SupportScore, TransferCountsWhatNeedNotBeMoved) {
  const problems::AssembledProblem data = planted_answers(2, 2, "count", {{"count", std::string("100000")}});
  int runs = 0;
  const MethodAgain again{core::find_method("AddS-3-AL").needs(),
                          [&](const core::Problem& other) { return core::Product(planted_tree(other, runs++ < 100)); }};
  Columns columns;
  find_score("transfer_support")
      .compute_again(core::Product(planted_tree(data.problem, true)), data.problem, again, columns);
  EXPECT_EQ(columns.at("transfer_branches_50"), 4.0) << "pairs, which half of the trees have";
  EXPECT_EQ(columns.at("transfer_branches_60"), 2.0) << "halves: 1 - 1/3";
  EXPECT_EQ(columns.at("transfer_near_60"), 2.0);
}

std::optional<core::RootedTree> tree_of_labels(const std::vector<std::vector<core::Label>>& levels) {
  std::vector<core::Partition> partitions;
  for (const std::vector<core::Label>& level : levels) partitions.emplace_back(level);
  return core::tree_of(partitions);
}

TEST(Branches, FitATreeThatTheyDoNotContradict) {
  const core::RootedTree truth = *tree_of_labels({{0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 0, 1, 1, 2, 2}});
  EXPECT_EQ(truth.nodes(), 8 + 5);  // the root, two halves, two quarters
  const auto node = [](std::vector<core::Object> inside) {
    std::vector<core::Node> parent{-1, 0};
    std::vector<core::Object> object{-1, -1};
    for (core::Object i = 0; i < 8; ++i) {
      parent.push_back(std::find(inside.begin(), inside.end(), i) == inside.end() ? 0 : 1);
      object.push_back(i);
    }
    return core::RootedTree(parent, object);
  };
  EXPECT_TRUE(core::fits(node({0, 1}), 1, truth));   // resolves the first half
  EXPECT_TRUE(core::fits(node({4, 5}), 1, truth));   // is there
  EXPECT_FALSE(core::fits(node({0, 4}), 1, truth));  // of both halves
  EXPECT_FALSE(core::fits(node({4, 6}), 1, truth));  // of two quarters
  EXPECT_FALSE(core::fits(node({0, 1, 4, 5}), 1, truth));
  EXPECT_FALSE(tree_of_labels({{0, 0, 1}, {0, 1, 1}}));
}

}  // namespace
}  // namespace tertium::metrics
