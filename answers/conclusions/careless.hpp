#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/tables/answer_table.hpp"
#include "answers/tables/subjects.hpp"

namespace tertium::answers {

/// When a subject is flagged.
struct CarelessRules {
  double standard_errors = 2.0;  ///< above chance, that answers have to be predicted of somebody who attends
  double failed_checks = 0.2;    ///< a larger share of checks failed, and at least two
  double fast = 1.0 / 3.0;       ///< a median time below this share of the median of all subjects'
};

/// What is flagged of somebody of whom no more is predicted than by chance.
inline constexpr const char* kAsByChance = "as by chance";
/// What is flagged of somebody of whom more is predicted with two options exchanged.
inline constexpr const char* kMisread = "as if two options were exchanged";

/// The method that subjects are judged by.
inline constexpr const char* kJudgingMethod = "STE";
/// Groups that subjects are held out in for that.
inline constexpr std::int32_t kJudgingFolds = 10;

/// How well subjects are predicted from each other.
struct Prediction {
  std::optional<double> share{};  ///< of the answers of all subjects; empty: they could not be judged
  std::string why{};              ///< they could not
};

/// Predicts what each subject answered by places of the objects that are made of others' answers: subjects are held
/// out in kJudgingFolds groups. Somebody is careless of whom that predicts no more than chance does by two standard
/// errors, provided that there are answers enough: so many that he or she of whom as much is predicted as of all
/// together would be taken for careless with two standard errors of probability, too. Whoever's answers are predicted
/// once two of their options are exchanged is not careless: they may have been misread (a key for the other side, a
/// column for another one). Nobody else is flagged; of the careless, further signs are named. Sets `accuracy`,
/// `evaluated`, `exchanged` and `flags` of the subjects, which are those of the table. Nobody is judged where fewer
/// than two are known, nothing can be fitted, or fits would take more than kSecondsOfEachMethod. The same for any
/// number of threads.
Prediction judge_by_others(const AnswerInput& input, const AnswerTable& table, std::vector<Subject>& subjects,
                           const CarelessRules& rules = {});

}  // namespace tertium::answers
