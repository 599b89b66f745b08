#include "experiments/plan/grid.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "core/base/registry.hpp"
#include "experiments/costs/cell_estimate.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

const std::string kText = R"(
[sweep]
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 4, 6
levels = 2
delta = 0.1, 0.2, 0.3
[comparisons]
p = 0.1, 1
[methods]
run = SL, AL, 4-AL, 4-AL-I3
)";

Plan plan_of(const std::vector<std::string>& set = {}, const std::string& text = kText) {
  return make_plan(parse_config(text, "sweep.ini", set));
}

std::set<TrialKey> keys_of(const Plan& plan) {
  std::set<TrialKey> keys;
  for (const Trial& trial : plan.trials) keys.insert(trial.key);
  return keys;
}

TEST(Grid, PointsGoThroughAllCombinationsTheLastFastest) {
  const Plan plan = plan_of();
  ASSERT_EQ(plan.points.size(), 2U * 3U * 2U);
  EXPECT_EQ(plan.points[0].share.p, 0.1);
  EXPECT_EQ(plan.points[1].share.p, 1.0);
  EXPECT_EQ(plan.points[2].model.real("delta"), 0.2);
  EXPECT_EQ(plan.points[6].model.integer("n0"), 6);
  EXPECT_EQ(plan.points[0].objects, 16);
  EXPECT_EQ(plan.points[11].objects, 24);
  const std::map<std::string, core::ParameterValue> swept = {{"n0", std::int64_t{6}}, {"delta", 0.3}, {"p", 1.0}};
  EXPECT_EQ(plan.points[11].swept, swept);
}

TEST(Grid, CellsAndTrialsKnowEachOther) {
  const Plan plan = plan_of();
  EXPECT_EQ(plan.cells.size(), 12U * 2U);
  std::size_t trials = 0;
  for (std::size_t c = 0; c < plan.cells.size(); ++c)
    for (const int t : plan.cells[c].trials) {
      EXPECT_EQ(plan.trials[t].cell, static_cast<int>(c));
      ++trials;
    }
  EXPECT_EQ(trials, plan.trials.size());
  EXPECT_EQ(keys_of(plan).size(), plan.trials.size());
}

TEST(Grid, WhatDoesNotDependOnPIsPlannedOnce) {
  const Plan plan = plan_of();
  std::map<std::string, int> count;
  for (const Trial& trial : plan.trials) ++count[plan.method_of(trial).method.name];
  EXPECT_EQ(count, (std::map<std::string, int>{{"SL", 12}, {"AL", 12}, {"4-AL", 24}, {"4-AL-I3", 24}}));
  for (const Cell& cell : plan.cells) EXPECT_EQ(cell.trials.size(), plan.points[cell.point].share.p == 0.1 ? 4U : 2U);
}

TEST(Grid, CellsWithNothingToDoAreLeftOut) {
  const Plan plan = plan_of({"methods.run=SL"});
  EXPECT_EQ(plan.cells.size(), 6U * 2U);
  EXPECT_EQ(plan.trials.size(), 6U * 2U);
}

TEST(Grid, MethodsThatAskArePlannedForEveryNoiseAndOneProportion) {
  const Plan plan = plan_of({"methods.run=SL, CL, AL", "comparisons.eps=1, 0.5, 0.1"});
  std::map<std::string, int> count;
  for (const Trial& trial : plan.trials) ++count[plan.method_of(trial).method.name];
  EXPECT_EQ(count, (std::map<std::string, int>{{"SL", 36}, {"CL", 36}, {"AL", 12}}));
  EXPECT_EQ(keys_of(plan).size(), plan.trials.size());
  const RowParameters parameters = row_parameters(plan, plan.trials[0]);
  EXPECT_EQ(parameters.count("eps"), 1U);
  EXPECT_EQ(parameters.count("p"), 0U);
}

TEST(Grid, AMethodsOwnDimensionMultipliesOnlyThatMethod) {
  const Plan plan = plan_of({"method.4-AL.m=1, 2, 4", "comparisons.p=1"});
  std::map<std::string, int> count;
  for (const Trial& trial : plan.trials) ++count[plan.method_of(trial).label()];
  EXPECT_EQ(
      count,
      (std::map<std::string, int>{
          {"SL", 12}, {"AL", 12}, {"4-AL (m = 1)", 12}, {"4-AL (m = 2)", 12}, {"4-AL (m = 4)", 12}, {"4-AL-I3", 12}}));
  EXPECT_EQ(row_parameters(plan, plan.trials[3]).at("m"), core::ParameterValue(std::int64_t{2}));
  EXPECT_EQ(row_parameters(plan, plan.trials[0]).count("m"), 0U);
}

TEST(Grid, ATrialIsTheSameUnderAnyName) {
  const std::set<TrialKey> by_name = keys_of(plan_of({"methods.run=4-AL-I3, 4K-AL"}));
  EXPECT_EQ(keys_of(plan_of({"methods.run=4-AL, 4K+AL", "method.4-AL.m=3"})), by_name);
}

