#include "core/clusterings/tree_comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "core/clusterings/unrooted_tree.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

using test::random_rooted;
using test::stream;

/// One leaf more at every node, in the order given.
RootedTree caterpillar(const std::vector<Object>& order) {
  const auto n = static_cast<Node>(order.size());
  std::vector<Node> parent(static_cast<std::size_t>(2 * n - 1));
  std::vector<Object> object(parent.size(), -1);
  for (Node k = 0; k < n; ++k) {
    object[k] = order[k];
    parent[k] = n + std::max(0, k - 1);
    if (k + 1 < n) parent[n + k] = k + 2 < n ? n + k + 1 : -1;
  }
  return {parent, object};
}

Node ancestor(const RootedTree& tree, Object i, Object j) {
  Node a = tree.leaf(i), b = tree.leaf(j);
  while (a != b) (a > b ? a : b) = tree.parent(std::max(a, b));  // parents have smaller numbers
  return a;
}

/// Which of three objects is left out by the closest two: 0, 1 or 2; -1 where there is no such pair.
int left_out(const RootedTree& tree, Object i, Object j, Object k) {
  const std::array<Object, 3> sizes{tree.size(ancestor(tree, j, k)), tree.size(ancestor(tree, i, k)),
                                    tree.size(ancestor(tree, i, j))};
  for (int one = 0; one < 3; ++one)
    if (sizes[one] < sizes[(one + 1) % 3] && sizes[one] < sizes[(one + 2) % 3]) return one;
  return -1;
}

/// What each of two trees says of a set of objects; below 0: nothing.
void add(int a, int b, TripleCounts& counts) {
  counts.neither += a < 0 && b < 0 ? 1 : 0;
  counts.first_only += a >= 0 && b < 0 ? 1 : 0;
  counts.second_only += a < 0 && b >= 0 ? 1 : 0;
  counts.same += a >= 0 && a == b ? 1 : 0;
  counts.different += a >= 0 && b >= 0 && a != b ? 1 : 0;
}

TripleCounts plain_counts(const RootedTree& first, const RootedTree& second) {
  TripleCounts counts;
  for (Object i = 0; i < first.objects(); ++i)
    for (Object j = i + 1; j < first.objects(); ++j)
      for (Object k = j + 1; k < first.objects(); ++k) {
        const int a = left_out(first, i, j, k), b = left_out(second, i, j, k);
        add(a, b, counts);
      }
  return counts;
}

void expect_equal(const TripleCounts& a, const TripleCounts& b) {
  EXPECT_EQ(a.same, b.same);
  EXPECT_EQ(a.different, b.different);
  EXPECT_EQ(a.first_only, b.first_only);
  EXPECT_EQ(a.second_only, b.second_only);
  EXPECT_EQ(a.neither, b.neither);
}

std::set<Object> objects_below(const RootedTree& tree, Node v) {
  return {tree.below(v).begin(), tree.below(v).end()};
}

TEST(TreeComparison, CountsTriplesAsThePlainTwin) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<Object>(1 + seed % 25);
    const int most_first = 2 + static_cast<int>(seed % 4), most_second = 2 + static_cast<int>(seed / 4 % 4);
    const RootedTree first = random_rooted(n, most_first, seed), second = random_rooted(n, most_second, 1000 + seed);
    SCOPED_TRACE(seed);
    expect_equal(count_triples(first, second), plain_counts(first, second));
    expect_equal(count_triples(first, first), plain_counts(first, first));
  }
}

TEST(TreeComparison, CountsTriplesOfDeepTreesAsThePlainTwin) {
  const RootedTree chain = caterpillar(test::random_permutation(30, 1)),
                   other = caterpillar(test::random_permutation(30, 2));
  const RootedTree bushy = random_rooted(30, 6, 3), star = random_rooted(30, 30, 11);
  for (const RootedTree* a : {&chain, &other, &bushy, &star})
    for (const RootedTree* b : {&chain, &other, &bushy, &star})
      expect_equal(count_triples(*a, *b), plain_counts(*a, *b));
}

