#pragma once

#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Place of a pair in the ascending order of similarity, 0..M-1.
using Rank = std::int32_t;

/// The order of the similarities, which is all that ordinal comparisons can tell of them.
///
/// Pairs of equal similarity form a tie group; inside it they are ranked by pair index, and comparing them says
/// nothing.
class PairRanking {
 public:
  explicit PairRanking(const Similarities& w);

  Object objects() const { return n_; }
  PairIndex pairs() const { return static_cast<PairIndex>(order_.size()); }
  PairIndex pair_at(Rank rank) const { return order_[rank]; }
  Rank rank_of(PairIndex pair) const { return rank_[pair]; }
  Rank rank_of(Object i, Object j) const { return rank_[pair_index(i, j, n_)]; }
  /// Ranks [tie_begin, tie_end) hold the pairs as similar as the one at `rank`.
  Rank tie_begin(Rank rank) const { return has_ties_ ? tie_begin_[rank] : rank; }
  Rank tie_end(Rank rank) const { return has_ties_ ? tie_end_[rank] : rank + 1; }
  bool has_ties() const { return has_ties_; }
  /// sign(w_a - w_b) of two pairs: +1, 0 or -1.
  int sign(PairIndex a, PairIndex b) const;
  std::span<const PairIndex> order() const { return order_; }
  std::span<const Rank> ranks() const { return rank_; }

 private:
  Object n_ = 0;
  bool has_ties_ = false;
  std::vector<PairIndex> order_;
  std::vector<Rank> rank_;
  std::vector<Rank> tie_begin_, tie_end_;  // empty without ties
};

/// Sets values that lie within `tolerance` of the smallest of their group to that smallest value, so that similarities
/// that differ only by rounding are tied exactly. Groups are taken greedily in ascending order.
void merge_near_ties(Similarities& w, double tolerance);

}  // namespace tertium::core
