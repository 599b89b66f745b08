#include "experiments/commands/answers/answers_summary.hpp"

#include <algorithm>
#include <set>

#include "answers/tables/linked_groups.hpp"

namespace tertium::experiments {
namespace {

std::vector<std::int64_t> count_about(const core::ComparisonFile& file, const answers::AnswerTable& table) {
  std::vector<std::int64_t> counts(file.objects, 0);
  for (const answers::GivenAnswer& answer : table.answers) {
    const answers::Question& question = table.questions[answer.question];
    for (const core::Object object : std::set<core::Object>(question.begin(), question.end()))
      if (object >= 0) counts[object] += answer.count;
  }
  return counts;
}

}  // namespace

double AnswersSummary::median_about() const {
  std::vector<double> counts;
  for (const std::int64_t count : answers_about)
    if (count > 0) counts.push_back(static_cast<double>(count));
  return answers::median(counts).value_or(0.0);
}

std::vector<core::Object> AnswersSummary::never() const {
  std::vector<core::Object> objects;
  for (std::size_t i = 0; i < answers_about.size(); ++i)
    if (answers_about[i] == 0) objects.push_back(static_cast<core::Object>(i));
  return objects;
}

std::vector<core::Object> AnswersSummary::seldom() const {
  const double few = median_about() / 4.0;
  std::vector<core::Object> objects;
  for (std::size_t i = 0; i < answers_about.size(); ++i)
    if (answers_about[i] > 0 && static_cast<double>(answers_about[i]) < few)
      objects.push_back(static_cast<core::Object>(i));
  return objects;
}

AnswersSummary summarize(const answers::AnswerInput& input) {
  const core::ComparisonFile& file = input.comparisons;
  const answers::AnswerTable table = answers::tabulate(file);
  const answers::Ballots ballots(table);
  AnswersSummary summary;
  summary.answers = table.count();
  summary.questions = std::ssize(table.questions);
  summary.possible_questions = answers::possible_questions(file.form, file.objects);
  summary.choices = table.choices;
  summary.answers_about = count_about(file, table);
  summary.groups = answers::linked_groups(file);
  summary.answers_of_set.resize(file.sheet.sets.size(), 0);
  for (const answers::GivenAnswer& answer : table.answers)
    if (answer.origin.set >= 0) summary.answers_of_set[answer.origin.set] += answer.count;
  summary.repetition = ballots.repetition();
  summary.satisfiable = ballots.satisfiable();
  summary.subjects = answers::judge_subjects(table, ballots, file.sheet);
  for (const core::CheckTrial& trial : file.sheet.checks) {
    summary.checks += trial.passed ? 1 : 0;
    summary.failed += trial.passed && !*trial.passed ? 1 : 0;
  }
  return summary;
}

}  // namespace tertium::experiments
