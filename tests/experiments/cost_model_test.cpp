// Predictions out of measurements: a made-up file, which measurement holds, what is refused.
#include "experiments/costs/cost_model.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numeric>

#include "experiments/cells/cell.hpp"
#include "store_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

Plan small_plan() {
  return make_plan(
      parse_config("[sweep]\nrepetitions = 2\n[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1, 2\n"
                   "[comparisons]\np = 0.01, 0.5, 1\n[methods]\nrun = SL, 4K-AL, 4-AL, 4-AL-I3\n",
                   "small.ini"));
}

/// The first trial of a method at p.
const Trial& trial_of(const Plan& plan, const std::string& method, double p) {
  for (const Trial& trial : plan.trials)
    if (plan.method_of(trial).method.name == method && plan.point_of(trial).share.p == p) return trial;
  throw std::logic_error("no such trial");
}

CostFit fit(const std::string& method, double p, double constant, double per_step) {
  CostFit result;
  result.method = method;
  result.p = p;
  result.constant = constant;
  result.per_step = per_step;
  return result;
}

TEST(CostModel, AStepIsANanosecondBeforeAnythingIsMeasured) {
  const Plan plan = small_plan();
  const CostModel model;
  for (const Trial& trial : plan.trials) {
    EXPECT_DOUBLE_EQ(model.seconds(plan, trial), 1e-9 * estimate(plan, trial).operations);
    EXPECT_DOUBLE_EQ(model.bytes(plan, trial), estimate(plan, trial).bytes);
    EXPECT_FALSE(model.measured(plan, trial));
  }
}

TEST(CostModel, TimesOfOtherProgramsAreThoseOfTheirRows) {
  const Plan plan = make_plan(parse_config(
      "[sweep]\nrepetitions = 3\n[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1\n[comparisons]\np = "
      "0.1, 0.5\n[methods]\nrun = 4K-AL, other\n[step.other]\ncommand = true\nneeds = "
      "triplets\nreturns = labels\nversion = 1\n",
      "small.ini"));
  const Trial &few = trial_of(plan, "other", 0.1), &more = trial_of(plan, "other", 0.5);
  EXPECT_TRUE(CostModel().unknown_time(plan, few));
  EXPECT_FALSE(CostModel().unknown_time(plan, trial_of(plan, "4K-AL", 0.1)));
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    if (plan.method_of(trial).method.name != "other" || plan.point_of(trial).share.p != 0.1) continue;
    rows.push_back(new_row(plan, trial));
    rows.back().t_wall = 10.0 * static_cast<double>(rows.size());
  }
  const CostModel learned = CostModel().learned(plan, rows);
  EXPECT_DOUBLE_EQ(learned.seconds(plan, few), 20.0) << "the mean of 10, 20 and 30";
  EXPECT_FALSE(learned.unknown_time(plan, more)) << "the nearest share";
  EXPECT_DOUBLE_EQ(learned.seconds(plan, trial_of(plan, "4K-AL", 0.1)),
                   CostModel().seconds(plan, trial_of(plan, "4K-AL", 0.1)));
}

TEST(CostModel, MeasurementsHoldWhereTheyAreNearest) {
  const Plan plan = small_plan();
  CostFit dense = fit("4K+AL", 0.4, 1.0, 2e-9);
  dense.memory_factor = 3.0;
  const CostModel model({fit("4K+AL", 0.02, 5.0, 0.0), dense, fit("SL", 1.0, 0.25, 0.0)}, "made up");
  EXPECT_DOUBLE_EQ(model.seconds(plan, trial_of(plan, "4K-AL", 0.01)), 5.0);
  const Trial& half = trial_of(plan, "4K-AL", 0.5);
  EXPECT_DOUBLE_EQ(model.seconds(plan, half), 1.0 + 2e-9 * estimate(plan, half).operations);
  EXPECT_DOUBLE_EQ(model.bytes(plan, half), 3.0 * estimate(plan, half).bytes);
  EXPECT_FALSE(model.measured(plan, trial_of(plan, "4K-AL", 1.0))) << "a sample does not speak for all comparisons";
  EXPECT_DOUBLE_EQ(model.seconds(plan, trial_of(plan, "SL", 0.01)), 0.25) << "SL asks the same for every p";
  EXPECT_FALSE(model.measured(plan, trial_of(plan, "4-AL", 0.5)));
}

