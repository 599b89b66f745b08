#include "answers/asking/oracle.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "files/text/csv.hpp"

namespace tertium::answers {
namespace {

std::string_view trimmed(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\r");
  return begin == std::string_view::npos ? std::string_view()
                                         : line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) return lines;
  const std::string head = files::lower_case(lines.front());
  if (head == "answer" || head == "odd") lines.erase(lines.begin());
  return lines;
}

/// Answers to one question.
struct OfQuestion {
  std::set<std::pair<core::Object, core::Object>> closest{};
  std::int64_t answers = 0;
  std::map<decltype(Screen::objects), std::vector<OracleAnswer>> by_way{};  // in the order of the screen
};

void add_question(const OfQuestion& question, OracleTally& tally) {
  tally.repeated += question.answers > 1 ? 1 : 0;
  tally.divided += question.closest.size() > 1 ? 1 : 0;
  for (auto way = question.by_way.begin(); way != question.by_way.end(); ++way)
    for (auto next = std::next(way); next != question.by_way.end(); ++next)
      for (const OracleAnswer one : way->second)
        for (const OracleAnswer other : next->second) {
          ++tally.both_ways;
          tally.by_place += one == other ? 1 : 0;
        }
}

}  // namespace

std::vector<OracleAnswer> parse_answers(std::string_view text, std::size_t questions, files::AnswerForm form) {
  const std::vector<std::string> lines = lines_of(text);
  const bool of_three = choices_of(form) == 3;
  std::vector<OracleAnswer> answers;
  for (std::size_t k = 0; k < std::min(lines.size(), questions); ++k) {
    const std::string word = files::lower_case(lines[k]);
    if (word == "first" || word == "1")
      answers.push_back(OracleAnswer::kFirst);
    else if (word == "second" || word == "2")
      answers.push_back(OracleAnswer::kSecond);
    else if (of_three && (word == "third" || word == "3"))
      answers.push_back(OracleAnswer::kThird);
    else if (word == "skip" || word == "0")
      answers.push_back(OracleAnswer::kSkip);
    else
      core::fail("its answer {} of {} is '{}' (known: first, second, {}skip, or 1, 2, {}0)", k + 1, questions,
                 lines[k].substr(0, 40), of_three ? "third, " : "", of_three ? "3, " : "");
  }
  if (lines.size() != questions)
    core::fail("it wrote {} line{} (there were {} question{})", lines.size(), lines.size() == 1 ? "" : "s", questions,
               questions == 1 ? "" : "s");
  return answers;
}

std::optional<core::Quadruplet> statement_of(const AskedOnce& asked) {
  if (asked.answer == OracleAnswer::kSkip) return std::nullopt;
  return statement_of(asked.question, static_cast<std::size_t>(asked.answer));
}

OracleRun::OracleRun(KnownAnswers known, OraclePlan plan)
    : plan_(std::move(plan)), known_(std::move(known)), in_run_(known_.objects) {}

std::int64_t OracleRun::left() const {
  return std::max<std::int64_t>(0, plan_.budget - std::ssize(asked_));
}

void OracleRun::take(std::span<const AskedOnce> batch) {
  for (const AskedOnce& one : batch) {
    const Screen question = sorted(one.question);
    if (in_run_(question) == 0) begun_.push_back(question);
    in_run_.add(question);
    if (const std::optional<core::Quadruplet> answer = statement_of(one))
      known_.add(question.form, *answer);
    else
      known_.asked.add(question);
  }
  asked_.insert(asked_.end(), batch.begin(), batch.end());
}

/// Those that lack votes first, then as many others as there are lines for.
std::vector<Screen> OracleRun::next_questions(std::int64_t lines) const {
  std::vector<Screen> questions;
  std::int64_t missing = 0;
  for (const Screen& question : begun_)
    if (known_.asked(question) < plan_.votes && missing < lines) {
      questions.push_back(question);
      missing += plan_.votes - known_.asked(question);
    }
  const std::int64_t space = lines - missing;
  if (space <= 0) return questions;
  ChoiceOptions choice = plan_.choice;
  choice.round = asked_.size();
  const auto count = static_cast<std::size_t>((space + plan_.votes - 1) / plan_.votes);
  std::vector<Screen> open = candidates(known_, plan_.votes, count, choice);
  std::erase_if(open, [&](const Screen& question) { return in_run_(question) > 0; });
  for (const ChosenQuestion& chosen : choose(known_, open, count, choice)) questions.push_back(chosen.question);
  return questions;
}

std::vector<AskedOnce> OracleRun::next_batch() const {
  const std::int64_t lines = std::min(plan_.batch, left());
  return votes_on(next_questions(lines), lines);
}

std::vector<AskedOnce> OracleRun::votes_on(std::span<const Screen> questions) const {
  return votes_on(questions, left());
}

std::vector<AskedOnce> OracleRun::votes_on(std::span<const Screen> questions, std::int64_t lines) const {
  const std::int64_t batch = asked_.empty() ? 1 : asked_.back().batch + 1;
  std::vector<AskedOnce> asked;
  for (std::int64_t round = 0; round < plan_.votes; ++round)
    for (const Screen& question : questions) {
      if (std::ssize(asked) == lines || known_.asked(question) + round >= plan_.votes) continue;
      AskedOnce one{.question = shown(question, plan_.choice.seed), .batch = batch};
      one.vote = in_run_(question) + round + 1;
      const auto ways = static_cast<std::int64_t>(choices_of(one.question.form));
      const std::int64_t turns = plan_.swap ? (one.vote - 1) % ways : 0;
      one.swapped = turns > 0;
      for (std::int64_t turn = 0; turn < turns; ++turn) one.question = turned(one.question);
      asked.push_back(one);
    }
  return asked;
}

void OracleRun::ask(std::vector<AskedOnce> batch, const Oracle& oracle, const BatchCallback& done) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::vector<OracleAnswer> answers = oracle(batch);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  core::expects(answers.size() == batch.size(), "an oracle answers every question");
  for (std::size_t k = 0; k < batch.size(); ++k) {
    batch[k].answer = answers[k];
    batch[k].seconds = seconds / static_cast<double>(batch.size());
  }
  if (done) done(batch);
  take(batch);
}

void OracleRun::ask_all(const Oracle& oracle, const BatchCallback& done) {
  for (std::vector<AskedOnce> batch = next_batch(); !batch.empty(); batch = next_batch())
    ask(std::move(batch), oracle, done);
}

OracleTally tally_of(std::span<const AskedOnce> asked) {
  OracleTally tally;
  std::map<Screen, OfQuestion> questions;
  for (const AskedOnce& one : asked) {
    tally.seconds += one.seconds;
    OfQuestion& question = questions[sorted(one.question)];
    const std::optional<core::Quadruplet> answer = statement_of(one);
    ++(answer ? tally.answers : tally.skipped);
    tally.first += one.answer == OracleAnswer::kFirst ? 1 : 0;
    if (!answer) continue;
    question.closest.insert(std::minmax({answer->i, answer->j}));
    ++question.answers;
    question.by_way[one.question.objects].push_back(one.answer);
  }
  tally.questions = std::ssize(questions);
  for (const auto& [key, question] : questions) add_question(question, tally);
  return tally;
}

}  // namespace tertium::answers
