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
/// Counts the branches of both. O(N log N). Objects must be the same.
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

/// What two trees of the same objects say of all triples of objects. A tree resolves a triple where two of the three
/// have a lowest common ancestor below that of all; below a node of more than two children a triple may be unresolved.
struct TripleCounts {
  std::int64_t same = 0;         ///< resolved by both, with the same closest pair
  std::int64_t different = 0;    ///< resolved by both, with different pairs
  std::int64_t first_only = 0;   ///< resolved by the first tree only
  std::int64_t second_only = 0;  ///< resolved by the second tree only
  std::int64_t neither = 0;      ///< resolved by none

  std::int64_t all() const { return same + different + first_only + second_only + neither; }
  /// The triplet distance, as a share: triples that are not the same in both; NaN of fewer than three objects.
  double distance() const;
};

/// Counts as Sand, Brodal, Fagerberg, Pedersen and Mailund (A practical O(n log^2 n) time algorithm for computing the
/// triplet distance on binary trees, 2013) name them, in a way of our own: O(N log N d) time where d is the mean depth
/// of the shallower tree, so N log^2 N of balanced trees and N^2 of caterpillars, whatever numbers of children there
/// are. O(N) memory, no recursion. Objects must be the same.
TripleCounts count_triples(const RootedTree& first, const RootedTree& second);

/// Two trees face to face: the leaves of each from top to bottom, so that no branches cross. Lines between equal leaves
/// cross `crossings` times.
struct Tanglegram {
  std::vector<Object> first, second;
  std::int64_t crossings = 0;
};

/// Turns the children of all nodes so that few lines cross. The fewest are hard to find (Fernau, Kaufmann and Poths,
/// Comparing trees via crossing minimization, 2010), so the trees take turns: the children of every node are put in the
/// order of the mean place of their leaves in the other tree, until nothing gets better. Beginning with either tree;
/// the better one is taken. O(N log N) a turn, the same on every machine.
Tanglegram untangled(const RootedTree& first, const RootedTree& second);

/// Pairs of objects in different order: the crossings of straight lines. O(N log N).
std::int64_t crossings(std::span<const Object> first, std::span<const Object> second);

}  // namespace tertium::core
