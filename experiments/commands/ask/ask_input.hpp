#pragma once

#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "experiments/commands/ask/ask_options.hpp"
#include "experiments/commands/ask/questions.hpp"

namespace tertium::experiments {

/// Objects to ask about, and what is answered.
struct AskInput {
  answers::AnswerInput answers{};  ///< of the file; without one, of the names alone
  KnownAnswers known;

  const std::string& name_of(core::Object object) const { return answers.comparisons.names[object]; }
};

/// Reads the file, or where there is none the objects that --objects and --names tell of. Throws UserError, also where
/// the answers are no triplets.
AskInput read_ask_input(const AskOptions& options);

/// A question as somebody is asked it: which of the two comes first is drawn by the seed and the question.
TripletQuestion shown(const TripletQuestion& question, std::uint64_t seed);

/// "anchor,first,second", as a table has them.
std::string question_fields(const AskInput& input, const TripletQuestion& shown);

}  // namespace tertium::experiments
