// Advice: powers are those of the thresholds, and the spread is that of situations that were left out.
#include "experiments/maps/advice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/plan/grid.hpp"
#include "tests/experiments/store_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

/// The lines of a configuration in which these are different.
struct Map {
  std::string over = "p", level = "0.9", n0 = "8, 16, 32", levels = "1, 2, 3", delta = "0.1, 0.2, 0.4", eps = "0.5, 1";
};

Plan plan_of(const Map& map = {}) {
  std::string shares;
  for (int k = 0; k <= 60; ++k) shares += (k > 0 ? ", " : "") + std::to_string(std::pow(10.0, -k / 12.0));
  return make_plan(parse_config("[sweep]\nrepetitions = 10\nrefine = aari\nrefine_level = " + map.level +
                                    "\nrefine_dimensions = " + map.over +
                                    "\n[model]\nkind = planted-hierarchy\nn0 = " + map.n0 + "\nlevels = " + map.levels +
                                    "\ndelta = " + map.delta + "\n[comparisons]\np = " + shares + "\neps = " + map.eps +
                                    "\n[methods]\nrun = 4-AL, 3-AL\n[metrics]\ncompute = aari\n",
                                "map.ini"));
}

/// A mean AARI of .9 at p = 4 clusters^.5 / (N gap eps^2), but for what `off` says.
std::vector<TrialRow> rows_of(const Plan& plan, double off = 0.0) {
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    TrialRow row;
    row.key = trial.key;
    const Point& point = plan.point_of(trial);
    const double clusters = std::exp2(static_cast<double>(point.model.integer("levels")));
    const double eps = point.scheme.real("eps"), gap = point.model.real("delta") / 0.1;
    const double sign = (point.model.integer("n0") / 8 + point.model.integer("levels")) % 2 == 0 ? 1.0 : -1.0;
    const double needed = 4.0 * std::sqrt(clusters) / (point.objects * gap * eps * eps) * std::exp(sign * off);
    row.metrics["aari"] = point.scheme.real("p") >= needed ? 1.0 : 0.0;
    rows.push_back(row);
  }
  return rows;
}

TEST(Advice, HasThePowersOfItsThresholds) {
  const Plan plan = plan_of();
  const Advice advice = fitted_advice(plan, rows_of(plan));
  ASSERT_EQ(advice.fits.size(), 2U);
  const AdviceFit& fit = advice.fits[0];
  EXPECT_EQ(fit.method, "4-AL");
  EXPECT_FALSE(fit.triplets);
  EXPECT_TRUE(advice.fits[1].triplets);
  EXPECT_NEAR(fit.powers[0], -1.0, 0.1);
  EXPECT_NEAR(fit.powers[1], 0.5, 0.1);
  EXPECT_NEAR(fit.powers[2], -1.0, 0.1);
  EXPECT_NEAR(fit.powers[3], -2.0, 0.1);
  EXPECT_LT(fit.spread, 0.1);
  EXPECT_EQ(fit.measured[0].low, 16.0);
  EXPECT_EQ(fit.measured[0].high, 256.0);
  const Situation here{64.0, 4.0, 2.0, 1.0};
  EXPECT_NEAR(std::exp(fit.share_at(here)), 4.0 * 2.0 / (64.0 * 2.0), 0.01);
  EXPECT_TRUE(fit.outside(here).empty());
  EXPECT_EQ(fit.outside({64.0, 4.0, 2.0, 0.1}), std::vector<std::string>{"right answers"});
}

TEST(Advice, SpreadIsThatOfModelsLeftOut) {
  const Plan plan = plan_of();
  const double spread = fitted_advice(plan, rows_of(plan, 0.5)).fits[0].spread;
  EXPECT_GT(spread, 0.45);
  EXPECT_LT(spread, 0.7);
  AdviceFit few;
  few.spread = 1.0;
  few.models = 15;
  EXPECT_NEAR(few.range(), 2.228, 1e-3) << "t with ten degrees of freedom, five numbers being fitted";
}

/// Eight models, six shares of right answers each; half of the models are off by .5, the others by -.5, which no power
/// tells. A fit of four numbers to eight models goes half of the way to each: without a model, it is off by twice .5.
TEST(Advice, ModelsAreLeftOutWhole) {
  const Plan plan =
      plan_of({.n0 = "8, 16", .levels = "1, 2", .delta = "0.2, 0.4", .eps = "0.7, 0.75, 0.8, 0.85, 0.9, 1"});
  const AdviceFit fit = fitted_advice(plan, rows_of(plan, 0.5)).fits[0];
  EXPECT_EQ(fit.situations, 48U);
  EXPECT_EQ(fit.models, 8U);
  EXPECT_NEAR(fit.spread, 1.0, 0.1);
}

