#include "experiments/commands/ask/questions.hpp"

#include <algorithm>

namespace tertium::experiments {

TripletQuestion question_of(const core::Triplet& answer) {
  return {answer.anchor, std::min(answer.near, answer.far), std::max(answer.near, answer.far)};
}

std::uint64_t AskedCounts::key(const TripletQuestion& question) const {
  const std::uint64_t n = of_anchor_.size();
  return (static_cast<std::uint64_t>(question.anchor) * n + static_cast<std::uint64_t>(question.first)) * n +
         static_cast<std::uint64_t>(question.second);
}

void AskedCounts::add(const TripletQuestion& question, std::int64_t times) {
  of_question_[key(question)] += times;
  of_anchor_[question.anchor] += times;
}

std::int64_t AskedCounts::operator()(const TripletQuestion& question) const {
  const auto found = of_question_.find(key(question));
  return found == of_question_.end() ? 0 : found->second;
}

void KnownAnswers::add(const core::Triplet& answer, std::int32_t times) {
  answers.push_back(answer);
  counts.push_back(times);
  asked.add(question_of(answer), times);
}

}  // namespace tertium::experiments
