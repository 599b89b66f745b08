#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/clusterings/agreement.hpp"
#include "core/clusterings/ancestor_sizes.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/graphs/dasgupta.hpp"
#include "metrics/measures/assignment.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/core/generators.hpp"

namespace tertium::metrics {
namespace {

/// Adjusted Rand index by looking at every pair of objects (Hubert and Arabie 1985, in counts of pairs).
double ari_by_pairs(const core::Partition& a, const core::Partition& b) {
  double both = 0.0, only_a = 0.0, only_b = 0.0, neither = 0.0;
  for (const core::Pair& pair : core::all_pairs(a.objects())) {
    const bool in_a = a[pair.i] == a[pair.j];
    const bool in_b = b[pair.i] == b[pair.j];
    (in_a ? (in_b ? both : only_a) : (in_b ? only_b : neither)) += 1.0;
  }
  const double top = 2.0 * (both * neither - only_a * only_b);
  const double bottom = (both + only_a) * (only_a + neither) + (both + only_b) * (only_b + neither);
  return bottom == 0.0 ? 1.0 : top / bottom;
}

/// The best of all ways to choose one entry of every row and column.
std::int64_t best_of_permutations(const std::vector<std::int64_t>& values, int rows, int columns) {
  std::vector<int> order(static_cast<std::size_t>(std::max(rows, columns)));
  std::iota(order.begin(), order.end(), 0);
  std::int64_t best = std::numeric_limits<std::int64_t>::min();
  do {
    std::int64_t sum = 0;
    for (int k = 0; k < static_cast<int>(order.size()); ++k) {
      const int row = rows <= columns ? k : order[k], column = rows <= columns ? order[k] : k;
      if (row < rows && column < columns) sum += values[static_cast<std::size_t>(row * columns + column)];
    }
    best = std::max(best, sum);
  } while (std::ranges::next_permutation(order).found);
  return best;
}

TEST(LargestAssignment, IsTheBestOfAllPermutations) {
  core::Stream stream(core::CellKey{.master_seed = 7}, core::Purpose::kTest);
  for (int rows = 1; rows <= 6; ++rows)
    for (int columns = 1; columns <= 6; ++columns)
      for (const std::uint64_t most : {2U, 100U}) {
        std::vector<std::int64_t> values(static_cast<std::size_t>(rows * columns));
        for (std::int64_t& value : values) value = static_cast<std::int64_t>(stream.below(most)) - 1;
        EXPECT_EQ(largest_assignment(values, rows, columns), best_of_permutations(values, rows, columns))
            << rows << " x " << columns;
      }
  EXPECT_EQ(largest_assignment({}, 0, 0), 0);
  EXPECT_EQ(largest_assignment({}, 0, 3), 0);
}

TEST(AdjustedRandIndex, EqualsTheCountOfPairs) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const core::Partition a = core::test::random_partition(25, 1 + seed % 7, seed);
    const core::Partition b = core::test::random_partition(25, 1 + seed % 5, 100 + seed);
    EXPECT_NEAR(adjusted_rand_index(a, b), ari_by_pairs(a, b), 1e-12);
    EXPECT_DOUBLE_EQ(adjusted_rand_index(a, b), adjusted_rand_index(b, a));
    EXPECT_DOUBLE_EQ(adjusted_rand_index(a, a), 1.0);
  }
}

TEST(AdjustedRandIndex, IgnoresTheNumberingOfObjectsAndClusters) {
  const core::Partition a = core::test::random_partition(30, 4, 1);
  const core::Partition b = core::test::random_partition(30, 3, 2);
  const std::vector<core::Object> new_id = core::test::random_permutation(30, 3);
  EXPECT_DOUBLE_EQ(adjusted_rand_index(core::relabelled(a, new_id), core::relabelled(b, new_id)),
                   adjusted_rand_index(a, b));
}

TEST(AdjustedRandIndex, OfTrivialPartitions) {
  const core::Partition one(std::vector<core::Label>{0, 0, 0});
  const core::Partition all = core::Partition::singletons(3);
  EXPECT_EQ(adjusted_rand_index(one, one), 1.0);
  EXPECT_EQ(adjusted_rand_index(all, all), 1.0);
  EXPECT_EQ(adjusted_rand_index(one, all), 0.0);
  EXPECT_EQ(adjusted_rand_index(core::Partition(), core::Partition()), 1.0);
  EXPECT_EQ(adjusted_rand_index(core::Partition::singletons(1), core::Partition::singletons(1)), 1.0);
  EXPECT_THROW(adjusted_rand_index(one, core::Partition::singletons(2)), core::ContractError);
}

