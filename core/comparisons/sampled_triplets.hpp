#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/ranks.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

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
  const AnchorRanking* complete() const override { return all_given_and_true(p_, eps_) ? ranking_.get() : nullptr; }
  double proportion() const override { return p_; }

 private:
  std::shared_ptr<const AnchorRanking> ranking_;
  double p_, eps_;
  BernoulliPlane observed_, flipped_;
};

}  // namespace tertium::core
