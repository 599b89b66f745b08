// What the trials of a cell share, and when it is let go; scores out of stored products.
#include "experiments/cells/cell.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/registry.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/segment.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

Plan plan_of(const std::string& methods, const std::string& more = "") {
  return make_plan(
      parse_config("[model]\nkind = planted-hierarchy\nn0 = 5\nlevels = 2\n[comparisons]\np = 0.3\n"
                   "[methods]\nrun = " +
                       methods + "\n" + more,
                   "cell.ini"));
}

TEST(Cell, ProductsAreReleasedAfterTheirLastUser) {
  const Plan plan = plan_of("4K-AL, MulK-4+SL, AL, AddS-4-AL, 4-AL, 4-AL-I5");
  std::vector<std::set<std::string>> released;
  for (const core::ProductIds& products : released_after(plan, plan.cells[0].trials)) {
    released.emplace_back();
    for (const core::ProductId& product : products) released.back().insert(product.name);
  }
  ASSERT_EQ(released.size(), 6U);
  EXPECT_TRUE(released[0].contains("result of 4K[reading=infinite]"));
  EXPECT_FALSE(released[0].contains("MulK-4"));
  EXPECT_TRUE(released[1].contains("MulK-4"));
  EXPECT_FALSE(released[1].contains("AddS-4")) << "a later method is made of it";
  EXPECT_TRUE(released[3].contains("AddS-4"));
  EXPECT_TRUE(released[5].contains("table of quadruplets") || released[5].contains("sparse quadruplets"));
  for (const std::string& product : released[5]) EXPECT_FALSE(released[4].contains(product)) << product;
}

/// The rows of a plan's first cell without what tells how they came about.
std::vector<TrialRow> rows_of(const Plan& plan, const std::vector<int>& trials) {
  return cell_rows(plan, 0, trials);
}

TEST(Cell, ResultsDoNotDependOnWhatIsShared) {
  const Plan plan = plan_of("4K-AL, 4K-AL-literal, AddS-4-AL, 4K+SL, 4-AL, 4-AL-I5, 3-AL, 3-AL-I5, 3K-AL, MulK-3+CL");
  const std::vector<int>& trials = plan.cells[0].trials;
  const std::vector<TrialRow> together = rows_of(plan, trials);
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const TrialRow alone = rows_of(plan, {trials[k]}).at(0);
    EXPECT_EQ(alone.status, TrialStatus::done) << alone.message;
    EXPECT_EQ(first_difference(alone, together[k]), std::nullopt) << alone.method;
    EXPECT_EQ(alone.scores, together[k].scores);
  }
}

TEST(Cell, AScoreOfAStoredProductIsTheScoreOfTheMethod) {
  const std::string methods = "4-AL-I5, SL, 4-AL+cut";
  const Plan few = plan_of(methods, "[metrics]\ncompute = exact\n");
  const Plan all =
      plan_of(methods, "[metrics]\ncompute = aari, aari_depth, ari, ari_level, dasgupta_cost, exact, agreement\n");
  const std::vector<TrialRow> expected = rows_of(all, all.cells[0].trials);
  std::vector<TrialRow> rows = rows_of(few, few.cells[0].trials);
  std::vector<Rescoring> lacking;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    ASSERT_EQ(rows[k].key, expected[k].key) << "scores are no part of a trial's identity";
    ASSERT_TRUE(lacks_scores(all, all.trials[k], rows[k]));
    lacking.push_back({static_cast<int>(k), rows[k]});
  }
  std::map<TrialKey, TrialRow> found;
  rescore(all, lacking, 2, [&](TrialRow row) { found[row.key] = std::move(row); });
  for (const TrialRow& row : expected) {
    EXPECT_EQ(found.at(row.key).metrics, row.metrics) << row.method;
    EXPECT_EQ(found.at(row.key).scores, row.scores);
  }
}

/// Raises the version of a score while it lives.
class MendedScore {
 public:
  MendedScore(const std::string& name, int version) : name_(name) {
    core::set_version(metrics::find_score(name), version);
  }
  MendedScore(const MendedScore&) = delete;
  MendedScore& operator=(const MendedScore&) = delete;
  ~MendedScore() { core::raised_versions<metrics::Score>().erase(name_); }

