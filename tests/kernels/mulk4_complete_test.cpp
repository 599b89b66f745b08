// MulK-4 with every comparison given: the vector code against the sum over anchors, on every instruction set.
#include <gtest/gtest.h>

#include "kernels/multiplicative/mulk4.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using core::Rank;

/// Sum over all reference pairs of the product of the signs of two pairs ranked a and b: references below both or above
/// both agree, those strictly between disagree, those tied with either say nothing.
std::int64_t agreeing_references(const core::PairRanking& ranking, Rank a, Rank b) {
  if (a > b) std::swap(a, b);
  const std::int64_t below = ranking.tie_begin(a);
  const std::int64_t above = ranking.pairs() - ranking.tie_end(b);
  const std::int64_t between = std::max<std::int64_t>(0, ranking.tie_begin(b) - ranking.tie_end(a));
  return below + above - between;
}

core::PairTable<std::int64_t> plain(const core::PairRanking& ranking) {
  const Object n = ranking.objects();
  core::PairTable<std::int64_t> kernel(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (Object r = 0; r < n; ++r)
        if (r != i && r != j)
          kernel(i, j) += agreeing_references(ranking, ranking.rank_of(i, r), ranking.rank_of(j, r));
  return kernel;
}

TEST(MulK4Complete, EqualsThePlainSumOnEveryTarget) {
  for (const Object n : {0, 1, 2, 3, 5, 16, 33, 48, 64, 97})
    for (const int grid : {0, 1, 2, 7, 500}) {
      const auto ranking = tertium::testing::ranking_of(
          tertium::testing::random_similarities(n, 40 + static_cast<std::uint64_t>(n), grid));
      const auto expected = plain(*ranking);
      for (const std::int64_t target : tertium::testing::all_targets()) {
        const tertium::testing::ForcedTarget forced(target);
        for (const bool wide : {false, true})
          ASSERT_EQ(kernels::mulk4_complete(*ranking, wide), expected)
              << "N = " << n << ", grid " << grid << ", wide " << wide << ", target " << hwy::TargetName(target);
      }
    }
}

TEST(MulK4Complete, EmptiesNarrowLanesBeforeTheyOverflow) {
  const auto ranking = tertium::testing::ranking_of(tertium::testing::random_similarities(700, 5));
  EXPECT_EQ(kernels::mulk4_complete(*ranking), kernels::mulk4_complete(*ranking, true));
}

}  // namespace
}  // namespace tertium
