// What the trials of a cell share, and when it is let go; scores out of stored products.
#include "experiments/cells/cell.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/registry.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/segment.hpp"
#include "program/sweeps/commands.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::program {
namespace {

experiments::Plan plan_of(const std::string& methods, const std::string& more = "") {
  return experiments::make_plan(
      experiments::parse_config("[model]\nkind = planted-hierarchy\nn0 = 5\nlevels = 2\n[comparisons]\np = 0.3\n"
                                "[methods]\nrun = " +
                                    methods + "\n" + more,
                                "cell.ini"));
}

TEST(Cell, ProductsAreReleasedAfterTheirLastUser) {
  const experiments::Plan plan = plan_of("4K-AL, MulK-4+SL, AL, AddS-4-AL, 4-AL, 4-AL-I5");
  std::vector<std::set<std::string>> released;
  for (const core::ProductIds& products : experiments::released_after(plan, plan.cells[0].trials)) {
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
std::vector<experiments::TrialRow> rows_of(const experiments::Plan& plan, const std::vector<int>& trials) {
  return experiments::cell_rows(plan, 0, trials);
}

TEST(Cell, ResultsDoNotDependOnWhatIsShared) {
  const experiments::Plan plan =
      plan_of("4K-AL, 4K-AL-literal, AddS-4-AL, 4K+SL, 4-AL, 4-AL-I5, 3-AL, 3-AL-I5, 3K-AL, MulK-3+CL");
  const std::vector<int>& trials = plan.cells[0].trials;
  const std::vector<experiments::TrialRow> together = rows_of(plan, trials);
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const experiments::TrialRow alone = rows_of(plan, {trials[k]}).at(0);
    EXPECT_EQ(alone.status, experiments::TrialStatus::done) << alone.message;
    EXPECT_EQ(experiments::first_difference(alone, together[k]), std::nullopt) << alone.method;
    EXPECT_EQ(alone.scores, together[k].scores);
  }
}

TEST(Cell, AScoreOfAStoredProductIsTheScoreOfTheMethod) {
  const std::string methods = "4-AL-I5, SL, 4-AL+cut";
  const experiments::Plan few = plan_of(methods, "[metrics]\ncompute = exact\n");
  const experiments::Plan all =
      plan_of(methods, "[metrics]\ncompute = aari, aari_depth, ari, ari_level, dasgupta_cost, exact, agreement\n");
  const std::vector<experiments::TrialRow> expected = rows_of(all, all.cells[0].trials);
  std::vector<experiments::TrialRow> rows = rows_of(few, few.cells[0].trials);
  std::vector<experiments::Rescoring> lacking;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    ASSERT_EQ(rows[k].key, expected[k].key) << "scores are no part of a trial's identity";
    ASSERT_TRUE(experiments::lacks_scores(all, all.trials[k], rows[k]));
    lacking.push_back({static_cast<int>(k), rows[k]});
  }
  std::map<experiments::TrialKey, experiments::TrialRow> found;
  experiments::rescore(all, lacking, 2, [&](experiments::TrialRow row) { found[row.key] = std::move(row); });
  for (const experiments::TrialRow& row : expected) {
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
  const experiments::Plan plan = plan_of("4-AL-I5", "[metrics]\ncompute = aari, aari_depth, ari_level\n");
  const experiments::TrialRow right = rows_of(plan, plan.cells[0].trials).at(0);
  experiments::TrialRow old = right;
  old.metrics["aari"] = -0.5;
  old.metrics["ari_level1"] = -0.5;
  old.metrics["ari_level7"] = -0.5;
  EXPECT_FALSE(experiments::lacks_scores(plan, plan.trials[0], old));
  const MendedScore aari("aari", 2), levels("ari_level", 3);
  EXPECT_TRUE(experiments::lacks_scores(plan, plan.trials[0], old));
  EXPECT_TRUE(experiments::has_old_scores(plan, plan.trials[0], old));
  experiments::TrialRow found;
  experiments::rescore(plan, {{0, old}}, 1, [&](experiments::TrialRow row) { found = std::move(row); });
  EXPECT_EQ(found.metrics, right.metrics);
  EXPECT_EQ(found.scores, (std::vector<std::string>{"aari:2", "aari_depth", "ari_level:3"}));
  EXPECT_EQ(experiments::score_version(found.scores, "aari"), 2);
  EXPECT_EQ(experiments::score_version(found.scores, "aari_depth"), 1);
  EXPECT_EQ(experiments::score_version(found.scores, "ari"), 0);
  EXPECT_FALSE(experiments::lacks_scores(plan, plan.trials[0], found));
  EXPECT_FALSE(experiments::has_old_scores(plan, plan.trials[0], experiments::TrialRow()));
}

TEST(Cell, OfAGraphWithoutComparisons) {
  const experiments::Plan plan = experiments::make_plan(
      experiments::parse_config("[model]\nkind = hsbm\ntree = ((8:1, 8:0.9):0.5, 8:0.6):0.1, (12:1, 12:1):0\n"
                                "[comparisons]\nscheme = none\n[methods]\nrun = AL, graph-SL, graph-CL\n"
                                "[metrics]\ncompute = dasgupta_cost, expected_cost, cost_over_expected, "
                                "cost_over_true_tree, aari\n",
                                "graph.ini"));
  ASSERT_EQ(plan.points.size(), 2U) << "commas in parentheses part no list";
  EXPECT_EQ(plan.points[0].objects, 24);
  EXPECT_EQ(plan.points[1].graph_edges, 132.0);
  for (const experiments::TrialRow& row : experiments::cell_rows(plan, 1, plan.cells[1].trials)) {
    EXPECT_EQ(row.status, experiments::TrialStatus::done) << row.message;
    EXPECT_EQ(row.metrics.at("dasgupta_cost"), 2.0 * (12.0 * 12.0 * 12.0 - 12.0) / 3.0);
    for (const char* ratio : {"expected_cost", "cost_over_expected", "cost_over_true_tree"})
      EXPECT_NEAR(row.metrics.at(ratio), 1.0, 1e-12) << ratio;
    EXPECT_EQ(row.metrics.at("aari"), 1.0);
  }
}

TEST(Cell, ProductsAreStoredWhereTheConfigurationSaysSo) {
  const auto tree_of = [](const std::string& products) {
    const experiments::Plan plan = plan_of("4-AL", "[store]\nproducts = " + products + "\n");
    return rows_of(plan, plan.cells[0].trials).at(0).tree;
  };
  EXPECT_EQ(tree_of("auto").merges.size(), 19U);
  EXPECT_EQ(tree_of("yes"), tree_of("auto"));
  EXPECT_TRUE(tree_of("no").empty());
}

TEST(Cell, ScoresTakeTimeThatInfoTells) {
  const experiments::Plan plan = plan_of("4-AL", "[metrics]\ncompute = exact\n");
  std::vector<experiments::TrialRow> rows = rows_of(plan, plan.cells[0].trials);
  EXPECT_GT(rows.at(0).t_score, 0.0);
  rows[0].t_wall = 10.0;
  rows[0].t_score = 110.0;
  const experiments::ScratchFolder scratch;
  const experiments::RunFolder run = experiments::RunFolder::create(scratch.path() / "run");
  experiments::publish_segment(run.segments(), rows, experiments::current_run_record(1, 1, ""));
  ::testing::internal::CaptureStdout();
  status_command({run.path().string(), "--programs"});
  const std::string told = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(told.find("2.0 min of trials, 1.8 min of it for scores, on 1 machine"), std::string::npos) << told;
}

}  // namespace
}  // namespace tertium::program
