#pragma once

#include <string>

#include "answers/files/answer_input.hpp"
#include "files/text/records.hpp"

namespace tertium::program {

/// What summary.json begins with: which line made it, and of which answers.
files::Json summary_of(const char* program, const std::string& command_line, const answers::AnswerInput& input);
/// The same, and how these were read.
files::Json read_summary(const char* program, const std::string& command_line, const answers::AnswerInput& input);

/// The text of one, which ends with what made it.
std::string summary_text(files::Json summary);

}  // namespace tertium::program