TEST(AdjustedRandIndex, IsAboutZeroByChanceAndCanBeNegative) {
  double sum = 0.0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    sum += adjusted_rand_index(core::test::random_partition(40, 4, seed),
                               core::test::random_partition(40, 4, 1000 + seed));
  EXPECT_NEAR(sum / 200.0, 0.0, 0.01);
  EXPECT_LT(adjusted_rand_index(core::Partition(std::vector<core::Label>{0, 0, 1, 1}),
                                core::Partition(std::vector<core::Label>{0, 1, 0, 1})),
            0.0);
}

TEST(AveragedAdjustedRandIndex, OfATreeWithItsOwnCutsIsOne) {
  const core::Dendrogram tree = core::test::random_tree(32, 4);
  const std::vector<core::Partition> own{tree.cut(2), tree.cut(4), tree.cut(8)};
  EXPECT_DOUBLE_EQ(averaged_adjusted_rand_index(tree, own), 1.0);
}

TEST(AveragedAdjustedRandIndex, IsTheMeanOverLevels) {
  const core::Dendrogram tree = core::test::random_tree(32, 5);
  const std::vector<core::Partition> truth{core::test::random_partition(32, 2, 6),
                                           core::test::random_partition(32, 4, 7)};
  double expected = 0.0;
  for (const core::Partition& level : truth) expected += ari_by_pairs(tree.cut(level.clusters()), level) / 2.0;
  EXPECT_NEAR(averaged_adjusted_rand_index(tree, truth), expected, 1e-12);
  EXPECT_THROW(averaged_adjusted_rand_index(tree, {}), core::ContractError);
}

TEST(DasguptaCost, OfEqualSimilaritiesIsTheSameForEveryTree) {
  for (const core::Object n : {2, 3, 10, 31}) {
    const core::Similarities ones(n, 1.0);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::int64_t size = n;
      EXPECT_DOUBLE_EQ(core::dasgupta_cost(core::test::random_tree(n, seed), ones),
                       static_cast<double>((size * size * size - size) / 3));
      EXPECT_EQ(core::dasgupta_cost(core::test::random_tree(n, seed), core::PairTable<std::int64_t>(n, 1)),
                (size * size * size - size) / 3);
    }
  }
}

TEST(DasguptaCost, IsTheSumOverMergesOfSizeTimesCut) {
  const core::Similarities w = core::test::random_similarities(20, 8);
  const core::Dendrogram tree = core::test::random_tree(20, 9);
  double expected = 0.0;
  for (std::size_t t = 0; t < tree.merges().size(); ++t) {
    const auto clusters_before = tree.cut(static_cast<core::Label>(20 - t));
    const auto clusters_after = tree.cut(static_cast<core::Label>(20 - t - 1));
    for (const core::Pair& pair : core::all_pairs(20))
      if (clusters_before[pair.i] != clusters_before[pair.j] && clusters_after[pair.i] == clusters_after[pair.j])
        expected += w(pair.i, pair.j) * tree.merges()[t].size;
  }
  EXPECT_NEAR(core::dasgupta_cost(tree, w), expected, 1e-9);
  EXPECT_THROW(core::dasgupta_cost(tree, core::Similarities(19)), core::ContractError);
}

TEST(DasguptaCost, OfAGraphIsThatOfItsTable) {
  for (const std::uint64_t levels : {2, 3, 0}) {
    const core::Similarities w = core::test::random_similarities(20, 8, levels);
    std::vector<core::Edge> edges;
    for (const core::Pair& pair : core::all_pairs(20))
      if (w(pair.i, pair.j) > 0.0) edges.push_back({pair.i, pair.j, w(pair.i, pair.j)});
    const core::Graph graph(20, edges);
    EXPECT_EQ(graph.unweighted(), levels == 2);
    for (const core::Dendrogram& tree :
         {core::test::random_tree(20, 9), core::test::random_tree(core::test::random_partition(20, 6, 1), 2)})
      EXPECT_NEAR(core::dasgupta_cost(tree, graph), core::dasgupta_cost(tree, w), 1e-9);
  }
  EXPECT_THROW(core::dasgupta_cost(core::test::random_tree(20, 9), core::Graph(19, {})), core::ContractError);
}

