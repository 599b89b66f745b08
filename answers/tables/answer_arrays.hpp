#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Answers as arrays of other programs have them.
struct AnswerArrays {
  files::AnswerForm form = files::AnswerForm::kTriplet;
  std::span<const std::int64_t> rows{};      ///< answers x fields_in(form), objects from 0, one row behind the other
  std::span<const std::int64_t> counts{};    ///< how often each was given, at least once; empty: once
  std::span<const std::int64_t> subjects{};  ///< who gave it, from 0; -1: nobody knows; empty: likewise of all
  std::span<const std::int64_t> groups{};    ///< of which group it is, from 0; -1: nobody knows; empty: likewise of all
  std::int64_t objects = 0;                  ///< 0: as many as occur
};

/// Fields of a row: 4 for a quadruplet i,j,k,l; 3 for anchor,near,far, for a,b,odd and for central,a,b.
constexpr std::size_t fields_in(files::AnswerForm form) {
  return form == files::AnswerForm::kQuadruplet ? 4 : 3;
}

/// The same as a file of these rows. Objects are named by their numbers. Throws UserError that names the first row,
/// from 0, that is no answer.
files::ComparisonFile comparisons_of(const AnswerArrays& arrays);

/// The answers in some rows, from 0, of the same objects, by the same people; each so often as `counts` says, or as
/// before where that is empty. Throws UserError for rows that are not there, and counts below 1.
files::ComparisonFile some_answers(const files::ComparisonFile& file, std::span<const std::int64_t> rows,
                                   std::span<const std::int64_t> counts = {});

/// The fields of an answer, in the order of AnswerTable::answers; of three the last is -1.
std::array<core::Object, 4> fields_of_answer(const files::ComparisonFile& file, std::size_t answer);

}  // namespace tertium::answers