TEST(TreeComparison, TripletDistanceIsNoneOfATreeToItselfAndTwoThirdsOfRandomOnes) {
  const RootedTree tree = random_rooted(400, 2, 1);
  EXPECT_EQ(count_triples(tree, tree).distance(), 0.0);
  EXPECT_NEAR(count_triples(tree, random_rooted(400, 2, 2)).distance(), 2.0 / 3.0, 0.02);
  EXPECT_TRUE(std::isnan(count_triples(random_rooted(2, 2, 1), random_rooted(2, 2, 1)).distance()));
}

TEST(TreeComparison, ComparesAHundredThousandLeavesHoweverDeep) {
  const Object n = 100'000;
  std::vector<Object> order(n);
  std::iota(order.begin(), order.end(), 0);
  const RootedTree chain = caterpillar(order), wide = random_rooted(n, 2, 5);
  const TripleCounts counts = count_triples(chain, wide);
  EXPECT_EQ(counts.all(), std::int64_t{n} * (n - 1) / 2 * (n - 2) / 3);
  EXPECT_EQ(counts.same + counts.different, counts.all());
  EXPECT_NEAR(counts.distance(), 2.0 / 3.0, 0.01);
  EXPECT_EQ(compare_branches(chain, chain).first_only, 0);
  EXPECT_EQ(untangled(chain, chain).crossings, 0);
}

/// Groups of so many leaves below the root.
RootedTree flat_groups(Object n, Object size) {
  const auto groups = static_cast<Node>(n / size);
  std::vector<Node> parent(static_cast<std::size_t>(n + groups + 1), n + groups);
  std::vector<Object> object(parent.size(), -1);
  for (Object i = 0; i < n; ++i) {
    object[i] = i;
    if (size > 1) parent[i] = n + i / size;
  }
  parent.back() = -1;
  return {parent, object};
}

TEST(TreeComparison, CountsTriplesOfWideTreesAsThePlainTwin) {
  for (const Object one : {1, 2, 3, 4, 6, 12})
    for (const Object other : {1, 2, 3, 6}) {
      const std::vector<Object> order = test::random_permutation(24, static_cast<std::uint64_t>(10 * one + other));
      const RootedTree first = flat_groups(24, one), second = pruned(flat_groups(24, other), order);
      expect_equal(count_triples(first, second), plain_counts(first, second));
    }
}

TEST(TreeComparison, ComparesAHundredThousandLeavesHoweverWide) {  // minutes, if every leaf looked at all children
  const Object n = 100'000;
  const RootedTree star = flat_groups(n, 1), cherries = flat_groups(n, 2);
  EXPECT_EQ(count_triples(star, star).neither, std::int64_t{n} * (n - 1) / 2 * (n - 2) / 3);
  EXPECT_EQ(count_triples(star, cherries).second_only, std::int64_t{n} / 2 * (n - 2));
  EXPECT_EQ(count_triples(cherries, cherries).same, std::int64_t{n} / 2 * (n - 2));
}

TEST(TreeComparison, FindsSharedBranches) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const RootedTree first = random_rooted(9, 3, seed), second = random_rooted(9, 3, 500 + seed);
    const std::vector<Node> shared = shared_nodes(first, second);
    for (Node v = 0; v < first.nodes(); ++v) {
      Node expected = -1;
      for (Node w = 0; w < second.nodes(); ++w)
        if (objects_below(first, v) == objects_below(second, w)) expected = w;
      EXPECT_EQ(shared[v], expected) << "seed " << seed << ", node " << v;
    }
    const BranchComparison branches = compare_branches(first, second);
    EXPECT_EQ(branches.shared + branches.first_only, first.nodes() - 9 - 1);
    EXPECT_EQ(branches.shared + branches.second_only, second.nodes() - 9 - 1);
  }
}

