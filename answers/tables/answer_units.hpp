#pragma once

#include <cstdint>
#include <vector>

#include "answers/tables/answer_table.hpp"
#include "core/files/comparison_file.hpp"

namespace tertium::answers {

/// Answers that stay together when answers are drawn or held out, because they are not independent of each other.
struct AnswerUnits {
  std::vector<std::int32_t> of_answer{};  ///< in the order of AnswerTable::answers, 0..count-1
  std::int32_t count = 0;
};

/// A unit for each set of objects that some question is about, in ascending order: of one look at three objects come
/// often several answers, and who knows some of them knows the others.
AnswerUnits units_by_objects(const AnswerTable& table);

/// A unit for each subject that has answers; those of nobody known are one more. No units if the file names nobody.
AnswerUnits units_by_subject(const AnswerTable& table);

}  // namespace tertium::answers
