#pragma once

#include <optional>

#include "core/clusterings/dendrogram.hpp"
#include "core/metrics/metrics.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"

namespace tertium::experiments {

/// The tree of a person's comparisons and how well it agrees with them.
struct ClusterOutcome {
  core::Dendrogram tree;   ///< of the objects as the input numbers them
  core::Partition labels;  ///< the tree cut into the clusters asked for
  std::int64_t repeated = 0;
  std::int64_t contradicting = 0;  ///< pairs of opposite statements, which cancel
  core::Agreement agreement;
  std::optional<double> ari;                   ///< of the labels with the known classes
  std::optional<double> ari_without_outliers;  ///< the same, objects of no class left out
  double seconds = 0.0;                        ///< the method alone
};

/// Throws UserError, before anything large is made, if memory will not do, or if there are fewer objects than clusters.
void check_size(const ClusterInput& input, const ClusterOptions& options);

/// Renumbers the objects at random, runs the method and undoes the renumbering.
ClusterOutcome cluster(const ClusterInput& input, const ClusterOptions& options);

}  // namespace tertium::experiments
