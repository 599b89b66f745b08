#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/random/random.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// Clusters by their slots: a merged cluster keeps the smaller slot of the two, so slots are ordered like places (the
/// clusters' smallest members). As Clusters, in constant time for a merge.
class ClusterTree {
 public:
  explicit ClusterTree(const core::Partition& leaves)
      : tree_(leaves), node_(leaves.clusters()), kept_as_(leaves.clusters()) {
    std::iota(node_.begin(), node_.end(), 0);
    std::iota(kept_as_.begin(), kept_as_.end(), 0);
  }

  int slots() const { return static_cast<int>(node_.size()); }
  /// The slot of the cluster that what was in this one belongs to now.
  int find(int slot) {
    while (kept_as_[slot] != slot) slot = kept_as_[slot] = kept_as_[kept_as_[slot]];
    return slot;
  }
  core::Object size(int slot) const { return tree_.size(node_[slot]); }

  void merge(int a, int b) {
    core::keep_to_limits();
    const auto [kept, gone] = std::minmax(a, b);
    node_[kept] = tree_.merge(node_[kept], node_[gone]);
    kept_as_[gone] = kept;
  }

  /// Merges all that is left, every pair being equally good.
  void merge_rest(TiePolicy ties, core::Stream& stream) {
    std::vector<int> left;
    for (int slot = 0; slot < slots(); ++slot)
      if (kept_as_[slot] == slot) left.push_back(slot);
    if (ties == TiePolicy::kFirst)
      for (std::size_t k = 1; k < left.size(); ++k) merge(left[0], left[k]);
    while (ties == TiePolicy::kRandom && left.size() > 1) {
      std::swap(left[stream.below(left.size())], left.back());
      int& other = left[stream.below(left.size() - 1)];
      merge(other, left.back());
      other = std::min(other, left.back());
      left.pop_back();
    }
  }

  core::Dendrogram take_tree() { return std::move(tree_); }

 private:
  core::Dendrogram tree_;
  std::vector<core::Node> node_;
  std::vector<int> kept_as_;
};

}  // namespace tertium::linkage
