#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "experiments/commands/ask/oracle_run.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kIndent = 11;

std::string line(const std::string& head, const std::string& text) {
  return fmt::format("{:<{}}{}\n", head, kIndent, wrapped(text, kIndent));
}

/// What the answers in a log are like.
struct Tally {
  std::int64_t skipped = 0, first = 0;
  double seconds = 0.0;
  std::int64_t repeated = 0, divided = 0;    // questions with several answers, and with different ones
  std::int64_t both_ways = 0, by_place = 0;  // pairs of answers in exchanged positions, and the same place twice
  std::size_t questions = 0;
};

/// Answers to one question.
struct OfQuestion {
  std::set<core::Object> near{};
  std::int64_t answers = 0;
  std::map<bool, std::vector<OracleAnswer>> by_way{};  // swapped or not
};

Tally tally_of(const AnswerLog& log) {
  Tally tally;
  std::map<TripletQuestion, OfQuestion> questions;
  for (const AskedOnce& one : log.asked()) {
    tally.seconds += one.seconds;
    const auto [low, high] = std::minmax(one.question.first, one.question.second);
    OfQuestion& question = questions[{one.question.anchor, low, high}];
    const auto answer = triplet_of(one);
    tally.skipped += answer ? 0 : 1;
    tally.first += one.answer == OracleAnswer::kFirst ? 1 : 0;
    if (!answer) continue;
    question.near.insert(answer->near);
    ++question.answers;
    question.by_way[one.swapped].push_back(one.answer);
  }
  tally.questions = questions.size();
  for (const auto& [key, question] : questions) {
    tally.repeated += question.answers > 1 ? 1 : 0;
    tally.divided += question.near.size() > 1 ? 1 : 0;
    if (question.by_way.size() < 2) continue;
    for (const OracleAnswer one : question.by_way.at(false))
      for (const OracleAnswer other : question.by_way.at(true)) {
        ++tally.both_ways;
        tally.by_place += one == other ? 1 : 0;
      }
  }
  return tally;
}

std::string positions(const Tally& tally, std::int64_t answers) {
  const double share = static_cast<double>(tally.first) / static_cast<double>(answers);
  std::string text = fmt::format(
      "the first of the two was chosen in {:.1f} ± {:.1f} % of the answers (50 % if places do "
      "not matter)",
      100.0 * share, 100.0 * std::sqrt(share * (1.0 - share) / static_cast<double>(answers)));
  if (tally.both_ways > 0)
    text += fmt::format("; of {} with the two exchanged {:.1f} % chose the same place",
                        counted(static_cast<std::size_t>(tally.both_ways), "pair") + " of answers",
                        100.0 * static_cast<double>(tally.by_place) / static_cast<double>(tally.both_ways));
  return text;
}

}  // namespace

std::string oracle_report(const AskInput& input, const AskOptions& options, const AnswerLog& log, std::size_t before) {
  const Tally tally = tally_of(log);
  const auto lines = static_cast<std::int64_t>(log.asked().size());
  const std::int64_t answers = lines - tally.skipped;
  std::string text = line("objects", fmt::format("{}, of {}", input.known.objects, input.answers.source));
  text += line("log", fmt::format("{}: {} to {}, {} skipped; {} of these were there before", log.path().string(),
                                  counted(log.asked().size(), "answer"), counted(tally.questions, "question"),
                                  tally.skipped, before));
  if (tally.repeated > 0)
    text +=
        line("votes", fmt::format("of {} with more than one answer {} {} different ones ({:.1f} %)",
                                  counted(static_cast<std::size_t>(tally.repeated), "question"), tally.divided,
                                  tally.divided == 1 ? "has" : "have",
                                  100.0 * static_cast<double>(tally.divided) / static_cast<double>(tally.repeated)));
  if (answers > 0) text += line("places", positions(tally, answers));
  if (options.oracle->cost > 0.0)
    text += line("cost", fmt::format("{:.2f} ({:g} for each of {}, skipped ones too)",
                                     options.oracle->cost * static_cast<double>(lines), options.oracle->cost,
                                     counted(log.asked().size(), "answer")));
  if (lines > 0)
    text += line("time", fmt::format("{}, {} for an answer", duration_text(tally.seconds),
                                     duration_text(tally.seconds / static_cast<double>(lines))));
  return text + line("next", fmt::format("tertium cluster {}", log.path().string()));
}

}  // namespace tertium::experiments
