#pragma once

#include <span>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"

namespace tertium::partition {

struct LocalSearchResult {
  core::Partition partition;
  int passes = 0;
  bool ended = true;  ///< false: the last pass that was allowed still moved objects
};

/// OCC17 algorithm 2: object after object, in the given order or that of their numbers, goes to the cluster, a new one
/// included, in which most answers are satisfied, until a whole pass moves none. An object that gains nothing stays; of
/// equal clusters it goes to the first. A pass takes O(N + T) time.
LocalSearchResult local_search(const core::Partition& start, std::span<const core::OddOneOut> answers, int most_passes,
                               std::span<const core::Object> order);

}  // namespace tertium::partition
