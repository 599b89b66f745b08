#include "answers/conclusions/careless.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "answers/conclusions/comparison.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/people.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

/// Why nobody can be judged; empty: they can.
std::string reason_not_to(const AnswerInput& input, const AnswerTable& table, const core::Method& method) {
  if (units_by_subject(table).subjects < 2) return "fewer than two are known";
  const double seconds = seconds_needed(input, method, kJudgingFolds);
  if (seconds > kSecondsOfEachMethod) return fmt::format("that takes about {}", core::duration_text(seconds));
  try {
    check_fit(input, method);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

/// `all`: the share predicted of all subjects.
void judge(Subject& subject, const Predicted& tally, const SubjectTest& test, double all) {
  subject.evaluated = test.is_enough(all, subject.answers);
  if (!subject.evaluated || test.is_predicted(*subject.predicted, subject.answers)) return;
  const double exchanged =
      static_cast<double>(std::ranges::max(tally.exchanged)) / 6.0 / static_cast<double>(tally.answers);
  if (test.is_predicted(exchanged, subject.answers)) subject.exchanged = exchanged;
  subject.flags.emplace_back(subject.exchanged ? kMisread : kAsByChance);
}

/// What else there is to say of the careless.
void add_signs(Subject& subject, std::optional<double> time, const CarelessRules& rules) {
  if (subject.failed >= 2 &&
      static_cast<double>(subject.failed) > rules.failed_checks * static_cast<double>(subject.checks))
    subject.flags.emplace_back("fails checks");
  if (time && subject.time && *subject.time < rules.fast * *time) subject.flags.emplace_back("fast");
}

}  // namespace

Prediction judge_by_others(const AnswerInput& input, const AnswerTable& table, std::vector<Subject>& subjects,
                           const CarelessRules& rules) {
  const files::ComparisonFile& file = input.comparisons;
  const core::Method method = core::find_method(kJudgingMethod);
  if (std::string reason = reason_not_to(input, table, method); !reason.empty()) return {.why = std::move(reason)};
  std::vector<Predicted> tallies;
  try {
    tallies = accuracy_of_others(file, table, {}, method, kJudgingFolds, bytes_needed(input, method), false);
  } catch (const core::UserError& error) {
    return {.why = error.what()};
  }
  const double all = share_predicted(tallies).value;
  const SubjectTest test{1.0 / table.choices, rules.standard_errors};
  std::vector<double> times;
  for (const Subject& subject : subjects)
    if (subject.time) times.push_back(*subject.time);
  for (Subject& subject : subjects) {
    if (subject.answers == 0) continue;
    subject.predicted = share_predicted(std::span(&tallies[subject.number], 1)).value;
    judge(subject, tallies[subject.number], test, all);
    if (!subject.flags.empty() && !subject.exchanged) add_signs(subject, median(times), rules);
  }
  return {.share = all};
}

}  // namespace tertium::answers