TEST(AncestorSizes, EqualTheTable) {
  for (const core::Object n : {1, 2, 3, 40})
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      for (const core::Dendrogram& tree : {core::test::random_tree(n, seed),
                                           core::test::random_tree(core::test::random_partition(n, 7, seed), seed)}) {
        const core::PairTable<core::Object> table = core::lca_sizes(tree);
        const core::AncestorSizes sizes(tree);
        for (const core::Pair& pair : core::all_pairs(n)) {
          EXPECT_EQ(sizes(pair.i, pair.j), table(pair.i, pair.j));
          EXPECT_EQ(sizes(pair.j, pair.i), table(pair.i, pair.j));
        }
      }
}

/// AddS-4 straight from its formula: the sum of c(ij;kl) over all pairs kl.
core::PairTable<std::int64_t> adds4(const core::test::SignTable& signs, core::Object n) {
  core::PairTable<std::int64_t> similarity(n);
  for (core::PairIndex a = 0; a < similarity.pairs(); ++a)
    for (core::PairIndex b = 0; b < similarity.pairs(); ++b) similarity[a] += signs[a][b];
  return similarity;
}

void expect_agreement(const core::Agreement& found, const core::test::SignTable& signs, const core::Dendrogram& tree) {
  const core::PairTable<core::Object> sizes = core::lca_sizes(tree);
  std::int64_t statements = 0;
  std::int64_t revenue = 0;
  double satisfied = 0.0;
  for (core::PairIndex a = 0; a < sizes.pairs(); ++a)
    for (core::PairIndex b = 0; b < sizes.pairs(); ++b) {
      if (signs[a][b] != 1) continue;
      ++statements;
      revenue += sizes[b] - sizes[a];
      satisfied += sizes[a] < sizes[b] ? 1.0 : sizes[a] == sizes[b] ? 0.5 : 0.0;
    }
  EXPECT_EQ(found.comparisons, statements);
  EXPECT_EQ(found.revenue, revenue);
  EXPECT_NEAR(found.satisfied, satisfied / static_cast<double>(statements), 1e-12);
  // Revenue is minus Dasgupta's cost of the additive similarities.
  EXPECT_EQ(found.revenue, -core::dasgupta_cost(tree, adds4(signs, tree.objects())));
  EXPECT_DOUBLE_EQ(found.normalised_revenue(tree.objects()),
                   static_cast<double>(revenue) / static_cast<double>(statements) / tree.objects());
}

TEST(Agreement, OfSampledAndCompleteComparisons) {
  for (const std::uint64_t levels : {0, 4})
    for (const double p : {0.2, 1.0})
      for (const double eps : {0.5, 1.0}) {
        const auto ranking = std::make_shared<const core::PairRanking>(core::test::random_similarities(9, 10, levels));
        const core::SampledQuadruplets quadruplets(ranking, {.master_seed = 3}, p, eps);
        const core::Dendrogram tree = core::test::random_tree(9, 11);
        expect_agreement(core::agreement(tree, quadruplets), core::test::sign_table(quadruplets), tree);
      }
}

TEST(Agreement, OfAnswersCountsEachOfThem) {
  const std::vector<core::Quadruplet> statements =
      core::test::random_statements(6, 500, 12);  // many repeated, many contradicting
  const core::ListedQuadruplets quadruplets(6, statements);
  EXPECT_GT(quadruplets.summary().disputed, 10);
  for (const core::Partition& leaves : {core::Partition::singletons(6), core::test::random_partition(6, 4, 13)}) {
    const core::Dendrogram tree = core::test::random_tree(leaves, 14);
    const core::PairTable<core::Object> sizes = core::lca_sizes(tree);
    std::int64_t revenue = 0;
    double satisfied = 0.0;
    for (const core::Quadruplet& s : statements) {
      const core::Object near = sizes(s.i, s.j), far = sizes(s.k, s.l);
      revenue += far - near;
      satisfied += near < far ? 1.0 : near == far ? 0.5 : 0.0;
    }
    const core::Agreement found = core::agreement(tree, quadruplets);
    EXPECT_EQ(found.comparisons, 500);
    EXPECT_EQ(found.revenue, revenue);
    EXPECT_NEAR(found.satisfied, satisfied / 500.0, 1e-12);
    EXPECT_DOUBLE_EQ(found.normalised_revenue(6), static_cast<double>(revenue) / 500.0 / 6.0);
  }
}

