#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/range_maxima.hpp"
#include "core/comparisons/closest_pairs.hpp"

namespace tertium::core {

/// H(i,j), the number of objects under the lowest common ancestor of two objects, for any pair and without a table of
/// all: as lca_sizes.
///
/// In the order of the leaves from left to right, the lowest common ancestor of two objects is the largest of the
/// merges that part neighbours between them: the maximum of a range. O(N log N) time and 4 N log2 N bytes, then O(1)
/// for a pair. The tree must be complete.
class AncestorSizes {
 public:
  explicit AncestorSizes(const Dendrogram& tree);

  Object objects() const { return static_cast<Object>(place_.size()); }
  /// Where an object stands in the order of the leaves, 0..N-1.
  Object place(Object i) const { return place_[i]; }
  /// H of the objects at two places, low < high.
  Object between(Object low, Object high) const { return sizes_(low, high); }
  /// H(i,j), i != j.
  Object operator()(Object i, Object j) const {
    return place_[i] < place_[j] ? between(place_[i], place_[j]) : between(place_[j], place_[i]);
  }

 private:
  std::vector<Object> place_;
  RangeMaxima sizes_;  // of the merges that part neighbours
};

/// Which merge joins two objects first, by its number, i != j: the largest of those that part them, for parts come
/// before what they are joined to. Otherwise as AncestorSizes; the leaves must be single objects.
class CommonMerges {
 public:
  explicit CommonMerges(const Dendrogram& tree);
  std::size_t operator()(Object i, Object j) const {
    const auto [low, high] = std::minmax(place_[i], place_[j]);
    return static_cast<std::size_t>(merges_(low, high));
  }

 private:
  std::vector<Object> place_;
  RangeMaxima merges_;
};

/// Of three objects those two are closest whose lowest common ancestor is deepest. Objects of one leaf are closer than
/// any others, and tied with each other. Time and memory are those of AncestorSizes; the tree must be complete.
std::shared_ptr<const ClosestPairs> closest_pairs_by(const Dendrogram& tree);

}  // namespace tertium::core
