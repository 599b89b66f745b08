#include "experiments/commands/ask/oracle_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/commands/ask/choose.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/progress.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

TripletQuestion sorted(TripletQuestion question) {
  if (question.first > question.second) std::swap(question.first, question.second);
  return question;
}

/// Bytes that nobody needs for an answer.
constexpr std::size_t kMostBytesOfAnAnswer = 4096;

}  // namespace

OracleRun::OracleRun(const AskInput& input, const AskOptions& options)
    : input_(input),
      options_(options),
      oracle_(*options.oracle),
      log_(oracle_.log, input.answers.comparisons.names),
      known_(input.known),
      in_log_(input.known.objects) {
  if (!log_.remark().empty()) notice("tertium ask: warning: {}\n", log_.remark());
  for (const AskedOnce& asked : log_.asked()) take(asked);
}

void OracleRun::take(const AskedOnce& asked) {
  const TripletQuestion question = sorted(asked.question);
  if (in_log_(question) == 0) begun_.push_back(question);
  in_log_.add(question);
  if (const std::optional<core::Triplet> answer = triplet_of(asked))
    known_.add(*answer);
  else
    known_.asked.add(question);
}

std::int64_t OracleRun::left() const {
  return std::max<std::int64_t>(0, oracle_.budget - std::ssize(log_.asked()));
}

/// Those that lack votes first, then as many others as there are lines for.
std::vector<TripletQuestion> OracleRun::next_questions(std::size_t lines) {
  std::vector<TripletQuestion> questions;
  std::int64_t missing = 0;
  for (const TripletQuestion& question : begun_)
    if (known_.asked(question) < options_.votes && missing < static_cast<std::int64_t>(lines)) {
      questions.push_back(question);
      missing += options_.votes - known_.asked(question);
    }
  const auto room = static_cast<std::int64_t>(lines) - missing;
  if (room <= 0) return questions;
  ChoiceOptions choice = options_.choice;
  choice.round = log_.asked().size();
  core::Stream draws({.master_seed = choice.seed, .repetition = 1}, core::Purpose::kQuestions, choice.round);
  std::vector<TripletQuestion> open = open_questions(known_.asked, options_.votes, draws);
  std::erase_if(open, [&](const TripletQuestion& question) { return in_log_(question) > 0; });
  const auto count = static_cast<std::size_t>((room + options_.votes - 1) / options_.votes);
  for (const ChosenQuestion& chosen : choose(known_, open, count, choice)) questions.push_back(chosen.question);
  return questions;
}

/// All first votes before all second ones, so that a question does not follow itself.
std::vector<AskedOnce> OracleRun::next_batch() {
  const auto lines = static_cast<std::size_t>(std::min(oracle_.batch, left()));
  const std::vector<TripletQuestion> questions = next_questions(lines);
  const std::int64_t batch = log_.asked().empty() ? 1 : log_.asked().back().batch + 1;
  std::vector<AskedOnce> asked;
  for (std::int64_t round = 0; round < options_.votes; ++round)
    for (const TripletQuestion& question : questions) {
      if (asked.size() == lines || known_.asked(question) + round >= options_.votes) continue;
      AskedOnce one{.question = shown(question, options_.choice.seed), .batch = batch};
      one.vote = in_log_(question) + round + 1;
      one.swapped = oracle_.swap && one.vote % 2 == 0;
      if (one.swapped) std::swap(one.question.first, one.question.second);
      asked.push_back(one);
    }
  return asked;
}

void OracleRun::fail_batch(const ProgramOutput& output, const std::string& why) const {
  const std::string refused = oracle_.log.string() + ".refused";
  if (!output.text.empty()) replace_file(refused, output.text);
  core::fail("the oracle failed: {} ({} holds the {} before{}), mend the program and type the same line again", why,
             oracle_.log.string(), counted(log_.asked().size(), "answer"),
             output.text.empty() ? "" : fmt::format(", {} what it wrote now", refused));
}

void OracleRun::ask(std::vector<AskedOnce>& batch) {
  std::string table = "anchor,first,second\n";
  for (const AskedOnce& one : batch) table += question_fields(input_, one.question) + '\n';
  const auto begin = std::chrono::steady_clock::now();
  const ProgramOutput output =
      run_shell(oracle_.command, table, oracle_.seconds, kMostBytesOfAnAnswer * (batch.size() + 1));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (output.timed_out)
    fail_batch(output, fmt::format("it was not done after {} (--oracle-timeout)", duration_text(oracle_.seconds)));
  if (output.signal != 0) fail_batch(output, fmt::format("signal {} ended it", output.signal));
  if (output.status != 0) fail_batch(output, fmt::format("its exit status is {}", output.status));
  std::vector<OracleAnswer> answers;
  try {
    answers = parse_answers(output.text, batch.size());
  } catch (const core::UserError& error) {
    fail_batch(output, error.what());
  }
  for (std::size_t k = 0; k < batch.size(); ++k) {
    batch[k].answer = answers[k];
    batch[k].seconds = seconds / static_cast<double>(batch.size());
  }
}

void OracleRun::ask_all() {
  Progress progress(static_cast<std::size_t>(left()), static_cast<double>(left()), "answers", Progress::Quick::kUntold);
  while (left() > 0) {
    std::vector<AskedOnce> batch = next_batch();
    if (batch.empty()) {
      notice("tertium ask: warning: every question has its votes, --votes {}, before the budget is used up\n",
             options_.votes);
      return;
    }
    ask(batch);
    log_.add(batch);
    for (const AskedOnce& asked : batch) take(asked);
    progress.add(batch.size(), 0, static_cast<double>(batch.size()));
    progress.tick();
  }
}

}  // namespace tertium::experiments
