#pragma once

#include <algorithm>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

/// How far the branches of a tree are from another tree: the transfer distance (Lemoine, Domelevo Entfellner,
/// Wilkinson, Correia, Davila Felipe, De Oliveira and Gascuel, Renewing Felsenstein's phylogenetic bootstrap in the era
/// of big data, Nature 2018), the least number of leaves that have to be moved until the other tree has the branch.
///
/// The paper's trees have no root, and its branches divide the leaves in two. Ours have one, which is one leaf more,
/// hung above all: a node's objects are then one side of a branch, the other objects and the root its other side, and
/// the distances are the paper's. So a branch is at distance 0 where the other tree has a node of exactly these
/// objects, and at distance 1 where they are together but for one object, or together on the wrong side of the root.
/// Without the root among the leaves the two children of the root would be one branch, and n - 1 objects none.
///
/// For each node of `tree` by its number; 0 for leaves and the root, which every tree has. O(N) time for each inner
/// node, O(N) memory. Objects must be the same.
std::vector<Object> transfer_distances(const RootedTree& tree, const RootedTree& other);

/// The most that it can be, for a node of so many of n objects: any leaf, or the root, is a branch that leaves all but
/// one of the smaller side to be moved.
constexpr Object most_moved(Object size, Object n) {
  return std::min(size, n + 1 - size) - 1;
}

}  // namespace tertium::core
