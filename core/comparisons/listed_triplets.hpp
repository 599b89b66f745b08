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

/// Different triplets, and how often each was given; no counts: once.
struct CountedTriplets {
  std::vector<Triplet> triplets{};
  std::vector<std::int32_t> counts{};

  /// Each of the different triplets as a statement about pairs, in the same order.
  std::vector<Quadruplet> quadruplets() const;
};

/// Triplets that somebody collected, each answer a vote: t(i;k,l) is the sign of the majority, 0 where the votes are
/// even, and votes() has the numbers behind it.
class ListedTriplets final : public Triplets {
 public:
  /// `counts` says how often each triplet was given; empty: once each. Throws UserError for 2^31 answers or more.
  explicit ListedTriplets(TripletList list, std::span<const std::int32_t> counts = {});

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override;
  std::span<const TripletVotes> votes() const override { return votes_; }
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override;
  double proportion() const override;
  /// Number of questions with a majority.
  std::int64_t count() const { return summary_.questions - summary_.tied; }
  AnswerSummary summary() const override { return summary_; }
  /// Every answer, by anchor.
  CountedTriplets answers() const;

 private:
  /// A question that was answered once.
  struct Once {
    Object row;
    Object code;  // the column, or where that was said to be nearer ~column
  };
  static Object column_of(const Once& question) { return question.code >= 0 ? question.code : ~question.code; }
  static Object column_of(const TripletVotes& question) { return question.column; }
  static std::int64_t balance_of(const Once& question) { return question.code >= 0 ? 1 : -1; }
  static std::int64_t balance_of(const TripletVotes& question) { return question.votes.balance(); }
  template <typename Question>
  void mark_row(std::span<const Question> questions, Object anchor, Object k, std::int64_t first_word,
                std::span<Word> observed, std::span<Word> wins) const;

  std::vector<std::size_t> anchor_begin_;  // N + 1
  std::vector<Once> once_;                 // by anchor, row and column, if every question was answered once
  std::vector<TripletVotes> votes_;        // likewise, if not
  AnswerSummary summary_;
};

}  // namespace tertium::core
