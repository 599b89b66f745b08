#pragma once

#include <cstdint>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/random/random.hpp"

namespace tertium::metrics {

/// Clusters by a number that tells them apart: the sum of a random 64-bit number of each of their objects. Two
/// different clusters of N objects have one sum with probability 2^-64.
using ClusterSums = std::vector<std::uint64_t>;

/// The random number of each of N objects.
ClusterSums object_numbers(core::Object objects, const core::CellKey& cell);

/// Of every node of the tree, as nodes are numbered. O(N).
ClusterSums node_sums(const core::Dendrogram& tree, const ClusterSums& numbers);
ClusterSums node_sums(const core::RootedTree& tree, const ClusterSums& numbers);

}  // namespace tertium::metrics
