// Bounds of claims: known values, that they hold as often as they say, and that looking again and again at growing data
// does not raise what they miss.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/random/random.hpp"
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
  const Bounds student = student_bounds(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}, 0.025);
  EXPECT_NEAR(student.low, 1.036757, 1e-6);  // t.test(1:5)$conf.int
  EXPECT_NEAR(student.high, 4.963243, 1e-6);
  const Bounds exact = binomial_bounds(8, 10, 0.025);
  EXPECT_NEAR(exact.low, 0.4439045, 1e-6);  // binom.test(8, 10)$conf.int
  EXPECT_NEAR(exact.high, 0.9747893, 1e-6);
  EXPECT_NEAR(binomial_bounds(18, 18, 0.05).low, 0.8467, 1e-4);
}

/// What a bettor on more than `share` has, as products: the plain twin. 16 stakes, of which the last is nothing.
double plain_capital(const std::vector<double>& parts, const std::vector<double>& wholes, double share) {
  const double most = *std::max_element(wholes.begin(), wholes.end());
  double money = 0.0;
  for (int k = 1; k <= 16; ++k) {
    double product = k < 16 ? 1.0 / (k * (k + 1)) : 1.0 / 16.0;
    const double stake = k < 16 ? std::pow(2.0, -(k - 1) / 2.0) : 0.0;
    for (std::size_t i = 0; i < parts.size(); ++i) product *= 1.0 + stake * (parts[i] / share - wholes[i]) / most;
    money += product;
  }
  return money;
}

// The numbers are roots of the twin by scipy.optimize.brentq.
TEST(ClaimBounds, OfBetsHaveKnownValues) {
  EXPECT_NEAR(betting_bounds(coins(10, 10), {0.0, 1.0}, 0.05).low, 0.7041494398, 1e-9);
  EXPECT_EQ(betting_bounds(coins(10, 10), {0.0, 1.0}, 0.05).high, 1.0);
  const Bounds mixed = betting_bounds(std::vector{1.0, 0.9, 1.0, 0.2, 0.7}, {-0.5, 1.0}, 0.05);
  EXPECT_NEAR(mixed.low, 0.1057125618, 1e-9);
  EXPECT_NEAR(mixed.high, 0.9753954025, 1e-9);
  const std::vector<double> parts = {1, 0, 3, 2, 2, 0, 4}, wholes = {4, 4, 10, 5, 2, 0, 8};
  const Bounds shares = share_bounds(parts, wholes, same_errors(0.05));
  EXPECT_EQ(shares.kind, BoundsKind::kBetting);
  EXPECT_NEAR(shares.mean, 12.0 / 33.0, 1e-12);
  EXPECT_NEAR(shares.low, 0.1276377047, 1e-9);
  EXPECT_NEAR(shares.high, 0.7607479260, 1e-9);
  EXPECT_NEAR(plain_capital(parts, wholes, shares.low), 20.0, 1e-6);
}

TEST(ClaimBounds, OfBetsDoNotDependOnOrder) {
  const std::vector<double> one = {0.1, 0.9, 0.3, 0.9, 1.0}, other = {0.9, 1.0, 0.1, 0.3, 0.9};
  EXPECT_EQ(betting_bounds(one, {0.0, 1.0}, 0.05).low, betting_bounds(other, {0.0, 1.0}, 0.05).low);
}

/// With what probability a coin's lower bound is ever above its mean p, in up to 100 tosses, looked at after each.
double ever_above(double p, double error) {
  std::vector<double> alive = {1.0};  // by ones
  double crossed = 0.0;
  for (int n = 1; n <= 100; ++n) {
    std::vector<double> next(alive.size() + 1, 0.0);
    for (std::size_t ones = 0; ones < alive.size(); ++ones) {
      next[ones] += alive[ones] * (1.0 - p);
      next[ones + 1] += alive[ones] * p;
    }
    for (std::size_t ones = 0; ones < next.size(); ++ones)
      if (next[ones] > 0.0 && betting_bounds(coins(static_cast<int>(ones), n), {0.0, 1.0}, error).low > p) {
        crossed += next[ones];
        next[ones] = 0.0;
      }
    alive = std::move(next);
  }
  return crossed;
}

TEST(ClaimBounds, OfBetsHoldAtAllTimes) {
  for (const double p : {0.05, 0.5, 0.9}) {
    EXPECT_LE(ever_above(p, 0.05), 0.05) << p;
    EXPECT_GT(ever_above(p, 0.10), 0.05) << "the test would see bounds of twice the error";
  }
}

TEST(ClaimBounds, OfMediansAreOrderStatistics) {
  std::vector<double> values = {7, 3, 9, 1, 5, 10, 2, 8, 4, 6};
  const auto low = [&](double error, bool anytime = false) { return sign_bounds(values, error, anytime).low; };
  EXPECT_EQ(sign_bounds(values, 0.05).mean, 5.5);
  EXPECT_EQ(sign_bounds(values, 0.05).high, 9.0);
  EXPECT_EQ(low(0.0547), 3.0);  // scipy.stats.binom.cdf(2, 10, .5) = 0.0546875
  EXPECT_EQ(low(0.0546), 2.0);
  EXPECT_EQ(low(0.0108), 2.0);  // of 1: 0.0107422
  EXPECT_EQ(low(0.0107), 1.0);
  EXPECT_EQ(low(0.0009), -std::numeric_limits<double>::infinity());  // of 0: 0.0009766
  EXPECT_EQ(low(0.117, true), 2.0);                                  // 1 / capital of the twin: 0.1166190
  EXPECT_EQ(low(0.116, true), 1.0);
  values.resize(9);
  EXPECT_EQ(sign_bounds(values, 0.05).mean, 5.0);
  EXPECT_EQ(sign_bounds(std::vector{2.0}, 0.05).high, std::numeric_limits<double>::infinity());
}

