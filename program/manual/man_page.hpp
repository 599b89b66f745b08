#pragma once

#include <string>

#include "program/manual/all_commands.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// What man shows of one command, tertium-NAME(1): roff, of the words of its help page.
std::string man_page(const Command& command, const CommandLine& line);

/// tertium(1): all commands, exit codes, the environment.
std::string man_overview();

}  // namespace tertium::program
