#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/metrics/cluster_sums.hpp"

namespace tertium::core {

/// In how many other trees of the same objects every cluster of a tree occurs: the support of its branches
/// (Felsenstein, Confidence limits on phylogenies: an approach using the bootstrap, 1985). Clusters are known by their
/// sums (cluster_sums.hpp), so another tree is looked through in O(N).
class BranchCounts {
 public:
  /// `numbers`: object_numbers, by the objects of `tree`.
  BranchCounts(const Dendrogram& tree, ClusterSums numbers);

  /// Rows of scipy_linkage(tree), which counts are by.
  std::size_t branches() const { return row_of_.size(); }
  /// Adds one to the count of every cluster that `other` has. Object i of `tree` is object new_id[i] of `other`.
  void count(const Dendrogram& other, std::span<const Object> new_id, std::span<std::int64_t> counts) const;

 private:
  ClusterSums numbers_;
  std::unordered_map<std::uint64_t, std::size_t> row_of_;  // by the cluster's sum
};

}  // namespace tertium::core
