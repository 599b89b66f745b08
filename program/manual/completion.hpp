#pragma once

#include <string>
#include <vector>

#include "program/manual/all_commands.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// A command as a shell needs to know it.
struct CompletedCommand {
  Command command;
  CommandLine line;
  std::vector<std::string> names{};  ///< of which its arguments are; empty: files
};
struct Completions {
  std::vector<CompletedCommand> commands;
  std::vector<std::string> methods;  ///< values of options METHOD
};

/// Scripts that complete lines of `tertium`: commands, options, methods, names that are known; and files.
std::string bash_completion(const Completions& completions);
std::string zsh_completion(const Completions& completions);
std::string fish_completion(const Completions& completions);

}  // namespace tertium::program
