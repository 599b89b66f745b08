#pragma once

#include <span>

#include "core/problems/problem.hpp"
#include "embedding/terms/terms.hpp"

namespace tertium::experiments {

// The algorithms as their papers write them, one loop per sum over a stored table of answers: what the fast ones are
// measured against. Small N only, since the tables have M^2 or N^3 entries.
void plain_mulk4(const core::Problem& problem);
void plain_adds4(const core::Problem& problem);
void plain_four_al(const core::Problem& problem);
void plain_mulk3(const core::Problem& problem);
void plain_three_al(const core::Problem& problem);

/// The order of all pairs by comparing their similarities.
void plain_ranking(const core::Similarities& similarity);

/// Average linkage by searching all pairs of clusters at every merge, mean similarities kept up to date.
void plain_average_linkage(const core::Similarities& similarity);

/// Loss and gradient of t-STE in the plane, statement by statement; x holds N rows of two numbers.
void plain_t_ste_gradient(const embedding::Terms& terms, std::span<const double> x);

}  // namespace tertium::experiments
