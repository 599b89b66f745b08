#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/clusterings/agreement.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/random/random.hpp"
#include "metrics/bounds/tree_bound.hpp"

namespace tertium::testing {

using core::Object;

inline core::Stream stream(std::uint64_t seed) {
  return {core::CellKey{.master_seed = seed}, core::Purpose::kTest};
}

inline Object draw(core::Stream& random, Object n) {
  return static_cast<Object>(random.below(static_cast<std::uint64_t>(n)));
}

/// Answers of which one in `noise` is drawn without looking; the others are right for a line of objects.
inline core::TripletList answers(Object n, int count, std::uint64_t noise, core::Stream& random) {
  std::vector<core::Triplet> triplets;
  while (std::ssize(triplets) < count) {
    core::Triplet t{draw(random, n), draw(random, n), draw(random, n)};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (random.below(noise) != 0 && std::abs(t.anchor - t.near) > std::abs(t.anchor - t.far)) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  return {n, std::move(triplets)};
}

inline metrics::BoundLimits passes(std::int64_t count, int threads = 1) {
  return {.seconds = 1e9, .threads = threads, .passes = count};
}

inline std::int64_t halves(const core::Dendrogram& tree, const core::ListedTriplets& triplets) {
  const core::Agreement found = core::agreement(tree, triplets);
  return std::llround(2.0 * found.satisfied * static_cast<double>(found.comparisons));
}

}  // namespace tertium::testing
