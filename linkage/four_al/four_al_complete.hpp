#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/ranks.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// 4-AL when every comparison is given and true (p = 1): the tree depends on the ranking alone. O(N^2) memory; time
/// of the order of the number of weights that change, the sum over merges of |c|(N-|c|).
core::Dendrogram four_al_complete(const core::PairRanking& ranking, const core::Partition& leaves, TieBreaker& ties);

/// Peak memory of four_al_complete, in bytes.
double four_al_complete_bytes(double objects, double leaves);

}  // namespace tertium::linkage
