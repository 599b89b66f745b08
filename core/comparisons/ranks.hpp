#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bits.hpp"
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
  /// Equal similarities are ties. O(M log M) time, O(M) memory.
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

/// How every object ranks all others by similarity, which is all that triplets can tell of them.
///
/// The *level* of k as seen by anchor i is the number of objects r != i with w_ir < w_ik; tied objects share a level.
class AnchorRanking {
 public:
  /// O(N^2 log N) time; bytes() tells the memory.
  explicit AnchorRanking(const PairRanking& ranking);

  Object objects() const { return n_; }
  /// Level of k, 0..N-2; k != anchor.
  Object level(Object anchor, Object k) const { return levels(anchor)[k]; }
  /// Levels of all objects as seen by the anchor, filled up to a multiple of 64; its own is never looked at.
  std::span<const std::uint16_t> levels(Object anchor) const {
    return std::span(levels_).subspan(static_cast<std::size_t>(anchor) * stride_, stride_);
  }
  /// The other objects by ascending similarity, tied ones by number; N - 1 of them.
  std::vector<Object> order(Object anchor) const;
  bool has_ties() const { return has_ties_; }
  static double bytes(double n) { return 2.0 * n * (n + kWordBits); }

 private:
  Object n_ = 0;
  std::size_t stride_ = 0;
  bool has_ties_ = false;
  std::vector<std::uint16_t> levels_;  // row by anchor
};

/// Sets values that lie within `tolerance` of the smallest of their group to that smallest value, so that similarities
/// that differ only by rounding are tied exactly. Groups are taken greedily in ascending order.
void merge_near_ties(Similarities& w, double tolerance);

}  // namespace tertium::core
