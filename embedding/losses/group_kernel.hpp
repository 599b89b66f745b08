#pragma once

#include <cstddef>

#include "embedding/losses/losses.hpp"
#include "embedding/terms/groups.hpp"

namespace tertium::embedding {

/// Numbers of all objects: object by object, each filled up with zeros, so that what is known of one lies together and
/// is read in whole vectors; or dimension by dimension, each filled up with zeros to a multiple of kLanes, where
/// partners are read in a row (Star::all).
struct Numbers {
  const double* values = nullptr;
  std::size_t dimensions = 0;
  std::size_t of_object = 0, of_dimension = 0;  ///< from one to the next
  std::size_t count = 0;                        ///< with what lies between

  std::size_t place(Object i, std::size_t c) const {
    return static_cast<std::size_t>(i) * of_object + c * of_dimension;
  }
  double operator()(Object i, std::size_t c) const { return values[place(i, c)]; }
};

/// What the kernel works on.
struct KernelInput {
  const Groups& groups;
  Numbers x;                  ///< where the objects are
  Numbers v;                  ///< what is differentiated along
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
double evaluate_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end);

/// Adds to `result`, laid out as v, what the slopes make of v.
void multiply_groups(const KernelInput& input, std::size_t begin, std::size_t end, double* result);

}  // namespace tertium::embedding