TEST(ClaimBounds, HoldAsOftenAsTheySay) {
  for (const int n : {2, 10, 40})
    for (const double p : {0.01, 0.05, 0.3, 0.5, 0.8, 0.97}) {
      EXPECT_GE(coverage(n, p, [&](int ones) { return binomial_bounds(ones, n, 0.025); }), 0.95) << n << ' ' << p;
      EXPECT_GE(coverage(n, p, [&](int ones) { return betting_bounds(coins(ones, n), {0.0, 1.0}, 0.025); }), 0.95);
    }
}

TEST(ClaimBounds, OfSharesAreNotNarrowerThanGroupsAreApart) {
  const std::vector<double> wholes(20, 10.0), even(20, 5.0);
  const Bounds independent = share_bounds(even, wholes, same_errors(0.025));
  EXPECT_NEAR(independent.low, binomial_bounds(100, 200, 0.025).low, 1e-12);
  std::vector<double> split(20, 0.0);  // all or nothing by group: twenty observations, not two hundred
  std::fill_n(split.begin(), 10, 10.0);
  const Bounds dependent = share_bounds(split, wholes, same_errors(0.025));
  EXPECT_LT(dependent.low, 0.27);
  EXPECT_GT(dependent.high, 0.73);
}

/// Trees of ten branches: each is bad with probability .1, and six of a bad one's branches are wrong.
Bounds of_bad_trees(int bad, int trees) {
  std::vector<double> wrong(static_cast<std::size_t>(trees), 0.0);
  std::fill_n(wrong.begin(), bad, 6.0);
  return share_bounds(wrong, std::vector<double>(wrong.size(), 10.0), same_errors(0.025));
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
  EXPECT_NEAR(of_bad_trees(0, 10).high, 0.3452735899, 1e-9) << "ten trees, not a hundred branches";
  EXPECT_EQ(of_bad_trees(10, 20).kind, BoundsKind::kStudent);
}

TEST(ClaimBounds, DoNotTrustAFewValuesThatDiffer) {
  std::vector<double> values(10, 1.0);
  values[0] = 0.999;
  const auto bounds = [&] { return mean_bounds(values, values, {-0.5, 1.0}, same_errors(0.025)); };
  EXPECT_EQ(bounds().kind, BoundsKind::kBetting);
  EXPECT_LT(bounds().low, 0.6);
  for (std::size_t k = 0; k < 3; ++k) values[k] = 0.99 + 0.001 * static_cast<double>(k);
  EXPECT_EQ(bounds().kind, BoundsKind::kBetting) << "seven of ten are the same";
  values[3] = 0.99;
  EXPECT_EQ(bounds().kind, BoundsKind::kStudent);
  values.resize(100, 1.0);
  EXPECT_EQ(bounds().kind, BoundsKind::kBetting) << "four of a hundred differ";
  for (std::size_t k = 4; k < 10; ++k) values[k] = 0.98;
  EXPECT_EQ(bounds().kind, BoundsKind::kStudent) << "ten do";
}

TEST(ClaimBounds, TakeTheErrorOfWhatTheyRestOn) {
  std::vector<double> values;
  for (int k = 0; k < 39; ++k) values.push_back(k % 5);
  const BoundErrors errors{0.01, 0.02, 0.03};
  const auto low = [&] { return mean_bounds(values, values, {}, errors).low; };
  EXPECT_EQ(low(), student_bounds(values, 0.03).low);
  values.push_back(0.0);
  EXPECT_EQ(low(), student_bounds(values, 0.02).low);
  const std::vector<double> ends = coins(30, 40);
  EXPECT_EQ(mean_bounds(ends, ends, {0.0, 1.0}, errors).low, binomial_bounds(30, 40, 0.01).low);
  EXPECT_EQ(mean_bounds(ends, ends, {0.0, 1.0}, {0.01, 0.02, 0.03, true}).low,
            betting_bounds(ends, {0.0, 1.0}, 0.01).low);
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
      const Bounds bounds = student_bounds(values, error(look) / 2.0);
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

// Of four errors, the smallest may be .05 / 4, the next .05 / 3, and so on, up to the first that is larger.
TEST(ClaimBounds, SurviveHolmsCorrection) {
  EXPECT_EQ(surviving(std::vector{0.04, 0.012, 0.3, 0.016}), (std::vector{false, true, false, true}));
  EXPECT_EQ(surviving(std::vector{0.02, 0.012, 0.06, 0.016}), (std::vector{true, true, false, true}));
  EXPECT_EQ(surviving(std::vector{0.013, 0.014, 0.014, 0.014}), std::vector<bool>(4, false));
  EXPECT_EQ(surviving(std::vector{0.04}), std::vector{true});
  EXPECT_TRUE(surviving({}).empty());
}

}  // namespace
}  // namespace tertium::experiments
