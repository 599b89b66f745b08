#pragma once

#include <cstdint>
#include <vector>

#include "answers/resampling/bootstrap.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::answers {

/// More objects than this have no table of pairs.
inline constexpr core::Object kMostOfPairs = 2000;

/// How sure the clusters of a flat clustering are, by clusters of samples of the answers.
struct ClusterMembership {
  std::int64_t replicates = 0;
  std::vector<std::int64_t> stays{};         ///< of each object, replicates where it is in the cluster that is its own
  core::PairTable<std::int64_t> together{};  ///< of each pair, replicates where both are in one cluster; or none

  /// Of an object, the share of replicates that have it in its cluster.
  double share(core::Object i) const { return static_cast<double>(stays[i]) / static_cast<double>(replicates); }
  /// Of a pair, the share of replicates that have both in one cluster.
  double share(core::Object i, core::Object j) const {
    return static_cast<double>(together(i, j)) / static_cast<double>(replicates);
  }
};

/// The clusters of the samples have no numbers in common with those that were found: they are told apart by their
/// objects, each cluster being the one of a sample that shares the most objects with it, all of them taken together
/// (the assignment of the largest sum of common objects; metrics/measures/assignment.hpp). An object stays where the
/// cluster of the sample that it is in is its own (Hennig, Cluster-wise assessment of cluster stability, 2007, asks the
/// same of clusters). Pairs need no such match (Monti, Tamayo, Mesirov and Golub, Consensus clustering, 2003). Trees
/// have as many clusters as `found`, or as are possible with none of fewer objects than `least`
/// (partition/trees/tree_parts.hpp). The same for any number of threads. O(k^3 + N^2) time a sample.
ClusterMembership membership(const core::Partition& found, const Resampling& resampled, core::Object least = 1);

}  // namespace tertium::answers
