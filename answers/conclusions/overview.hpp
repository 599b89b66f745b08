#pragma once

#include <cstdint>
#include <vector>

#include "answers/conclusions/careless.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/tables/agreement.hpp"
#include "answers/tables/subjects.hpp"

namespace tertium::answers {

/// What there is to know of answers before anything is made of them.
struct Overview {
  std::int64_t answers = 0;    ///< repetitions included
  std::int64_t questions = 0;  ///< different ones
  double possible_questions = 0.0;
  int choices = 2;                            ///< possible answers to a question
  std::vector<std::int64_t> answers_about{};  ///< each object
  std::vector<core::Object> groups{};         ///< linked_groups
  std::vector<std::int64_t> answers_of_set{};
  Repetition repetition{};
  double satisfiable = 0.0;  ///< share of the answers that can be satisfied at once, at most
  std::int64_t checks = 0, failed = 0;
  std::vector<Subject> subjects{};
  std::int64_t of_nobody = 0;  ///< answers of which nothing tells who gave them
  Prediction prediction{};     ///< of subjects from each other

  /// Of the objects that occur.
  double median_about() const;
  /// Objects in no answer.
  std::vector<core::Object> never() const;
  /// Objects in some answers, but in fewer than a quarter of the median.
  std::vector<core::Object> seldom() const;
};

/// Subjects, checks and times are those of answers that were read with their origins (ComparisonOptions).
Overview overview(const AnswerInput& input);

}  // namespace tertium::answers
