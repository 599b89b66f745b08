#include "core/random/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace tertium::core {
namespace {

const CellKey kCell{.master_seed = 11, .point = 22, .repetition = 33};

TEST(Threefry, EveryWordOfKeyAndCounterMatters) {
  const std::array<std::uint64_t, 4> zero{};
  std::set<std::array<std::uint64_t, 4>> seen{threefry(zero, zero)};
  for (std::size_t k = 0; k < 4; ++k) {
    std::array<std::uint64_t, 4> one{};
    one[k] = 1;
    seen.insert(threefry(one, zero));
    seen.insert(threefry(zero, one));
  }
  EXPECT_EQ(seen.size(), 9U);
}

// A changed value here changes every result that was ever stored.
TEST(Stream, BitsAreForEver) {
  Stream stream(kCell, Purpose::kSimilarities);
  const std::array<std::uint64_t, 4> first{stream.bits(), stream.bits(), stream.bits(), stream.bits()};
  EXPECT_EQ(first, threefry({11, 22, 33, 1}, {0, 0, 0, 0}));
  EXPECT_EQ(stream.bits(), threefry({11, 22, 33, 1}, {1, 0, 0, 0})[0]);
  EXPECT_EQ(hash64(""), 0x2D06800538D394C2ULL);
}

TEST(Stream, NamesTellStreamsApart) {
  std::set<std::uint64_t> first;
  const auto add = [&](const CellKey& cell, Purpose purpose, std::uint64_t index) {
    first.insert(Stream(cell, purpose, index).bits());
  };
  add(kCell, Purpose::kSimilarities, 0);
  add(kCell, Purpose::kSimilarities, 1);
  add(kCell, Purpose::kTies, 0);
  add({.master_seed = 12, .point = 22, .repetition = 33}, Purpose::kSimilarities, 0);
  add({.master_seed = 11, .point = 23, .repetition = 33}, Purpose::kSimilarities, 0);
  add({.master_seed = 11, .point = 22, .repetition = 34}, Purpose::kSimilarities, 0);
  EXPECT_EQ(first.size(), 6U);
  EXPECT_EQ(Stream(kCell, Purpose::kTies).bits(), Stream(kCell, Purpose::kTies).bits());
}

TEST(Stream, UniformsFillTheOpenInterval) {
  Stream stream(kCell, Purpose::kTest);
  constexpr int kDraws = 100000;
  double sum = 0.0;
  double squares = 0.0;
  for (int t = 0; t < kDraws; ++t) {
    const double u = stream.uniform();
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 5.0 / std::sqrt(12.0 * kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0 / 3.0, 0.005);
}

TEST(Stream, NormalsHaveMomentsOfTheNormal) {
  Stream stream(kCell, Purpose::kTest, 1);
  constexpr int kDraws = 100000;
  std::array<double, 4> moment{};
  for (int t = 0; t < kDraws; ++t) {
    const double x = stream.normal();
    double power = 1.0;
    for (double& m : moment) m += (power *= x) / kDraws;
  }
  EXPECT_NEAR(moment[0], 0.0, 0.016);
  EXPECT_NEAR(moment[1], 1.0, 0.023);
  EXPECT_NEAR(moment[2], 0.0, 0.062);
  EXPECT_NEAR(moment[3], 3.0, 0.16);
}

TEST(NormalQuantile, KnownValuesAndInverseOfTheCdf) {
  EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0.0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-13);
  for (double p = 1e-12; p < 0.5; p *= 1.7) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)) / p, 1.0, 1e-12) << p;
    EXPECT_NEAR(normal_quantile(1.0 - p) + x, 0.0, 1e-4) << p;  // 1 - p is rounded
  }
  EXPECT_THROW(normal_quantile(0.0), ContractError);
  EXPECT_THROW(normal_quantile(1.0), ContractError);
}

TEST(Stream, BelowIsEvenAndInRange) {
  Stream stream(kCell, Purpose::kTest, 2);
  constexpr int kDraws = 60000;
  std::array<int, 6> counts{};
  for (int t = 0; t < kDraws; ++t) ++counts.at(stream.below(6));
  double chi_square = 0.0;
  for (const int count : counts) chi_square += (count - kDraws / 6.0) * (count - kDraws / 6.0) / (kDraws / 6.0);
  EXPECT_LT(chi_square, 20.5);  // 0.999 quantile, 5 degrees of freedom
  EXPECT_EQ(stream.below(1), 0U);
  EXPECT_THROW(stream.below(0), ContractError);
}

TEST(Stream, ShufflesReachEveryOrderEquallyOften) {
  Stream stream(kCell, Purpose::kTest, 3);
  std::map<std::array<int, 3>, int> counts;
  for (int t = 0; t < 6000; ++t) {
    std::array<int, 3> items{0, 1, 2};
    stream.shuffle(std::span<int>(items));
    ++counts[items];
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace tertium::core
