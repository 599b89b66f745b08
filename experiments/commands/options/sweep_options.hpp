#pragma once

#include "experiments/run/sweep.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

/// The options of every command that runs a sweep, e.g. --workers, --deadline.
void add_sweep_options(CommandLine& line);

/// The option --team-size, and its value: 1 where it was not given.
void add_team_option(CommandLine& line);
int team_size(const CommandLine& line);

/// The value of an option that counts something, 0 where it was not given. Throws UsageError unless it is a whole
/// number in [1, most].
int count_option(const CommandLine& line, const std::string& name, int most = 4096);

/// Their values. Throws UsageError for numbers that make no sense.
SweepOptions sweep_options(const CommandLine& line);

}  // namespace tertium::experiments
