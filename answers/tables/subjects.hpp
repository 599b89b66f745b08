#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/tables/agreement.hpp"
#include "files/answers/rows/metadata.hpp"

namespace tertium::answers {

/// What one subject's answers are like.
struct Subject {
  std::string name;
  std::int32_t number = 0;  ///< place in AnswerMetadata::subjects
  std::int64_t answers = 0;
  std::int64_t missing = 0;
  std::int64_t shared = 0;                       ///< answers to questions that others answered too
  double agreement = 0.0;                        ///< share of these that the majority of the others gave as well
  std::optional<double> predicted{};             ///< share of the answers that is predicted from those of others
  bool evaluated = false;                        ///< these are enough to tell whether that is more than chance
  std::optional<double> exchanged{};             ///< of the misread: share predicted with two options exchanged
  std::int64_t own_pairs = 0, own_agreeing = 0;  ///< pairs of answers to the same question
  std::int64_t checks = 0, failed = 0;           ///< checks of attention
  std::optional<double> time{};                  ///< median, in the file's unit
  std::vector<std::string> flags{};              ///< what shows that this subject is careless, or misread
};

/// All subjects in the order of the metadata, those left out apart; what is predicted of them and flags are left open.
/// A check that shows no object twice is failed where the majority of the others, if there are any, answered otherwise.
std::vector<Subject> count_subjects(const AnswerTable& table, const Ballots& ballots,
                                    const files::AnswerMetadata& metadata);

/// Share of all subjects' shared answers that agree with the majority of the others.
double mean_agreement(const std::vector<Subject>& subjects);

/// The middle of the values, the mean of the two in the middle if their number is even; nothing if there is none.
std::optional<double> median(std::vector<double> values);

}  // namespace tertium::answers
