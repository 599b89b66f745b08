#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// Whom a command is for: the parts of the overview. Hidden ones are not in it.
enum class CommandGroup { kAnswers, kSweeps, kRest, kHidden };

struct Command {
  std::string name;
  std::string sentence;
  CommandGroup group;
  int (*run)(const std::vector<std::string>&);
};

/// The commands of `tertium`, in the order of its overview.
const std::vector<Command>& all_commands();

}  // namespace tertium::program
