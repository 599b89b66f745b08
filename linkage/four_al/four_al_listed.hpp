#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// 4-AL by the list of comparisons, which a team shares, 4 bytes for every pair that one is about; by all votes of the
/// problem where a question was answered more than once.
core::Dendrogram four_al_listed(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties);

/// Predicted cost of it, of singles or larger leaves, where merges change so many weights of pairs in all.
core::StepCost four_al_listed_cost(const core::ProblemSize& size, double leaves, double changed);

}  // namespace tertium::linkage
