#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/limits.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// Scores W of clusters (4-AL, 3-AL), which are in [-1, 1], are a tie if they differ by no more.
inline constexpr double kTieWidth = 1e-9;

/// The clusters of an agglomeration in their places (HC19 Algorithm 1): at first the leaves in order of their smallest
/// member; a merged cluster takes the earlier place, the later one is removed. A cluster keeps its *slot*, 0..K0-1,
/// under which a method stores what it knows of it; the slot of the later one of two merged clusters falls out of use.
class Clusters {
 public:
  /// A Partition numbers its clusters by first appearance, which is the order of their smallest members.
  explicit Clusters(const core::Partition& leaves)
      : tree_(leaves), slots_(leaves.clusters()), node_(leaves.clusters()) {
    for (int slot = 0; slot < leaves.clusters(); ++slot) slots_[slot] = node_[slot] = slot;
  }

  int count() const { return static_cast<int>(slots_.size()); }
  /// Slots of the current clusters, by place.
  const std::vector<int>& slots() const { return slots_; }
  core::Object size(int slot) const { return tree_.size(node_[slot]); }

  /// Merges the clusters of two slots; the joined one is found under `kept`, whose place must be the earlier.
  void merge(int kept, int gone) {
    core::keep_to_limits();
    node_[kept] = tree_.merge(node_[kept], node_[gone]);
    slots_.erase(std::find(slots_.begin(), slots_.end(), gone));
  }

  core::Dendrogram take_tree() { return std::move(tree_); }

 private:
  core::Dendrogram tree_;
  std::vector<int> slots_;
  std::vector<core::Node> node_;
};

/// Two slots, the one of the earlier place first.
struct SlotPair {
  int kept = 0;
  int gone = 0;
};

/// Sum over merges of |c|(N-|c|), the pairs that touch the joined cluster: measured on planted hierarchies, N = 120 to
/// 2000; initial clusters leave out the first merges.
inline double changed_pairs(double objects, double leaves) {
  const double all = 1.7 * objects * objects * std::pow(objects, 0.28);
  return std::max(objects * leaves, all - 2.0 * objects * objects * std::log(objects / std::max(1.0, leaves)));
}

/// Of all pairs of places p < q that score `least` or more the first in row-major order, or one drawn from them.
/// `largest(p)` is at least every score(p, q), and below `least` in nearly all rows: to look for a second pair is
/// cheap.
template <typename Largest, typename Score>
SlotPair first_or_drawn(const Clusters& clusters, double least, TieBreaker& ties, Largest&& largest, Score&& score) {
  std::optional<SlotPair> chosen;
  const std::vector<int>& slots = clusters.slots();
  for (std::size_t p = 0; p < slots.size() && !ties.decided(); ++p) {
    if (largest(p) < least) continue;
    for (std::size_t q = p + 1; q < slots.size() && !ties.decided(); ++q) {
      if (score(p, q) < least) continue;
      if (!chosen) ties.restart();
      if (!chosen || ties.replaces()) chosen = SlotPair{slots[p], slots[q]};
    }
  }
  core::expects(chosen.has_value(), "some pair has the largest score");
  ties.settle();
  return *chosen;
}

/// The best pair of clusters by a full scan in row-major order of places. `better(p, q, best)` tells whether the pair
/// of slots (p, q) scores more than the best so far: +1, 0 (a tie) or -1.
template <typename Better>
SlotPair best_pair(const Clusters& clusters, TieBreaker& ties, Better&& better) {
  std::optional<SlotPair> best;
  const std::vector<int>& slots = clusters.slots();
  for (std::size_t p = 0; p < slots.size(); ++p)
    for (std::size_t q = p + 1; q < slots.size(); ++q) {
      const SlotPair candidate{slots[p], slots[q]};
      const int order = best ? better(candidate, *best) : 1;
      if (order > 0) ties.restart();
      if (order > 0 || (order == 0 && ties.replaces())) best = candidate;
    }
  core::expects(best.has_value(), "at least two clusters are left");
  ties.settle();
  return *best;
}

}  // namespace tertium::linkage
