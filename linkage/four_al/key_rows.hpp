#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace tertium::linkage {

/// A key that no pair of clusters has.
inline constexpr float kDead = -std::numeric_limits<float>::infinity();

/// Keys of the pairs of clusters, in the row of the one that was made later; every row knows its largest.
class KeyRows {
 public:
  explicit KeyRows(int slots) : rows_(slots), largest_(slots, kDead), where_(slots, 0) {}

  bool has(int slot) const { return !rows_[slot].empty(); }
  float largest(int slot) const { return largest_[slot]; }
  int where(int slot) const { return where_[slot]; }
  std::span<const float> row(int slot) const { return rows_[slot]; }
  void set_row(int slot, std::vector<float> keys) {
    rows_[slot] = std::move(keys);
    rescan(slot);
  }
  void set(int slot, int column, float key) {
    rows_[slot][column] = key;
    rescan(slot);
  }
  void drop_row(int slot) {
    rows_[slot] = {};
    largest_[slot] = kDead;
  }
  void drop_columns(int slot, int a, int b) {
    rows_[slot][a] = rows_[slot][b] = kDead;
    if (where_[slot] == a || where_[slot] == b) rescan(slot);
  }

 private:
  void rescan(int slot) {
    const std::vector<float>& row = rows_[slot];
    float best = kDead;
    for (const float key : row) best = key > best ? key : best;
    where_[slot] = static_cast<int>(std::find(row.begin(), row.end(), best) - row.begin());
    largest_[slot] = best;
  }

  std::vector<std::vector<float>> rows_;
  std::vector<float> largest_;
  std::vector<int> where_;
};

}  // namespace tertium::linkage
