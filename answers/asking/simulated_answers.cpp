#include "answers/asking/simulated_answers.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using core::Triplet;

enum SimulatedDraw : std::uint64_t { kDrawsHeldOut, kDrawsAnswers, kDrawsQuestions };

/// Draws of one run are for one purpose, whatever is asked.
core::Stream draws_of(std::uint64_t seed, std::uint64_t run, SimulatedDraw draw) {
  return {{.master_seed = seed, .repetition = run}, core::Purpose::kSimulatedAnswers, draw};
}

/// Questions by their two objects, which is how gains are quickest.
bool by_pair(const TripletQuestion& a, const TripletQuestion& b) {
  return std::tie(a.first, a.second, a.anchor) < std::tie(b.first, b.second, b.anchor);
}

std::array<Object, 3> objects_of(const Triplet& answer) {
  std::array<Object, 3> objects{answer.anchor, answer.near, answer.far};
  std::sort(objects.begin(), objects.end());
  return objects;
}

/// A fifth of the sets of objects that answers are about.
std::set<std::array<Object, 3>> held_out_sets(const std::vector<Triplet>& answers, core::Stream draws) {
  constexpr std::uint64_t kOneOf = 5;
  std::set<std::array<Object, 3>> sets, held_out;
  for (const Triplet& answer : answers) sets.insert(objects_of(answer));
  std::vector<std::array<Object, 3>> order(sets.begin(), sets.end());
  draws.shuffle(std::span(order));
  held_out.insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(order.size() / kOneOf));
  return held_out;
}

class FileAnswers final : public SimulatedAnswers {
 public:
  FileAnswers(const files::ComparisonFile& file, std::int64_t votes, std::uint64_t seed, std::uint64_t run)
      : votes_(votes) {
    std::vector<Triplet> answers;
    for (std::size_t k = 0; k < file.statements.size(); ++k)
      answers.insert(answers.end(), file.counts.empty() ? 1 : static_cast<std::size_t>(file.counts[k]),
                     core::as_triplet(file.statements[k]));
    const std::set<std::array<Object, 3>> held_out = held_out_sets(answers, draws_of(seed, run, kDrawsHeldOut));
    // In an order of their own, so that of several answers to a question any may be the first.
    draws_of(seed, run, kDrawsAnswers).shuffle(std::span(answers));
    for (const Triplet& answer : answers)
      if (held_out.contains(objects_of(answer)))
        held_out_.push_back(answer);
      else
        left_.push_back(answer);
    const auto before = [](const Triplet& a, const Triplet& b) { return by_pair(question_of(a), question_of(b)); };
    std::stable_sort(left_.begin(), left_.end(), before);
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (k == 0 || question_of(left_[k]) != question_of(left_[k - 1])) begin_.push_back(k);
    begin_.push_back(left_.size());
    asked_.assign(begin_.size() - 1, 0);
  }

  std::vector<TripletQuestion> open() const override {
    std::vector<TripletQuestion> open;
    for (std::size_t q = 0; q < asked_.size(); ++q)
      if (asked_[q] < std::min(votes_, static_cast<std::int64_t>(begin_[q + 1] - begin_[q])))
        open.push_back(question_of(left_[begin_[q]]));
    return open;
  }

  Triplet ask(const TripletQuestion& question) override {
    const auto place = [&](std::size_t begin) {
      return begin < left_.size() && by_pair(question_of(left_[begin]), question);
    };
    const auto q = std::partition_point(begin_.begin(), begin_.end(), place) - begin_.begin();
    return left_[begin_[q] + static_cast<std::size_t>(asked_[q]++)];
  }

 private:
  std::int64_t votes_;
  std::vector<Triplet> left_;       // not held out, by question
  std::vector<std::size_t> begin_;  // of each question, and where the last one ends
  std::vector<std::int64_t> asked_;
};

class ModelAnswers final : public SimulatedAnswers {
 public:
  ModelAnswers(const AnswerModel& model, Answering answering, std::int64_t votes, std::uint64_t seed, std::uint64_t run)
      : model_(model),
        answering_(answering),
        votes_(votes),
        asked_(model.objects()),
        draws_(draws_of(seed, run, kDrawsAnswers)),
        questions_(draws_of(seed, run, kDrawsQuestions)) {
    constexpr int kHeldOut = 2000;
    core::Stream draws = draws_of(seed, run, kDrawsHeldOut);
    const auto n = static_cast<std::uint64_t>(model.objects());
    while (std::ssize(held_out_) < kHeldOut) {
      const Triplet t{static_cast<Object>(draws.below(n)), static_cast<Object>(draws.below(n)),
                      static_cast<Object>(draws.below(n))};
      if (t.anchor != t.near && t.anchor != t.far && t.near != t.far)
        held_out_.push_back(answer(question_of(t), draws));
    }
  }

  std::vector<TripletQuestion> open() const override { return open_questions(asked_, votes_, questions_); }
  Triplet ask(const TripletQuestion& question) override {
    asked_.add(question);
    return answer(question, draws_);
  }

 private:
  Triplet answer(const TripletQuestion& q, core::Stream& draws) const {
    const double line = answering_ == Answering::kByChance ? draws.uniform() : 0.5;
    const bool first = line < chance_of(model_.log_odds(q.anchor, q.first, q.second)).yes;
    return first ? Triplet{q.anchor, q.first, q.second} : Triplet{q.anchor, q.second, q.first};
  }

  const AnswerModel& model_;
  Answering answering_;
  std::int64_t votes_;
  AskedCounts asked_;
  core::Stream draws_;
  mutable core::Stream questions_;
};

}  // namespace

std::unique_ptr<SimulatedAnswers> answers_of_file(const files::ComparisonFile& file, std::int64_t votes,
                                                  std::uint64_t seed, std::uint64_t run) {
  return std::make_unique<FileAnswers>(file, votes, seed, run);
}

std::unique_ptr<SimulatedAnswers> answers_of_model(const AnswerModel& model, Answering answering, std::int64_t votes,
                                                   std::uint64_t seed, std::uint64_t run) {
  return std::make_unique<ModelAnswers>(model, answering, votes, seed, run);
}

}  // namespace tertium::answers
