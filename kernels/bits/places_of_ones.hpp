#pragma once

#include <cstdint>

namespace tertium::kernels {

/// For every byte, 2^shift times the numbers of its ones, ascending, and how many there are.
struct PlacesOfOnes {
  alignas(16) std::uint16_t places[256][8] = {};
  std::uint8_t count[256] = {};
};

template <int kShift>
inline constexpr PlacesOfOnes kPlacesOfOnes = [] {
  PlacesOfOnes table;
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((byte >> bit & 1U) != 0) table.places[byte][table.count[byte]++] = static_cast<std::uint16_t>(bit << kShift);
  return table;
}();

}  // namespace tertium::kernels
