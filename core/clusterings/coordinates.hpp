#pragma once

#include <cstddef>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Points that stand for objects: objects x dimensions, row-major.
struct Coordinates {
  Object objects = 0;
  int dimensions = 0;
  std::vector<double> values{};

  double operator()(Object i, int dimension) const {
    return values[static_cast<std::size_t>(i) * dimensions + static_cast<std::size_t>(dimension)];
  }
  bool operator==(const Coordinates&) const = default;
};

/// The cosines of the rows; 0 where a row is zero.
Similarities cosine_similarities(const Coordinates& coordinates);

}  // namespace tertium::core
