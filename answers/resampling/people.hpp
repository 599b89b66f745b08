#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/methods/method.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// How much answers count in a fit, by who gave them.
enum class PeopleRule {
  kAll,        ///< all the same
  kAttentive,  ///< not those of people of whom no more is predicted than by chance (SubjectTest)
  kWeighed,    ///< the more, the more of what somebody answered is predicted from the answers of others
};
/// "all", "attentive", "weighted".
std::string_view name_of(PeopleRule rule);
/// Throws UsageError for other names.
PeopleRule people_rule(std::string_view name);

/// Whether somebody's answers are more than chance: by so many standard errors of a share of as many answers.
struct SubjectTest {
  double chance = 0.5;  ///< of an answer
  double standard_errors = 2.0;

  /// Whether that share of so many answers is more than chance.
  bool is_predicted(double share, std::int64_t answers) const;
  /// Whether so many answers are enough to tell: somebody of whom as much is predicted as of all would pass, even if
  /// his or her share were too low by those standard errors.
  bool is_enough(double share_of_all, std::int64_t answers) const;
};

/// What is predicted of each subject of the metadata by fits that have not seen him or her. `seen`: answers that there
/// are, 0 for those that are not, in the order of the table; empty: all. `folds`: parts that people are held out in.
/// `alone`: by this thread, as part of a job. Throws UserError where the method cannot be fitted.
std::vector<Predicted> accuracy_of_others(const files::ComparisonFile& file, const AnswerTable& table,
                                          std::span<const std::int32_t> seen, const core::Method& method,
                                          std::int32_t folds, double bytes, bool alone);

/// What an answer counts of somebody who counts most.
inline constexpr std::int32_t kWholeAnswer = 8;

/// What answers of each subject count, and last those of nobody known, from 0 to kWholeAnswer.
///
/// kWeighed: the fit is taken for what people err from. Of somebody who agrees with it in a share f of the answers, and
/// errs evenly, an answer is worth log(f (choices - 1) / (1 - f)) in the likelihood of a fit (Dawid and Skene, Applied
/// Statistics 1979, whose workers err from the class of a thing), 0 where that is negative. Shares of few answers are
/// moved to that of all, as far as differences between people allow (the mean of a beta distribution, whose moments are
/// those of the shares). One step of their iteration, from fits where all count the same.
std::vector<std::int32_t> weights_of_people(std::span<const Predicted> predicted, int choices, PeopleRule rule);

/// What each answer counts, in the order of the table, by weights of the subjects and of nobody known.
std::vector<std::int32_t> weights_of_answers(const AnswerTable& table, std::span<const std::int32_t> of_people);

/// What is told of somebody who answered.
struct CountedPerson {
  std::string name{};
  std::int64_t answers = 0;
  double predicted = 0.0;  ///< share of these
  double weight = 1.0;     ///< of an answer, beside that of somebody who counts most
};

/// What the answers of everybody count.
struct CountedPeople {
  PeopleRule rule = PeopleRule::kAll;
  std::vector<Predicted> predicted{};      ///< by subject of the metadata: what others' answers predict of his or hers
  std::vector<std::int32_t> weights{};     ///< by subject, and last of nobody known
  std::vector<std::int32_t> of_answers{};  ///< in the order of the table; empty: all the same

  /// Everybody who answered, in the order of the metadata's `subjects`.
  std::vector<CountedPerson> listed(std::span<const std::string> subjects) const;
};
/// None of kAll. Throws UserError as expect_counted and expect_people do.
std::optional<CountedPeople> count_people(const AnswerInput& input, PeopleRule rule, const core::Method& method);
/// What each answer counts, as fits take it.
std::span<const std::int32_t> counts_of(const std::optional<CountedPeople>& people);

/// What a method makes of answers as they count.
struct CountedFit {
  Fit fit{};
  std::optional<CountedPeople> people{};  ///< where they do not all count the same
};
/// Throws UserError as count_people and fit do.
CountedFit fit_counted(const AnswerInput& input, const core::Method& method, std::uint64_t seed, PeopleRule rule);
/// Takes out what is said of answers one by one, where some count several times.
void drop_counts(const std::optional<CountedPeople>& people, std::map<std::string, double>& reports);

/// Throws UserError where people are not known, or nothing can be fitted to judge them by. kAll asks for nothing.
void expect_people(const AnswerInput& input, PeopleRule rule);
/// Why such a rule is nothing for a method, as in "goes by how many answers there are, which weights change"; empty: it
/// may be taken.
std::string reason_against(PeopleRule rule, const core::Method& method);
/// Throws UserError where there is such a reason.
void expect_counted(const AnswerInput& input, PeopleRule rule, const core::Method& method);
/// How many answers one counts for at most.
std::int32_t most_counted(PeopleRule rule);

/// What people are predicted by: STE, and of quadruplets 4K-AL.
core::Method judge_of_people(files::AnswerForm form);
/// Parts that people are held out in for that.
inline constexpr std::int32_t kFoldsOfPeople = 5;

}  // namespace tertium::answers
