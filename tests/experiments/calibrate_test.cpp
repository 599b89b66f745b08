// Fits of made-up measurements whose law is known, and real, tiny calibrations.
#include "experiments/costs/calibrate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "experiments/cells/cell.hpp"

namespace tertium::experiments {
namespace {

CostSample sample(double steps, double seconds, double stated = 0.0, double bytes = 0.0) {
  return {static_cast<core::Object>(steps / 1e6), steps, stated, seconds, bytes};
}

CostFit fitted(const std::vector<CostSample>& samples) {
  CostFit fit;
  fit_costs(samples, fit);
  return fit;
}

TEST(CostFit, FindsTheLaw) {
  const CostFit fit = fitted({sample(1e6, 0.012), sample(2e7, 0.05), sample(1e9, 2.01)});
  EXPECT_NEAR(fit.constant, 0.01, 1e-12);
  EXPECT_NEAR(fit.per_step, 2e-9, 1e-20);
  EXPECT_EQ(fit.trials, 3);
  EXPECT_EQ(fit.smallest, 1);
  EXPECT_EQ(fit.largest, 1000);
}

TEST(CostFit, OneSizeHasNoConstant) {
  const CostFit fit = fitted({sample(1e6, 0.003), sample(1e6, 0.003)});
  EXPECT_EQ(fit.constant, 0.0);
  EXPECT_NEAR(fit.per_step, 3e-9, 1e-20);
}

TEST(CostFit, NothingIsNegative) {
  const CostFit steep = fitted({sample(1e6, 0.0001), sample(1e9, 10.0)});  // steeper than linear
  EXPECT_GE(steep.constant, 0.0);
  EXPECT_GT(steep.per_step, 0.0);
  const CostFit falling = fitted({sample(1e6, 0.2), sample(1e9, 0.1)});
  EXPECT_GT(falling.constant, 0.0);
  EXPECT_GE(falling.per_step, 0.0);
  const CostFit without_steps = fitted({sample(0.0, 0.2), sample(0.0, 0.2)});
  EXPECT_NEAR(without_steps.constant, 0.2, 1e-12);
}

TEST(CostFit, MemoryIsTheLargestRatioThatStandsOut) {
  EXPECT_EQ(fitted({sample(1e6, 1.0, 1e6, 9e6)}).memory_factor, 1.0) << "too small to tell";
  EXPECT_NEAR(fitted({sample(1e6, 1.0, 1e8, 1.5e8), sample(1e6, 1.0, 1e9, 1.1e9)}).memory_factor, 1.5, 1e-12);
}

Plan tiny_plan() {
  return make_plan(
      parse_config("[sweep]\nrepetitions = 3\n[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1, 2, 3\n"
                   "[comparisons]\np = 0.1, 1\n[methods]\nrun = SL, 4-AL, 4-AL-I3\n",
                   "tiny.ini"));
}

void expect_all_fitted(const Plan& plan, const std::vector<CostGroup>& groups) {
  ASSERT_EQ(groups.size(), 6U) << "SL once, each 4-AL at two p, the data";
  std::vector<CostFit> fits;
  for (const CostGroup& group : groups) {
    const CostFit& fit = fits.emplace_back(group.fit);
    EXPECT_GT(fit.constant + fit.per_step, 0.0) << fit.method;
    EXPECT_EQ(fit.smallest, 8) << fit.method;
    EXPECT_EQ(fit.largest, 32) << fit.method;
    EXPECT_FALSE(fit.cpu.empty());
  }
  const CostModel model(fits);
  for (const Trial& trial : plan.trials) EXPECT_TRUE(model.measured(plan, trial));
}

TEST(Calibrate, MeasuresEveryMethodAndProportion) {
  const Plan plan = tiny_plan();
  std::size_t told = 0;
  const std::vector<TrialRow> rows = measured_rows(plan, 60.0, 1, [&](const std::string&) { ++told; });
  EXPECT_EQ(told, rows.size());
  EXPECT_GE(told, 5U * 3U);
  expect_all_fitted(plan, cost_groups(plan, rows, 1));
}

TEST(Calibrate, FitsTheRowsOfARun) {
  const Plan plan = tiny_plan();
  std::vector<TrialRow> rows;
  for (int cell = 0; cell < static_cast<int>(plan.cells.size()); ++cell)
    std::ranges::move(cell_rows(plan, cell, plan.cells[cell].trials), std::back_inserter(rows));
  expect_all_fitted(plan, cost_groups(plan, rows, 1));
  for (TrialRow& row : rows) row.status = TrialStatus::failed;
  EXPECT_TRUE(cost_groups(plan, rows, 1).empty());
}

TEST(Calibrate, TellsTheMemoryOfAMethod) {
  const Plan plan = make_plan(parse_config(
      "[model]\nkind = planted-hierarchy\nn0 = 18\nlevels = 3\n[comparisons]\np = 0.1\n[methods]\nrun = 4-AL\n",
      "table.ini"));
  const std::vector<CostGroup> groups = cost_groups(plan, measured_rows(plan, 60.0, 1, [](const std::string&) {}), 1);
  ASSERT_EQ(groups.size(), 2U);
  const CostSample& sample = groups[0].samples[0];
  ASSERT_GT(sample.stated_bytes, 10e6) << "its table";
  if (sample.bytes == 0.0) GTEST_SKIP() << "Linux does not count a peak anew here";
  EXPECT_GT(sample.bytes, 0.5 * sample.stated_bytes);
  EXPECT_LT(sample.bytes, 10.0 * sample.stated_bytes);
}

TEST(Calibrate, LeavesOutWhatThereIsNoTimeFor) {
  const Plan plan = make_plan(
      parse_config("[model]\nkind = planted-hierarchy\nn0 = 4, 200\nlevels = 3\n[comparisons]\np = 0.1\n[methods]\n"
                   "run = 4-AL\n",
                   "big.ini"));
  std::vector<std::string> told;
  const auto tell = [&](const std::string& text) { told.push_back(text); };
  const std::vector<CostGroup> groups = cost_groups(plan, measured_rows(plan, 1.0, 1, tell), 1);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].fit.largest, 32);
  EXPECT_NE(told.back().find("left out"), std::string::npos) << told.back();
}

}  // namespace
}  // namespace tertium::experiments
