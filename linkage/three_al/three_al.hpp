#pragma once

#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/three_al/three_al_counts.hpp"

namespace tertium::linkage {

/// 3-AL from the clusters of `leaves`. The tables of all anchors are shared with other methods of the problem, unless
/// every triplet is given: then their rankings do.
core::Dendrogram three_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties);

/// The same from sums of comparisons, however they are counted.
core::Dendrogram three_al(const TripletCounts& triplets, const core::Partition& leaves, TieBreaker& ties);

/// What those tables take.
core::SharedCost triplet_table_cost(const core::ProblemSize& size);

}  // namespace tertium::linkage
