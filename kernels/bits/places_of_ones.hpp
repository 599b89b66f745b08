#pragma once

#include <cstdint>

namespace tertium::kernels {

/// For every byte, the numbers of its ones, ascending, and how many there are.
struct PlacesOfOnes {
  std::uint8_t places[256][8] = {};
  std::uint8_t count[256] = {};
};

inline constexpr PlacesOfOnes kPlacesOfOnes = [] {
  PlacesOfOnes table;
  for (int byte = 0; byte < 256; ++byte)
    for (std::uint8_t bit = 0; bit < 8; ++bit)
      if ((byte >> bit & 1) != 0) table.places[byte][table.count[byte]++] = bit;
  return table;
}();

}  // namespace tertium::kernels
