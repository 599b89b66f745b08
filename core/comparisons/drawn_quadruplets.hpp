#pragma once

#include <memory>
#include <mutex>
#include <span>

#include "core/comparisons/drawn_sample.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::core {

/// Exactly m comparisons, drawn uniformly with replacement, each flipped with probability (1 - eps)/2: answers that
/// may repeat and contradict each other, so votes as in somebody's list. A draw of two tied pairs is no answer.
///
/// They are a function of ranking, cell, m and eps alone. What adds them up makes them as it goes and keeps none; the
/// list is made when something else of them is asked for (some 50 bytes a draw).
class DrawnQuadruplets final : public Quadruplets {
 public:
  /// m >= 0, 0 < eps <= 1. Throws UserError if m > 0 and there is nothing to compare.
  DrawnQuadruplets(std::shared_ptr<const PairRanking> ranking, const CellKey& cell, std::int64_t m, double eps,
                   Rank tile = kDrawnTile);

  PairIndex pair_at(Rank position) const override { return position; }
  Rank position_of(PairIndex pair) const override { return pair; }
  void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const override {
    list().upper_row(a, first_word, observed, wins);
  }
  bool listed() const override { return true; }
  std::span<const Code> listed_row(Rank a) const override { return list().listed_row(a); }
  std::span<const PairVotes> votes() const override { return list().votes(); }
  double expected_count() const override { return static_cast<double>(m_); }
  const DrawnQuadruplets* drawn() const override { return this; }

  const PairRanking& ranking() const { return *ranking_; }
  const QuadrupletDraws& sample() const { return sample_; }
  double eps() const { return eps_; }
  /// m less the draws of tied pairs.
  std::int64_t answers() const { return ranking_->has_ties() ? list().summary().answers : m_; }

 private:
  const ListedQuadruplets& list() const;

  std::shared_ptr<const PairRanking> ranking_;
  std::int64_t m_;
  double eps_;
  QuadrupletDraws sample_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const ListedQuadruplets> list_;
};

}  // namespace tertium::core
