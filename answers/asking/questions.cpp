#include "answers/asking/questions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "core/base/error.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using files::AnswerForm;
using enum files::AnswerForm;

constexpr std::int64_t kMostOpen = 1'000'000;
constexpr std::array kForms{kTriplet, kOddOneOut, kQuadruplet};

std::vector<Screen> open_triplets(const AskedCounts& asked, std::int64_t votes, core::Stream& draws) {
  const Object n = asked.objects();
  const auto pairs = static_cast<std::size_t>(core::pair_count(n));
  const std::size_t drawn = std::min(pairs, static_cast<std::size_t>(kMostOpen / n));
  std::vector<Screen> open;
  std::size_t needed = drawn, left = pairs;
  for (Object first = 0; first < n; ++first)
    for (Object second = first + 1; second < n; ++second, --left) {
      // Knuth's algorithm S: so many of those that are left, each set of them as probable as any other.
      if (needed < left && draws.below(left) >= needed) continue;
      --needed;
      for (Object anchor = 0; anchor < n; ++anchor) {
        const Screen question{kTriplet, {anchor, first, second}};
        if (anchor != first && anchor != second && asked(question) < votes) open.push_back(question);
      }
    }
  return open;
}

/// All questions without an anchor.
std::vector<Screen> all_questions(Object n, AnswerForm form) {
  std::vector<Screen> all;
  for (Object a = 0; a < n; ++a)
    for (Object b = a + 1; b < n; ++b)
      for (Object c = b + 1; c < n; ++c) {
        if (form == kOddOneOut) all.push_back({form, {a, b, c}});
        for (Object d = c + 1; form == kQuadruplet && d < n; ++d)
          for (const auto& objects : {std::array{a, b, c, d}, std::array{a, c, b, d}, std::array{a, d, b, c}})
            all.push_back({form, objects});
      }
  return all;
}

/// Each drawn once.
std::vector<Screen> drawn_questions(Object n, AnswerForm form, core::Stream& draws) {
  std::vector<Screen> drawn;
  for (std::int64_t k = 0; k < kMostOpen; ++k) {
    Screen question{form, {}};
    const auto end = question.objects.begin() + static_cast<std::ptrdiff_t>(objects_in(form));
    for (auto object = question.objects.begin(); object != end; ++object) do
        *object = static_cast<Object>(draws.below(static_cast<std::uint64_t>(n)));
      while (std::find(question.objects.begin(), object, *object) != object);
    drawn.push_back(sorted(question));
  }
  std::sort(drawn.begin(), drawn.end());
  drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  return drawn;
}

double number_of_questions(Object n, AnswerForm form) {
  const double sets_of_three = n * (n - 1.0) * (n - 2.0) / 6.0;
  return form == kOddOneOut ? sets_of_three : sets_of_three * (n - 3.0) / 4.0 * 3.0;
}

}  // namespace

const std::vector<std::string>& question_forms() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const AnswerForm form : kForms) all.emplace_back(name_of(form));
    return all;
  }();
  return names;
}

AnswerForm question_form(const std::string& name) {
  for (const AnswerForm form : kForms)
    if (name == name_of(form) || name + "s" == name_of(form)) return form;
  core::fail_unknown("kind of question", name, question_forms());
}

std::string columns_of(AnswerForm form) {
  return form == kTriplet ? "anchor,first,second" : form == kOddOneOut ? "first,second,third" : "i,j,k,l";
}

std::string answer_column(AnswerForm form) {
  return form == kOddOneOut ? "odd" : "answer";
}

std::pair<Object, Object> closest_by(const Screen& question, std::size_t choice) {
  const auto& at = question.objects;
  if (question.form == kTriplet) return {at[0], at[1 + choice]};
  if (question.form == kOddOneOut) return {at[choice == 0 ? 1 : 0], at[choice == 2 ? 1 : 2]};
  return {at[2 * choice], at[2 * choice + 1]};
}

core::Quadruplet statement_of(const Screen& question, std::size_t choice) {
  const auto& [i, j] = closest_by(question, choice);
  if (question.form == kOddOneOut) return {i, j, i, question.objects[choice]};
  const auto& [k, l] = closest_by(question, 1 - choice);
  return {i, j, k, l};
}

Screen question_of(AnswerForm form, const core::Quadruplet& statement) {
  if (form == kOddOneOut) return sorted({form, {statement.i, statement.j, statement.l}});
  if (form == kQuadruplet) return sorted({form, {statement.i, statement.j, statement.k, statement.l}});
  const core::Triplet triplet = core::as_triplet(statement);
  return sorted({form, {triplet.anchor, triplet.near, triplet.far}});
}

