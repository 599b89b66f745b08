#include "answers/tables/answer_table.hpp"

#include <algorithm>
#include <utility>

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

/// Numbers the different keys in ascending order.
template <typename Key>
AnswerUnits numbered(const std::vector<Key>& keys) {
  std::vector<Key> different = keys;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  AnswerUnits units{.count = static_cast<std::int32_t>(different.size())};
  for (const Key& key : keys)
    units.of_answer.push_back(
        static_cast<std::int32_t>(std::lower_bound(different.begin(), different.end(), key) - different.begin()));
  return units;
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
  for (std::size_t k = 0; k < file.statements.size(); k += step) {
    const Asked found = asked(file.form, file.statements[k]);
    questions.push_back(found.question);
    table.answers.push_back({.choice = found.choice,
                             .count = file.counts.empty() ? 1 : file.counts[k],
                             .origin = file.sheet.origins.empty() ? files::AnswerOrigin{} : file.sheet.origins[k]});
  }
  table.questions = questions;
  std::sort(table.questions.begin(), table.questions.end());
  table.questions.erase(std::unique(table.questions.begin(), table.questions.end()), table.questions.end());
  for (std::size_t k = 0; k < questions.size(); ++k)
    table.answers[k].question = static_cast<std::int32_t>(
        std::lower_bound(table.questions.begin(), table.questions.end(), questions[k]) - table.questions.begin());
  return table;
}

double possible_questions(AnswerForm form, Object n) {
  const double triples = n * (n - 1.0) * (n - 2.0) / 6.0, pairs = n * (n - 1.0) / 2.0;
  if (form == AnswerForm::kTriplet) return 3.0 * triples;
  return form == AnswerForm::kQuadruplet ? pairs * (pairs - 1.0) / 2.0 : triples;
}

AnswerUnits units_by_objects(const AnswerTable& table) {
  std::vector<Question> sets;
  for (const GivenAnswer& answer : table.answers) sets.push_back(objects_of(table.questions[answer.question]));
  return numbered(sets);
}

AnswerUnits units_by_subject(const AnswerTable& table) {
  std::vector<std::int32_t> subjects;
  for (const GivenAnswer& answer : table.answers) subjects.push_back(answer.origin.subject);
  const bool known = std::any_of(subjects.begin(), subjects.end(), [](std::int32_t subject) { return subject >= 0; });
  return known ? numbered(subjects) : AnswerUnits{};
}

}  // namespace tertium::answers
