#pragma once

#include <cstddef>
#include <vector>

#include "experiments/config/config.hpp"

namespace tertium::experiments {

using Place = std::vector<std::size_t>;  ///< an index along every axis

/// A method over the dimensions that are refined. Those on which it does not depend have one value.
struct Map {
  std::size_t method = 0;  ///< index into SweepConfig::methods
  Place sizes;
  std::vector<std::size_t> points;  ///< indices into Plan::points; the last axis is the fastest
};

/// The maps of a refined sweep: one for each method and each combination of what is not refined.
std::vector<Map> maps_of(const SweepConfig& config);

/// Of the numbers along all axes.
std::size_t product(const Place& sizes);

/// Between the places of the first look, of so many.
std::size_t coarse_step(std::size_t size);

/// Calls visit(place) for all places low <= place <= high, the last axis fastest.
template <typename Visit>
void for_each_place(const Place& low, const Place& high, const Visit& visit) {
  Place place = low;
  for (;;) {
    visit(place);
    std::size_t axis = place.size();
    while (axis > 0 && place[axis - 1] == high[axis - 1]) {
      --axis;
      place[axis] = low[axis];
    }
    if (axis == 0) return;
    ++place[axis - 1];
  }
}

}  // namespace tertium::experiments
