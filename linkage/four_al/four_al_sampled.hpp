#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {

/// 4-AL on any comparisons, whose supports `support` computes. O(M) time per merge beside what it takes.
core::Dendrogram four_al_sampled(const core::Quadruplets& quadruplets, const core::Partition& leaves,
                                 PairSupport& support, TieBreaker& ties);

}  // namespace tertium::linkage
