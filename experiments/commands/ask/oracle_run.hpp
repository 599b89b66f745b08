#pragma once

#include <string>
#include <vector>

#include "experiments/commands/ask/answer_log.hpp"
#include "experiments/commands/ask/ask_input.hpp"
#include "experiments/commands/ask/ask_options.hpp"

namespace tertium::experiments {

/// Asks a program, batch by batch, until the log holds as many answers as the budget allows or every question has its
/// votes. What is asked next depends on the file, the log and the seed alone, so a run that was ended goes on as if it
/// had not been.
class OracleRun {
 public:
  /// Opens the log. Throws UserError.
  OracleRun(const AskInput& input, const AskOptions& options);

  const AnswerLog& log() const { return log_; }
  /// Throws UserError as soon as the program fails: the log then has all batches before.
  void ask_all();

 private:
  void take(const AskedOnce& asked);
  std::vector<AskedOnce> next_batch();
  std::vector<TripletQuestion> next_questions(std::size_t lines);
  void ask(std::vector<AskedOnce>& batch);
  [[noreturn]] void fail_batch(const ProgramOutput& output, const std::string& why) const;
  std::int64_t left() const;

  const AskInput& input_;
  const AskOptions& options_;
  const OracleOptions& oracle_;
  AnswerLog log_;
  KnownAnswers known_;
  AskedCounts in_log_;                  // votes by the program
  std::vector<TripletQuestion> begun_;  // questions of the log, in the order of their first votes
};

/// What the log says in the end, `before` lines of which were there at the beginning.
std::string oracle_report(const AskInput& input, const AskOptions& options, const AnswerLog& log, std::size_t before);

}  // namespace tertium::experiments
