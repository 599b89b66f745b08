#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// 4-AL by the list of comparisons, which a team shares, 8 bytes each, or by the votes on all questions, 16 bytes each,
/// where one was answered more than once; and 16 N^2 bytes on every member.
core::Dendrogram four_al_listed(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties);

/// Predicted cost of it.
core::StepCost four_al_listed_cost(const core::ProblemSize& size, double leaves);

}  // namespace tertium::linkage
