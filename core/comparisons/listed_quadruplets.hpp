#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/quadruplets.hpp"

namespace tertium::core {

/// Comparisons that somebody collected, each answer a vote: c(a;b) is the sign of the majority, 0 where the votes are
/// even, and votes() has the numbers behind it. Positions are pair indices.
class ListedQuadruplets final : public Quadruplets {
 public:
  /// `counts` says how often each statement was made; empty: once each. Throws UserError for a statement about an
  /// object outside 0..n-1, about an object and itself, or a pair and itself, and for 2^31 answers or more.
  ListedQuadruplets(Object n, std::vector<Quadruplet> statements, std::span<const std::int32_t> counts = {});

  PairIndex pair_at(Rank position) const override { return position; }
  Rank position_of(PairIndex pair) const override { return pair; }
  void upper_row(Rank a, std::int64_t first_word, std::span<Word> observed, std::span<Word> wins) const override;
  bool listed() const override { return true; }
  std::span<const Code> listed_row(Rank a) const override {
    return std::span(entries_).subspan(row_begin_[a], row_begin_[a + 1] - row_begin_[a]);
  }
  std::span<const PairVotes> votes() const override { return votes_; }
  double expected_count() const override { return static_cast<double>(entries_.size()); }
  /// Number of questions with a majority.
  std::int64_t count() const { return static_cast<std::int64_t>(entries_.size()); }
  AnswerSummary summary() const override { return summary_; }

 private:
  std::vector<std::int64_t> row_begin_;  // M + 1
  std::vector<Code> entries_;            // upper triangle, row by row, columns ascending
  std::vector<PairVotes> votes_;         // empty if every question was answered once
  AnswerSummary summary_;
};

}  // namespace tertium::core
