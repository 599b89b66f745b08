#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/clusterings/dendrogram.hpp"

namespace tertium::core {

/// The two nodes below an inner node of a tree that has no order of merges: leaves 0..N-1, inner nodes from N on.
using Children = std::array<Node, 2>;

/// The dendrogram of such a tree: children[k] of the inner node N + k, in any order, all below `root`. Smaller clusters
/// are merged first, of equally large ones that with the smallest object; the part with the smallest object stands
/// left. So trees of the same clusters are equal, and the number of a merge is a height that grows towards the root.
/// O(N log N) time, O(N) memory, no recursion.
Dendrogram dendrogram_by_size(Object n, std::span<const Children> children, Node root);

}  // namespace tertium::core
