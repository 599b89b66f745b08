// Fits of made-up measurements whose law is known, and one real, tiny calibration.
#include "experiments/costs/cost_fit.hpp"

#include <gtest/gtest.h>

#include "experiments/costs/calibrate.hpp"

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

TEST(Calibrate, MeasuresEveryMethodAndProportion) {
  const Plan plan =
      make_plan(parse_config("[sweep]\nrepetitions = 3\n[model]\nkind = planted-hierarchy\nn0 = 4\nlevels = 1, 2, 3\n"
                             "[comparisons]\np = 0.1, 1\n[methods]\nrun = SL, 4-AL, 4-AL-I3\n",
                             "tiny.ini"));
  std::size_t told = 0;
  const Calibration calibration = calibrate(plan, {60.0, 1}, [&](const std::string&) { ++told; });
  ASSERT_EQ(calibration.fits.size(), 6U) << "SL once, each 4-AL at two p, the data";
  for (const CostFit& fit : calibration.fits) {
    EXPECT_GT(fit.constant + fit.per_step, 0.0) << fit.method;
    EXPECT_EQ(fit.smallest, 8) << fit.method;
    EXPECT_EQ(fit.largest, 32) << fit.method;
    EXPECT_FALSE(fit.cpu.empty());
  }
  EXPECT_EQ(told, 5U * 3U * 2U);
  const CostModel model(calibration.fits);
  for (const Trial& trial : plan.trials) EXPECT_TRUE(model.measured(plan, trial));
}

TEST(Calibrate, LeavesOutWhatThereIsNoTimeFor) {
  const Plan plan = make_plan(
      parse_config("[model]\nkind = planted-hierarchy\nn0 = 4, 200\nlevels = 3\n[comparisons]\np = 0.1\n[methods]\n"
                   "run = 4-AL\n",
                   "big.ini"));
  const Calibration calibration = calibrate(plan, {1.0, 1}, [](const std::string&) {});
  ASSERT_EQ(calibration.fits.size(), 2U);
  EXPECT_EQ(calibration.fits[0].largest, 32);
  EXPECT_FALSE(calibration.measurements[1].failure.empty());
}

}  // namespace
}  // namespace tertium::experiments
