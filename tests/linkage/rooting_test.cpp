// Roots of trees with lengths: moved they change no path, in the middle of the longest path, and beside an outgroup.
#include "linkage/lengths/rooting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tests/core/generators.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Label;
using core::Node;
using core::Object;
using core::PairTable;
using core::Partition;
using core::test::random_additive_tree;
using core::test::random_lengths;
using linkage::Lengths;
using linkage::MovingTree;

TEST(MoveRoot, ChangesNoPath) {
  for (const Object n : {2, 3, 8}) {
    const Dendrogram tree = random_additive_tree(Partition::singletons(n), 7);
    const PairTable<double> paths = core::path_lengths(tree);
    linkage::RootedBranches branches{{}, 2 * n - 2, {tree.lengths().begin(), tree.lengths().end()}};
    for (const core::Merge& merge : tree.merges()) branches.children.push_back({merge.left, merge.right});
    for (Node v = 0; v < 2 * n - 1; ++v) {
      linkage::RootedBranches moved = branches;
      if (v == moved.root) continue;
      linkage::move_root(moved, {v, 0.25 * moved.lengths[v]});
      const Dendrogram there = core::dendrogram_by_distance(tree.leaves(), moved.children, moved.root, moved.lengths);
      const PairTable<double> found = core::path_lengths(there);
      for (core::PairIndex p = 0; p < paths.pairs(); ++p) EXPECT_NEAR(found[p], paths[p], 1e-12);
    }
  }
}

TEST(Midpoint, IsHalfwayBetweenTheFarthestLeaves) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Dendrogram tree = random_additive_tree(Partition::singletons(9), seed);
    const MovingTree moving = linkage::leaf_rooted(tree);
    Lengths lengths = random_lengths(17, seed + 20);
    lengths[0] = lengths[moving.root()] = 0.0;
    const Dendrogram rooted = linkage::rooted_at(moving, tree.leaves(), lengths, linkage::midpoint(moving, lengths));
    const PairTable<double> paths = core::path_lengths(rooted);
    const double longest = *std::ranges::max_element(paths.values());
    const std::vector<double> distance = core::root_distances(rooted);
    EXPECT_NEAR(*std::ranges::max_element(distance), longest / 2, 1e-12);
    const core::Merge& top = rooted.merges().back();
    std::array<double, 2> deepest{};
    const Partition sides = rooted.cut(2);
    for (Object i = 0; i < 9; ++i) deepest[sides[i]] = std::max(deepest[sides[i]], distance[i]);
    EXPECT_NEAR(deepest[0], deepest[1], 1e-12);
    EXPECT_EQ(top.size, 9);
  }
}

std::vector<Object> objects_below(const Dendrogram& tree, Node node) {
  const Label leaves = tree.leaf_count();
  std::vector<Object> objects;
  if (node >= leaves) {
    for (const Node child : {tree.merges()[node - leaves].left, tree.merges()[node - leaves].right})
      for (const Object object : objects_below(tree, child)) objects.push_back(object);
    return objects;
  }
  for (Object i = 0; i < tree.objects(); ++i)
    if (tree.leaves()[i] == node) objects.push_back(i);
  return objects;
}

/// How many objects are to change sides for the root to part these from the others.
Object misplaced_at_root(const Dendrogram& tree, const std::vector<Object>& outgroup) {
  const Partition sides = tree.cut(2);
  std::vector<bool> inside(static_cast<std::size_t>(tree.objects()));
  for (const Object object : outgroup) inside[object] = true;
  Object wrong = 0;
  for (Object i = 0; i < tree.objects(); ++i) wrong += static_cast<Object>(inside[i] == (sides[i] == 0));
  return std::min(wrong, tree.objects() - wrong);
}

TEST(Outgroup, IsOnOneSideOfTheRootInTheMiddleOfItsBranch) {
  for (const Partition& leaves : {Partition::singletons(9), testing::interleaved(16, 6), Partition::singletons(2)}) {
    const Dendrogram tree = random_additive_tree(leaves, 11);
    const PairTable<double> paths = core::path_lengths(tree);
    for (Node v = 0; v + 1 < 2 * leaves.clusters() - 1; ++v) {
      const std::vector<Object> outgroup = objects_below(tree, v);
      const linkage::OutgroupTree found = linkage::rooted_by_outgroup(tree, outgroup);
      EXPECT_EQ(found.misplaced, 0);
      EXPECT_EQ(misplaced_at_root(found.tree, outgroup), 0);
      const core::Merge& top = found.tree.merges().back();
      EXPECT_EQ(found.tree.lengths()[top.left], found.tree.lengths()[top.right]);
      const PairTable<double> moved = core::path_lengths(found.tree);
      for (core::PairIndex p = 0; p < paths.pairs(); ++p) EXPECT_NEAR(moved[p], paths[p], 1e-12);
    }
  }
}

TEST(Outgroup, ThatIsNotTogetherHasTheRootWhereFewestObjectsAreOnTheWrongSide) {
  core::Stream random = core::test::stream(8);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Dendrogram tree =
        random_additive_tree(seed % 2 == 0 ? Partition::singletons(9) : testing::interleaved(16, 6), seed);
    std::vector<Object> outgroup{0};
    for (Object i = 1; i + 1 < tree.objects(); ++i)
      if (random.uniform() < 0.4) outgroup.push_back(i);
    const linkage::OutgroupTree found = linkage::rooted_by_outgroup(tree, outgroup);
    EXPECT_EQ(misplaced_at_root(found.tree, outgroup), found.misplaced);
    for (Node v = 0; v < 2 * tree.leaf_count() - 2; ++v)
      EXPECT_LE(found.misplaced,
                misplaced_at_root(linkage::rooted_by_outgroup(tree, objects_below(tree, v)).tree, outgroup));
  }
}

}  // namespace
}  // namespace tertium
