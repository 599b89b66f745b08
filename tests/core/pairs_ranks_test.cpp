#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/ranks.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

TEST(Pairs, IndexIsTheRowMajorPlace) {
  for (const Object n : {2, 3, 7, 30}) {
    PairIndex expected = 0;
    for (Object i = 0; i < n; ++i)
      for (Object j = i + 1; j < n; ++j) {
        EXPECT_EQ(pair_index(i, j, n), expected);
        EXPECT_EQ(pair_index(j, i, n), expected);
        EXPECT_EQ(all_pairs(n)[expected], (Pair{i, j}));
        ++expected;
      }
    EXPECT_EQ(pair_count(n), expected);
  }
}

TEST(Pairs, CountsHoldForTheMostObjects) {
  EXPECT_EQ(pair_count(kMaxObjects), 2147450880);
  EXPECT_EQ(pair_index(kMaxObjects - 2, kMaxObjects - 1, kMaxObjects), 2147450879);
  EXPECT_EQ(pair_index(0, 1, kMaxObjects), 0);
  EXPECT_EQ(pair_count(240), 28680);
  EXPECT_EQ(quadruplet_count(240), 411256860);
  EXPECT_EQ(quadruplet_count(kMaxObjects), 2305772639932661760);
}

TEST(Pairs, TableOfNothing) {
  for (const Object n : {0, 1}) EXPECT_EQ(PairTable<int>(n).pairs(), 0);
  EXPECT_THROW(PairTable<int>(-1), ContractError);
  EXPECT_THROW(PairTable<int>(kMaxObjects + 1), ContractError);
  EXPECT_THROW(PairTable<int>(3, std::vector<int>{1, 2}), ContractError);
}

TEST(Pairs, RelabelledTableFollowsTheObjects) {
  const Similarities w = test::random_similarities(12, 1);
  const std::vector<Object> new_id = test::random_permutation(12, 2);
  const Similarities moved = relabelled(w, new_id);
  for (Object i = 0; i < 12; ++i)
    for (Object j = i + 1; j < 12; ++j) EXPECT_EQ(moved(new_id[i], new_id[j]), w(i, j));
}

TEST(PairRanking, OrdersPairsAndInvertsItself) {
  const Similarities w = test::random_similarities(20, 3);
  const PairRanking ranking(w);
  EXPECT_FALSE(ranking.has_ties());
  for (Rank r = 0; r < ranking.pairs(); ++r) {
    EXPECT_EQ(ranking.rank_of(ranking.pair_at(r)), r);
    EXPECT_EQ(ranking.tie_begin(r), r);
    EXPECT_EQ(ranking.tie_end(r), r + 1);
    if (r > 0) {
      EXPECT_LT(w[ranking.pair_at(r - 1)], w[ranking.pair_at(r)]);
    }
  }
  EXPECT_EQ(ranking.rank_of(3, 5), ranking.rank_of(pair_index(3, 5, 20)));
}

TEST(PairRanking, SignsAreThoseOfTheSimilarities) {
  for (const std::uint64_t levels : {0, 1, 2, 5}) {
    const Similarities w = test::random_similarities(8, 4, levels);
    const PairRanking ranking(w);
    const test::SignTable expected = test::sign_table(w);
    for (PairIndex a = 0; a < w.pairs(); ++a)
      for (PairIndex b = 0; b < w.pairs(); ++b) EXPECT_EQ(ranking.sign(a, b), expected[a][b]);
  }
}

TEST(PairRanking, TieGroupsHoldTheEqualPairsByIndex) {
  const Similarities w = test::random_similarities(15, 5, 4);
  const PairRanking ranking(w);
  ASSERT_TRUE(ranking.has_ties());
  for (Rank r = 0; r < ranking.pairs(); ++r) {
    for (Rank s = 0; s < ranking.pairs(); ++s) {
      const bool inside = ranking.tie_begin(r) <= s && s < ranking.tie_end(r);
      EXPECT_EQ(inside, w[ranking.pair_at(r)] == w[ranking.pair_at(s)]);
    }
    if (r > ranking.tie_begin(r)) {
      EXPECT_LT(ranking.pair_at(r - 1), ranking.pair_at(r));
    }
  }
}

TEST(PairRanking, IncreasingTransformsChangeNothing) {
  for (const std::uint64_t levels : {0, 6}) {
    const Similarities w = test::random_similarities(16, 6, levels);
    Similarities stretched = w;
    for (double& value : stretched.values()) value = std::exp(3.0 * value) - 100.0;
    const PairRanking before(w);
    const PairRanking after(stretched);
    EXPECT_TRUE(std::ranges::equal(before.order(), after.order()));
    for (Rank r = 0; r < before.pairs(); ++r) EXPECT_EQ(before.tie_begin(r), after.tie_begin(r));
  }
}

TEST(PairRanking, OfFewObjects) {
  for (const Object n : {0, 1, 2}) EXPECT_EQ(PairRanking(Similarities(n)).pairs(), pair_count(n));
}

TEST(MergeNearTies, JoinsWhatRoundingSeparates) {
  Similarities w(4, std::vector<double>{0.5, 0.5 + 1e-13, 0.7, 0.5 - 1e-13, 0.7 + 1e-9, 0.1 + 0.2});
  merge_near_ties(w, 1e-12);
  EXPECT_EQ(w[0], w[1]);
  EXPECT_EQ(w[0], w[3]);
  EXPECT_EQ(w[0], 0.5 - 1e-13);
  EXPECT_NE(w[2], w[4]);
  EXPECT_EQ(w[5], 0.1 + 0.2);
}

TEST(MergeNearTies, AChainIsCutAtTheTolerance) {
  Similarities w(3, std::vector<double>{0.0, 0.8, 1.6});
  merge_near_ties(w, 1.0);
  EXPECT_EQ(w, Similarities(3, std::vector<double>{0.0, 0.0, 1.6}));
}

TEST(MergeNearTies, LeavesDistinctValuesAlone) {
  const Similarities w = test::random_similarities(20, 7);
  Similarities merged = w;
  merge_near_ties(merged, 0.0);
  EXPECT_EQ(merged, w);
}

}  // namespace
}  // namespace tertium::core
