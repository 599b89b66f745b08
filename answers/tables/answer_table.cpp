#include "answers/tables/answer_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/large_array.hpp"
#include "core/base/sort_ascending.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using core::Quadruplet;
using files::AnswerForm;

struct Asked {
  Question question{};
  std::int32_t choice = 0;
};

/// The three objects of an answer in ascending order, and the place of the one that was chosen.
Asked asked_of_three(Object chosen, Object b, Object c) {
  Question question{chosen, b, c, -1};
  std::sort(question.begin(), question.begin() + 3);
  const auto place = std::find(question.begin(), question.end(), chosen) - question.begin();
  return {question, static_cast<std::int32_t>(place)};
}

Asked asked(AnswerForm form, const Quadruplet& s) {
  // Of the two statements of an odd or a central one the first has all three: see StatementForm.
  if (form == AnswerForm::kOddOneOut) return asked_of_three(s.l, s.i, s.j);
  if (form == AnswerForm::kMostCentral) return asked_of_three(s.j, s.i, s.l);
  std::pair<Object, Object> more = std::minmax(s.i, s.j), less = std::minmax(s.k, s.l);
  if (form == AnswerForm::kTriplet) {
    const core::Triplet triplet = core::as_triplet(s);
    return {{triplet.anchor, std::min(triplet.near, triplet.far), std::max(triplet.near, triplet.far), -1},
            triplet.near < triplet.far ? 0 : 1};
  }
  const std::int32_t choice = more < less ? 0 : 1;
  if (choice == 1) std::swap(more, less);
  return {{more.first, more.second, less.first, less.second}, choice};
}

/// The different objects of a question, ascending, after as many -1 as are needed.
Question objects_of(Question question) {
  std::sort(question.begin(), question.end());
  for (std::size_t k = 1; k < question.size(); ++k)
    if (question[k] == question[k - 1]) question[k - 1] = -1;
  std::sort(question.begin(), question.end());
  return question;
}

struct Numbered {
  std::vector<Question> different{};   // in ascending order
  std::vector<std::int32_t> number{};  // of each that was given
};

/// A question's objects as one number, in their order, above the place where it was asked.
hwy::uint128_t key_of(const Question& question, std::size_t place) {
  constexpr int kBits = 21;  // of an object, or none
  static_assert(core::kMostObjects < (1 << kBits) - 1);
  const auto bits = [&](std::size_t k) { return static_cast<std::uint64_t>(question[k] + 1); };
  constexpr int kBelow = 64 - kBits - 32;  // of the third object, beside all of the fourth and the place
  hwy::uint128_t key;
  key.hi = bits(0) << (2 * kBits - kBelow) | bits(1) << (kBits - kBelow) | bits(2) >> kBelow;
  key.lo = bits(2) << (64 - kBelow) | bits(3) << 32 | static_cast<std::uint64_t>(place);
  return key;
}

/// Numbers the different questions.
Numbered numbered(const std::vector<Question>& questions) {
  std::vector<hwy::uint128_t> keys;
  core::reserve_large(keys, questions.size());
  for (std::size_t k = 0; k < questions.size(); ++k) keys.push_back(key_of(questions[k], k));
  core::sort_ascending(keys);
  const auto is_new = [&](std::size_t k) {
    return k == 0 || keys[k].hi != keys[k - 1].hi || keys[k].lo >> 32 != keys[k - 1].lo >> 32;
  };
  std::size_t different = 0;
  for (std::size_t k = 0; k < keys.size(); ++k) different += is_new(k) ? 1 : 0;
  Numbered found;
  core::reserve_large(found.number, questions.size());
  found.number.resize(questions.size());
  core::reserve_large(found.different, different);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::size_t place = keys[k].lo & 0xFFFFFFFF;
    if (is_new(k)) found.different.push_back(questions[place]);
    found.number[place] = static_cast<std::int32_t>(found.different.size()) - 1;
  }
  return found;
}

}  // namespace

std::int64_t AnswerTable::count() const {
  std::int64_t sum = 0;
  for (const GivenAnswer& answer : answers) sum += answer.count;
  return sum;
}

