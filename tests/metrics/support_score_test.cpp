// The score support: branches by their bootstrap support, and which of them are true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/clusterings/tree_comparison.hpp"
#include "core/methods/method.hpp"
#include "metrics/scores/score.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::metrics {
namespace {

using Columns = std::map<std::string, double>;

/// Triplets of a planted hierarchy, and what the score says of a method's tree of them.
Columns support_of(const char* method_name, const char* count, double eps, std::int64_t n0, std::int64_t levels) {
  const problems::Model& model = problems::find_model("planted-hierarchy");
  core::Parameters planted(model.parameters);
  planted.set("n0", n0);
  planted.set("levels", levels);
  planted.set("sigma", 0.01);
  const problems::Scheme& scheme = problems::find_scheme("count");
  core::Parameters drawn(scheme.parameter_infos());
  drawn.set("count", std::string(count));
  drawn.set("eps", eps);
  const core::CellKey cell{.master_seed = 3};
  const problems::AssembledProblem data = problems::assemble(model.sample(planted, cell), scheme, drawn, cell);
  const core::Method method = core::find_method(method_name);
  const MethodAgain again{method.needs(),
                          [&](const core::Problem& other) { return core::run_method(method, other).product; }};
  Columns columns;
  find_score("support").compute_again(core::run_method(method, data.problem).product, data.problem, again, columns);
  return columns;
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

TEST(SupportScore, IsTheSameEveryTime) {
  EXPECT_EQ(support_of("3-AL", "300", 0.5, 2, 2), support_of("3-AL", "300", 0.5, 2, 2));
}

TEST(SupportScore, IsNotKnownOfMethodsThatAskForThemselves) {
  for (const auto& [name, value] : support_of("SL", "300", 0.5, 2, 2)) EXPECT_TRUE(std::isnan(value)) << name;
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
