#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// Comparisons that follow from similarities: each is observed with probability p, and flipped with probability
/// (1 - eps)/2 (every unordered pair of pairs is drawn once; ties are never observed), by the rule of BernoulliPlane:
/// what is observed is nested along p below 1/64, and from there on. Positions are ranks.
class SampledQuadruplets final : public Quadruplets {
 public:
  /// 0 < p <= 1, 0 < eps <= 1.
  SampledQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, double p, double eps);

  PairIndex pair_at(Rank position) const override { return ranking_->pair_at(position); }
  Rank position_of(PairIndex pair) const override { return ranking_->rank_of(pair); }
  void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const override;
  const PairRanking* complete() const override { return all_given_and_true(p_, eps_) ? ranking_.get() : nullptr; }
  bool signs_are_positions() const override { return eps_ >= 1.0; }
  void upper_block(std::int64_t block, const ColumnBlock& wanted, Rank first, std::span<Word> observed,
                   std::span<Word> wins) const override;
  void upper_codes(Rank first, std::int64_t first_word, std::int64_t words, Code* codes,
                   std::span<std::size_t> ends) const override;
  bool drawn_as_lists() const override { return observed_.sparse(); }
  double expected_count() const override { return p_ * static_cast<double>(quadruplet_count(objects())); }

 private:
  void flip(Rank a, std::span<Code> codes) const;

  std::shared_ptr<const PairRanking> ranking_;
  double p_, eps_;
  BernoulliPlane observed_, flipped_;
};

}  // namespace tertium::core
