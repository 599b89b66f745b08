#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/ranks.hpp"

namespace tertium::core {

/// How often either answer to a question was given. Somebody's answers form a multiset: the same question may be
/// answered many times, and differently.
struct Votes {
  std::int32_t more = 0;  ///< for the first of the two things compared
  std::int32_t less = 0;  ///< for the second

  std::int64_t total() const { return std::int64_t{more} + less; }
  /// What a sum over all answers takes.
  std::int64_t balance() const { return std::int64_t{more} - less; }
  bool operator==(const Votes&) const = default;
};

/// Is the pair at position `row` or that at `column`, row < column, the more alike?
struct PairVotes {
  Rank row = 0, column = 0;
  Votes votes;
};

/// Is `row` or `column`, row < column, more like `anchor`?
struct TripletVotes {
  Object anchor = 0, row = 0, column = 0;
  Votes votes;
};

/// What a list of answers comes to.
struct AnswerSummary {
  std::int64_t answers = 0;    ///< repetitions included
  std::int64_t questions = 0;  ///< different ones
  std::int64_t disputed = 0;   ///< questions answered both ways
  std::int64_t tied = 0;       ///< those of them answered as often one way as the other: nobody has a majority

  /// Some question was answered more than once.
  bool repeated() const { return answers != questions; }
  /// Counts one more question, with all its votes.
  void add(const Votes& votes) {
    answers += votes.total();
    ++questions;
    disputed += votes.more > 0 && votes.less > 0 ? 1 : 0;
    tied += votes.balance() == 0 ? 1 : 0;
  }
};

/// An answer as a number: that of its question times two, plus one for "more".
using AnswerKey = std::uint64_t;
/// The votes on a question, by its number.
struct QuestionVotes {
  std::uint64_t question = 0;
  Votes votes;
};

/// Answers in ascending order, so that those to a question stand together.
class SortedAnswers {
 public:
  /// `counts` says how often each answer was given, at least once; empty: once each. Throws UserError if there are 2^31
  /// answers or more.
  SortedAnswers(std::vector<AnswerKey> answers, std::span<const std::int32_t> counts);

  /// Calls `visit` with the QuestionVotes of each question, ascending.
  template <typename Visit>
  void for_each_question(Visit visit) const {
    QuestionVotes question;
    for (std::size_t k = 0; k < answers_.size(); ++k) {
      const std::uint64_t number = answers_[k] / 2;
      if (k == 0 || number != question.question) {
        if (k > 0) visit(std::as_const(question));
        question = {number, {}};
      }
      (answers_[k] % 2 != 0 ? question.votes.more : question.votes.less) += counts_.empty() ? 1 : counts_[k];
    }
    if (!answers_.empty()) visit(std::as_const(question));
  }
  /// Of all questions.
  AnswerSummary summary() const;

 private:
  std::vector<AnswerKey> answers_;
  std::vector<std::int32_t> counts_{};  // of each; empty: 1
};

}  // namespace tertium::core