TEST(Grid, WhatModelAndSchemeDoNotProvideIsRefused) {
  const auto refused = [](const std::vector<std::string>& set, const std::string& methods) {
    return message_of<core::UsageError>([&] {
      plan_of(set,
              "[model]\nkind = dataset\nname = car\n[comparisons]\nscheme = own\n[methods]\nrun = " + methods + "\n");
    });
  };
  expect_message(refused({}, "AL"), "AL needs a graph");
  expect_message(refused({}, "SL"), "SL needs answers to its own questions");
  expect_message(
      refused({"comparisons.scheme=proportion"}, "4-AL"),
      "needs similarities of the model (dataset has none here), choose another scheme: held-out, odd-one-out, own");
  expect_message(refused({"comparisons.scheme=held-out", "comparisons.units=subjects"}, "4-AL"),
                 "(who gave these answers is unknown), name the column subject, or use units = objects");
  expect_message(refused({"metrics.compute=agreement"}, "4-AL+cut"),
                 "agreement cannot be computed here (it is for a tree");
  EXPECT_EQ(plan_of({}, "[model]\nkind = dataset\nname = car\n[comparisons]\nscheme = own\n[methods]\nrun = 3-AL\n")
                .trials.size(),
            1U);
}

TEST(Grid, TwoFilesThatHoldTheSameAreRefused) {
  const std::string home = TERTIUM_SOURCE_DIR;
  const auto plan_with = [&](const std::string& files) {
    return plan_of({}, "[model]\nkind = answers\nfile = " + files +
                           "\n[comparisons]\nscheme = held-out\nseen = 0.5, 1\n[methods]\nrun = 3-AL, t-STE\n");
  };
  EXPECT_EQ(plan_with(home + "/data/car_answers.csv, " + home + "/data/car_triplets.csv").trials.size(), 2U * 2U * 2U);
  const std::string copy = ::testing::TempDir() + "copy_of_car_answers.csv";
  std::filesystem::copy_file(home + "/data/car_answers.csv", copy, std::filesystem::copy_options::overwrite_existing);
  expect_message(message_of<core::UsageError>([&] { plan_with(home + "/data/car_answers.csv, " + copy); }),
                 "copy_of_car_answers.csv contains the same as file = ");
}

TEST(Grid, RowsTellTheirPointAndNoProportionThatTheyDoNotDependOn) {
  const Plan plan = plan_of();
  const std::map<std::string, core::ParameterValue> model = {
      {"n0", std::int64_t{4}}, {"levels", std::int64_t{2}}, {"mu", 0.8}, {"sigma", 0.1}, {"delta", 0.1}};
  EXPECT_EQ(row_parameters(plan, plan.trials[1]), model);  // AL
  auto with_p = model;
  with_p["eps"] = 1.0;
  EXPECT_EQ(row_parameters(plan, plan.trials[0]), with_p);  // SL
  with_p["p"] = 0.1;
  EXPECT_EQ(row_parameters(plan, plan.trials[2]), with_p);  // 4-AL
}

TEST(Grid, DataAreTheSameForAllProportions) {
  const Plan plan = plan_of();
  const Cell& sparse = plan.cells[0];
  const Cell& dense = plan.cells[2];
  ASSERT_EQ(sparse.repetition, dense.repetition);
  ASSERT_NE(plan.points[sparse.point].share.p, plan.points[dense.point].share.p);
  EXPECT_EQ(sparse.key.point, dense.key.point);
  EXPECT_NE(sparse.key.point, plan.cells[4].key.point);
  EXPECT_EQ(plan.cells[1].key.repetition, 1U);
  EXPECT_EQ(sparse.key.master_seed, 1U);
}

// Each point has draws of its own, so methods that see no answers are made at each, too.
TEST(Grid, IndependentPointsShareNothing) {
  const Plan shared = plan_of(), plan = plan_of({"sweep.independent_points=yes"});
  EXPECT_EQ(plan.trials.size(), plan.cells.size() * plan.config.methods.size());
  std::set<std::uint64_t> points;
  for (const Cell& cell : plan.cells) points.insert(cell.key.point);
  EXPECT_EQ(points.size(), plan.points.size());
  const std::set<TrialKey> before = keys_of(shared), keys = keys_of(plan);
  EXPECT_EQ(keys.size(), plan.trials.size());
  for (const TrialKey& key : keys) EXPECT_FALSE(before.contains(key));
  EXPECT_EQ(keys_of(plan_of({"sweep.independent_points=no"})), before);
  EXPECT_TRUE(row_parameters(plan, plan.trials[0]).contains("p"));  // SL
  expect_message(message_of([] { plan_of({"sweep.independent_points=maybe"}); }), "independent_points");
}

/// Whether every trial of a smaller grid is a trial of the larger.
bool only_adds(const std::vector<std::string>& set) {
  const std::set<TrialKey> small = keys_of(plan_of());
  const std::set<TrialKey> large = keys_of(plan_of(set));
  return large.size() > small.size() && std::includes(large.begin(), large.end(), small.begin(), small.end());
}

