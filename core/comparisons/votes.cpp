#include "core/comparisons/votes.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/sort_ascending.hpp"

namespace tertium::core {
namespace {

void check_total(std::span<const AnswerKey> answers, std::span<const std::int32_t> counts) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::int64_t total =
      counts.empty() ? std::ssize(answers) : std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (total > kMost) fail("{} answers are more than can be counted (at most {}), lower the counts", total, kMost);
}

}  // namespace

SortedAnswers::SortedAnswers(std::vector<AnswerKey> answers, std::span<const std::int32_t> counts)
    : answers_(std::move(answers)) {
  expects(counts.empty() || counts.size() == answers_.size(), "one count for every answer, or none");
  check_total(answers_, counts);
  keep_to_limits();
  if (counts.empty()) {
    sort_ascending(answers_);
    return;
  }
  std::vector<hwy::uint128_t> counted(answers_.size());
  for (std::size_t k = 0; k < counted.size(); ++k) {
    counted[k].hi = answers_[k];
    counted[k].lo = static_cast<std::uint64_t>(counts[k]);
  }
  sort_ascending(counted);
  keep_to_limits();
  counts_.resize(counted.size());
  for (std::size_t k = 0; k < counted.size(); ++k) {
    answers_[k] = counted[k].hi;
    counts_[k] = static_cast<std::int32_t>(counted[k].lo);
  }
}

AnswerSummary SortedAnswers::summary() const {
  AnswerSummary summary;
  for_each_question([&](const QuestionVotes& question) { summary.add(question.votes); });
  return summary;
}

}  // namespace tertium::core
