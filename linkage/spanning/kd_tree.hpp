#pragma once

#include <array>
#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::linkage {

/// Places in boxes within boxes (Bentley, Commun. ACM 1975): halves at the median of the widest side, until a box has
/// few places. Built in O(N d log N) time; about 3 N d doubles and the boxes.
class KdTree {
 public:
  static constexpr int kLeafSize = 16;

  struct Box {
    int begin = 0, end = 0;  ///< slots of its places
    int left = -1;           ///< number of the first half; the second one follows it; -1: a leaf
    int leaf = -1;           ///< number among the leaves
  };

  /// Of the first `dimensions` coordinates.
  KdTree(const core::Coordinates& places, int dimensions);

  int size() const { return static_cast<int>(object_at_.size()); }
  const std::vector<Box>& boxes() const { return boxes_; }  ///< the first holds all; halves come after their whole
  core::Object object_at(int slot) const { return object_at_[slot]; }

  /// Squared distances of the place at a slot to all places of a leaf, in the order of their slots: the same in
  /// either direction.
  std::array<double, kLeafSize> squared_distances(int slot, const Box& leaf) const;
  /// No more than the squared distance of the place to any in the box, after all rounding.
  double squared_distance_to_box(int slot, int box) const;

 private:
  const double* at(int slot) const { return values_.data() + static_cast<std::size_t>(slot) * d_; }
  void split(int box, const core::Coordinates& places);
  int fit(int box, const core::Coordinates& places);

  int d_;
  std::vector<core::Object> object_at_;
  std::vector<double> values_;  // of the places by slot
  std::vector<double> leaves_;  // the same, leaf by leaf and in it coordinate by coordinate, kLeafSize of each
  std::vector<Box> boxes_;
  std::vector<double> low_, high_;  // d of every box
};

}  // namespace tertium::linkage
