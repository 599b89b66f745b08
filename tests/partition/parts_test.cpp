// Parts of trees with lengths: equal to their definition on all pairs, whatever the root and the unit of the lengths,
// and what is to come of trees small enough to see it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "linkage/lengths/rooting.hpp"
#include "partition/trees/tree_parts.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/plain_parts.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Label;
using core::Node;
using core::Object;
using core::Partition;
using core::test::random_additive_tree;
using partition::parts_of;
using partition::parts_up_to;
using partition::TreeParts;
using testing::PlainParts;

/// The same tree with lengths 0, 1 and 2: full of ties.
Dendrogram coarse(Dendrogram tree) {
  std::vector<double> lengths(tree.lengths().begin(), tree.lengths().end());
  for (double& length : lengths) length = std::floor(3.0 * length);
  tree.set_lengths(std::move(lengths));
  return tree;
}

Dendrogram scaled(Dendrogram tree, double factor) {
  std::vector<double> lengths(tree.lengths().begin(), tree.lengths().end());
  for (double& length : lengths) length *= factor;
  tree.set_lengths(std::move(lengths));
  return tree;
}

/// Clusters that are left when these branches are cut, by going from each leaf to the root.
Partition left_by(const Dendrogram& tree, const std::vector<Node>& branches) {
  std::vector<Node> parent(tree.lengths().size(), -1);
  for (std::size_t t = 0; t < tree.merges().size(); ++t)
    for (const Node child : {tree.merges()[t].left, tree.merges()[t].right})
      parent[child] = tree.leaf_count() + static_cast<Node>(t);
  std::vector<Label> labels;
  for (Object i = 0; i < tree.objects(); ++i) {
    Node v = tree.leaves()[i];
    while (parent[v] >= 0 && !std::ranges::binary_search(branches, v)) v = parent[v];
    labels.push_back(v);
  }
  return Partition(labels);
}

void expect_the_definition(const Dendrogram& tree) {
  const PlainParts plain(tree);
  const std::vector<TreeParts> found = parts_up_to(tree, tree.objects());
  for (Label k = 1; k <= tree.objects(); ++k) {
    const std::optional<Partition> expected = plain.of(k);
    ASSERT_EQ(expected.has_value(), k <= std::ssize(found)) << k;
    if (!expected) continue;
    EXPECT_EQ(found[k - 1].clusters, *expected) << k;
    EXPECT_EQ(std::ssize(found[k - 1].branches), k - 1);
    EXPECT_EQ(left_by(tree, found[k - 1].branches), *expected) << k;
  }
}

TEST(Parts, AreThoseOfTheDefinition) {
  for (const Object n : {4, 5, 6, 9, 13})
    for (std::uint64_t seed = 0; seed < (n < 9 ? 20 : 6); ++seed) {
      SCOPED_TRACE(fmt::format("{} objects, seed {}", n, seed));
      const Dendrogram tree = random_additive_tree(Partition::singletons(n), seed);
      expect_the_definition(tree);
      expect_the_definition(coarse(tree));
    }
}

TEST(Parts, OfInitialClustersAreThoseOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    expect_the_definition(random_additive_tree(testing::interleaved(12, 5), seed));
    expect_the_definition(random_additive_tree(Partition(std::vector<Label>{0, 1, 2, 2, 3, 4, 5, 5, 5, 6}), seed));
  }
}

/// The most parts of so many objects that any set of branches leaves, by trying all.
Label most_parts(const Dendrogram& tree, Object least) {
  const std::size_t branches = tree.lengths().size() - 1;
  Label most = 0;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << branches; ++set) {
    std::vector<Node> cut;
    for (std::size_t v = 0; v < branches; ++v)
      if ((set >> v & 1U) != 0) cut.push_back(static_cast<Node>(v));
    const Partition left = left_by(tree, cut);
    if (std::ranges::min(left.sizes()) >= least) most = std::max(most, left.clusters());
  }
  return most;
}

TEST(Parts, OfALeastSizeAreThoseOfTheDefinition) {
  int beyond_the_search = 0;
  for (const Object n : {4, 5, 7, 8})
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      for (const Object least : {2, 3}) {
        SCOPED_TRACE(fmt::format("{} objects, seed {}, at least {}", n, seed, least));
        const Dendrogram tree = random_additive_tree(Partition::singletons(n), seed);
        const Label most = most_parts(tree, least);
        EXPECT_EQ(partition::most_clusters(tree, least), most);
        const PlainParts plain(tree, least);
        const std::vector<TreeParts> found = parts_up_to(tree, n, least);
        ASSERT_EQ(std::ssize(found), most);
        for (Label k = 1; k <= most; ++k) {
          const TreeParts& parts = found[static_cast<std::size_t>(k) - 1];
          EXPECT_EQ(parts.clusters.clusters(), k);
          EXPECT_GE(std::ranges::min(parts.clusters.sizes()), least);
          EXPECT_EQ(left_by(tree, parts.branches), parts.clusters);
          const std::optional<Partition> expected = plain.of(k);
          beyond_the_search += expected ? 0 : 1;
          if (expected) {
            EXPECT_EQ(parts.clusters, *expected) << k;
          }
        }
      }
  EXPECT_GT(beyond_the_search, 0);
}

