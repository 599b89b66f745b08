#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// 3-AL by the list of triplets, or by the votes on all questions where one was answered more than once: 16 bytes each,
/// and 16 N^2.
core::Dendrogram three_al_listed(const core::Triplets& triplets, const core::Partition& leaves, TieBreaker& ties);

/// Predicted steps of about 1 ns and bytes, list included.
core::Cost three_al_listed_cost(const core::ProblemSize& size, double leaves);

}  // namespace tertium::linkage
