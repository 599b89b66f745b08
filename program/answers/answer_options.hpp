#pragma once

#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {

/// The argument FILE ...: `what`, as a file, several or a folder of them.
void add_answer_files(CommandLine& line, const std::string& what);

/// What every command that reads answers can be told about them: --kind, --columns, --base and so on. `other_kinds` are
/// what --kind may be beside the forms of answers, as in ", graph".
void add_answer_options(CommandLine& line, const std::string& other_kinds = "");

/// What was told. Throws UsageError.
answers::AnswerSource answer_source(const CommandLine& line, const std::string& other_kind = "");

/// The files that answers are read from.
Inputs inputs_of(const answers::AnswerSource& source);

/// The parts of "a,b,c", none of them empty. Throws UsageError naming the option.
std::vector<std::string> list_of(const CommandLine& line, const char* option);

}  // namespace tertium::program
