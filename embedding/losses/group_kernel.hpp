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
  double* slopes = nullptr;   ///< dloss/dD of every pair, from Group::first_slope on; only where slopes are kept
};
inline constexpr std::size_t kScratchArrays = 3;

// Each works on the groups begin..end-1.

/// Returns the loss and adds to `result`, laid out as v, what Objective::multiply says, slopes and products in one go.
double add_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result);

/// Returns the loss.
double loss_of_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end);

/// Returns the loss and writes the slopes.
double weigh_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end);

/// Adds to `result`, laid out as v, what the slopes make of v.
void multiply_groups(const KernelInput& input, std::size_t begin, std::size_t end, double* result);

}  // namespace tertium::embedding
