#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// What of two places says how alike their objects are.
enum class Likeness { kDistance, kProduct };

/// Places of objects: objects x dimensions, row-major.
struct Coordinates {
  Object objects = 0;
  int dimensions = 0;
  std::vector<double> values{};
  Likeness likeness = Likeness::kDistance;  ///< the nearer, or the larger the scalar product, the more alike

  /// The coordinate of an object in a dimension, from 0.
  double operator()(Object i, int dimension) const {
    return values[static_cast<std::size_t>(i) * dimensions + static_cast<std::size_t>(dimension)];
  }
  bool operator==(const Coordinates&) const = default;
};

/// The cosines of the rows; 0 where a row is zero.
Similarities cosine_similarities(const Coordinates& coordinates);

/// Less the Euclidean distances of the rows, or their scalar products, as their likeness says.
Similarities near_similarities(const Coordinates& coordinates);

/// The same places after the objects are renumbered: object i becomes object new_id[i].
Coordinates relabelled(const Coordinates& coordinates, std::span<const Object> new_id);

}  // namespace tertium::core
