#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// 3-AL by the list of triplets, by all votes where a question was answered more than once. 16 bytes for every triplet
/// and 8 for every pair of an anchor and another object.
core::Dendrogram three_al_listed(const core::Triplets& triplets, const core::Partition& leaves, TieBreaker& ties);

/// Predicted steps of about 1 ns and bytes, list included.
core::Cost three_al_listed_cost(const core::ProblemSize& size, double leaves);

}  // namespace tertium::linkage
