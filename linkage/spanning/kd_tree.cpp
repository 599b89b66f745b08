#include "linkage/spanning/kd_tree.hpp"

#include <algorithm>
#include <numeric>

namespace tertium::linkage {

KdTree::KdTree(const core::Coordinates& places, int dimensions) : d_(dimensions), object_at_(places.objects) {
  std::iota(object_at_.begin(), object_at_.end(), 0);
  if (places.objects == 0) return;
  boxes_.push_back({0, places.objects});
  for (int box = 0; box < static_cast<int>(boxes_.size()); ++box) split(box, places);
  values_.reserve(object_at_.size() * static_cast<std::size_t>(d_));
  for (const core::Object i : object_at_)
    for (int c = 0; c < d_; ++c) values_.push_back(places(i, c));
  int count = 0;
  for (Box& box : boxes_) {
    if (box.left >= 0) continue;
    box.leaf = count++;
    leaves_.resize(leaves_.size() + static_cast<std::size_t>(d_) * kLeafSize, 0.0);
    double* const block = leaves_.data() + static_cast<std::size_t>(box.leaf) * d_ * kLeafSize;
    for (int slot = box.begin; slot < box.end; ++slot)
      for (int c = 0; c < d_; ++c) block[c * kLeafSize + slot - box.begin] = at(slot)[c];
  }
}

/// Draws the sides of a box round its places; returns the widest dimension.
int KdTree::fit(int box, const core::Coordinates& places) {
  const Box& b = boxes_[box];
  int widest = 0;
  for (int c = 0; c < d_; ++c) {
    double low = places(object_at_[b.begin], c), high = low;
    for (int slot = b.begin; slot < b.end; ++slot) {
      low = std::min(low, places(object_at_[slot], c));
      high = std::max(high, places(object_at_[slot], c));
    }
    low_.push_back(low);
    high_.push_back(high);
    const std::size_t first = static_cast<std::size_t>(box) * d_;
    if (high - low > high_[first + widest] - low_[first + widest]) widest = c;
  }
  return widest;
}

void KdTree::split(int box, const core::Coordinates& places) {
  const int widest = d_ == 0 ? 0 : fit(box, places);
  const int begin = boxes_[box].begin, end = boxes_[box].end;
  if (end - begin <= kLeafSize || d_ == 0) return;
  const int middle = begin + (end - begin) / 2;
  // Of equal coordinates by object, so that the tree is one and the same everywhere.
  std::nth_element(object_at_.begin() + begin, object_at_.begin() + middle, object_at_.begin() + end,
                   [&](core::Object a, core::Object b) {
                     const double x = places(a, widest), y = places(b, widest);
                     return x != y ? x < y : a < b;
                   });
  boxes_[box].left = static_cast<int>(boxes_.size());
  boxes_.push_back({begin, middle});
  boxes_.push_back({middle, end});
}

std::array<double, KdTree::kLeafSize> KdTree::squared_distances(int slot, const Box& leaf) const {
  // All at once, which compilers make vector instructions of; each sum is in the order of the coordinates.
  const double* const x = at(slot);
  const double* const block = leaves_.data() + static_cast<std::size_t>(leaf.leaf) * d_ * kLeafSize;
  std::array<double, kLeafSize> sums{};
  for (int c = 0; c < d_; ++c)
    for (int k = 0; k < kLeafSize; ++k) {
      const double difference = x[c] - block[c * kLeafSize + k];
      sums[k] += difference * difference;
    }
  return sums;
}

double KdTree::squared_distance_to_box(int slot, int box) const {
  // Rounding is monotone and the order of the sum that of squared_distances, so this is no more than any of those.
  const double* const x = at(slot);
  const double* const low = low_.data() + static_cast<std::size_t>(box) * d_;
  const double* const high = high_.data() + static_cast<std::size_t>(box) * d_;
  double sum = 0.0;
  for (int c = 0; c < d_; ++c) {
    const double gap = std::max({low[c] - x[c], x[c] - high[c], 0.0});
    sum += gap * gap;
  }
  return sum;
}

}  // namespace tertium::linkage