TEST(Grid, GrowingAGridOnlyAdds) {
  EXPECT_TRUE(only_adds({"sweep.repetitions=3"}));
  EXPECT_TRUE(only_adds({"comparisons.p=0.01, 1, 0.1"}));
  EXPECT_TRUE(only_adds({"comparisons.eps=1, 0.5"}));
  EXPECT_TRUE(only_adds({"model.delta=0.1:0.1:0.5", "model.n0=2:2:6"}));
  EXPECT_TRUE(only_adds({"methods.run=CL, 4-AL-I3, SL, 4K-AL, AL, 4-AL"}));
  EXPECT_TRUE(only_adds({"model.sigma=0.1, 0.2"}));
}

TEST(Grid, WhatChangesAResultChangesAllKeys) {
  const std::set<TrialKey> before = keys_of(plan_of());
  for (const char* item : {"sweep.seed=2", "model.mu=0.7", "model.levels=1"})
    for (const TrialKey& key : keys_of(plan_of({item}))) EXPECT_EQ(before.count(key), 0U) << item;
  EXPECT_EQ(
      keys_of(plan_of({"sweep.name=other", "figure.title=other", "metrics.compute=agreement", "store.products=no"})),
      before);
}

TEST(Grid, AResolvedConfigurationPlansTheSameTrials) {
  for (const std::vector<std::string>& set :
       {std::vector<std::string>{},
        {"model.delta=0.02:0.02:0.2", "comparisons.p=1e-6, 0.3333333333333333, 1"},
        {"sweep.independent_points=yes"},
        {"metrics.compute=agreement, aari", "methods.run=4-AL, 4-AL-I3", "method.4-AL.m=4, 5"}}) {
    const Plan plan = plan_of(set);
    const Plan again = plan_of({}, resolved_text(plan.config));
    ASSERT_EQ(plan.trials.size(), again.trials.size());
    for (std::size_t t = 0; t < plan.trials.size(); ++t) EXPECT_EQ(plan.trials[t].key, again.trials[t].key);
  }
}

/// Stored rows are found by these keys: when this test fails, rows of earlier versions are computed again.
TEST(Grid, KeysStayWhatTheyAre) {
  const Plan plan = plan_of();
  EXPECT_EQ(to_hex(plan.trials[0].key), "1e1d22c303eefe81b38f4a9f470bd716");
  EXPECT_EQ(to_hex(plan.trials[2].key), "83f9db672dc32bcf13ad0ec23351c9af");
  EXPECT_EQ(plan.cells[0].key.point, 13830529394628313655U);
}

/// Raises the version of an entry while it lives.
template <typename Entry>
struct Mended {
  explicit Mended(const Entry& entry) : name(entry.name) { core::set_version(entry, 2); }
  Mended(const Mended&) = delete;
  Mended& operator=(const Mended&) = delete;
  ~Mended() { core::raised_versions<Entry>().erase(name); }
  std::string name;
};

TEST(Grid, AVersionFromTwoOnMakesOtherTrialsOfWhatItIsOf) {
  const Plan plan = plan_of({"methods.run=4K-AL, SL"});
  const auto key = [&](std::size_t method) {
    return trial_key(plan.config, plan.points[0], 0, plan.config.methods[method].method);
  };
  EXPECT_EQ(key(0), plan.trials[0].key);
  const TrialKey passive = key(0), active = key(1);
  {
    const Mended mended(*plan.config.methods[0].method.links[1].step);
    EXPECT_NE(key(0), passive);
    EXPECT_EQ(key(1), active) << "of another step";
  }
  {
    const Mended mended(*plan.config.scheme);
    EXPECT_NE(key(0), passive);
  }
  {
    const Mended mended(*plan.config.model);
    EXPECT_NE(key(0), passive);
    EXPECT_NE(key(1), active);
  }
  EXPECT_EQ(key(0), passive);
}

TEST(Grid, TooBigAGridIsRefused) {
  expect_message(message_of<core::UsageError>([] {
                   plan_of({"sweep.repetitions=1000000", "model.delta=0.001:0.001:0.1"});
                 }),
                 "one run contains at most 2000000");
}

TEST(Grid, AProportionThatCannotBeSampledIsRefused) {
  expect_message(message_of([] { plan_of({"comparisons.p=1e-12"}); }), "too small");
}

TEST(Grid, CombinationsThatTheModelRefuses) {
  expect_message(message_of([] { plan_of({"model.n0=4, 600000"}); }), "too many");
}

TEST(Grid, EveryMethodHasACost) {
  const Plan plan = plan_of();
  for (const Trial& trial : plan.trials) {
    EXPECT_GT(estimate(plan, trial).operations, 0.0);
    EXPECT_GE(estimate(plan, trial).bytes, 0.0);
  }
}

}  // namespace
}  // namespace tertium::experiments
