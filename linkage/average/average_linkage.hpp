#pragma once

#include <cstdint>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// Average linkage (HC19 Algorithm 1): repeatedly merges the two clusters of the largest mean similarity, starting from
/// `leaves`.
///
/// Integer similarities are summed exactly and means compared as fractions, so a tie is a tie; doubles, which must be
/// finite, are summed in the order of the merges and their means compared as they are. Cost for K leaves: K^2/2 sums in
/// memory, or 5/4 K^2 of them by age; O(K^2) time on usual data, O(K^3) at worst.
core::Dendrogram average_linkage(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties);
core::Dendrogram average_linkage(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                 TieBreaker& ties);

/// The same by places, whatever the number of leaves.
core::Dendrogram average_linkage_by_place(const core::PairTable<std::int64_t>& similarity,
                                          const core::Partition& leaves, TieBreaker& ties);
core::Dendrogram average_linkage_by_place(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                          TieBreaker& ties);

/// Whether so many leaves go by average_linkage_by_age, where so many bytes are left: the tree is the same.
bool goes_by_age(double leaves, double memory);

/// What the linkage itself takes.
core::Cost average_linkage_cost(double leaves, double memory);

}  // namespace tertium::linkage
