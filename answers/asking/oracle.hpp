#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "answers/asking/choice.hpp"
#include "answers/asking/questions.hpp"
#include "core/comparisons/quadruplets.hpp"

namespace tertium::answers {

/// An answer as an oracle gives it.
enum class OracleAnswer { kFirst, kSecond, kThird, kSkip };

/// Reads as many answers as there are questions, one a line: first, second or skip, or 1, 2 or 0, of three objects
/// third or 3, too, in any case; a header, "answer" or "odd", may stand above them, and empty lines below. Throws
/// UserError that tells which line is wrong.
std::vector<OracleAnswer> parse_answers(std::string_view text, std::size_t questions, files::AnswerForm form);

/// A question as it was asked, in this order of its objects, and what the answer was.
struct AskedOnce {
  Screen question;  ///< as it was shown
  OracleAnswer answer = OracleAnswer::kSkip;
  std::int64_t vote = 1;  ///< the how many-th time that this question is asked
  bool swapped = false;   ///< in another order than the first time
  std::int64_t batch = 1;
  double seconds = 0.0;  ///< that the batch took, by its number of questions
};

/// What the answer says, its first statement; nothing if it was skipped.
std::optional<core::Quadruplet> statement_of(const AskedOnce& asked);

/// How an oracle is asked.
struct OraclePlan {
  ChoiceOptions choice{};   ///< round apart
  std::int64_t votes = 1;   ///< that a question is to have
  bool swap = false;        ///< every vote sees the objects, or pairs, in other positions than the one before
  std::int64_t budget = 0;  ///< answers in all, skipped ones too
  std::int64_t batch = 20;  ///< answers before questions are chosen again
};

/// Answers questions: as many answers as questions. What it throws ends the asking.
using Oracle = std::function<std::vector<OracleAnswer>(std::span<const AskedOnce>)>;
/// Takes a batch that was answered before the next one is chosen: writes it into a log, say.
using BatchCallback = std::function<void(std::span<const AskedOnce>)>;

/// Which questions an oracle is asked next, until it has answered as often as the budget allows or every question has
/// its votes. That depends on what is known, on what was asked before and on the seed alone, so asking that was broken
/// off goes on as if it had not been.
class OracleRun {
 public:
  /// Begins with what is known, which does not count for the budget.
  OracleRun(KnownAnswers known, OraclePlan plan);

  const OraclePlan& plan() const { return plan_; }
  core::Object objects() const { return known_.objects; }
  const std::vector<AskedOnce>& asked() const { return asked_; }
  /// Whether the question has fewer answers, skipped ones too, than it is to have.
  bool lacks_votes(const Screen& question) const { return known_.asked(question) < plan_.votes; }
  /// Answers that the budget still allows.
  std::int64_t left() const;
  /// The next questions, all first votes before all second ones, so that a question does not follow itself; those that
  /// lack votes come first. Empty when nothing is left to ask.
  std::vector<AskedOnce> next_batch() const;
  /// The votes that each of these questions lacks, as far as the budget goes, in the same order.
  std::vector<AskedOnce> votes_on(std::span<const Screen> questions) const;
  /// What was answered, in this run or in one before that it goes on from.
  void take(std::span<const AskedOnce> batch);
  /// Asks a batch, tells `done` of it, and takes it.
  void ask(std::vector<AskedOnce> batch, const Oracle& oracle, const BatchCallback& done = {});
  /// Asks batch by batch until nothing is left.
  void ask_all(const Oracle& oracle, const BatchCallback& done = {});

 private:
  std::vector<Screen> next_questions(std::int64_t lines) const;
  std::vector<AskedOnce> votes_on(std::span<const Screen> questions, std::int64_t lines) const;

  OraclePlan plan_;
  KnownAnswers known_;
  AskedCounts in_run_;         // votes by the oracle
  std::vector<Screen> begun_;  // in the order of their first votes
  std::vector<AskedOnce> asked_;
};

/// What an oracle's answers are like.
struct OracleTally {
  std::int64_t answers = 0;  ///< skipped ones apart
  std::int64_t skipped = 0;
  std::int64_t questions = 0;
  std::int64_t first = 0;  ///< answers that chose the first
  double seconds = 0.0;
  std::int64_t repeated = 0;   ///< questions with several answers
  std::int64_t divided = 0;    ///< of these, those with different ones
  std::int64_t both_ways = 0;  ///< pairs of answers in other positions
  std::int64_t by_place = 0;   ///< of these, those that chose the same place twice
};
/// Of these questions and answers.
OracleTally tally_of(std::span<const AskedOnce> asked);

}  // namespace tertium::answers
