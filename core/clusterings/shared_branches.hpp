#pragma once

#include <cstdint>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

/// For every node of the first tree the node of the second one with the same objects below it, -1 where there is none
/// (Day, Optimal algorithms for comparing trees with labeled leaves, 1985). O(N log N), exact. Objects must be the
/// same.
std::vector<Node> shared_nodes(const RootedTree& first, const RootedTree& second);

/// Inner nodes but the root, by which trees are compared (Robinson and Foulds, Comparison of phylogenetic trees, 1981).
struct BranchComparison {
  std::int64_t shared = 0, first_only = 0, second_only = 0;

  std::int64_t distance() const { return first_only + second_only; }
  std::int64_t all() const { return 2 * shared + distance(); }
};
BranchComparison compare_branches(const RootedTree& first, const RootedTree& second);

/// What of another tree is most like a branch.
struct BranchMatch {
  Node node = -1;         ///< of the other tree
  Object common = 0;      ///< objects below both
  double likeness = 0.0;  ///< of the objects below one of them, the share that is below both (Jaccard)
};

/// The inner node of `other` that is most like node v of `tree`; of several the smallest. O(N).
BranchMatch best_match(const RootedTree& tree, Node v, const RootedTree& other);

/// Whether node v of `tree` could be a node of `other` with nothing else changed: each node of that is below it, above
/// it or beside it. O(N).
bool fits(const RootedTree& tree, Node v, const RootedTree& other);

}  // namespace tertium::core
