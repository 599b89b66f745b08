#pragma once

#include <cstdint>

#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// What of answers is not measured stays as it is.
inline constexpr core::Object kObjectsOfAnswers = 100;
inline constexpr std::int64_t kAnswersEach = 30, kAnswersOfRuns = 10'000;

/// So many odd-one-outs about objects with places in the plane, one in ten of them wrong. The same each time.
answers::AnswerInput planted_answers(core::Object objects, std::int64_t answers);

/// The same without what they say: for costs, which go by how many there are.
answers::AnswerInput counted_answers(core::Object objects, std::int64_t answers);

}  // namespace tertium::program
