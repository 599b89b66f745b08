#pragma once

#include <string>
#include <vector>

#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// The options of `tertium bench strong|weak`.
void add_scaling_options(CommandLine& line);

/// `tertium bench strong|weak`, which all ranks call; `line` is the page that rank 0 reads `args` with.
int bench_scaling(CommandLine line, const std::vector<std::string>& args);

}  // namespace tertium::experiments