TEST(Advice, ACheckTellsWhatIsOutsideOfTheRange) {
  const Plan plan = plan_of();
  const Advice advice = fitted_advice(plan, rows_of(plan));
  const AdviceCheck same = checked_advice(advice, plan, rows_of(plan))[0];
  EXPECT_EQ(same.method, "4-AL");
  EXPECT_EQ(same.of, 54U);
  EXPECT_LT(same.situations, same.of);
  EXPECT_EQ(same.inside, same.situations);
  EXPECT_EQ(same.open, same.of - same.situations) << "those that need more than all";
  EXPECT_NEAR(same.off, advice.fits[0].range(), 0.3 * advice.fits[0].range());
  const AdviceCheck off = checked_advice(advice, plan, rows_of(plan, 0.4))[0];
  EXPECT_NEAR(off.off, 2.0 * 0.4, 0.2);
  EXPECT_LT(off.inside, off.situations / 2) << "a spread of " << advice.fits[0].spread;
  const Plan larger = plan_of({.n0 = "16, 64"});
  EXPECT_EQ(checked_advice(advice, larger, rows_of(larger))[0].of, 30U) << "512 objects are more than was measured";
  const AdviceCheck never = checked_advice(advice, plan, rows_of(plan, 5.0))[0];
  EXPECT_GT(never.of, never.situations + 10);
  EXPECT_EQ(never.inside, 0U);
  EXPECT_LT(never.open, never.of / 5) << "most were to get there";
  const Plan other = plan_of({.level = "0.8"});
  expect_message(message_of([&] { checked_advice(advice, other, rows_of(other)); }), "name others: --fits FILE");
}

/// An ARI of .9 at p = clusters / (n gap), of normal similarities that are `gap` standard deviations apart.
TEST(Advice, OfFlatClustersGoesByTheDistanceOfTheirSimilarities) {
  std::string shares;
  for (int k = 0; k <= 60; ++k) shares += (k > 0 ? ", " : "") + std::to_string(std::pow(10.0, -k / 12.0));
  const Plan plan = make_plan(parse_config(
      "[sweep]\nrepetitions = 10\nrefine = ari\nrefine_level = 0.9\nrefine_dimensions = p\n[model]\nkind = "
      "planted-flat\n"
      "n = 40, 80, 160\nk = 2, 4\ndelta = 0.5204998778, 0.8427007929\n[comparisons]\np = " +  // gaps 1 and 2
          shares +
          "\neps = 0.5, 1\n[methods]\nrun = AddS-3+spectral\n[metrics]\ncompute = ari\n",
      "flat.ini"));
  std::vector<TrialRow> rows;
  for (const Trial& trial : plan.trials) {
    const Point& point = plan.point_of(trial);
    const double gap = point.model.real("delta") < 0.7 ? 1.0 : 2.0;
    const double needed = static_cast<double>(point.model.integer("k")) / (point.objects * gap);
    TrialRow row;
    row.key = trial.key;
    row.metrics["ari"] = point.scheme.real("p") >= needed ? 1.0 : 0.0;
    rows.push_back(row);
  }
  const Advice advice = fitted_advice(plan, rows);
  EXPECT_TRUE(advice.flat);
  EXPECT_NEAR(advice.fits[0].measured[2].low, 1.0, 1e-6);
  EXPECT_NEAR(advice.fits[0].measured[2].high, 2.0, 1e-6);
  EXPECT_NEAR(advice.fits[0].powers[1], 1.0, 0.1);
  EXPECT_NEAR(advice.fits[0].powers[2], -1.0, 0.1);
}

TEST(Advice, IsReadAsItWasWritten) {
  const Plan plan = plan_of();
  const Advice advice = fitted_advice(plan, rows_of(plan));
  const ScratchFolder scratch;
  write_advice(scratch.path() / "fits.json", advice);
  const Advice again = read_advice(scratch.path() / "fits.json");
  EXPECT_FALSE(again.flat);
  EXPECT_EQ(again.score, "aari");
  EXPECT_EQ(again.level, 0.9);
  ASSERT_EQ(again.fits.size(), 2U);
  EXPECT_EQ(again.fits[1].powers, advice.fits[1].powers);
  EXPECT_EQ(again.fits[1].constant, advice.fits[1].constant);
  EXPECT_EQ(again.fits[1].triplets, true);
  EXPECT_EQ(again.fits[0].measured[2].high, advice.fits[0].measured[2].high);
  expect_message(message_of([&] { read_advice(scratch.path() / "none.json"); }), "contains no advice");
  const Plan other = plan_of({.over = "p, delta"});
  expect_message(message_of([&] { fitted_advice(other, {}); }), "refined over p alone");
}

}  // namespace
}  // namespace tertium::experiments
