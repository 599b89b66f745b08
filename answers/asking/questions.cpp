#include "answers/asking/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::answers {

using core::Object;

TripletQuestion question_of(const core::Triplet& answer) {
  return {answer.anchor, std::min(answer.near, answer.far), std::max(answer.near, answer.far)};
}

TripletQuestion sorted(const TripletQuestion& question) {
  return {question.anchor, std::min(question.first, question.second), std::max(question.first, question.second)};
}

TripletQuestion shown(const TripletQuestion& question, std::uint64_t seed) {
  const std::string text = fmt::format("{},{},{}", question.anchor, question.first, question.second);
  core::Stream draw({.master_seed = seed, .point = core::hash64(text)}, core::Purpose::kQuestions);
  if (draw.below(2) == 0) return question;
  return {question.anchor, question.second, question.first};
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

std::vector<TripletQuestion> open_questions(const AskedCounts& asked, std::int64_t votes, core::Stream& draws) {
  constexpr std::int64_t kMost = 1'000'000;
  const Object n = asked.objects();
  const auto pairs = static_cast<std::size_t>(core::pair_count(n));
  const std::size_t drawn = std::min(pairs, static_cast<std::size_t>(kMost / n));
  std::vector<TripletQuestion> open;
  std::size_t needed = drawn, left = pairs;
  for (Object first = 0; first < n; ++first)
    for (Object second = first + 1; second < n; ++second, --left) {
      // Knuth's algorithm S: so many of those that are left, each set of them as probable as any other.
      if (needed < left && draws.below(left) >= needed) continue;
      --needed;
      for (Object anchor = 0; anchor < n; ++anchor) {
        const TripletQuestion question{anchor, first, second};
        if (anchor != first && anchor != second && asked(question) < votes) open.push_back(question);
      }
    }
  return open;
}

std::vector<TripletQuestion> open_questions(const AskedCounts& asked, std::int64_t votes, std::uint64_t seed,
                                            std::uint64_t round) {
  core::Stream draws({.master_seed = seed, .repetition = 1}, core::Purpose::kQuestions, round);
  return open_questions(asked, votes, draws);
}

void KnownAnswers::add(const core::Triplet& answer, std::int32_t times) {
  answers.push_back(answer);
  counts.push_back(times);
  asked.add(question_of(answer), times);
}

KnownAnswers known_answers(const files::ComparisonFile& file, const std::string& source) {
  const Object n = file.objects;
  if (file.form == files::AnswerForm::kQuadruplet)
    core::fail(
        "{}: holds quadruplets (questions are chosen by answers that have an anchor), give triplets, odd or "
        "central ones",
        source);
  if (n < 3) core::fail("{}: {} objects (a question is about three), add some", source, n);
  if (n > kMostObjectsToAsk)
    core::fail("{}: {} objects (questions are chosen among at most {}, by tables of all pairs), take a part of them",
               source, n, kMostObjectsToAsk);
  KnownAnswers known(n);
  for (std::size_t k = 0; k < file.statements.size(); ++k)
    known.add(core::as_triplet(file.statements[k]), file.counts.empty() ? 1 : file.counts[k]);
  return known;
}

files::ComparisonFile unanswered(std::vector<std::string> names) {
  files::ComparisonFile file;
  file.form = files::AnswerForm::kTriplet;
  file.objects = static_cast<Object>(names.size());
  file.names = std::move(names);
  return file;
}

}  // namespace tertium::answers