TEST(TreeComparison, FindsWhatIsMostLikeABranch) {
  const RootedTree first = random_rooted(12, 3, 7), second = random_rooted(12, 3, 8);
  for (Node v = 1; v < first.nodes(); ++v) {
    const BranchMatch match = best_match(first, v, second);
    const std::set<Object> wanted = objects_below(first, v);
    double best = 0.0;
    for (Node w = 0; w < second.nodes(); ++w) {
      if (second.is_leaf(w)) continue;
      double common = 0.0;
      for (const Object i : objects_below(second, w)) common += wanted.contains(i) ? 1.0 : 0.0;
      best = std::max(best, common / (static_cast<double>(wanted.size()) + second.size(w) - common));
    }
    EXPECT_DOUBLE_EQ(match.likeness, best);
  }
}

TEST(TreeComparison, OfEquallyGoodMatchesTakesTheSmaller) {
  const RootedTree first = caterpillar({0, 1, 2, 3, 4, 5}), second = caterpillar({0, 2, 3, 4, 5, 1});
  // {0, 1} shares one of three with {0, 2}, and two of six with the root.
  EXPECT_EQ(best_match(first, ancestor(first, 0, 1), second).node, ancestor(second, 0, 2));
}

/// The sides without object 0 of all branches that part two objects or more from two or more.
std::set<std::set<Object>> splits(const RootedTree& tree) {
  std::set<std::set<Object>> all;
  std::set<Object> everything = objects_below(tree, 0);
  for (Node v = 1; v < tree.nodes(); ++v) {
    std::set<Object> side = objects_below(tree, v), others;
    std::ranges::set_difference(everything, side, std::inserter(others, others.end()));
    if (side.size() > 1 && others.size() > 1) all.insert(side.contains(0) ? others : side);
  }
  return all;
}

/// Which of j, k and l is with i where a branch parts the four two and two: 0, 1 or 2; -1: none does.
int with_first(const std::set<std::set<Object>>& splits, Object i, const std::array<Object, 3>& others) {
  for (const std::set<Object>& side : splits)
    for (int one = 0; one < 3; ++one) {
      const bool with = side.contains(others[one]) == side.contains(i);
      if (with && side.contains(others[(one + 1) % 3]) != side.contains(i) &&
          side.contains(others[(one + 2) % 3]) != side.contains(i))
        return one;
    }
  return -1;
}

TripleCounts plain_quartets(const RootedTree& first, const RootedTree& second) {
  TripleCounts counts;
  const auto of_first = splits(first), of_second = splits(second);
  for (Object i = 0; i < first.objects(); ++i)
    for (Object j = i + 1; j < first.objects(); ++j)
      for (Object k = j + 1; k < first.objects(); ++k)
        for (Object l = k + 1; l < first.objects(); ++l) {
          const int a = with_first(of_first, i, {j, k, l}), b = with_first(of_second, i, {j, k, l});
          add(a, b, counts);
        }
  return counts;
}

TEST(UnrootedTrees, HaveTheBranchesOfTheTreeWhereverItsRootIs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto n = static_cast<Object>(4 + seed % 9);
    const RootedTree tree = random_rooted(n, 2 + static_cast<int>(seed % 3), seed);
    const SeenFrom seen = seen_from(tree, 0);
    const RootedTree elsewhere = seen_from(seen_from(tree, static_cast<Object>(seed) % n).tree, 0).tree;
    EXPECT_EQ(splits(seen.tree), splits(tree));
    EXPECT_EQ(compare_branches(seen.tree, elsewhere).distance(), 0) << seed;
    EXPECT_EQ(static_cast<std::size_t>(seen.tree.nodes() - n - 1), splits(tree).size());  // each of them once
    EXPECT_GE(seen.tree.children(0).size(), 3U);
    for (Node v = 1; v < seen.tree.nodes(); ++v)  // branches keep their nodes
      for (const Node was : seen.branches[v]) {
        if (was < 0) continue;
        const std::set<Object> below = objects_below(tree, was), side = objects_below(seen.tree, v);
        EXPECT_TRUE(below == side || (below.size() + side.size() == static_cast<std::size_t>(n) &&
                                      std::ranges::none_of(below, [&](Object i) { return side.contains(i); })));
      }
  }
}

