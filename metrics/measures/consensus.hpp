#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/methods/product.hpp"
#include "core/random/random.hpp"

namespace tertium::metrics {

/// What most of some trees have in common.
struct Consensus {
  core::RootedTree tree;
  std::vector<std::int64_t> counts;  ///< trees that have each of its nodes
};

/// The majority-rule tree (Margush and McMorris, Consensus n-trees, 1981): its nodes are the clusters of more than half
/// of the trees, no others; any two of them are in one tree together, so one lies inside the other or they are apart.
/// Trees are of the same objects. Clusters are known by their sums (cluster_sums.hpp, with the numbers of `cell`). The
/// same whatever the order of the trees; larger children first, leaves last. O(N) time and memory a tree.
Consensus majority_tree(std::span<const core::Product> trees, const core::CellKey& cell);

}  // namespace tertium::metrics
