#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// How every object ranks all others by similarity, which is all that triplets can tell of them.
///
/// The *level* of k as seen by anchor i is the number of objects r != i with w_ir < w_ik; tied objects share a level.
class AnchorRanking {
 public:
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

/// Triplets that follow from similarities: each (i, {k, l}) is observed with probability p, and flipped with
/// probability (1 - eps)/2; ties are never observed.
///
/// The mask is a plane whose row is N i + k and whose column is l > k, so what is observed is nested along p as there:
/// below p = 1/64, and from there on.
class SampledTriplets final : public Triplets {
 public:
  /// 0 < p <= 1, 0 < eps <= 1.
  SampledTriplets(std::shared_ptr<const AnchorRanking> ranking, const CellKey& cell, double p, double eps);

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override;
  const AnchorRanking* complete() const override { return p_ >= 1.0 && eps_ >= 1.0 ? ranking_.get() : nullptr; }
  double proportion() const override { return p_; }

 private:
  std::shared_ptr<const AnchorRanking> ranking_;
  double p_, eps_;
  BernoulliPlane observed_, flipped_;
};

}  // namespace tertium::core
