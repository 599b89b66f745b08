#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// What somebody was asked: the anchor and two others, three objects, or two pairs, in an order of its own, so that the
/// same question is the same whichever way it was put. What is not needed is -1.
using Question = std::array<core::Object, 4>;

/// An answer, repetitions apart.
struct GivenAnswer {
  std::int32_t question = 0;  ///< a place in AnswerTable::questions
  std::int32_t choice = 0;    ///< which of the possible answers
  std::int64_t count = 1;     ///< how often it was given
  std::int64_t weight = 1;    ///< what it weighs, as often as it was given (files::ComparisonFile::weight)
  files::AnswerOrigin origin{};
};

/// Answers by question.
struct AnswerTable {
  int choices = 2;                     ///< possible answers to each question
  std::vector<Question> questions{};   ///< in ascending order
  std::vector<GivenAnswer> answers{};  ///< in the order of the file

  std::int64_t count() const;  ///< of answers, repetitions included
};

/// The answers of a file by question.
AnswerTable tabulate(const files::ComparisonFile& file);

/// How many questions of that form there are about n objects.
double possible_questions(files::AnswerForm form, core::Object n);

/// Answers that stay together when answers are drawn or held out, because they are not independent of each other.
struct AnswerUnits {
  std::vector<std::int32_t> of_answer{};  ///< in the order of AnswerTable::answers, 0..count-1
  std::int32_t count = 0;
  std::int32_t subjects = 0;  ///< the first so many are people
  bool of_screens = false;    ///< the others are screens, else questions
};

/// A unit for each set of objects that some question is about, or some screen where the file tells screens, in
/// ascending order: of one look at three objects come often several answers, and who knows some of them knows the
/// others.
AnswerUnits units_by_objects(const AnswerTable& table);

/// A unit for each subject that has answers. Those of nobody known are nobody's: behind the subjects a unit for each
/// set of objects that they are about. No units if the file names nobody.
AnswerUnits units_by_subject(const AnswerTable& table);

/// "6 subjects and 240 questions without one".
std::string units_text(std::int32_t units, std::string_view called, std::int32_t of_nobody);

}  // namespace tertium::answers
