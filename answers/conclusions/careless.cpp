#include "answers/conclusions/careless.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

#include "answers/conclusions/comparison.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"
#include "core/base/quantity_text.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

double standard_error(double share, std::int64_t n) {
  return std::sqrt(share * (1.0 - share) / static_cast<double>(n));
}

/// Why nobody can be judged; empty: they can.
std::string reason_not_to(const AnswerInput& input, const AnswerTable& table, const core::Method& method) {
  if (units_by_subject(table).count < 2) return "fewer than two are known";
  const double seconds = seconds_needed(input, method, kJudgingFolds);
  if (seconds > kSecondsOfEachMethod) return fmt::format("that takes some {}", core::duration_text(seconds));
  try {
    check_fit(input, method);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

/// What was foretold of each subject of the sheet.
std::vector<Foretold> by_subject(const AnswerTable& table, const Folds& folds, const std::vector<Foretold>& blocks,
                                 std::size_t subjects) {
  std::vector<Foretold> tallies(subjects);
  std::vector<std::int32_t> of_block(blocks.size(), -1);
  for (std::size_t k = 0; k < table.answers.size(); ++k) of_block[folds.block[k]] = table.answers[k].origin.subject;
  for (std::size_t block = 0; block < blocks.size(); ++block)
    if (of_block[block] >= 0) tallies[of_block[block]] += blocks[block];
  return tallies;
}

/// `chance` and `all`: the share foretold by chance, and of all subjects.
void judge(Subject& subject, double chance, double all, const CarelessRules& rules) {
  const auto above_chance = [&](double share) {
    return share >= chance + rules.standard_errors * standard_error(chance, subject.answers);
  };
  subject.judged = above_chance(all - rules.standard_errors * standard_error(all, subject.answers));
  if (subject.judged && !above_chance(*subject.foretold)) subject.remarks.emplace_back("as by chance");
}

/// What else there is to say of the careless.
void add_signs(Subject& subject, std::optional<double> time, const CarelessRules& rules) {
  if (subject.failed >= 2 &&
      static_cast<double>(subject.failed) > rules.failed_checks * static_cast<double>(subject.checks))
    subject.remarks.emplace_back("fails checks");
  if (time && subject.time && *subject.time < rules.fast * *time) subject.remarks.emplace_back("fast");
}

}  // namespace

Foretelling judge_by_others(const AnswerInput& input, const AnswerTable& table, std::vector<Subject>& subjects,
                            const CarelessRules& rules) {
  const files::ComparisonFile& file = input.comparisons;
  const core::Method method = core::find_method(kJudgingMethod);
  if (std::string reason = reason_not_to(input, table, method); !reason.empty()) return {.why = std::move(reason)};
  const Folds folds = make_folds(file, table, {FoldsOf::kSubjects, kJudgingFolds}, 1);
  const HeldOut found = foretell(file, table, folds, {.methods = {method}}, bytes_needed(input, method)).front();
  if (!found.failure.empty()) return {.why = found.failure};
  const std::vector<Foretold> tallies = by_subject(table, folds, found.of_all(), file.sheet.subjects.size());
  const double all = share_foretold(found.of_all()).value;
  std::vector<double> times;
  for (const Subject& subject : subjects)
    if (subject.time) times.push_back(*subject.time);
  for (Subject& subject : subjects) {
    if (subject.answers == 0) continue;
    subject.foretold = share_foretold(std::span(&tallies[subject.number], 1)).value;
    judge(subject, 1.0 / table.choices, all, rules);
    if (!subject.remarks.empty()) add_signs(subject, median(times), rules);
  }
  return {.share = all};
}

}  // namespace tertium::answers
