#pragma once

#include "experiments/command_line.hpp"
#include "experiments/sweep.hpp"

namespace tertium::experiments {

/// The options of every command that runs a sweep, e.g. --workers, --deadline.
void add_sweep_options(CommandLine& line);

/// The option --team-size, and its value: 1 where it was not given.
void add_team_option(CommandLine& line);
int team_size(const CommandLine& line);

/// Their values. Throws UsageError for numbers that make no sense.
SweepOptions sweep_options(const CommandLine& line);

}  // namespace tertium::experiments
