#pragma once

#include <functional>
#include <span>

#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::metrics {

/// Adjusted Rand index (Hubert and Arabie 1985) of two partitions of the same objects: at most 1, about 0 by chance,
/// 1 where it is undefined (both trivial).
double adjusted_rand_index(const core::Partition& a, const core::Partition& b);

/// AARI (HC19): mean over the true levels l of the ARI between the truth and the tree cut into as many clusters.
/// `truth` must not be empty.
double averaged_adjusted_rand_index(const core::Dendrogram& tree, std::span<const core::Partition> truth);

/// The same with the tree cut by depth (Dendrogram's cut_at_depth): a true level of k clusters is compared with the
/// nodes ceil(log2 k) below the root, level l with depth l in a planted binary tree (HC18: "partitions at level l").
double averaged_adjusted_rand_index_by_depth(const core::Dendrogram& tree, std::span<const core::Partition> truth);

}  // namespace tertium::metrics
