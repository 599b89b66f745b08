#pragma once

#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/three_al/three_al_counts.hpp"

namespace tertium::linkage {

/// 3-AL from the clusters of `leaves`: by a list of triplets where three_al_prefers_list, and where a question was
/// answered more than once. Else the tables of all anchors are shared with other methods of the problem, unless every
/// triplet is given: then their rankings do.
core::Dendrogram three_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties);

/// The same from sums of comparisons, however they are counted.
core::Dendrogram three_al(const TripletCounts& triplets, const core::Partition& leaves, TieBreaker& ties);

/// Predicted cost of it by tables of all anchors, and by rankings.
core::StepCost three_al_table_cost(const core::ProblemSize& size, double leaves);
/// True if fewer than all triplets are given, and so few that their list is the faster way and the smaller one.
bool three_al_prefers_list(const core::ProblemSize& size, double leaves);

}  // namespace tertium::linkage
