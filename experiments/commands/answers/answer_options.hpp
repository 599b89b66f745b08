#pragma once

#include <filesystem>
#include <string>

#include "core/files/comparison_file.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// Where answers are, and how they are written.
struct AnswerSource {
  std::string path;  ///< a file, a stream, or the name of a data set
  core::ComparisonOptions reading{};
  std::filesystem::path names{};  ///< table object,name; empty: none
  std::string file_option{};      ///< an option that was given and says something that only files have; empty: none
};

/// What every command that reads answers can be told about them: --kind, --columns, --base and so on. `other_kinds` are
/// what --kind may be beside the forms of answers, as in ", graph".
void add_answer_options(CommandLine& line, const std::string& other_kinds = "");

/// What was told. Throws UsageError.
AnswerSource answer_source(const CommandLine& line, const std::string& other_kind = "");

/// The parts of "a,b,c", none of them empty. Throws UsageError naming the option.
std::vector<std::string> list_of(const CommandLine& line, const char* option);

}  // namespace tertium::experiments
