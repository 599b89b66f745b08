#pragma once

#include <span>
#include <vector>

#include "core/clusterings/coordinates.hpp"

namespace tertium::embedding {

/// Where a map is looked at in the plane: along the two directions in which its objects are spread most.
struct MainPlane {
  core::Coordinates places;          ///< centred, in two dimensions; of a line the second is 0
  std::vector<double> directions{};  ///< dimensions x 2, row-major: unit vectors
  double shown = 1.0;                ///< the share of the spread that the plane has

  /// The covariance, xx, xy and yy, of what has this covariance (dimensions x dimensions) in the map.
  std::vector<double> covariance(std::span<const double> of_map) const;
  /// Where another map of as many dimensions is in the same plane, centred by itself.
  core::Coordinates seen(const core::Coordinates& other) const;
};

/// Principal components (Pearson 1901). Of two opposite directions the one whose largest component is positive.
MainPlane main_plane(const core::Coordinates& places);

}  // namespace tertium::embedding
