#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// `tertium answers FILE`: what a person's answers are like, before anything is made of them.
///
/// `args` are the words after "answers". Prints a report; with --output also writes summary.json, subjects.csv and
/// objects.csv. Returns 0; throws UserError or UsageError.
int run_answers(const std::vector<std::string>& args);

/// `tertium validate FILE`: every row that cannot be read, by its line; with --output the answers in the standard's
/// form and their description. Returns 1 where there is such a row.
int run_validate(const std::vector<std::string>& args);

/// `tertium answers`, and what was seen; nothing where the help page was asked for.
struct SeenAnswers {
  answers::AnswerInput input;
  answers::Overview overview;
};
std::optional<SeenAnswers> see_answers(const std::vector<std::string>& args);

}  // namespace tertium::program
