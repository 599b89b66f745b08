#pragma once

#include <cstdint>

#include "core/clusterings/rooted_tree.hpp"

namespace tertium::core {

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
/// of the shallower tree, so N log^2 N of balanced trees and N^2 of caterpillars; where both have nodes of more than
/// two children their number enters, too. O(N) memory, no recursion. Objects must be the same.
TripleCounts count_triples(const RootedTree& first, const RootedTree& second);

}  // namespace tertium::core
