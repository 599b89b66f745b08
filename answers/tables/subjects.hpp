#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/tables/agreement.hpp"
#include "files/statements/answer_sheet.hpp"

namespace tertium::answers {

/// What one subject's answers are like.
struct Subject {
  std::string name;
  std::int64_t answers = 0;
  std::int64_t unsaid = 0;
  std::int64_t shared = 0;                       ///< answers to questions that others answered too
  double agreement = 0.0;                        ///< share of these that the majority of the others gave as well
  std::int64_t own_pairs = 0, own_agreeing = 0;  ///< pairs of answers to the same question
  std::int64_t checks = 0, failed = 0;           ///< checks of attention
  std::optional<double> time{};                  ///< median, in the file's unit
  std::vector<std::string> remarks{};            ///< why to look at this subject
};

/// When a subject is remarked upon.
struct SubjectRules {
  double failed_checks = 0.2;           ///< a larger share of checks failed, and at least two
  double fast = 1.0 / 3.0;              ///< a median time below this share of the median of all subjects'
  double standard_errors = 3.0;         ///< agreement so far below that of all subjects
  double chance_standard_errors = 2.0;  ///< agreement not so far above chance
  std::int64_t least_shared = 20;       ///< answers that agreement is judged by
};

/// All subjects in the order of the sheet, those left out apart. A check that shows no object twice is failed where the
/// majority of the others, if there are any, answered otherwise.
std::vector<Subject> judge_subjects(const AnswerTable& table, const Ballots& ballots, const files::AnswerSheet& sheet,
                                    const SubjectRules& rules = {});

/// Share of all subjects' shared answers that agree with the majority of the others.
double mean_agreement(const std::vector<Subject>& subjects);

/// The middle of the values, the mean of the two in the middle if their number is even; nothing if there is none.
std::optional<double> median(std::vector<double> values);

}  // namespace tertium::answers
