#pragma once

#include "core/clusterings/coordinates.hpp"

namespace tertium::embedding {

/// One configuration of objects moved onto another one, by a rotation or reflection, a scale and a shift.
struct Procrustes {
  core::Coordinates moved;  ///< in as many dimensions as the target
  /// The share of the target's spread that is left between the two, in [0, 1]; the same the other way round, and what
  /// scipy.spatial.procrustes calls disparity. 1 where all objects of one configuration are at the same place.
  double distance = 1.0;
};

/// The least squares of all such moves (Gower, Generalized Procrustes analysis, 1975, for two): of the singular value
/// decomposition U S V^T of the product of the centred configurations the rotation is U V^T. Dimensions may differ: the
/// smaller configuration has zeros in the others. Both have the same objects, at least one. O(N d e + d e min(d, e)).
Procrustes moved_onto(const core::Coordinates& places, const core::Coordinates& target);

}  // namespace tertium::embedding
