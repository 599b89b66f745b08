// Bounds of claims: known values, that they hold as often as they say, and that looking again and again at growing data
// does not raise what they miss.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/random/random.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/statistics/bounds.hpp"

namespace tertium::experiments {
namespace {

/// Zeros and ones, `ones` of `n`.
std::vector<double> coins(int ones, int n) {
  std::vector<double> values(static_cast<std::size_t>(n), 0.0);
  std::fill_n(values.begin(), ones, 1.0);
  return values;
}

/// With what probability the bounds of n coins hold p.
double coverage(int n, double p, const std::function<Bounds(int)>& bounds) {
  const boost::math::binomial_distribution<double> binomial(n, p);
  double covered = 0.0;
  for (int ones = 0; ones <= n; ++ones)
    if (const Bounds found = bounds(ones); found.low <= p && p <= found.high)
      covered += boost::math::pdf(binomial, ones);
  return covered;
}

TEST(ClaimBounds, HaveKnownValues) {
  const Bounds student = student_bounds(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}, 0.05);
  EXPECT_NEAR(student.low, 1.036757, 1e-6);  // t.test(1:5)$conf.int
  EXPECT_NEAR(student.high, 4.963243, 1e-6);
  const Bounds exact = binomial_bounds(8, 10, 0.05);
  EXPECT_NEAR(exact.low, 0.4439045, 1e-6);  // binom.test(8, 10)$conf.int
  EXPECT_NEAR(exact.high, 0.9747893, 1e-6);
  EXPECT_NEAR(binomial_bounds(18, 18, 0.10).low, 0.8467, 1e-4);
  const Bounds all = chernoff_bounds(coins(10, 10), {0.0, 1.0}, 0.05);
  EXPECT_NEAR(all.low, std::pow(0.025, 0.1), 1e-9);  // what is exact for coins, too
  EXPECT_EQ(all.high, 1.0);
  const Bounds half = chernoff_bounds(std::vector<double>(50, 2.0), {-1.0, 5.0}, 0.05);
  EXPECT_LT(half.low, 2.0 - 0.8);  // about Hoeffding's width in the middle, 6 sqrt(ln(40) / 100) = 1.15
  EXPECT_GT(half.low, 2.0 - 1.16);
  EXPECT_NEAR(half.high - 2.0, 2.0 - half.low, 1e-9);
}

TEST(ClaimBounds, HoldAsOftenAsTheySay) {
  for (const int n : {2, 10, 40})
    for (const double p : {0.01, 0.05, 0.3, 0.5, 0.8, 0.97}) {
      EXPECT_GE(coverage(n, p, [&](int ones) { return binomial_bounds(ones, n, 0.05); }), 0.95) << n << ' ' << p;
      EXPECT_GE(coverage(n, p, [&](int ones) { return chernoff_bounds(coins(ones, n), {0.0, 1.0}, 0.05); }), 0.95);
    }
}

TEST(ClaimBounds, OfSharesAreNotNarrowerThanGroupsAreApart) {
  const std::vector<double> wholes(20, 10.0), even(20, 5.0);
  const Bounds independent = share_bounds(even, wholes, 0.05);
  EXPECT_NEAR(independent.low, binomial_bounds(100, 200, 0.05).low, 1e-12);
  std::vector<double> split(20, 0.0);  // all or nothing by group: twenty observations, not two hundred
  std::fill_n(split.begin(), 10, 10.0);
  const Bounds dependent = share_bounds(split, wholes, 0.05);
  EXPECT_LT(dependent.low, 0.27);
  EXPECT_GT(dependent.high, 0.73);
}

/// Trees of ten branches: each is bad with probability .1, and six of a bad one's branches are wrong.
Bounds of_bad_trees(int bad, int trees) {
  std::vector<double> wrong(static_cast<std::size_t>(trees), 0.0);
  std::fill_n(wrong.begin(), bad, 6.0);
  return share_bounds(wrong, std::vector<double>(wrong.size(), 10.0), 0.05);
}

TEST(ClaimBounds, OfSharesHoldForBranchesThatAreWrongTogether) {
  for (const int trees : {2, 5, 10, 20, 40}) {
    const boost::math::binomial_distribution<double> binomial(trees, 0.1);
    double covered = 0.0;
    for (int bad = 0; bad <= trees; ++bad)
      if (const Bounds found = of_bad_trees(bad, trees); found.low <= 0.06 && 0.06 <= found.high)
        covered += boost::math::pdf(binomial, bad);
    EXPECT_GE(covered, 0.95) << trees;
  }
  EXPECT_NEAR(of_bad_trees(0, 10).high, 1.0 - std::pow(0.025, 0.1), 1e-9) << "ten trees, not a hundred branches";
  EXPECT_LT(of_bad_trees(0, 80).high, 0.05);
  EXPECT_EQ(of_bad_trees(10, 20).kind, BoundsKind::kStudent);
}

TEST(ClaimBounds, DoNotTrustAFewValuesThatDiffer) {
  std::vector<double> values(10, 1.0);
  values[0] = 0.999;
  const metrics::ValueRange range{-0.5, 1.0};
  EXPECT_EQ(mean_bounds(values, values, range, 0.05).kind, BoundsKind::kChernoff);
  EXPECT_LT(mean_bounds(values, values, range, 0.05).low, 0.6);
  for (std::size_t k = 0; k < 3; ++k) values[k] = 0.99 + 0.001 * static_cast<double>(k);
  EXPECT_EQ(mean_bounds(values, values, range, 0.05).kind, BoundsKind::kChernoff) << "seven of ten are the same";
  values[3] = 0.99;
  EXPECT_EQ(mean_bounds(values, values, range, 0.05).kind, BoundsKind::kStudent);
  values.resize(100, 1.0);
  EXPECT_EQ(mean_bounds(values, values, range, 0.05).kind, BoundsKind::kChernoff) << "four of a hundred differ";
  for (std::size_t k = 4; k < 10; ++k) values[k] = 0.98;
  EXPECT_EQ(mean_bounds(values, values, range, 0.05).kind, BoundsKind::kStudent) << "ten do";
}

/// How often one of `looks` looks, at 10, 20, 40, ... values of mean zero, excludes zero.
double wrong_verdicts(std::size_t looks, const std::function<double(std::size_t)>& error) {
  int wrong = 0;
  constexpr int kSweeps = 1500;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    core::Stream stream({1, 2, 3}, core::Purpose::kSampledTriples, static_cast<std::uint64_t>(sweep));
    std::vector<double> values;
    bool decided = false;
    for (std::size_t look = 1; look <= looks && !decided; ++look) {
      while (values.size() < 10U << (look - 1)) values.push_back(stream.normal());
      const Bounds bounds = student_bounds(values, error(look));
      decided = bounds.low > 0.0 || bounds.high < 0.0;
    }
    wrong += decided ? 1 : 0;
  }
  return static_cast<double>(wrong) / kSweeps;
}

TEST(ClaimBounds, KeepTheirLevelUntilDecided) {
  EXPECT_LT(wrong_verdicts(5, [](std::size_t look) { return error_of_look(look); }), kVerdictError);
  EXPECT_GT(wrong_verdicts(5, [](std::size_t) { return kVerdictError; }), 2.0 * kVerdictError);
}

}  // namespace
}  // namespace tertium::experiments
