#pragma once

#include <map>
#include <span>
#include <string>

#include "core/methods/instance.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::experiments {

/// The metric columns of a row. Group "tree", against what is known of the truth: `aari`, `ari_level1`... (coarse to
/// fine), `exact` (1 if the hierarchy is recovered exactly), `dasgupta_cost`. Group "agreement", against the
/// comparisons: `revenue`, `normalised_revenue`, `satisfied`, and against triplets `triplet_revenue`,
/// `triplet_satisfied`. Active methods add `n_queries_raw`. What does not apply
/// is absent.
std::map<std::string, double> scores(const linkage::Result& result, const core::Instance& instance,
                                     std::span<const std::string> groups);

}  // namespace tertium::experiments
