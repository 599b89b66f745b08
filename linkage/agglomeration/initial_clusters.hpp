#pragma once

#include "core/methods/step.hpp"

namespace tertium::linkage {

/// The parameter "m" of every agglomeration that can start from initial clusters (4-AL-I3: m = 3).
core::ParameterInfo initial_clusters_parameter();
/// The truth, if m > 1.
core::Provisions needs_of_initial_clusters(const core::Parameters& parameters);
/// What the agglomeration starts from: singletons, or clusters of m objects of one true cluster each.
core::Partition initial_leaves(const core::StepRun& run);
/// How many clusters that are of n objects, about.
double leaf_count(double n, const core::Parameters& parameters);

}  // namespace tertium::linkage