TEST(CostModel, OwnParametersComeBeforeThoseOfOthers) {
  const Plan plan = small_plan();
  CostFit singletons = fit("4-AL", 1.0, 1.0, 0.0);
  singletons.parameters = plan.config.methods[2].method.text();
  CostFit threes = fit("4-AL", 1.0, 3.0, 0.0);
  threes.parameters = plan.config.methods[3].method.text();
  const CostModel both({singletons, threes});
  EXPECT_DOUBLE_EQ(both.seconds(plan, trial_of(plan, "4-AL", 1.0)), 1.0);
  EXPECT_DOUBLE_EQ(both.seconds(plan, trial_of(plan, "4-AL-I3", 1.0)), 3.0);
  EXPECT_DOUBLE_EQ(CostModel({singletons}).seconds(plan, trial_of(plan, "4-AL-I3", 1.0)), 1.0);
}

TEST(CostModel, ACellIsItsDataAndItsTrials) {
  const Plan plan = small_plan();
  const CostModel model({fit("generation", 1.0, 7.0, 0.0), fit("4K+AL", 0.5, 1.0, 0.0)});
  const Trial& trial = trial_of(plan, "4K-AL", 0.5);
  const int index = static_cast<int>(&trial - plan.trials.data());
  EXPECT_DOUBLE_EQ(model.cell_seconds(plan, trial.cell, std::vector<int>{index}), 8.0);
  EXPECT_DOUBLE_EQ(model.cell_seconds(plan, trial.cell, {}), 7.0);
  EXPECT_GT(model.cell_bytes(plan, trial.cell, std::vector<int>{index}), model.bytes(plan, trial));
}

// One bound is for all methods of a cell, for all points of the scheme on a draw, and on a data set for all
// repetitions.
TEST(CostModel, ABoundIsForAllThatHaveTheSameSimilarities) {
  const auto plan_with = [](const std::string& model, const std::string& scores) {
    return make_plan(parse_config(
        "[sweep]\nrepetitions = 3\n[model]\n" + model +
            "\n[comparisons]\np = 0.1, 1\n[methods]\nrun = 4K-AL, 4-AL\n[metrics]\ncompute = " + scores + "\n",
        "small.ini"));
  };
  const CostModel model;
  const auto seconds = [&](const Plan& plan) {
    double sum = 0.0;
    for (std::size_t cell = 0; cell < plan.cells.size(); ++cell)
      sum += model.cell_seconds(plan, static_cast<int>(cell), plan.cells[cell].trials);
    return sum;
  };
  const std::string draws = "kind = planted-hierarchy\nn0 = 10\nlevels = 2", zoo = "kind = dataset\nname = zoo";
  const std::string plain = "dasgupta_cost", both = "dasgupta_cost, similarity_revenue";
  const auto bound = [](core::Object n) { return 1e-9 * metrics::find_score("similarity_revenue").cost(n).operations; };
  EXPECT_NEAR(seconds(plan_with(draws, both)) - seconds(plan_with(draws, plain)), 3.0 * bound(40), 1e-9);
  EXPECT_NEAR(seconds(plan_with(zoo, both)) - seconds(plan_with(zoo, plain)), bound(100), 1e-9);
  const Plan told = plan_with(zoo, both), silent = plan_with(zoo, plain);
  EXPECT_GE(model.cell_bytes(told, 0, told.cells[0].trials), metrics::find_score("similarity_revenue").cost(100).bytes);
  EXPECT_LT(model.cell_bytes(silent, 0, silent.cells[0].trials), model.cell_bytes(told, 0, told.cells[0].trials));
}

TEST(CostModel, WhatMethodsShareIsCountedOnce) {
  const Plan plan = make_plan(
      parse_config("[model]\nkind = planted-hierarchy\nn0 = 10\n[comparisons]\np = 0.1\n[methods]\nrun = 4K-AL, "
                   "4K-AL-literal, AddS-4-AL, 4-AL, 4-AL-I5\n",
                   "shared.ini"));
  const std::vector<int>& trials = plan.cells[0].trials;
  const CellEstimate together = estimate_cell(plan, trials);
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const core::Cost alone = estimate(plan, plan.trials[trials[k]]);
    if (k == 0 || k == 3)
      EXPECT_DOUBLE_EQ(together.operations[k], alone.operations);
    else
      EXPECT_LT(together.operations[k], alone.operations);
    EXPECT_GT(together.bytes[k], 0.0);
    EXPECT_LE(together.bytes[k], together.peak_bytes);
  }
  // The kernels are gone before the table of 4-AL is made.
  const core::Cost table = estimate(plan, plan.trials[trials[3]]);
  EXPECT_DOUBLE_EQ(together.bytes[3], table.bytes);
}

