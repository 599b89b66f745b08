#pragma once

#include <memory>
#include <mutex>

#include "core/comparisons/drawn_sample.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/triplet_oracle.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Exactly m triplets, drawn uniformly with replacement, each flipped with probability (1 - eps)/2; else as
/// DrawnQuadruplets, a function of oracle, cell, m and eps alone. Nothing of the size of all pairs is made.
class DrawnTriplets final : public Triplets {
 public:
  /// m >= 0, 0 < eps <= 1. Throws UserError if m > 0 and there is nothing to compare.
  DrawnTriplets(std::shared_ptr<const TripletOracle> oracle, const CellKey& cell, std::int64_t m, double eps);

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override {
    list().upper_row(anchor, k, first_word, observed, wins);
  }
  std::span<const TripletVotes> votes() const override { return list().votes(); }
  double proportion() const override;
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override;
  bool made_by_anchor() const override { return true; }

 private:
  const ListedTriplets& list() const;

  std::shared_ptr<const TripletOracle> oracle_;
  std::int64_t m_;
  double eps_;
  TripletDraws sample_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const ListedTriplets> list_;
};

}  // namespace tertium::core
