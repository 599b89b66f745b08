#pragma once

#include "core/clusterings/coordinates.hpp"

namespace tertium::embedding {

/// A dimension in which no object has as much as this is pruned, as in the paper's program.
inline constexpr double kLeastWeight = 0.1;

/// The places in the dimensions that count, by their sums, the largest first (of equal sums the earlier); one dimension
/// is left at least.
core::Coordinates weighty_dimensions(const core::Coordinates& places);

}  // namespace tertium::embedding
