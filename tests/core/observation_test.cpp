// Which comparisons are observed: the same bits on every instruction set, nested along p, with the right frequency.
#include "core/comparisons/observation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "core/random/ars.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::BernoulliPlane;
using core::Purpose;
using core::Word;

constexpr core::CellKey kCell{11, 22, 33};

std::vector<Word> row(double p, core::Rank a, std::int64_t first, std::size_t size) {
  std::vector<Word> words(size);
  BernoulliPlane(kCell, Purpose::kObservation, p).row_words(a, first, words);
  return words;
}

TEST(Ars, EqualsTheLibraryOfItsAuthors) {
  // Random123's ars4x32 with 5 rounds gives these words; it needs AES instructions, so its answer is kept here.
  const core::ArsKey key = core::ars_key(0x0123456789abcdefU, 0xfedcba9876543210U);
  EXPECT_EQ(core::ars(key, 0, 0), (std::array<std::uint64_t, 2>{0x8115be2989b001c5U, 0x77676ed4f123ce9fU}));
  EXPECT_EQ(core::ars(key, 0x1122334455667788U, 0x99aabbccddeeff00U),
            (std::array<std::uint64_t, 2>{0x15bd2dfaf5ad45e9U, 0xb41c529c663c6a27U}));
}

/// The rule for p >= 1/64 (below: sparse_rows_test.cpp) from its definition: bit t of the uniform number of column b,
/// most significant first.
bool member_by_definition(double p, core::Rank a, std::int64_t b) {
  const auto name = core::threefry(core::stream_key(kCell, Purpose::kObservation), {});
  const core::ArsKey key = core::ars_key(name[0], name[1]);
  std::uint64_t uniform = 0;
  for (std::uint64_t t = 0; t < 32; ++t) {
    const auto plane = core::ars(key, static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b / 128) << 32, t);
    uniform = 2 * uniform + (plane[b % 128 / 64] >> (b % 64) & 1);
  }
  return uniform < static_cast<std::uint64_t>(std::llround(std::ldexp(p, 32)));
}

TEST(BernoulliPlane, IsTheSameByColumnOnEveryInstructionSet) {
  constexpr std::int64_t kBlock = 3, kRows = 192;
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (const double p : {0.0, 0.005, 1.0 / 64, 0.02, 0.1, 0.5, 1.0 - 1e-9, 1.0})
      for (const core::ColumnBlock& wanted : {core::ColumnBlock{1, 0}, {0, 1U << 17}, {5, 9}, {~Word{0}, ~Word{0}}}) {
        std::vector<Word> rows(2 * kRows);
        BernoulliPlane(kCell, Purpose::kObservation, p).block_rows(kBlock, wanted, 77, rows);
        for (std::int64_t r = 0; r < kRows; ++r) {
          const std::vector<Word> expected = row(p, static_cast<core::Rank>(77 + r), 2 * kBlock, 2);
          for (std::size_t q = 0; q < 2; ++q)
            ASSERT_EQ(rows[q * kRows + static_cast<std::size_t>(r)] & wanted[q], expected[q] & wanted[q])
                << hwy::TargetName(target) << ", p = " << p << ", row " << r;
        }
      }
  }
}

TEST(BernoulliPlane, EqualsItsDefinitionOnEveryInstructionSet) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (const double p : {0.0, 1.0 / 64, 0.02, 0.1, 0.25, 0.5, 0.7, 1.0 - 1e-9, 1.0})
      for (const std::int64_t first : {0, 1, 3, 7, 8, 13}) {
        const std::vector<Word> words = row(p, 5, first, 11);
        for (std::int64_t k = 0; k < 11 * 64; k += 3)
          ASSERT_EQ(words[k / 64] >> (k % 64) & 1, member_by_definition(p, 5, first * 64 + k))
              << hwy::TargetName(target) << ", p = " << p << ", first word " << first << ", bit " << k;
      }
  }
}

TEST(BernoulliPlane, IsNestedAlongP) {
  std::vector<Word> smaller = row(0.0, 9, 0, 100);
  for (const Word word : smaller) EXPECT_EQ(word, 0U);
  for (const double p : {1.0 / 64, 0.0157, 0.1, 0.3, 0.5, 0.9, 1.0}) {
    const std::vector<Word> larger = row(p, 9, 0, 100);
    for (std::size_t q = 0; q < larger.size(); ++q) EXPECT_EQ(smaller[q] & ~larger[q], 0U);
    smaller = larger;
  }
  for (const Word word : smaller) EXPECT_EQ(word, ~Word{0});
}

TEST(BernoulliPlane, AnyPieceOfARowIsTheSame) {
  const std::vector<Word> whole = row(0.3, 5, 0, 20);
  for (std::int64_t first = 0; first < 20; ++first)
    for (std::size_t size = 1; first + static_cast<std::int64_t>(size) <= 20; size += 3)
      EXPECT_TRUE(std::ranges::equal(row(0.3, 5, first, size), std::span(whole).subspan(first, size)));
}

TEST(BernoulliPlane, HasTheRightFrequency) {
  for (const double p : {0.01, 0.1, 0.5, 0.9}) {
    std::int64_t count = 0;
    constexpr double kDraws = 400.0 * 200 * 64;
    for (core::Rank a = 0; a < 400; ++a)
      for (const Word word : row(p, a, 0, 200)) count += std::popcount(word);
    EXPECT_LT(std::abs(static_cast<double>(count) - p * kDraws), 4.0 * std::sqrt(p * (1 - p) * kDraws)) << "p = " << p;
  }
}

TEST(BernoulliPlane, NeighboursAreIndependent) {
  // Agreement of a row with itself shifted by one column, one word, one block, and with the next row.
  std::int64_t agree[4] = {};
  constexpr double kDraws = 300.0 * 100 * 64;
  for (core::Rank a = 0; a < 300; ++a) {
    const std::vector<Word> x = row(0.5, a, 0, 109);
    const std::vector<Word> next = row(0.5, a + 1, 0, 109);
    for (std::size_t q = 0; q < 100; ++q) {
      const Word shifted = x[q] >> 1 | x[q + 1] << 63;
      for (const auto& [kind, other] : {std::pair(0, shifted), {1, x[q + 1]}, {2, x[q + 8]}, {3, next[q]}})
        agree[kind] += std::popcount(~(x[q] ^ other));
    }
  }
  for (const std::int64_t count : agree)
    EXPECT_LT(std::abs(static_cast<double>(count) - kDraws / 2), 4.0 * std::sqrt(kDraws / 4));
}

TEST(BernoulliPlane, StreamsDiffer) {
  std::vector<Word> other(50);
  BernoulliPlane({11, 22, 34}, Purpose::kObservation, 0.5).row_words(0, 0, other);
  EXPECT_NE(row(0.5, 0, 0, 50), other);
  BernoulliPlane(kCell, Purpose::kCrowd, 0.5).row_words(0, 0, other);
  EXPECT_NE(row(0.5, 0, 0, 50), other);
}

}  // namespace
}  // namespace tertium