class CostFile : public ::testing::Test {
 protected:
  ScratchFolder folder_;
  std::filesystem::path path_ = folder_.path();
};

TEST_F(CostFile, ReadsBackWhatWasWritten) {
  CostFit one = fit("4-AL", 0.1, 0.0015, 3.25e-10);
  one.parameters = "m=3;ties=lowest";
  one.eps = 0.5;
  one.memory_factor = 1.25;
  one.trials = 6;
  one.smallest = 30;
  one.largest = 240;
  one.threads = 2;
  one.host = "node17";
  one.cpu = "A (R) CPU @ 2.1GHz";
  one.measured = "2026-01-31T23:59:59.123Z";
  const auto file = path_ / "deep" / "costs.ini";
  write_costs(file, {one, fit("SL", 1.0, 0.0, 1e-9)});
  const std::vector<CostFit> read = read_costs(file);
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].parameters, one.parameters);
  EXPECT_EQ(read[0].eps, one.eps);
  EXPECT_EQ(read[0].constant, one.constant);
  EXPECT_EQ(read[0].per_step, one.per_step);
  EXPECT_EQ(read[0].memory_factor, one.memory_factor);
  EXPECT_EQ(read[0].trials, one.trials);
  EXPECT_EQ(read[0].smallest, one.smallest);
  EXPECT_EQ(read[0].largest, one.largest);
  EXPECT_EQ(read[0].threads, one.threads);
  EXPECT_EQ(read[0].cpu, one.cpu);
  EXPECT_EQ(read[0].measured, one.measured);
  EXPECT_EQ(read[1].method, "SL");
}

TEST_F(CostFile, NewerMeasurementsReplaceTheirOwnKind) {
  const std::vector<CostFit> merged = merged_costs({fit("SL", 1.0, 1.0, 0.0), fit("4K+AL", 0.1, 2.0, 0.0)},
                                                   {fit("4K+AL", 0.1, 3.0, 0.0), fit("4K+AL", 0.2, 4.0, 0.0)});
  ASSERT_EQ(merged.size(), 3U);
  double sum = 0.0;
  for (const CostFit& each : merged) sum += each.constant;
  EXPECT_DOUBLE_EQ(sum, 1.0 + 3.0 + 4.0);
}

TEST_F(CostFile, SaysWhatIsWrong) {
  const auto file = path_ / "costs.ini";
  const auto refused = [&](const std::string& text) {
    std::ofstream(file) << text;
    return testing::message_of([&] { read_costs(file); });
  };
  EXPECT_NE(refused("[a]\nmethod = SL\np = zero\n").find("costs.ini:3"), std::string::npos);
  EXPECT_NE(refused("[a]\nmethod = SL\np = 0\n").find("at least"), std::string::npos);
  EXPECT_NE(refused("[a]\nmethod = SL\nseconds_per_step = -1\n").find("at least"), std::string::npos);
  EXPECT_NE(refused("[a]\nmethod = SL\nconstant_seconds = inf\n").find("constant_seconds"), std::string::npos);
  EXPECT_NE(refused("[a]\np = 1\n").find("names no method"), std::string::npos);
  EXPECT_NE(testing::message_of([&] { CostModel::load(path_ / "none.ini"); }).find("tertium calibrate"),
            std::string::npos);
}

TEST_F(CostFile, IsLookedForInThisOrder) {
  const auto write = [&](const std::filesystem::path& file, double constant) {
    write_costs(file, {fit("SL", 1.0, constant, 0.0)});
  };
  write(path_ / "config" / "tertium" / "costs.ini", 1.0);
  write(path_ / "environment.ini", 2.0);
  write(path_ / "named.ini", 3.0);
  setenv("XDG_CONFIG_HOME", (path_ / "config").c_str(), 1);
  unsetenv("TERTIUM_COSTS");
  EXPECT_EQ(CostModel::load().fits().at(0).constant, 1.0);
  setenv("TERTIUM_COSTS", (path_ / "environment.ini").c_str(), 1);
  EXPECT_EQ(CostModel::load().fits().at(0).constant, 2.0);
  EXPECT_EQ(CostModel::load(path_ / "named.ini").fits().at(0).constant, 3.0);
  setenv("TERTIUM_COSTS", (path_ / "missing.ini").c_str(), 1);
  EXPECT_THROW(CostModel::load(), core::UserError);
  unsetenv("TERTIUM_COSTS");
  setenv("XDG_CONFIG_HOME", path_.c_str(), 1);
  EXPECT_TRUE(CostModel::load().fits().empty());
}

}  // namespace
}  // namespace tertium::experiments
