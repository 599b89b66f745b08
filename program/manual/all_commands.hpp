#pragma once

#include <string>
#include <vector>

namespace tertium::program {

struct Command {
  std::string name;
  std::string sentence;
  std::string example;
  int (*run)(const std::vector<std::string>&);
};

/// The commands of `tertium`, in the order of its overview.
const std::vector<Command>& all_commands();

}  // namespace tertium::program
