#pragma once

#include <array>
#include <vector>

#include "core/clusterings/tree_comparison.hpp"

namespace tertium::core {

/// A tree, wherever its root was, seen from one leaf.
struct SeenFrom {
  RootedTree tree{};
  /// By node of the tree: the one or two nodes of the given tree that the branch above it was above; -1: none.
  std::vector<std::array<Node, 2>> branches{};
};

/// The tree with its root at the inner node beside leaf i, so that the objects below a node are the side without i of a
/// branch of the unrooted tree, and each inner branch is there once: a root of two parts goes, its two branches are
/// one. O(nodes).
SeenFrom seen_from(const RootedTree& tree, Object i);

/// What two unrooted trees say of all sets of four objects, as TripleCounts of three: a tree resolves one where a
/// branch parts two of them from the other two. O(N) counts of triples: each quartet with x is a triple of the tree
/// seen from x (all are counted four times). Exact, the same for any number of threads. Objects must be the same.
TripleCounts count_quartets(const RootedTree& first, const RootedTree& second);

/// The part of another unrooted tree that is most like `side`, objects on one side of a branch, in either direction.
struct SideMatch {
  BranchMatch match{};
  Object size = 0;  ///< of the part, which is the node's objects or all others
};
/// O(N); of several equally good ones the smallest part.
SideMatch best_side(std::span<const Object> side, const RootedTree& other);

}  // namespace tertium::core
