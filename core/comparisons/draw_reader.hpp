#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/comparisons/drawn_sample.hpp"

namespace tertium::core {

/// Reads the draws of a line stretch by stretch, with the answers (+1 true, -1 flipped).
class DrawReader {
 public:
  static constexpr std::int64_t kChunk = 1024;  ///< draws of a stretch, at most

  DrawReader(const NumberedDraws& draws, double eps) : draws_(draws), threshold_(flip_threshold(eps)) {}

  /// use(draw, answer) for draws 0..n-1 of one side; before(size) ahead of every stretch.
  template <typename Before, typename Use>
  void read_side(const DrawLine& line, std::uint32_t bound, std::int64_t n, Before before, Use use) {
    for (std::int64_t first = 0; first < n; first += kChunk) {
      const std::int64_t size = std::min(kChunk, n - first);
      before(size);
      draws_.below(line, static_cast<std::uint64_t>(first), bound, {first_.data(), static_cast<std::size_t>(size)});
      if (threshold_ == 0) {
        for (std::int64_t k = 0; k < size; ++k) use(first_[k], 1);
        continue;
      }
      read_flips(line, first, size);
      for (std::int64_t k = 0; k < size; ++k) use(first_[k], answer(k));
    }
  }

  /// use(draw of side 0, draw of side 1, answer) for draws 0..n-1; before(size) ahead of every stretch.
  template <typename Before, typename Use>
  void read_both(const DrawLine& line, std::uint32_t bound0, std::uint32_t bound1, std::int64_t n, Before before,
                 Use use) {
    read_two(
        line, bound0, bound1, n, before, [](std::int64_t) {}, use);
  }

  /// use(lower, higher, answer) for draws 0..n-1 of two different places out of `places`.
  template <typename Before, typename Use>
  void read_places(const DrawLine& line, std::uint32_t places, std::int64_t n, Before before, Use use) {
    read_two(
        line, places, places - 1, n, before, [this](std::int64_t size) { order_places(size); }, use);
  }

 private:
  template <typename Before, typename Prepare, typename Use>
  void read_two(DrawLine line, std::uint32_t bound0, std::uint32_t bound1, std::int64_t n, Before before,
                Prepare prepare, Use use) {
    for (std::int64_t first = 0; first < n; first += kChunk) {
      const std::int64_t size = std::min(kChunk, n - first);
      before(size);
      line.side = 0;
      draws_.below(line, static_cast<std::uint64_t>(first), bound0, {first_.data(), static_cast<std::size_t>(size)});
      line.side = 1;
      draws_.below(line, static_cast<std::uint64_t>(first), bound1, {second_.data(), static_cast<std::size_t>(size)});
      prepare(size);
      if (threshold_ == 0) {
        for (std::int64_t k = 0; k < size; ++k) use(first_[k], second_[k], 1);
        continue;
      }
      read_flips(line, first, size);
      for (std::int64_t k = 0; k < size; ++k) use(first_[k], second_[k], answer(k));
    }
  }

  /// The second place leaves out the first. In bits, because a branch on random places would be
  /// mispredicted every other time.
  void order_places(std::int64_t size) {
    for (std::int64_t k = 0; k < size; ++k) {
      const std::uint32_t x = first_[k];
      const std::uint32_t y = second_[k] + static_cast<std::uint32_t>(second_[k] >= x);
      const std::uint32_t exchange = (x ^ y) & (0U - static_cast<std::uint32_t>(y < x));
      first_[k] = x ^ exchange;
      second_[k] = y ^ exchange;
    }
  }

  void read_flips(DrawLine line, std::int64_t first, std::int64_t size) {
    line.side = 2;
    draws_.bits(line, static_cast<std::uint64_t>(first), {flips_.data(), static_cast<std::size_t>(size)});
  }
  int answer(std::int64_t k) const { return 1 - 2 * static_cast<int>(flips_[k] < threshold_); }

  const NumberedDraws& draws_;
  std::uint32_t threshold_;
  std::array<std::uint32_t, kChunk> first_, second_, flips_;
};

}  // namespace tertium::core
