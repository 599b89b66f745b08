#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tertium::core {

/// The most that a KeySet takes until it has so many keys: its places, a power of two, beside the half as many before.
inline double key_set_bytes(double count) {
  constexpr double kLeast = 16.0, kMost = 0x1p60, kFull = 0.75;
  const auto places = std::bit_ceil(static_cast<std::uint64_t>(std::clamp(count / kFull, kLeast, kMost)));
  return 1.5 * sizeof(std::uint64_t) * static_cast<double>(places);
}

}  // namespace tertium::core
