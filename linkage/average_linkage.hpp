#pragma once

#include <cstdint>

#include "core/dendrogram.hpp"
#include "core/pairs.hpp"
#include "linkage/ties.hpp"

namespace tertium::linkage {

/// Average linkage (HC19 Algorithm 1): repeatedly merges the two clusters of the largest mean similarity, starting from
/// `leaves`.
///
/// Integer similarities are summed exactly and means compared as fractions, so a tie is a tie; doubles are summed in a
/// fixed order and compared as they are. Cost: O(N^2) memory, O(K^3) time for K leaves.
core::Dendrogram average_linkage(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties);
core::Dendrogram average_linkage(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties);

}  // namespace tertium::linkage