Screen sorted(const Screen& question) {
  Screen kept = question;
  auto& at = kept.objects;
  if (kept.form == kTriplet) std::sort(at.begin() + 1, at.begin() + 3);
  if (kept.form == kOddOneOut) std::sort(at.begin(), at.begin() + 3);
  if (kept.form == kQuadruplet) {
    std::sort(at.begin(), at.begin() + 2);
    std::sort(at.begin() + 2, at.end());
    if (at[2] < at[0]) return turned(kept);
  }
  return kept;
}

Screen turned(const Screen& question) {
  Screen next = question;
  auto& at = next.objects;
  if (next.form == kTriplet) std::swap(at[1], at[2]);
  if (next.form == kOddOneOut) std::rotate(at.begin(), at.begin() + 1, at.begin() + 3);
  if (next.form == kQuadruplet) std::rotate(at.begin(), at.begin() + 2, at.end());
  return next;
}

Screen shown(const Screen& question, std::uint64_t seed) {
  const auto objects = std::span(question.objects).first(objects_in(question.form));
  core::Stream draw({.master_seed = seed, .point = core::hash64(fmt::format("{}", fmt::join(objects, ",")))},
                    core::Purpose::kQuestions);
  Screen one = question;
  auto& at = one.objects;
  if (one.form == kOddOneOut)
    draw.shuffle(std::span(at).first(3));
  else if (draw.below(2) == 1)
    one = turned(one);
  for (const std::size_t pair : {0, 2})
    if (one.form == kQuadruplet && draw.below(2) == 1) std::swap(at[pair], at[pair + 1]);
  return one;
}

std::uint64_t AskedCounts::key(const Screen& question) const {
  auto key = static_cast<std::uint64_t>(question.form);
  for (const Object object : question.objects) key = key * of_object_.size() + static_cast<std::uint64_t>(object);
  return key;
}

void AskedCounts::add(const Screen& question, std::int64_t times) {
  of_question_[key(question)] += times;
  for (std::size_t k = 0; k < subjects_in(question.form); ++k) of_object_[question.objects[k]] += times;
}

std::int64_t AskedCounts::operator()(const Screen& question) const {
  const auto found = of_question_.find(key(question));
  return found == of_question_.end() ? 0 : found->second;
}

bool are_all_listed(Object n, AnswerForm form) {
  if (form == kTriplet) return core::pair_count(n) <= kMostOpen / std::max<Object>(1, n);
  return number_of_questions(n, form) <= static_cast<double>(kMostOpen);
}

std::vector<Screen> open_questions(const AskedCounts& asked, AnswerForm form, std::int64_t votes, core::Stream& draws) {
  if (form == kTriplet) return open_triplets(asked, votes, draws);
  const Object n = asked.objects();
  std::vector<Screen> open = are_all_listed(n, form) ? all_questions(n, form) : drawn_questions(n, form, draws);
  std::erase_if(open, [&](const Screen& question) { return asked(question) >= votes; });
  return open;
}

std::vector<Screen> open_questions(const AskedCounts& asked, AnswerForm form, std::int64_t votes, std::uint64_t seed,
                                   std::uint64_t round) {
  core::Stream draws({.master_seed = seed, .repetition = 1}, core::Purpose::kQuestions, round);
  return open_questions(asked, form, votes, draws);
}

void KnownAnswers::add(AnswerForm form, const core::Quadruplet& statement, std::int32_t times) {
  statements.push_back(statement);
  counts.push_back(times);
  if (form == kOddOneOut) {
    statements.push_back({statement.j, statement.i, statement.j, statement.l});
    counts.push_back(times);
  }
  asked.add(question_of(form, statement), times);
}

KnownAnswers known_answers(const files::ComparisonFile& file, AnswerForm form, const std::string& source) {
  const Object n = file.objects;
  if (form == kTriplet && file.form == kQuadruplet)
    core::fail(
        "{}: contains quadruplets (questions are chosen by answers with an anchor), give triplets, odd or central "
        "ones, or ask quadruplets",
        source);
  if (n < static_cast<Object>(objects_in(form)))
    core::fail("{}: {} objects (a question is about {}), add some", source, n, form == kQuadruplet ? "four" : "three");
  if (n > kMostObjectsToAsk)
    core::fail("{}: {} objects (questions are chosen among at most {}, by tables of all pairs), use a part of them",
               source, n, kMostObjectsToAsk);
  KnownAnswers known(n);
  const bool odd = form == kOddOneOut && file.form == kOddOneOut;
  for (std::size_t k = 0; k < file.statements.size(); k += odd ? 2 : 1) {
    const core::Quadruplet& statement = file.statements[k];
    known.add(odd                           ? kOddOneOut
              : core::is_triplet(statement) ? kTriplet
                                            : kQuadruplet,
              statement, static_cast<std::int32_t>(file.count(k)));
  }
  return known;
}

files::ComparisonFile unanswered(std::vector<std::string> names) {
  files::ComparisonFile file;
  file.form = kTriplet;
  file.objects = static_cast<Object>(names.size());
  file.names = std::move(names);
  return file;
}

}  // namespace tertium::answers
