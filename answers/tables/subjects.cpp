#include "answers/tables/subjects.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tertium::answers {
namespace {

using Times = std::vector<std::vector<double>>;

void count_answers(const AnswerTable& table, const Ballots& ballots, std::vector<Subject>& subjects, Times& times) {
  for (const GivenAnswer& answer : table.answers) {
    if (answer.origin.subject < 0) continue;
    Subject& subject = subjects[answer.origin.subject];
    subject.answers += answer.count;
    if (!std::isnan(answer.origin.time)) times[answer.origin.subject].push_back(answer.origin.time);
    const Ballot others = ballots.without(answer.question, answer.origin.subject);
    if (total(others) == 0) continue;
    subject.shared += answer.count;
    subject.agreement += static_cast<double>(answer.count) * share_of_majority(others, answer.choice);
  }
}

/// Checks whose answer is known, and those that the majority of the others decides.
void count_checks(const files::AnswerMetadata& metadata, std::vector<Subject>& subjects) {
  std::map<std::string, std::map<std::string, std::int64_t>> votes;
  for (const files::AttentionCheck& check : metadata.checks)
    if (!check.passed) ++votes[check.question][check.answer];
  for (const files::AttentionCheck& check : metadata.checks) {
    if (check.subject < 0) continue;
    std::optional<bool> passed = check.passed;
    if (!passed) {
      const auto& of_question = votes[check.question];
      const std::int64_t same = of_question.at(check.answer) - 1;
      std::int64_t others = 0;
      for (const auto& [answer, count] : of_question)
        if (answer != check.answer) others = std::max(others, count);
      if (same == others) continue;  // nobody else, or as many one way as the other
      passed = same > others;
    }
    ++subjects[check.subject].checks;
    subjects[check.subject].failed += *passed ? 0 : 1;
  }
}

}  // namespace

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double mean_agreement(const std::vector<Subject>& subjects) {
  double agreeing = 0.0;
  std::int64_t shared = 0;
  for (const Subject& subject : subjects) {
    agreeing += subject.agreement * static_cast<double>(subject.shared);
    shared += subject.shared;
  }
  return shared == 0 ? 0.0 : agreeing / static_cast<double>(shared);
}

std::vector<Subject> count_subjects(const AnswerTable& table, const Ballots& ballots,
                                    const files::AnswerMetadata& metadata) {
  std::vector<Subject> subjects;
  for (const std::string& name : metadata.subjects)
    subjects.push_back({.name = name, .number = static_cast<std::int32_t>(subjects.size())});
  Times times(subjects.size());
  count_answers(table, ballots, subjects, times);
  count_checks(metadata, subjects);
  for (const files::AnswerOrigin& origin : metadata.missing)
    if (origin.subject >= 0) ++subjects[origin.subject].missing;
  const std::vector<Ballots::OwnPairs> own = ballots.own_pairs(subjects.size());
  for (std::size_t k = 0; k < subjects.size(); ++k) {
    Subject& subject = subjects[k];
    if (subject.shared > 0) subject.agreement /= static_cast<double>(subject.shared);
    subject.own_pairs = own[k].pairs;
    subject.own_agreeing = own[k].agreeing;
    subject.time = median(times[k]);
  }
  std::erase_if(subjects, [](const Subject& s) { return s.answers == 0 && s.missing == 0 && s.checks == 0; });
  return subjects;
}

}  // namespace tertium::answers