AnswerTable tabulate(const files::ComparisonFile& file) {
  AnswerTable table;
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  table.choices = step == 2 ? 3 : 2;
  std::vector<Question> questions;
  core::reserve_large(questions, file.statements.size() / step);
  core::reserve_large(table.answers, file.statements.size() / step);
  for (std::size_t k = 0; k < file.statements.size(); k += step) {
    const Asked found = asked(file.form, file.statements[k]);
    questions.push_back(found.question);
    table.answers.push_back(
        {.choice = found.choice,
         .count = file.count(k),
         .weight = file.weight(k),
         .origin = file.metadata.origins.empty() ? files::AnswerOrigin{} : file.metadata.origins[k]});
  }
  Numbered found = numbered(questions);
  table.questions = std::move(found.different);
  for (std::size_t k = 0; k < questions.size(); ++k) table.answers[k].question = found.number[k];
  return table;
}

double possible_questions(AnswerForm form, Object n) {
  const double triples = n * (n - 1.0) * (n - 2.0) / 6.0, pairs = n * (n - 1.0) / 2.0;
  if (form == AnswerForm::kTriplet) return 3.0 * triples;
  return form == AnswerForm::kQuadruplet ? pairs * (pairs - 1.0) / 2.0 : triples;
}

namespace {

/// What somebody looked at when he gave an answer: a screen of his, by the subject and its number; else the question.
std::tuple<std::int32_t, std::int32_t, std::int32_t> look_of(const GivenAnswer& answer) {
  if (answer.origin.screen >= 0) return {answer.origin.subject, answer.origin.screen, -1};
  return {-1, -1, answer.question};
}

AnswerUnits units_by_screens(const AnswerTable& table) {
  std::map<decltype(look_of({})), std::set<Object>> objects;  // looked at
  for (const GivenAnswer& answer : table.answers)
    for (const Object object : table.questions[answer.question])
      if (object >= 0) objects[look_of(answer)].insert(object);
  std::map<std::set<Object>, std::int32_t> numbers;
  for (const auto& [look, set] : objects) numbers.emplace(set, 0);
  AnswerUnits units{.of_screens = true};
  for (auto& [set, number] : numbers) number = units.count++;
  std::map<decltype(look_of({})), std::int32_t> unit;
  for (const auto& [look, set] : objects) unit.emplace(look, numbers.at(set));
  for (const GivenAnswer& answer : table.answers) units.of_answer.push_back(unit.at(look_of(answer)));
  return units;
}

}  // namespace

AnswerUnits units_by_objects(const AnswerTable& table) {
  if (std::ranges::any_of(table.answers, [](const GivenAnswer& answer) { return answer.origin.screen >= 0; }))
    return units_by_screens(table);
  std::vector<Question> sets;
  core::reserve_large(sets, table.questions.size());
  for (const Question& question : table.questions) sets.push_back(objects_of(question));
  const Numbered found = numbered(sets);
  AnswerUnits units{.count = static_cast<std::int32_t>(found.different.size())};
  for (const GivenAnswer& answer : table.answers) units.of_answer.push_back(found.number[answer.question]);
  return units;
}

AnswerUnits units_by_subject(const AnswerTable& table) {
  std::vector<std::int32_t> number;  // of each subject; -1: no answers
  const auto of_nobody = [](const GivenAnswer& answer) { return answer.origin.subject < 0; };
  if (std::ranges::all_of(table.answers, of_nobody)) return {};
  for (const GivenAnswer& answer : table.answers) {
    const std::int32_t subject = answer.origin.subject;
    if (subject >= std::ssize(number)) number.resize(static_cast<std::size_t>(subject) + 1, -1);
    if (subject >= 0) number[subject] = 0;
  }
  AnswerUnits units;
  for (std::int32_t& one : number)
    if (one == 0) one = units.subjects++;
  units.count = units.subjects;
  AnswerUnits sets;
  if (std::ranges::any_of(table.answers, of_nobody)) sets = units_by_objects(table);
  std::vector<std::int32_t> number_of_set(static_cast<std::size_t>(sets.count), -1);
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (of_nobody(table.answers[k])) number_of_set[sets.of_answer[k]] = 0;
  for (std::int32_t& one : number_of_set)
    if (one == 0) one = units.count++;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    units.of_answer.push_back(of_nobody(table.answers[k]) ? number_of_set[sets.of_answer[k]]
                                                          : number[table.answers[k].origin.subject]);
  return units;
}

std::string units_text(std::int32_t units, std::string_view called, std::int32_t of_nobody) {
  const std::string others = of_nobody > 0 ? fmt::format(" and {} questions without one", of_nobody) : "";
  return fmt::format("{} {}{}", units, called, others);
}

}  // namespace tertium::answers
