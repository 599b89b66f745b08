#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// What --compare asks for.
struct CompareOptions {
  std::vector<std::string> methods;  ///< empty: all that apply
  bool learning_curve = false;
};

/// --compare, and what goes with it: --folds, --learning-curve.
void add_compare_options(CommandLine& line);
/// What was told of --compare; nothing where it was not given. Throws UsageError, also for options of one method beside
/// it, and for those that go with it alone.
std::optional<CompareOptions> compare_options(const CommandLine& line);

}  // namespace tertium::experiments
