#pragma once

#include <cstdint>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/pairs.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// average_linkage by rows that are made once: the same tree in every bit, faster where the sums leave the caches, with
/// two and a half times their memory. Ties must go to the first.
core::Dendrogram average_linkage_by_age(const core::PairTable<std::int64_t>& similarity, const core::Partition& leaves,
                                        TieBreaker& ties);
core::Dendrogram average_linkage_by_age(const core::PairTable<double>& similarity, const core::Partition& leaves,
                                        TieBreaker& ties);

/// Bytes that this takes.
double bytes_by_age(double leaves);

}  // namespace tertium::linkage
