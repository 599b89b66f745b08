#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace tertium::core {

/// The largest of any range of a list, in two reads: a table has the maxima of all ranges of 2^k (Bender and
/// Farach-Colton, The LCA problem revisited, 2000). O(n log n) time and 4 n log2 n bytes.
class RangeMaxima {
 public:
  RangeMaxima() = default;
  explicit RangeMaxima(std::vector<std::int32_t> values) : maxima_{std::move(values)} {
    for (std::size_t width = 1; 2 * width <= maxima_[0].size(); width *= 2) {
      const std::vector<std::int32_t>& half = maxima_.back();
      std::vector<std::int32_t> whole(half.size() - width);
      for (std::size_t k = 0; k < whole.size(); ++k) whole[k] = std::max(half[k], half[k + width]);
      maxima_.push_back(std::move(whole));
    }
  }

  /// Of the values from low to high - 1, low < high.
  std::int32_t operator()(std::int32_t low, std::int32_t high) const {
    const int level = std::bit_width(static_cast<unsigned>(high - low)) - 1;
    const std::vector<std::int32_t>& maxima = maxima_[level];
    return std::max(maxima[low], maxima[high - (std::int32_t{1} << level)]);
  }

 private:
  std::vector<std::vector<std::int32_t>> maxima_;  // [k][p]: of the 2^k values from p on
};

}  // namespace tertium::core
