// Thresholds and laws: where a mean passes a level, brackets that hold as often as they say, and exponents.
#include "experiments/maps/contour.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random/random.hpp"

namespace tertium::experiments {
namespace {

const ThresholdRule kRule{0.5, true, {0.0, 1.0}, true, 20, 0.05, 1};

/// Shares of ones in twenty repetitions, at y = 1, 2, 4, ...
MapColumn column_of(const std::vector<int>& ones) {
  MapColumn column;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    column.y.push_back(std::exp2(k));
    column.values.emplace_back(20, 0.0);
    std::fill_n(column.values.back().begin(), ones[k], 1.0);
  }
  return column;
}

TEST(Contour, LiesBetweenThePlacesOnBothSidesOfTheLevel) {
  const auto threshold = threshold_of(column_of({0, 0, 5, 15, 20, 20}), kRule);
  ASSERT_TRUE(threshold);
  EXPECT_DOUBLE_EQ(threshold->y, std::exp2(2.5));
  EXPECT_EQ(threshold->low, 2.0);    // five of twenty may be half: the exact bound is .53
  EXPECT_EQ(threshold->high, 16.0);  // and so may fifteen
}

TEST(Contour, TakesMonotoneMeans) {
  const auto threshold = threshold_of(column_of({0, 12, 6, 20, 20}), kRule);  // both in the middle count as 9 of 20
  ASSERT_TRUE(threshold);
  EXPECT_NEAR(threshold->y, std::exp2(2.0 + 0.05 / 0.55), 1e-12);
}

TEST(Contour, MayFall) {
  ThresholdRule rule = kRule;
  rule.rising = false;
  const auto threshold = threshold_of(column_of({20, 20, 15, 5, 0}), rule);
  ASSERT_TRUE(threshold);
  EXPECT_DOUBLE_EQ(threshold->y, std::exp2(2.5));
  EXPECT_EQ(threshold->low, 2.0);
  EXPECT_EQ(threshold->high, 16.0);
  EXPECT_FALSE(threshold_of(column_of({20, 20, 15, 5, 0}), kRule)) << "it begins above the level";
}

TEST(Contour, IsNowhereWhereTheLevelIsNotPassedAndOpenWhereNothingIsDecided) {
  EXPECT_FALSE(threshold_of(column_of({0, 1, 2}), kRule));
  EXPECT_FALSE(threshold_of(column_of({20, 20}), kRule));
  const auto open = threshold_of(column_of({8, 12}), kRule);
  ASSERT_TRUE(open);
  EXPECT_TRUE(std::isinf(open->low) && std::isinf(open->high));
}

TEST(Contour, BracketsFailAsOftenAsTheySay) {
  // At the threshold itself, of all places the one that is most easily taken for another side, twenty repetitions are
  // four ones or fewer, or sixteen or more, in 1.2 % of all cases; the first look may spend 2.5 %.
  constexpr int kMaps = 20000;
  int outside = 0;
  for (int map = 0; map < kMaps; ++map) {
    core::Stream stream({1, 2, 3}, core::Purpose::kSampledTriples, static_cast<std::uint64_t>(map));
    MapColumn column = column_of({0, 0, 20, 20});
    for (double& value : column.values[1]) value = stream.uniform() < 0.5 ? 1.0 : 0.0;
    const auto threshold = threshold_of(column, kRule);
    ASSERT_TRUE(threshold);
    outside += threshold->low >= 2.0 || threshold->high <= 2.0 ? 1 : 0;
  }
  EXPECT_LT(outside, 0.025 * kMaps);
  EXPECT_GT(outside, 0.008 * kMaps);
}

TEST(Contour, BracketsAreRightAndNarrowOnFineGrids) {
  constexpr int kMaps = 500;
  constexpr double kTruth = 30.0;
  int outside = 0;
  double width = 0.0;
  for (int map = 0; map < kMaps; ++map) {
    core::Stream stream({1, 2, 3}, core::Purpose::kSampledTriples, static_cast<std::uint64_t>(map));
    MapColumn column;
    for (double y = 1.0; y < 1000.0; y *= 1.2) {
      const double chance = 1.0 / (1.0 + std::pow(kTruth / y, 2.0));
      column.y.push_back(y);
      column.values.emplace_back();
      for (int k = 0; k < 20; ++k) column.values.back().push_back(stream.uniform() < chance ? 1.0 : 0.0);
    }
    const auto threshold = threshold_of(column, kRule);
    ASSERT_TRUE(threshold);
    outside += threshold->low > kTruth || threshold->high < kTruth ? 1 : 0;
    width += std::log(threshold->high / threshold->low) / kMaps;
  }
  EXPECT_LT(outside, 0.025 * kMaps);
  EXPECT_LT(width, std::log(8.0));
}

Threshold bracket(double y, double width) {
  return {y, y / width, y * width};
}

TEST(Laws, HaveTheExponentAndConstantOfTheirThresholds) {
  std::vector<Threshold> thresholds;
  std::vector<double> law;
  for (double n = 10.0; n < 2000.0; n *= 2.0) {
    law.push_back(1.0 / n);
    thresholds.push_back(bracket(3.0 * std::pow(n, -2.0), 1.1));
  }
  const auto fitted = fitted_law(thresholds, law);
  ASSERT_TRUE(fitted);
  EXPECT_EQ(fitted->columns, thresholds.size());
  EXPECT_NEAR(fitted->exponent, 2.0, 1e-12);
  EXPECT_NEAR(fitted->free_constant, 3.0, 1e-10);
  EXPECT_LT(fitted->exponents.low, 2.0);
  EXPECT_GT(fitted->exponents.high, 2.0);
  EXPECT_LT(fitted->exponents.high - fitted->exponents.low, 0.2);
  // Every threshold at whichever end is worst: a weighted sum by hand.
  double spread = 0.0, mean = 0.0;
  for (const double one : law) mean += std::log(one) / static_cast<double>(law.size());
  double reach = 0.0;
  for (const double one : law) {
    spread += std::pow(std::log(one) - mean, 2.0);
    reach += std::abs(std::log(one) - mean) * std::log(1.1);
  }
  EXPECT_NEAR(fitted->exponents.high - 2.0, reach / spread, 1e-12);
  const auto half = fitted_law(thresholds, std::vector<double>(law.size(), 1.0));
  ASSERT_TRUE(half);
  EXPECT_TRUE(std::isinf(half->exponents.high)) << "a law of one value has no exponent";
}

TEST(Laws, TakeThresholdsWithBothEndsAlone) {
  std::vector<Threshold> thresholds = {bracket(1.0, 1.1), bracket(2.0, 1.1), bracket(4.0, 1.1)};
  thresholds[1].high = std::numeric_limits<double>::infinity();
  const std::vector<double> law = {1.0, 2.0, 4.0};
  EXPECT_EQ(fitted_law(thresholds, law)->columns, 2U);
  EXPECT_NEAR(fitted_law(thresholds, law)->constant, 1.0, 1e-12);
  EXPECT_NEAR(fitted_law(thresholds, law)->constants.high, 1.1, 1e-12);
  EXPECT_FALSE(fitted_law(std::vector{thresholds[1]}, law));
}

}  // namespace
}  // namespace tertium::experiments
