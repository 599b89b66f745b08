#pragma once

#include <cstdint>
#include <vector>

#include "core/base/team.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::kernels {

/// A similarity for every pair of objects, and the number of comparisons that it was made of.
struct CountedKernel {
  core::PairTable<std::int64_t> kernel;
  std::int64_t comparisons = 0;
};

/// Adds up what threads (`parts`, each with add_to(kernel)) and then what members of the team have summed. `seen`: how
/// many comparisons this member has looked at, each from both of its pairs.
template <typename Part>
CountedKernel add_parts(core::Object n, std::vector<Part>& parts, std::int64_t seen, core::Team& team) {
  CountedKernel result{core::PairTable<std::int64_t>(n), 0};
  for (Part& part : parts) part.add_to(result.kernel);
  team.sum(result.kernel.values());
  result.comparisons = team.sum(seen) / 2;
  return result;
}

}  // namespace tertium::kernels
