#include "answers/tables/answer_units.hpp"

#include <algorithm>

namespace tertium::answers {
namespace {

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
