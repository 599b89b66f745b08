#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {

/// `tertium answers FILE`: what a person's answers are like, before anything is made of them.
///
/// `args` are the words after "answers". Prints a report; with --output also writes summary.json, subjects.csv and
/// objects.csv. Returns 0; throws UserError or UsageError.
int run_answers(const std::vector<std::string>& args);

/// `tertium answers FILE --check`: prints every row that cannot be read, by its line, and how many answers there are.
struct CheckedAnswers {
  answers::AnswerInput input{};
  bool well_formed = false;
};
CheckedAnswers check_answers(answers::AnswerSource source);

/// `tertium answers FILE --standard FOLDER`: the answers in the standard's form and their description.
void write_standard(const answers::AnswerInput& input, const std::filesystem::path& path,
                    const std::string& command_line, const Outputs& outputs);

/// `tertium answers`, and what was seen; nothing where the help page was asked for.
struct SeenAnswers {
  answers::AnswerInput input;
  answers::Overview overview;
};
std::optional<SeenAnswers> see_answers(const std::vector<std::string>& args);

}  // namespace tertium::program
