// The rule for p < 1/64: the same bits from its definition on every instruction set, as words and as lists; proportion
// and independence of columns; nested along p within the regime, unrelated across its border.
#include "core/random/sparse_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "core/comparisons/observation.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::BernoulliPlane;
using core::Purpose;
using core::Word;

constexpr core::CellKey kCell{5, 6, 7};
constexpr double kLargestSparse = 0x1p-6 - 0x1p-32;

BernoulliPlane plane(double p) {
  return BernoulliPlane(kCell, Purpose::kObservation, p);
}

std::vector<Word> row(double p, core::Rank a, std::int64_t first, std::size_t size) {
  std::vector<Word> words(size);
  plane(p).row_words(a, first, words);
  return words;
}

std::set<std::int64_t> columns_of(std::span<const Word> words) {
  std::set<std::int64_t> columns;
  for (std::size_t q = 0; q < words.size(); ++q)
    core::for_each_bit(words[q], [&](int k) { columns.insert(static_cast<std::int64_t>(q) * 64 + k); });
  return columns;
}

/// Number of marks with distribution function value above u, the Poisson probabilities added up.
int points_by_definition(std::uint64_t uniform) {
  const long double u = std::ldexp(static_cast<long double>(uniform), -64);
  long double probability = std::exp(-32.5L);
  long double sum = probability;
  int k = 0;
  for (; u >= sum; sum += probability) probability *= 32.5L / ++k;
  return k;
}

/// The columns of one segment, from the text of the rule.
std::set<std::int64_t> segment_by_definition(double p, core::Rank a, std::int64_t segment) {
  const auto name = core::threefry(core::stream_key(kCell, Purpose::kObservation), {});
  const core::ArsKey key = core::ars_key(name[0], name[1]);
  const std::uint64_t low = static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(segment) << 32;
  const auto word = [&](std::uint64_t n) {
    const auto block = core::ars(key, low, (std::uint64_t{1} << 32) + n / 4);
    return static_cast<std::uint32_t>(block[n % 4 / 2] >> (n % 2 * 32));
  };
  const auto threshold = static_cast<std::uint64_t>(
      std::llround(std::ldexp(-std::log1p(-std::ldexp(std::nearbyint(std::ldexp(p, 32)), -32)) * 2048 / 32.5, 53)));
  const auto marks =
      static_cast<std::uint64_t>(points_by_definition(word(0) | static_cast<std::uint64_t>(word(1)) << 32));
  std::set<std::int64_t> columns;
  for (std::uint64_t n = 4; n < 4 + marks; ++n) {
    const auto further = static_cast<std::uint32_t>(core::ars(key, low, (std::uint64_t{1} << 33) + n)[0]);
    if ((static_cast<std::uint64_t>(word(n) >> 11) << 32 | further) < threshold)
      columns.insert(segment * 2048 + word(n) % 2048);
  }
  return columns;
}

TEST(SparseRows, EqualTheirDefinitionOnEveryInstructionSet) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (const double p : {1e-4, 0.003, 0.01, kLargestSparse})
      for (const core::Rank a : {0, 1, 77, 400000}) {
        std::set<std::int64_t> expected;
        for (std::int64_t segment = 0; segment < 40; ++segment) expected.merge(segment_by_definition(p, a, segment));
        EXPECT_EQ(columns_of(row(p, a, 0, 40 * 32)), expected) << hwy::TargetName(target) << ", p = " << p;
      }
  }
}

TEST(SparseRows, FurtherBitsDecideWherePointsAreAsHighAsTheLimit) {
  // A limit that is the leading bits of some mark: with no further bits it is not below, with all it is.
  const auto name = core::threefry(core::stream_key(kCell, Purpose::kObservation), {});
  const core::ArsKey key = core::ars_key(name[0], name[1]);
  const core::ArsSteps steps = core::ars_steps(key);
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (core::Rank a = 0; a < 50; ++a) {
      const auto block = core::ars(key, static_cast<std::uint64_t>(a), (std::uint64_t{1} << 32) + 1);
      const auto mark = static_cast<std::uint32_t>(block[0]);
      const std::uint32_t further =
          static_cast<std::uint32_t>(core::ars(key, static_cast<std::uint64_t>(a), (std::uint64_t{1} << 33) + 4)[0]);
      const auto has = [&](std::uint32_t limit) {
        std::vector<Word> words(32);
        core::sparse_row_words(key, steps, {mark >> 11, limit}, static_cast<std::uint32_t>(a), 0, 32, words.data());
        return (words[mark % 2048 / 64] >> (mark % 64) & 1) != 0;
      };
      EXPECT_FALSE(has(further)) << "row " << a;
      EXPECT_TRUE(has(further + 1)) << "row " << a;
    }
  }
}

