#pragma once

#include <span>

#include "core/clusterings/dendrogram.hpp"
#include "core/graphs/graph.hpp"
#include "linkage/spanning/spanning_tree.hpp"

namespace tertium::linkage {

/// What joins the last k clusters.
enum class Top {
  kDensity,  ///< edge densities, phase 2 of Linkage++
  kSingle,   ///< single linkage to the end: PCA+
};

/// One tree of Linkage++: `nearest` are the merges of single linkage of the vertices' places
/// (euclidean_spanning_tree). Phase 1 does these until k clusters are left, 1 <= k. Phase 2: of two clusters the
/// density is w(A, B) / (|A| |B|); the densest two are joined, and the density of what they become with another
/// cluster is the larger of theirs, until one is left. Ties of densities: the first in row-major order of clusters,
/// ordered by smallest member. O(N + edges) time and, as a rule, O(k^2); 8 k^2 bytes.
core::Dendrogram linkage_plus(const core::Graph& graph, std::span<const PlacePair> nearest, int k, Top top);

}  // namespace tertium::linkage
