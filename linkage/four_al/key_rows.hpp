#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tertium::linkage {

/// A key that no pair of clusters has.
inline constexpr float kDead = -std::numeric_limits<float>::infinity();

/// Keys of the pairs of clusters, in the row of the one that was made later; every row knows its largest. A key is
/// forgotten by the time of its row: it is older than the cluster of its column.
class KeyRows {
 public:
  explicit KeyRows(int slots) : rows_(slots), largest_(slots, kDead), where_(slots, -1), made_(slots, 0) {}

  bool has(int slot) const { return where_[slot] >= 0; }
  float largest(int slot) const { return largest_[slot]; }
  int where(int slot) const { return where_[slot]; }
  float at(int slot, int column) const { return made_[column] <= made_[slot] ? rows_[slot][column] : kDead; }
  void set_row(int slot, std::vector<float> keys) {
    rows_[slot] = std::move(keys);
    made_[slot] = ++time_;
    rescan(slot);
  }
  void set(int slot, int column, float key) {
    rows_[slot][column] = key;
    rescan(slot);
  }
  /// Of the clusters in slots a and b nothing is known any more.
  void forget(int a, int b) {
    for (const int slot : {a, b}) {
      made_[slot] = ++time_;
      rows_[slot] = {};
      largest_[slot] = kDead;
      where_[slot] = -1;
    }
    for (int slot = 0; slot < static_cast<int>(where_.size()); ++slot)
      if (where_[slot] == a || where_[slot] == b) rescan(slot);
  }

 private:
  void rescan(int slot) {
    const std::vector<float>& row = rows_[slot];
    const std::int32_t made = made_[slot];
    float best = kDead;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const float key = made_[k] <= made ? row[k] : kDead;
      best = key > best ? key : best;
    }
    int where = 0;
    while (best != kDead && at(slot, where) != best) ++where;
    where_[slot] = where;
    largest_[slot] = best;
  }

  std::vector<std::vector<float>> rows_;
  std::vector<float> largest_;
  std::vector<int> where_;  // -1: no row
  std::vector<std::int32_t> made_;
  std::int32_t time_ = 0;
};

}  // namespace tertium::linkage
