#pragma once

#include "core/dendrogram.hpp"
#include "linkage/pair_support.hpp"
#include "linkage/ties.hpp"

namespace tertium::linkage {

/// 4-AL on any comparisons, whose supports `support` computes. O(M) time per merge beside what it takes.
core::Dendrogram four_al_sampled(const core::Quadruplets& quadruplets, const core::Partition& leaves,
                                 PairSupport& support, TieBreaker& ties);

}  // namespace tertium::linkage
