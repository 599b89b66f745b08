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
using core::Quadruplet;
using files::AnswerForm;

enum SimulatedDraw : std::uint64_t { kDrawsHeldOut, kDrawsAnswers, kDrawsQuestions };

/// Draws of one run are for one purpose, whatever is asked.
core::Stream draws_of(std::uint64_t seed, std::uint64_t run, SimulatedDraw draw) {
  return {{.master_seed = seed, .repetition = run}, core::Purpose::kSimulatedAnswers, draw};
}

/// Triplets by their two objects, which is how gains are quickest.
bool by_pair(const Screen& a, const Screen& b) {
  const auto key = [](const Screen& q) { return std::tie(q.objects[1], q.objects[2], q.objects[0], q.objects[3]); };
  return key(a) < key(b);
}

/// The objects of a question in their order; the last one is 0 where there are three.
std::array<Object, 4> objects_of(const Screen& question) {
  std::array<Object, 4> objects = question.objects;
  std::sort(objects.begin(), objects.begin() + static_cast<std::ptrdiff_t>(objects_in(question.form)));
  return objects;
}

/// A fifth of the sets of objects that answers are about.
std::set<std::array<Object, 4>> held_out_sets(AnswerForm form, const std::vector<Quadruplet>& answers,
                                              core::Stream draws) {
  constexpr std::uint64_t kOneOf = 5;
  std::set<std::array<Object, 4>> sets, held_out;
  for (const Quadruplet& answer : answers) sets.insert(objects_of(question_of(form, answer)));
  std::vector<std::array<Object, 4>> order(sets.begin(), sets.end());
  draws.shuffle(std::span(order));
  held_out.insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(order.size() / kOneOf));
  return held_out;
}

class FileAnswers final : public SimulatedAnswers {
 public:
  FileAnswers(const files::ComparisonFile& file, AnswerForm form, std::int64_t votes, std::uint64_t seed,
              std::uint64_t run)
      : form_(form), votes_(votes) {
    std::vector<Quadruplet> answers;
    for (std::size_t k = 0; k < file.statements.size(); k += static_cast<std::size_t>(statements_of(form)))
      answers.insert(answers.end(), file.counts.empty() ? 1 : static_cast<std::size_t>(file.counts[k]),
                     file.statements[k]);
    const std::set<std::array<Object, 4>> held_out = held_out_sets(form, answers, draws_of(seed, run, kDrawsHeldOut));
    // In an order of their own, so that of several answers to a question any may be the first.
    draws_of(seed, run, kDrawsAnswers).shuffle(std::span(answers));
    for (const Quadruplet& answer : answers)
      if (held_out.contains(objects_of(asked_by(answer))))
        held_out_.push_back(answer);
      else
        left_.push_back(answer);
    const auto before = [&](const Quadruplet& a, const Quadruplet& b) { return by_pair(asked_by(a), asked_by(b)); };
    std::stable_sort(left_.begin(), left_.end(), before);
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (k == 0 || asked_by(left_[k]) != asked_by(left_[k - 1])) begin_.push_back(k);
    begin_.push_back(left_.size());
    asked_.assign(begin_.size() - 1, 0);
  }

  std::vector<Screen> open() const override {
    std::vector<Screen> open;
    for (std::size_t q = 0; q < asked_.size(); ++q)
      if (asked_[q] < std::min(votes_, static_cast<std::int64_t>(begin_[q + 1] - begin_[q])))
        open.push_back(asked_by(left_[begin_[q]]));
    return open;
  }

  Quadruplet ask(const Screen& question) override {
    const auto place = [&](std::size_t begin) {
      return begin < left_.size() && by_pair(asked_by(left_[begin]), question);
    };
    const auto q = std::partition_point(begin_.begin(), begin_.end(), place) - begin_.begin();
    return left_[begin_[q] + static_cast<std::size_t>(asked_[q]++)];
  }

 private:
  Screen asked_by(const Quadruplet& answer) const { return question_of(form_, answer); }

  AnswerForm form_;
  std::int64_t votes_;
  std::vector<Quadruplet> left_;    // not held out, by question
  std::vector<std::size_t> begin_;  // of each question, and where the last one ends
  std::vector<std::int64_t> asked_;
};

class ModelAnswers final : public SimulatedAnswers {
 public:
  ModelAnswers(const AnswerModel& model, AnswerForm form, Answering answering, std::int64_t votes, std::uint64_t seed,
               std::uint64_t run)
      : model_(model),
        form_(form),
        answering_(answering),
        votes_(votes),
        asked_(model.objects()),
        draws_(draws_of(seed, run, kDrawsAnswers)),
        questions_(draws_of(seed, run, kDrawsQuestions)) {
    constexpr int kHeldOut = 2000;
    core::Stream draws = draws_of(seed, run, kDrawsHeldOut);
    const auto n = static_cast<std::uint64_t>(model.objects());
    while (std::ssize(held_out_) < kHeldOut) {
      Screen question{form, {}};
      const auto objects = std::span(question.objects).first(objects_in(form));
      for (Object& object : objects) object = static_cast<Object>(draws.below(n));
      if (std::set(objects.begin(), objects.end()).size() == objects.size())
        held_out_.push_back(answer(sorted(question), draws));
    }
  }

  std::vector<Screen> open() const override { return open_questions(asked_, form_, votes_, questions_); }
  Quadruplet ask(const Screen& question) override {
    asked_.add(question);
    return answer(question, draws_);
  }

 private:
  Quadruplet answer(const Screen& question, core::Stream& draws) const {
    const std::array<double, 3> p = probabilities(model_, question);
    const std::size_t choices = choices_of(form_);
    // Of two that are as probable the last one.
    std::size_t choice = choices - 1;
    if (answering_ == Answering::kByChance) {
      choice = 0;
      for (double line = draws.uniform() - p[0]; line >= 0.0 && choice + 1 < choices; line -= p[choice]) ++choice;
    } else {
      for (std::size_t k = choices; k-- > 0;)
        if (p[k] > p[choice]) choice = k;
    }
    return statement_of(question, choice);
  }

  const AnswerModel& model_;
  AnswerForm form_;
  Answering answering_;
  std::int64_t votes_;
  AskedCounts asked_;
  core::Stream draws_;
  mutable core::Stream questions_;
};

}  // namespace

std::unique_ptr<SimulatedAnswers> answers_of_file(const files::ComparisonFile& file, AnswerForm form,
                                                  std::int64_t votes, std::uint64_t seed, std::uint64_t run) {
  return std::make_unique<FileAnswers>(file, form, votes, seed, run);
}

std::unique_ptr<SimulatedAnswers> answers_of_model(const AnswerModel& model, AnswerForm form, Answering answering,
                                                   std::int64_t votes, std::uint64_t seed, std::uint64_t run) {
  return std::make_unique<ModelAnswers>(model, form, answering, votes, seed, run);
}

}  // namespace tertium::answers
