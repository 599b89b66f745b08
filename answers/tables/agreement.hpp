#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "answers/tables/answer_table.hpp"
#include "answers/tables/ceiling.hpp"

namespace tertium::answers {

/// How often each of the possible answers to a question was given.
using Ballot = std::array<std::int64_t, 3>;

/// All answers to the question.
std::int64_t total(const Ballot& ballot);

/// What somebody who answers as most of `others` do gets of one answer: 1 if `choice` is it, a share if several are
/// equally frequent, 0 if not.
double share_of_majority(const Ballot& others, std::int32_t choice);

/// What repeated questions tell. Shares are 0 where nothing was repeated.
struct Repetition {
  std::int64_t questions = 0;                    ///< that were answered more than once
  std::int64_t answers = 0;                      ///< to these
  std::int64_t contradicted = 0;                 ///< of these questions: answered in more than one way
  std::int64_t own_pairs = 0, own_agreeing = 0;  ///< of answers of one subject to the same question; both the same
  double agreement = 0.0;    ///< probability that another answer to the question is the same, mean over these answers
  double by_majority = 0.0;  ///< share of these answers that the majority of the other answers to the question predicts
  Ceiling ceiling{};         ///< of predictions of these answers, by the agreement

  /// Whether so many questions were answered more than once that the ceiling means anything.
  bool tells_ceiling() const { return questions >= 10; }
};

/// What the answers to every question come to, and who agrees with whom.
class Ballots {
 public:
  /// Of all answers of a table, repetitions included.
  explicit Ballots(const AnswerTable& table);

  std::int64_t answers(std::int32_t question) const { return total(ballots_[question]); }
  const Ballot& of(std::int32_t question) const { return ballots_[question]; }
  /// Answers that other subjects gave to the question.
  Ballot without(std::int32_t question, std::int32_t subject) const;

  /// Of the questions that were answered more than once.
  Repetition repetition() const;
  /// The share of all answers that can be satisfied at most: to each question one answer is, at best the most frequent.
  double satisfiable() const;
  /// Pairs of answers that the same subject gave to the same question.
  struct OwnPairs {
    std::int64_t pairs = 0, agreeing = 0;
  };
  /// By subject, of so many.
  std::vector<OwnPairs> own_pairs(std::size_t subjects) const;

 private:
  struct Own {
    std::int32_t question = 0, subject = 0;
    Ballot ballot{};
  };
  int choices_;
  std::vector<Ballot> ballots_;
  std::vector<Own> own_;  // in the order of question and subject
};

}  // namespace tertium::answers
