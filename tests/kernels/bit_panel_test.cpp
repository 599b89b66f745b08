// Bands of the sign table against the comparisons themselves.
#include "kernels/bits/bit_panel.hpp"

#include <gtest/gtest.h>

#include "tests/support/problems.hpp"

namespace tertium {
namespace {

TEST(TransposeBlock, SwapsRowsAndColumns) {
  std::array<core::Word, 64> block{};
  core::Stream stream(tertium::testing::cell_of(1), core::Purpose::kTest);
  for (core::Word& word : block) word = stream.bits();
  const auto before = block;
  core::transpose_block(std::span<core::Word, 64>(block));
  for (int r = 0; r < 64; ++r)
    for (int c = 0; c < 64; ++c) ASSERT_EQ(block[c] >> r & 1, before[r] >> c & 1);
}

void expect_panels_hold(const core::Quadruplets& quadruplets) {
  const core::PairIndex m = quadruplets.pairs();
  std::vector<int> sign(static_cast<std::size_t>(m) * m, 0);
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    sign[static_cast<std::size_t>(more) * m + less] = 1;
    sign[static_cast<std::size_t>(less) * m + more] = -1;
  });
  for (const std::int64_t width : {1, 2, 5, 1000}) {
    kernels::BitPanel panel = kernels::make_panel(quadruplets, std::min(width, core::words_for(m)));
    for (std::int64_t first = 0; first < core::words_for(m); first += panel.observed.words()) {
      kernels::fill_panel(quadruplets, first, panel);
      for (core::Rank a = 0; a < m; ++a)
        for (std::int64_t k = 0; k < panel.words * 64; ++k) {
          const std::int64_t b = first * 64 + k;
          const int c = b < m ? sign[static_cast<std::size_t>(a) * m + b] : 0;
          ASSERT_EQ(panel.observed.bit(a, k), c != 0) << a << ", " << b;
          if (c == 0) continue;
          ASSERT_EQ(quadruplets.signs_are_positions() ? b < a : panel.wins.bit(a, k), c > 0) << a << ", " << b;
        }
    }
  }
}

TEST(BitPanel, HoldsBothTrianglesOfSampledComparisons) {
  for (const core::Object n : {2, 3, 12, 20})
    for (const int grid : {0, 5})
      for (const double eps : {1.0, 0.4}) {
        const core::Problem problem =
            tertium::testing::problem_of(tertium::testing::random_similarities(n, 3, grid), 3, 0.3, eps);
        expect_panels_hold(problem.get<core::Quadruplets>());
      }
}

TEST(BitPanel, HoldsListedComparisons) {
  const core::Problem sampled = tertium::testing::problem_of(tertium::testing::random_similarities(14, 4), 4, 0.2);
  expect_panels_hold(core::ListedQuadruplets(14, tertium::testing::statements_of(sampled.get<core::Quadruplets>())));
}

}  // namespace
}  // namespace tertium
