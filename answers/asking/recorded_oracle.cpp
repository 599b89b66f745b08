#include "answers/asking/recorded_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

/// What an answer to one order of the objects is in another.
OracleAnswer in_order(const AskedOnce& recorded, const Screen& question) {
  if (recorded.answer == OracleAnswer::kSkip) return OracleAnswer::kSkip;
  const auto closest = [](const Screen& screen, std::size_t choice) {
    const auto [first, second] = closest_by(screen, choice);
    return std::minmax({first, second});
  };
  const auto meant = closest(recorded.question, static_cast<std::size_t>(recorded.answer));
  for (std::size_t choice = 0; choice < choices_of(question.form); ++choice)
    if (closest(question, choice) == meant) return static_cast<OracleAnswer>(choice);
  return OracleAnswer::kSkip;
}

}  // namespace

RecordedOracle::RecordedOracle(std::span<const AskedOnce> record, Oracle others) : others_(std::move(others)) {
  for (const AskedOnce& one : record) left_[sorted(one.question)].push_back(one);
}

std::optional<OracleAnswer> RecordedOracle::take(const Screen& question) {
  const auto found = left_.find(sorted(question));
  if (found == left_.end() || found->second.empty()) return std::nullopt;
  std::vector<AskedOnce>& answers = found->second;
  auto next = std::ranges::find(answers, question, &AskedOnce::question);
  if (next == answers.end()) next = answers.begin();
  const OracleAnswer answer = in_order(*next, question);
  answers.erase(next);
  return answer;
}

void RecordedOracle::use_up(std::span<const AskedOnce> asked) {
  for (const AskedOnce& one : asked) recorded_ += take(one.question) ? 1 : 0;
}

std::vector<OracleAnswer> RecordedOracle::operator()(std::span<const AskedOnce> questions) {
  std::vector<OracleAnswer> answers(questions.size(), OracleAnswer::kSkip);
  std::vector<AskedOnce> unknown;
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    if (const std::optional<OracleAnswer> answer = take(questions[k].question)) {
      answers[k] = *answer;
      ++recorded_;
    } else {
      unknown.push_back(questions[k]);
      places.push_back(k);
    }
  }
  if (unknown.empty()) return answers;
  if (!others_)
    core::fail(
        "the record has no answer to {} of the next {} questions (another seed, rule or number of votes asks other "
        "questions), give --oracle for those",
        unknown.size(), questions.size());
  const std::vector<OracleAnswer> replies = others_(unknown);
  core::expects(replies.size() == unknown.size(), "an oracle answers every question");
  for (std::size_t k = 0; k < replies.size(); ++k) answers[places[k]] = replies[k];
  return answers;
}

}  // namespace tertium::answers
