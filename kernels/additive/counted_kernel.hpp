#pragma once

#include "core/comparisons/pairs.hpp"

namespace tertium::kernels {

/// A similarity for every pair of objects, and the number of comparisons that it was made of.
struct CountedKernel {
  core::PairTable<std::int64_t> kernel;
  std::int64_t comparisons = 0;
};

}  // namespace tertium::kernels
