#pragma once

#include "program/options/command_line.hpp"

namespace tertium::program {

// What `tertium status RUN` shows with an option. Each returns an ExitCode.

/// --programs: what the run is, its rows and files, and which programs made it, when and where.
int show_programs(const CommandLine& line);
/// --failures: the trials that did not succeed, how and why, and the line that does one again.
int show_failures(const CommandLine& line);
/// --verify: whether every planned trial is there, done and whole; of a shard, or counting failed ones as there.
int verify_run(const CommandLine& line);
/// --against OTHER: whether two runs have the same results, trial by trial and bit for bit.
int compare_runs(const CommandLine& line);
/// --trial KEY: does one trial again, alone, and compares it bit for bit with the stored row; stores nothing.
int repeat_trial(const CommandLine& line);

}  // namespace tertium::program
