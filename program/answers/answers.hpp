#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/result_folder.hpp"
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

/// The folder of `tertium answers --output`, and what is written there and printed. `command_line` is what summaries
/// say was typed, `reading` its words that say what is read, and how.
ResultFolder answers_folder(const std::filesystem::path& path, const std::string& command_line, const Outputs& outputs);
void write_answers(ResultFolder& folder, const answers::AnswerInput& input, const answers::Overview& overview,
                   const std::string& command_line, const std::vector<std::string>& reading);

}  // namespace tertium::program