TEST(Agreement, OfRepeatedTripletsIsThatOfTheirQuadruplets) {
  core::Stream random = core::test::stream(21);
  std::vector<core::Triplet> list;
  while (list.size() < 300) {
    const core::Triplet t{static_cast<core::Object>(random.below(6)), static_cast<core::Object>(random.below(6)),
                          static_cast<core::Object>(random.below(6))};
    if (t.anchor != t.near && t.anchor != t.far && t.near != t.far) list.push_back(t);
  }
  const core::TripletList triplets(6, list);
  const core::Dendrogram tree = core::test::random_tree(6, 22);
  const core::Agreement expected = core::agreement(tree, core::ListedQuadruplets(6, triplets.quadruplets()));
  const core::Agreement found = core::agreement(tree, core::ListedTriplets(triplets));
  EXPECT_EQ(found.comparisons, 300);
  EXPECT_EQ(found.revenue, expected.revenue);
  EXPECT_DOUBLE_EQ(found.satisfied, expected.satisfied);
}

TEST(Agreement, OfTripletsIsMinusTheCostOfAddS3) {
  std::vector<core::Quadruplet> statements;
  const core::Similarities w = core::test::random_similarities(10, 15);
  core::PairTable<std::int64_t> adds3(10);  // t(i;j,k) counts for the pair ij, and against ik
  for (core::Object i = 0; i < 10; ++i)
    for (core::Object j = 0; j < 10; ++j)
      for (core::Object k = 0; k < 10; ++k)
        if (i != j && i != k && j != k && w(i, j) > w(i, k)) {
          statements.push_back({i, j, i, k});
          ++adds3(i, j);
          --adds3(i, k);
        }
  const core::Dendrogram tree = core::test::random_tree(10, 16);
  EXPECT_EQ(core::agreement(tree, core::ListedQuadruplets(10, statements)).revenue, -core::dasgupta_cost(tree, adds3));
  const auto anchors = std::make_shared<const core::AnchorRanking>(core::PairRanking(w));
  EXPECT_EQ(core::agreement(tree, core::SampledTriplets(anchors, {}, 1.0, 1.0)).revenue,
            -core::dasgupta_cost(tree, adds3));
}

TEST(Agreement, OfTripletsIsThatOfTheSameQuadruplets) {
  for (const std::uint64_t levels : {0, 4})
    for (const double p : {0.2, 1.0})
      for (const double eps : {0.5, 1.0}) {
        const core::PairRanking ranking(core::test::random_similarities(14, 18, levels));
        const core::SampledTriplets triplets(std::make_shared<const core::AnchorRanking>(ranking), {.master_seed = 4},
                                             p, eps);
        std::vector<core::Quadruplet> statements;
        core::for_each_triplet(triplets, [&](const core::Triplet& t) { statements.push_back(core::as_quadruplet(t)); });
        const core::Dendrogram tree = core::test::random_tree(14, 19);
        const core::Agreement expected = core::agreement(tree, core::ListedQuadruplets(14, statements));
        const core::Agreement found = core::agreement(tree, triplets);
        EXPECT_EQ(found.comparisons, expected.comparisons);
        EXPECT_EQ(found.revenue, expected.revenue);
        EXPECT_DOUBLE_EQ(found.satisfied, expected.satisfied);
      }
}

TEST(Agreement, WithoutStatementsIsNoNumber) {
  const core::Agreement nothing = core::agreement(core::test::random_tree(4, 17), core::ListedQuadruplets(4, {}));
  EXPECT_EQ(nothing.comparisons, 0);
  EXPECT_EQ(nothing.revenue, 0);
  EXPECT_TRUE(std::isnan(nothing.satisfied));
  EXPECT_TRUE(std::isnan(nothing.normalised_revenue(4)));
}

}  // namespace
}  // namespace tertium::metrics