TEST(Parts, OfMoreThanAHalfAreOne) {
  const Dendrogram tree = random_additive_tree(Partition::singletons(3), 3);
  for (const Object least : {2, 3}) EXPECT_EQ(partition::most_clusters(tree, least), 1);
  EXPECT_EQ(partition::most_clusters(tree, 4), 0);
  EXPECT_EQ(parts_of(tree, 3, 2).clusters.clusters(), 1);
}

TEST(Parts, DependOnNeitherRootNorUnit) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Dendrogram tree = random_additive_tree(Partition::singletons(15), seed);
    const std::vector<TreeParts> found = parts_up_to(tree, 8);
    for (const Object outgroup : {0, 7, 14}) {
      const std::vector<TreeParts> moved =
          parts_up_to(linkage::rooted_by_outgroup(tree, std::vector<Object>{outgroup}).tree, 8);
      for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(moved[k].clusters, found[k].clusters);
    }
    for (const double factor : {1e-6, 1e6}) EXPECT_EQ(parts_of(scaled(tree, factor), 5).clusters, found[4].clusters);
  }
}

/// Three groups of four objects in a row, 1 apart, each object 0.1 from its group's middle; the root lies in the
/// second.
Dendrogram three_in_a_row() {
  Dendrogram tree(Partition::singletons(12));
  std::vector<double> lengths(12, 0.1);
  const auto join = [&](Node a, Node b, double above) {
    lengths.push_back(above);
    return tree.merge(a, b);
  };
  const Node first = join(join(0, 1, 0.0), join(2, 3, 0.0), 1.0), last = join(join(8, 9, 0.0), join(10, 11, 0.0), 1.0);
  const Node left = join(first, join(4, 5, 0.0), 0.0), right = join(last, join(6, 7, 0.0), 0.0);
  join(left, right, 0.0);
  tree.set_lengths(std::move(lengths));
  return tree;
}

TEST(Parts, AreNoBranchesWhereTheRootLiesInAGroup) {
  const Dendrogram tree = three_in_a_row();
  const Partition groups(std::vector<Label>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
  EXPECT_EQ(parts_of(tree, 3).clusters, groups);
  EXPECT_NE(tree.cut(3), groups);
  EXPECT_EQ(partition::clusters_of_tree(tree, 3), groups);
  const TreeParts two = parts_of(tree, 2);  // both outer groups gain the same: the one with object 0
  EXPECT_EQ(two.clusters, Partition(std::vector<Label>{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(two.branches.size(), 1U);
}

TEST(Parts, CutPendantBranchesLongestFirst) {
  Dendrogram tree = core::test::random_tree(5, 1);
  std::vector<double> lengths(9, 1.0);
  for (const Object i : {0, 1, 2, 3, 4}) lengths[i] = 0.1 + 0.01 * i;
  lengths.back() = 0.0;
  tree.set_lengths(lengths);
  const std::vector<TreeParts> found = parts_up_to(tree, 9);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found.back().clusters, Partition::singletons(5));
  const std::vector<Node>& cut = found[3].branches;  // two inner branches, and the longest that has a leaf beside it
  EXPECT_EQ(std::ranges::count_if(cut, [](Node v) { return v < 5; }), 1);
}

TEST(Parts, OfLessThanFourObjectsAreACut) {
  for (const Object n : {1, 2, 3}) {
    const Dendrogram tree = random_additive_tree(Partition::singletons(n), 3);
    for (Label k = 1; k <= n + 1; ++k) EXPECT_EQ(parts_of(tree, k).clusters, tree.cut(k)) << n << ", " << k;
  }
}

TEST(Parts, OfATreeWithoutLengthsAreRefusedAndItIsCut) {
  const Dendrogram tree = core::test::random_tree(9, 2);
  EXPECT_EQ(partition::clusters_of_tree(tree, 4), tree.cut(4));
  EXPECT_THROW(parts_of(tree, 4), core::ContractError);
  EXPECT_THROW(core::find_method("AddS-3+AL+parts"), core::UsageError);
  const core::Problem problem = testing::problem_of(core::test::random_similarities(9, 1), 1, 1.0, 1.0);
  const core::Outcome found = core::run_method(testing::method_of("AddS-3+AL+lengths+parts", {{"k", 3}}), problem);
  EXPECT_EQ(std::get<Partition>(found.product).clusters(), 3);
}

}  // namespace
}  // namespace tertium