TEST(SparseRows, ListsAndAnyPieceOfARowAreTheSame) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (const double p : {0.001, 0.0156})
      for (const std::int64_t first : {0, 5, 32, 63, 200})
        for (const std::int64_t size : {1, 31, 32, 70, 1500}) {
          std::vector<std::uint32_t> columns(static_cast<std::size_t>(3 * 64 * size + 2));
          std::vector<std::size_t> ends(3);
          plane(p).row_columns(9, first, size, columns.data(), ends);
          std::size_t k = 0;
          for (core::Rank a = 9; a < 12; ++a) {
            const std::vector<Word> whole = row(p, a, 0, 1800);
            const auto piece =
                std::span(whole).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(size));
            EXPECT_TRUE(std::ranges::equal(row(p, a, first, static_cast<std::size_t>(size)), piece));
            std::vector<std::uint32_t> expected;
            for (const std::int64_t column : columns_of(piece))
              expected.push_back(static_cast<std::uint32_t>(column + 64 * first));
            const std::size_t end = ends[static_cast<std::size_t>(a - 9)];
            EXPECT_TRUE(std::equal(columns.begin() + static_cast<std::ptrdiff_t>(k),
                                   columns.begin() + static_cast<std::ptrdiff_t>(end), expected.begin(),
                                   expected.end()));
            k = end;
          }
        }
  }
}

TEST(SparseRows, AreNestedAlongPWithinTheRegime) {
  std::vector<Word> smaller = row(0.0, 9, 0, 1000);
  for (const double p : {1e-9, 1e-6, 0.001, 0.0011, 0.01, 0.015, kLargestSparse}) {
    const std::vector<Word> larger = row(p, 9, 0, 1000);
    for (std::size_t q = 0; q < larger.size(); ++q) EXPECT_EQ(smaller[q] & ~larger[q], 0U);
    smaller = larger;
  }
}

TEST(SparseRows, TheRegimeEndsAtOneIn64) {
  EXPECT_FALSE(plane(0.0).sparse());
  EXPECT_TRUE(plane(0x1p-32).sparse());
  EXPECT_TRUE(plane(kLargestSparse).sparse());
  EXPECT_FALSE(plane(1.0 / 64).sparse());
  // Below the border and above, sets are unrelated: they have what two random sets have in common.
  std::int64_t common = 0;
  for (core::Rank a = 0; a < 200; ++a) {
    const std::vector<Word> below = row(kLargestSparse, a, 0, 500);
    const std::vector<Word> above = row(1.0 / 64, a, 0, 500);
    for (std::size_t q = 0; q < below.size(); ++q) common += std::popcount(below[q] & above[q]);
  }
  const double expected = 200.0 * 500 * 64 / 4096;
  EXPECT_NEAR(static_cast<double>(common), expected, 4.5 * std::sqrt(expected));
}

TEST(SparseRows, HoldTheProportionP) {
  for (const double p : {1e-4, 0.001, 0.01, kLargestSparse, 1.0 / 64}) {
    std::int64_t count = 0;
    constexpr double kDraws = 400.0 * 3200 * 64;
    for (core::Rank a = 0; a < 400; ++a)
      for (const Word word : row(p, a, 0, 3200)) count += std::popcount(word);
    EXPECT_LT(std::abs(static_cast<double>(count) - p * kDraws), 4.0 * std::sqrt(p * (1 - p) * kDraws)) << "p = " << p;
  }
}

TEST(SparseRows, ColumnsOfASegmentAreIndependent) {
  // The number in a segment is Binomial(2048, p): mean and variance, and the numbers of its two halves do not
  // correlate.
  constexpr double kP = 0.015;
  constexpr int kSegments = 40000;
  double sum = 0.0;
  double squares = 0.0;
  double products = 0.0;
  std::vector<std::int64_t> at(2048, 0);
  for (core::Rank a = 0; a < kSegments / 40; ++a) {
    const std::vector<Word> words = row(kP, a, 0, 40 * 32);
    for (std::size_t segment = 0; segment < 40; ++segment) {
      double half[2] = {};
      for (std::size_t q = 0; q < 32; ++q) {
        half[q / 16] += std::popcount(words[32 * segment + q]);
        core::for_each_bit(words[32 * segment + q], [&](int k) { ++at[64 * q + static_cast<std::size_t>(k)]; });
      }
      const double deviation = half[0] + half[1] - 2048 * kP;
      sum += deviation;
      squares += deviation * deviation;
      products += (half[0] - 1024 * kP) * (half[1] - 1024 * kP);
    }
  }
  const double variance = 2048 * kP * (1 - kP);
  EXPECT_LT(std::abs(sum / kSegments), 4.0 * std::sqrt(variance / kSegments));
  EXPECT_LT(std::abs(squares / kSegments / variance - 1.0), 4.0 * std::sqrt(2.0 / kSegments));
  EXPECT_LT(std::abs(products / kSegments) / (variance / 2), 4.0 / std::sqrt(kSegments));
  double chi_square = 0.0;
  for (const std::int64_t count : at)
    chi_square += std::pow(static_cast<double>(count) - kSegments * kP, 2) / (kSegments * kP * (1 - kP));
  EXPECT_LT(std::abs(chi_square - 2048), 4.0 * std::sqrt(2 * 2048.0));
}

}  // namespace
}  // namespace tertium
