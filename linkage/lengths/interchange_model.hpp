#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// Nearest neighbour interchange in a leaf_rooted tree: joins a node with the sibling of its parent, whose place the
/// node's own sibling takes. The parent stays the node above the two that are joined, and must not be the root, or a
/// child of it. Doing it again undoes it.
void interchange(MovingTree& tree, Node joined);
bool can_interchange(const MovingTree& tree, Node joined);

/// An interchange, and what it is expected to bring if only the five lengths around its branch change.
struct Prospect {
  Node joined = 0;
  double gain = 0.0;  ///< of the loss; may be negative
  /// At its best: above the two children of the node above the branch, that node's sibling, its parent, and itself.
  std::array<Node, 5> nodes{};
  std::array<double, 5> lengths{};
};

/// What all interchanges are expected to bring, by the loss's second order around where it was last evaluated.
///
/// Four parts of the tree meet around a branch. The interchange, and the five lengths of the branches there, change all
/// paths between two parts by the same amount, so the loss is a function of six numbers, whose first and second
/// derivatives are sums over the paths and questions. They serve both interchanges across the branch, and leave a
/// least-squares problem of five lengths >= 0. One pass through the questions, in integers and one addition, a branch.
std::vector<Prospect> prospects(const PathLoss& loss, const MovingTree& tree, const Lengths& lengths);

}  // namespace tertium::linkage
