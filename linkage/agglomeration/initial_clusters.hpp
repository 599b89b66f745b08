#pragma once

#include "core/methods/step.hpp"

namespace tertium::linkage {

/// The parameter "m" of every agglomeration that can start from initial clusters (4-AL-I3: m = 3).
core::ParameterInfo initial_clusters_parameter();
/// The parameter "initial": whether every true cluster is divided into such clusters, or has one of them.
core::ParameterInfo initial_groups_parameter();
/// The truth, if m > 1.
core::Provisions needs_of_initial_clusters(const core::Parameters& parameters);
/// What the agglomeration starts from: singletons, or clusters of m objects of one true cluster each.
core::Partition initial_leaves(const core::StepRun& run);
/// The other reading of "initial clusters sampled from each true cluster" (HC18, HC19): of every true cluster one group of
/// m objects (all, if it has no more), from those of core::initial_clusters; its others begin alone.
core::Partition one_initial_cluster_each(const core::Problem& problem, core::Object m);
/// How many clusters that are of n objects, about.
double leaf_count(double n, const core::Parameters& parameters);

}  // namespace tertium::linkage
