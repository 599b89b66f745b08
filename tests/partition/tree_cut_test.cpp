// Cuts with a least size of clusters against their definition by sets of objects.
#include "partition/trees/tree_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/error.hpp"
#include "partition/trees/tree_parts.hpp"
#include "tests/core/generators.hpp"

namespace tertium::partition {
namespace {

using core::Dendrogram;
using core::Label;
using core::Object;
using core::Partition;
using Objects = std::set<Object>;

/// Splits are undone from the last on; what of a cluster is outside of the split goes with its larger part. The
/// clusters of 1, 2, ...
std::vector<std::set<Objects>> plain_cuts(const Dendrogram& tree, Object least) {
  std::vector<Objects> below(static_cast<std::size_t>(tree.leaf_count()));
  for (Object i = 0; i < tree.objects(); ++i) below[tree.leaves()[i]].insert(i);
  for (const core::Merge& merge : tree.merges()) {
    below.push_back(below[merge.left]);
    below.back().merge(Objects(below[merge.right]));
  }
  std::set<Objects> clusters{below.back()};
  std::vector<std::set<Objects>> found;
  if (tree.objects() >= least) found.push_back(clusters);
  for (std::size_t t = tree.merges().size(); t-- > 0;) {
    Objects larger = below[tree.merges()[t].left], smaller = below[tree.merges()[t].right];
    if (larger.size() < smaller.size()) std::swap(larger, smaller);
    if (std::ssize(smaller) < least) continue;
    const auto divided =
        std::ranges::find_if(clusters, [&](const Objects& one) { return std::ranges::includes(one, larger); });
    Objects rest;
    std::ranges::set_difference(*divided, smaller, std::inserter(rest, rest.end()));
    clusters.erase(divided);
    clusters.insert(rest);
    clusters.insert(smaller);
    found.push_back(clusters);
  }
  return found;
}

std::set<Objects> sets_of(const Partition& partition) {
  std::set<Objects> sets;
  for (const std::vector<Object>& members : partition.members()) sets.emplace(members.begin(), members.end());
  return sets;
}

void expect_the_definition(const Dendrogram& tree, Object least) {
  const std::vector<std::set<Objects>> expected = plain_cuts(tree, least);
  ASSERT_EQ(most_cut(tree, least), std::ssize(expected));
  EXPECT_EQ(most_clusters(tree, least), std::ssize(expected));
  for (Label k = 1; k <= std::ssize(expected); ++k) {
    const Partition found = clusters_of_tree(tree, k, least);
    EXPECT_EQ(sets_of(found), expected[static_cast<std::size_t>(k) - 1]) << k;
    EXPECT_GE(std::ranges::min(found.sizes()), least) << k;
    if (least == 1) {
      EXPECT_EQ(found, tree.cut(k));
    }
  }
  const auto most = std::max<Label>(1, static_cast<Label>(expected.size()));
  EXPECT_EQ(cut_of(tree, tree.objects() + 1, least), cut_of(tree, most, least));
}

TEST(TreeCut, IsThatOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const Object least : {1, 2, 3, 5}) {
      SCOPED_TRACE(fmt::format("seed {}, at least {}", seed, least));
      const auto n = static_cast<Object>(2 + seed % 24);
      expect_the_definition(core::test::random_tree(n, seed), least);
      expect_the_definition(core::test::random_tree(core::test::random_partition(n, 6, seed), seed), least);
    }
}

TEST(TreeCut, SingleObjectsMakeNoClusters) {
  // Two groups of three, and two objects that are unlike all others.
  Dendrogram tree(Partition::singletons(8));
  const core::Node first = tree.merge(tree.merge(0, 1), 2), second = tree.merge(tree.merge(3, 4), 5);
  tree.merge(7, tree.merge(6, tree.merge(first, second)));
  EXPECT_EQ(tree.cut(3).sizes(), (std::vector<Object>{6, 1, 1}));
  EXPECT_EQ(cut_of(tree, 2, 3), Partition(std::vector<Label>{0, 0, 0, 1, 1, 1, 0, 0}));
  EXPECT_EQ(most_cut(tree, 3), 2);
}

}  // namespace
}  // namespace tertium::partition
