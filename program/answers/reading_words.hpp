#pragma once

#include <string>
#include <vector>

#include "program/options/command_line.hpp"

namespace tertium::program {

/// Words that say again which answers a command reads, and how: FILE ... and the options of add_answer_options.
std::vector<std::string> reading_words(const CommandLine& line);

/// A word as a shell takes it, and "tertium COMMAND WORD ..." so.
std::string shell_word(const std::string& word);
std::string shell_line(const std::string& command, const std::vector<std::string>& words);

}  // namespace tertium::program
