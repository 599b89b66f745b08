#pragma once

#include <span>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

namespace tertium::partition {

/// Clusters by pivots (Ailon, Charikar, Newman 2008) on the pairs of objects that the answers speak of: object after
/// object in random order, the next that has no cluster takes all that have none and that more answers want with it
/// than apart from it. O(N + T) time, 24 bytes for each answer.
core::Partition pivot_clusters(core::Object n, std::span<const core::OddOneOut> answers, core::Stream& stream);

}  // namespace tertium::partition
