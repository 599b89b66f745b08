// Rows of the sign table that are drawn when they are needed are those of the table.
#include "kernels/bits/drawn_rows.hpp"

#include <gtest/gtest.h>

#include "kernels/bits/bit_panel.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium::kernels {
namespace {

using core::Rank;
using core::Word;

/// Some rows of every block of columns, all of a few, and some twice.
std::vector<Rank> some_rows(core::PairIndex pairs, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  std::vector<Rank> rows;
  for (Rank a = 0; a < pairs; ++a) {
    if (a / core::kBlockColumns % 5 == 2 || stream.below(40) == 0) rows.push_back(a);
    if (stream.below(100) == 0) rows.push_back(a);
  }
  return rows;
}

void expect_rows_of_table(const core::Quadruplets& quadruplets, std::uint64_t seed) {
  const std::int64_t words = core::words_for(quadruplets.pairs());
  BitPanel table = make_panel(quadruplets, words);
  fill_panel(quadruplets, 0, table);
  const std::vector<Rank> ranks = some_rows(quadruplets.pairs(), seed);
  DrawnRows drawn(quadruplets, std::ssize(ranks) + 3);
  for (std::int64_t first = 0; first < words; first += DrawnRows::kWords / 2) {
    drawn.draw(ranks, first);
    for (std::size_t r = 0; r < ranks.size(); ++r)
      for (std::int64_t q = 0; q < std::min(DrawnRows::kWords, words - first); ++q) {
        const auto row = static_cast<std::int64_t>(r);
        ASSERT_EQ(drawn.observed().row(row)[q], table.observed.row(ranks[r])[first + q]) << ranks[r] << ", " << q;
        if (table.wins.empty()) continue;
        ASSERT_EQ(drawn.wins().row(row)[q], table.wins.row(ranks[r])[first + q]) << ranks[r] << ", " << q;
      }
  }
}

TEST(DrawnRows, AreThoseOfTheTableOnEveryInstructionSet) {
  for (const std::int64_t target : testing::all_targets()) {
    const testing::ForcedTarget forced(target);
    const core::Problem problem = testing::problem_of(testing::random_similarities(20, 4), 4, 0.3, 0.8);
    SCOPED_TRACE(hwy::TargetName(target));
    expect_rows_of_table(problem.get<core::Quadruplets>(), 4);
  }
}

TEST(DrawnRows, AreThoseOfTheTable) {
  for (const core::Object n : {2, 5, 40, 100})
    for (const double p : {0.01, 0.1, 1.0})
      for (const double eps : {1.0, 0.98, 0.4}) {
        const auto seed = static_cast<std::uint64_t>(n);
        const core::Problem problem =
            testing::problem_of(testing::random_similarities(n, seed, n == 40 ? 30 : 0), seed, p, eps);
        SCOPED_TRACE("N = " + std::to_string(n) + ", p = " + std::to_string(p) + ", eps = " + std::to_string(eps));
        expect_rows_of_table(problem.get<core::Quadruplets>(), seed);
      }
}

}  // namespace
}  // namespace tertium::kernels
