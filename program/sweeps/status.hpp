#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "program/options/sweep_options.hpp"

namespace tertium::program {

/// What `tertium status` was asked for.
struct StatusOptions {
  ConfigChoice run;  ///< its name: a folder, with --trial also a configuration
  std::optional<std::string> shard{};
  std::string against, trial;
  bool tolerate_failed = false, all = false;
  int threads = 0;        ///< with --trial; 0: those of OpenMP
  double interval = 2.0;  ///< seconds between two looks
  std::optional<std::filesystem::path> costs{};

  /// How many of so many entries are shown.
  std::size_t shown(std::size_t entries, std::size_t most) const { return all ? entries : std::min(most, entries); }
};

// What `tertium status RUN` shows with an option. Each returns an ExitCode.

/// --programs: what the run is, its rows and files, and which programs made it, when and where.
int show_programs(const StatusOptions& options);
/// --failures: the trials that did not succeed, how and why, and the line that does one again.
int show_failures(const StatusOptions& options);
/// --verify: whether every planned trial is there, done and whole; of a shard, or counting failed ones as there.
int verify_run(const StatusOptions& options);
/// --against OTHER: whether two runs have the same results, trial by trial and bit for bit.
int compare_runs(const StatusOptions& options);
/// --trial KEY: does one trial again, alone, and compares it bit for bit with the stored row; stores nothing.
int repeat_trial(const StatusOptions& options);

}  // namespace tertium::program
