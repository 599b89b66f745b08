#include "answers/conclusions/overview.hpp"

#include <algorithm>

#include "answers/tables/answer_table.hpp"
#include "answers/tables/coverage.hpp"

namespace tertium::answers {
namespace {

std::vector<std::int64_t> count_about(const files::ComparisonFile& file, const AnswerTable& table) {
  std::vector<std::int64_t> counts(file.objects, 0);
  for (const GivenAnswer& answer : table.answers) {
    const Question& question = table.questions[answer.question];
    for (auto at = question.begin(); at != question.end(); ++at)  // each object once
      if (*at >= 0 && std::find(question.begin(), at, *at) == at) counts[*at] += answer.count;
  }
  return counts;
}

}  // namespace

double Overview::median_about() const {
  std::vector<double> counts;
  for (const std::int64_t count : answers_about)
    if (count > 0) counts.push_back(static_cast<double>(count));
  return median(counts).value_or(0.0);
}

std::vector<core::Object> Overview::never() const {
  std::vector<core::Object> objects;
  for (std::size_t i = 0; i < answers_about.size(); ++i)
    if (answers_about[i] == 0) objects.push_back(static_cast<core::Object>(i));
  return objects;
}

std::vector<core::Object> Overview::seldom() const {
  const double few = median_about() / 4.0;
  std::vector<core::Object> objects;
  for (std::size_t i = 0; i < answers_about.size(); ++i)
    if (answers_about[i] > 0 && static_cast<double>(answers_about[i]) < few)
      objects.push_back(static_cast<core::Object>(i));
  return objects;
}

Overview overview(const AnswerInput& input) {
  const files::ComparisonFile& file = input.comparisons;
  const AnswerTable table = tabulate(file);
  const Ballots ballots(table);
  Overview found;
  found.answers = table.count();
  found.questions = std::ssize(table.questions);
  found.possible_questions = possible_questions(file.form, file.objects);
  found.choices = table.choices;
  found.answers_about = count_about(file, table);
  found.groups = linked_groups(file);
  found.answers_of_set.resize(file.metadata.sets.size(), 0);
  for (const GivenAnswer& answer : table.answers) {
    if (answer.origin.set >= 0) found.answers_of_set[answer.origin.set] += answer.count;
    if (answer.origin.subject < 0) found.of_nobody += answer.count;
  }
  found.repetition = ballots.repetition();
  found.satisfiable = ballots.satisfiable();
  found.subjects = count_subjects(table, ballots, file.metadata);
  found.prediction = judge_by_others(input, table, found.subjects);
  for (const files::AttentionCheck& check : file.metadata.checks) {
    found.checks += check.passed ? 1 : 0;
    found.failed += check.passed && !*check.passed ? 1 : 0;
  }
  return found;
}

}  // namespace tertium::answers
