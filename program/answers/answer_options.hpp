#pragma once

#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {

/// The argument FILE ..., which takes them: `what`, as a file, several or a folder of them.
void add_answer_files(CommandLine& line, const std::string& what, answers::AnswerSource& source,
                      CommandLine::Need need = CommandLine::Need::kRequired);

/// What every command that reads answers can be told about them: --kind, --columns, --base and so on. `other_kinds` are
/// what --kind may be beside the forms of answers.
void add_answer_options(CommandLine& line, answers::AnswerSource& source,
                        const std::vector<std::string>& other_kinds = {});

/// The files that answers are read from.
Inputs inputs_of(const answers::AnswerSource& source);

/// The parts of "a,b,c", none of them empty. Throws UsageError naming the option.
std::vector<std::string> parts_of(const std::string& text, const std::string& option);

}  // namespace tertium::program