TEST(UnrootedTrees, CountQuartetsAsThePlainTwin) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const auto n = static_cast<Object>(4 + seed % 8);
    const RootedTree first = random_rooted(n, 2 + static_cast<int>(seed % 3), seed),
                     second = random_rooted(n, 2 + static_cast<int>(seed / 3 % 3), 900 + seed);
    SCOPED_TRACE(seed);
    expect_equal(count_quartets(first, second), plain_quartets(first, second));
    EXPECT_EQ(count_quartets(first, seen_from(first, n - 1).tree).distance(), 0.0);
  }
}

TEST(UnrootedTrees, FindTheMostSimilarSide) {
  const RootedTree first = random_rooted(12, 3, 7), second = random_rooted(12, 3, 8);
  for (Node v = 1; v < first.nodes(); ++v) {
    if (first.is_leaf(v)) continue;
    const std::set<Object> wanted = objects_below(first, v);
    double best = 0.0;
    for (const std::set<Object>& side : splits(second)) {
      double common = 0.0;
      for (const Object i : side) common += wanted.contains(i) ? 1.0 : 0.0;
      const auto mine = static_cast<double>(wanted.size()), theirs = static_cast<double>(side.size());
      best = std::max({best, common / (mine + theirs - common), (mine - common) / (12.0 - theirs + common)});
    }
    EXPECT_DOUBLE_EQ(best_side(first.below(v), second).match.likeness, best);
  }
}

TEST(TreeComparison, UntanglesWhatCanBe) {
  // The same tree with its children in another order has no crossings.
  const RootedTree tree = random_rooted(200, 3, 1);
  std::vector<Object> backwards(200);
  for (Object i = 0; i < 200; ++i) backwards[i] = 199 - i;
  EXPECT_EQ(untangled(tree, pruned(pruned(tree, backwards), backwards)).crossings, 0);
  const RootedTree other = random_rooted(200, 3, 2);
  const Tanglegram drawn = untangled(tree, other);
  EXPECT_LT(drawn.crossings, crossings(tree.leaf_order(), other.leaf_order()));
  EXPECT_EQ(drawn.crossings, crossings(drawn.first, drawn.second));
  for (const auto* order : {&drawn.first, &drawn.second})
    EXPECT_EQ(std::set<Object>(order->begin(), order->end()).size(), 200u);
}

TEST(TreeComparison, CountsCrossings) {
  const std::vector<Object> a = test::random_permutation(50, 1), b = test::random_permutation(50, 2);
  std::int64_t expected = 0;
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t j = i + 1; j < 50; ++j)
      expected += std::find(b.begin(), b.end(), a[i]) > std::find(b.begin(), b.end(), a[j]) ? 1 : 0;
  EXPECT_EQ(crossings(a, b), expected);
}

TEST(TreeComparison, PruningKeepsNodesWithTwoChildren) {
  const RootedTree tree = random_rooted(20, 3, 4);
  std::vector<Object> new_id(20, -1);
  for (Object i = 0; i < 20; i += 3) new_id[i] = i / 3;
  const RootedTree part = pruned(tree, new_id);
  EXPECT_EQ(part.objects(), 7);
  for (Node v = 0; v < part.nodes(); ++v) EXPECT_TRUE(part.is_leaf(v) || part.children(v).size() >= 2);
  for (Object i = 0; i < 7; ++i)
    for (Object j = i + 1; j < 7; ++j)
      for (Object k = j + 1; k < 7; ++k)
        EXPECT_EQ(left_out(part, i, j, k) < 0 && left_out(tree, 3 * i, 3 * j, 3 * k) >= 0, false);
}

TEST(TreeComparison, TakesDendrogramsWithInitialClusters) {
  const Dendrogram tree = test::random_tree(test::random_partition(20, 6, 1), 2);
  const RootedTree rooted(tree);
  EXPECT_EQ(rooted.objects(), 20);
  const PairTable<Object> sizes = lca_sizes(tree);
  for (Object i = 0; i < 20; ++i)
    for (Object j = i + 1; j < 20; ++j) EXPECT_EQ(rooted.size(ancestor(rooted, i, j)), sizes(i, j));
}

}  // namespace
}  // namespace tertium::core
