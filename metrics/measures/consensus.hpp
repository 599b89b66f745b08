#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/random/random.hpp"

namespace tertium::metrics {

/// What most of some trees have in common.
struct Consensus {
  core::RootedTree tree;
  std::vector<std::int64_t> counts;  ///< trees that have each of its nodes
};

/// The trees are asked for one by one, from 0 on.
using TreeOfNumber = std::function<core::RootedTree(std::int64_t)>;

/// The majority-rule tree (Margush and McMorris, Consensus n-trees, 1981): its nodes are the clusters of more than half
/// of the trees, and of a share of at least `least` of them, no others; any two of them are in one tree together, so
/// one lies inside the other or they are apart. 1: the strict consensus. Trees are of the same objects. Clusters are
/// known by their sums (cluster_sums.hpp, with the numbers of `cell`). The same whatever the order of the trees; larger
/// children first, leaves last. O(N) time a tree, and memory for all different clusters.
Consensus majority_tree(std::int64_t trees, const TreeOfNumber& tree, const core::CellKey& cell, double least = 0.5);

}  // namespace tertium::metrics
