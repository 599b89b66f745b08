#pragma once

#include <cstddef>

#include "embedding/losses/losses.hpp"
#include "embedding/terms/groups.hpp"

namespace tertium::embedding {

/// Numbers of all objects, dimension by dimension; each dimension begins `stride` after the one before.
struct Columns {
  const double* values = nullptr;
  std::size_t dimensions = 0;
};

/// What the kernel works on. `stride` is N, made a multiple of kLanes, and what lies between is zero.
struct KernelInput {
  const Groups& groups;
  Columns x;  ///< where the objects are
  Columns v;  ///< what is differentiated along
  std::size_t stride = 0;
  double* scratch = nullptr;  ///< kScratchArrays x Groups::most_pairs
};
inline constexpr std::size_t kScratchArrays = 3;

/// Returns the loss of the groups begin..end-1 and adds to `result`, laid out as v, what Objective::along says.
double add_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result);

}  // namespace tertium::embedding
