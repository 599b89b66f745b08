#pragma once

#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// A binary tree with lengths whose root can be moved: children[k] of the inner node K + k, a length for every node.
struct RootedBranches {
  std::vector<core::Children> children;
  Node root = 0;
  Lengths lengths;
};

/// A place on the branch above a node, so far from that node.
struct BranchPlace {
  Node node = 0;
  double below = 0.0;
};

/// Puts the root onto a branch; the two branches at the root before become one. The tree has two leaves at least. Of
/// the two branches at the root, which are one, `below` may be as long as both.
void move_root(RootedBranches& tree, const BranchPlace& place);

/// The same tree with its root on the branch of leaf 0: how trees are worked on that have no root.
MovingTree leaf_rooted(const core::Dendrogram& tree);

/// The middle of the longest path between two leaves of a leaf_rooted tree; of equally long ones the first in preorder.
BranchPlace midpoint(const MovingTree& tree, const Lengths& lengths);

/// The node whose branch parts the leaves of a leaf_rooted tree as the root of `given`, the same tree, does.
Node branch_of_root(const MovingTree& tree, const core::Dendrogram& given);

/// The dendrogram of a leaf_rooted tree with its root there: dendrogram_by_distance.
core::Dendrogram rooted_at(const MovingTree& tree, const core::Partition& leaves, Lengths lengths,
                           const BranchPlace& place);

/// A tree with its root beside an outgroup.
struct OutgroupTree {
  core::Dendrogram tree;
  core::Object misplaced = 0;  ///< objects on the wrong side of the root
};

/// The tree with its root in the middle of the branch that parts the outgroup from all other objects, or of equally
/// near ones, those that have the fewest objects on the wrong side, of the first. The tree has lengths; the outgroup is
/// one object at least, and not all.
OutgroupTree rooted_by_outgroup(const core::Dendrogram& tree, std::span<const core::Object> outgroup);

}  // namespace tertium::linkage
