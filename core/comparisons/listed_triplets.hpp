#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Triplets that somebody collected, in their order, repetitions and contradictions included.
class TripletList {
 public:
  TripletList() = default;
  /// Throws UserError for an object outside 0..n-1 and for a triplet whose three objects are not different.
  TripletList(Object n, std::vector<Triplet> triplets);

  Object objects() const { return n_; }
  std::int64_t count() const { return static_cast<std::int64_t>(triplets_.size()); }
  std::span<const Triplet> triplets() const { return triplets_; }
  /// Every triplet as a statement about pairs, in the same order.
  std::vector<Quadruplet> quadruplets() const;

 private:
  Object n_ = 0;
  std::vector<Triplet> triplets_;
};

/// Triplets that somebody collected, each answer a vote: t(i;k,l) is the sign of the majority, 0 where the votes are
/// even, and votes() has the numbers behind it.
class ListedTriplets final : public Triplets {
 public:
  /// `counts` says how often each triplet was given; empty: once each. Throws UserError for 2^31 answers or more.
  explicit ListedTriplets(const TripletList& list, std::span<const std::int32_t> counts = {});

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override;
  std::span<const TripletVotes> votes() const override { return votes_; }
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override;
  double proportion() const override;
  /// Number of questions with a majority.
  std::int64_t count() const { return static_cast<std::int64_t>(entries_.size()); }
  AnswerSummary summary() const override { return summary_; }

 private:
  struct Entry {
    Object row, column;
    bool wins;
  };
  std::vector<std::size_t> anchor_begin_;  // N + 1
  std::vector<Entry> entries_;             // by anchor, row and column
  std::vector<TripletVotes> votes_;        // empty if every question was answered once
  AnswerSummary summary_;
};

}  // namespace tertium::core