 private:
  std::string name_;
};

TEST(Cell, AScoreOfAnOlderVersionIsComputedAgain) {
  const Plan plan = plan_of("4-AL-I5", "[metrics]\ncompute = aari, aari_depth, ari_level\n");
  const TrialRow right = rows_of(plan, plan.cells[0].trials).at(0);
  TrialRow old = right;
  old.metrics["aari"] = -0.5;
  old.metrics["ari_level1"] = -0.5;
  old.metrics["ari_level7"] = -0.5;
  EXPECT_FALSE(lacks_scores(plan, plan.trials[0], old));
  const MendedScore aari("aari", 2), levels("ari_level", 3);
  EXPECT_TRUE(lacks_scores(plan, plan.trials[0], old));
  EXPECT_TRUE(has_old_scores(plan, plan.trials[0], old));
  TrialRow found;
  rescore(plan, {{0, old}}, 1, [&](TrialRow row) { found = std::move(row); });
  EXPECT_EQ(found.metrics, right.metrics);
  EXPECT_EQ(found.scores, (std::vector<std::string>{"aari:2", "aari_depth", "ari_level:3"}));
  EXPECT_EQ(score_version(found, "aari"), 2);
  EXPECT_EQ(score_version(found, "aari_depth"), 1);
  EXPECT_EQ(score_version(found, "ari"), 0);
  EXPECT_FALSE(lacks_scores(plan, plan.trials[0], found));
  EXPECT_FALSE(has_old_scores(plan, plan.trials[0], TrialRow()));
}

TEST(Cell, OfAGraphWithoutComparisons) {
  const Plan plan =
      make_plan(parse_config("[model]\nkind = hsbm\ntree = ((8:1, 8:0.9):0.5, 8:0.6):0.1, (12:1, 12:1):0\n"
                             "[comparisons]\nscheme = none\n[methods]\nrun = AL, graph-SL, graph-CL\n",
                             "graph.ini"));
  ASSERT_EQ(plan.points.size(), 2U) << "commas in parentheses part no list";
  EXPECT_EQ(plan.points[0].objects, 24);
  EXPECT_EQ(plan.points[1].graph_edges, 132.0);
  for (const TrialRow& row : cell_rows(plan, 1, plan.cells[1].trials)) {
    EXPECT_EQ(row.status, TrialStatus::done) << row.message;
    EXPECT_EQ(row.metrics.at("dasgupta_cost"), 2.0 * (12.0 * 12.0 * 12.0 - 12.0) / 3.0);
    EXPECT_NEAR(row.metrics.at("expected_cost"), 1.0, 1e-12);
    EXPECT_EQ(row.metrics.at("aari"), 1.0);
  }
}

TEST(Cell, ProductsAreStoredWhereTheConfigurationSaysSo) {
  const auto tree_of = [](const std::string& products) {
    const Plan plan = plan_of("4-AL", "[store]\nproducts = " + products + "\n");
    return rows_of(plan, plan.cells[0].trials).at(0).tree;
  };
  EXPECT_EQ(tree_of("auto").merges.size(), 19U);
  EXPECT_EQ(tree_of("yes"), tree_of("auto"));
  EXPECT_TRUE(tree_of("no").empty());
}

TEST(Cell, ScoresTakeTimeThatInfoTells) {
  const Plan plan = plan_of("4-AL", "[metrics]\ncompute = exact\n");
  std::vector<TrialRow> rows = rows_of(plan, plan.cells[0].trials);
  EXPECT_GT(rows.at(0).t_score, 0.0);
  rows[0].t_wall = 10.0;
  rows[0].t_score = 110.0;
  const ScratchFolder scratch;
  const RunFolder run = RunFolder::create(scratch.path() / "run");
  publish_segment(run.segments(), rows, current_run_record(1, 1, ""));
  ::testing::internal::CaptureStdout();
  info_command({run.path().string()});
  const std::string told = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("2.0 min of trials, 1.8 min of it for scores, on 1 machine"), std::string::npos) << told;
}

}  // namespace
}  // namespace tertium::experiments
