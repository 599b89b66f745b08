#include "core/comparisons/votes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/sort_ascending.hpp"

namespace tertium::core {
namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 18;  // some milliseconds

void add(std::vector<QuestionVotes>& questions, AnswerKey answer, std::int32_t count) {
  if (questions.empty() || questions.back().question != answer / 2) questions.push_back({answer / 2, {}});
  Votes& votes = questions.back().votes;
  (answer % 2 != 0 ? votes.more : votes.less) += count;
}

void check_total(std::span<const AnswerKey> answers, std::span<const std::int32_t> counts) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::int64_t total =
      counts.empty() ? std::ssize(answers) : std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (total > kMost) fail("{} answers are more than can be counted (at most {}), lower the counts", total, kMost);
}

}  // namespace

std::vector<QuestionVotes> count_votes(std::vector<AnswerKey> answers, std::span<const std::int32_t> counts) {
  expects(counts.empty() || counts.size() == answers.size(), "one count for every answer, or none");
  check_total(answers, counts);
  keep_to_limits();
  std::vector<QuestionVotes> questions;
  questions.reserve(answers.size());
  if (counts.empty()) {
    sort_ascending(answers);
    for (std::size_t k = 0; k < answers.size(); ++k) {
      if (k % kAtOnce == 0) keep_to_limits();
      add(questions, answers[k], 1);
    }
    return questions;
  }
  std::vector<std::pair<AnswerKey, std::int32_t>> counted(answers.size());
  for (std::size_t k = 0; k < answers.size(); ++k) counted[k] = {answers[k], counts[k]};
  std::sort(counted.begin(), counted.end());
  keep_to_limits();
  for (const auto& [answer, count] : counted) add(questions, answer, count);
  return questions;
}

}  // namespace tertium::core
