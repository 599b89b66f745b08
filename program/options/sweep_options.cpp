#include "program/options/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "experiments/claims/looks.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/statistics/bounds.hpp"
#include "terminal/quantities.hpp"

namespace tertium::program {
namespace {

constexpr double kLongestLimit = 3e9;  // seconds, a hundred years: the clock's nanoseconds end later

/// The end that --deadline or --time-limit gives, counted from now.
std::optional<experiments::EndOfRun> end_option(const CommandLine& line) {
  if (line.has("deadline") && line.has("time-limit"))
    throw core::UsageError("--deadline and --time-limit are both given (they mean the same), drop one of them");
  if (line.has("deadline")) return terminal::parse_time(line.text("deadline"), "--deadline");
  if (!line.has("time-limit")) return std::nullopt;
  const std::chrono::duration<double> limit(
      std::min(terminal::parse_duration(line.text("time-limit"), "--time-limit"), kLongestLimit));
  return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
}

}  // namespace

void add_costs_option(CommandLine& line) {
  line.option("costs", 0, "FILE",
              "what tertium calibrate measured (default: $TERTIUM_COSTS, else tertium/costs.ini in the folder of your "
              "settings); for predictions only");
}

std::optional<std::filesystem::path> costs_file(const CommandLine& line) {
  if (!line.has("costs")) return std::nullopt;
  return line.text("costs");
}

experiments::CostModel costs_of(const CommandLine& line) {
  return experiments::CostModel::load(costs_file(line));
}

void add_config_options(CommandLine& line, const char* what) {
  line.argument("CONFIG", what);
  line.flag("smoke", "take the small version of the configuration");
  add_set_option(line);
}

experiments::SweepConfig config_of(const CommandLine& line) {
  return experiments::read_config(line.text("CONFIG"), line.texts("set"), line.has("smoke"));
}

std::filesystem::path run_of(const CommandLine& line, const experiments::SweepConfig& config) {
  if (line.has("output")) return line.text("output");
  return std::filesystem::path("runs") / (config.name + (line.has("smoke") ? "-smoke" : ""));
}

std::size_t shown_of(const CommandLine& line, std::size_t all, std::size_t most) {
  return line.has("all") ? all : std::min(most, all);
}

int count_option(const CommandLine& line, const std::string& name, int most) {
  return static_cast<int>(line.integer(name, 0, 1, most));
}

void add_looks_limit(CommandLine& line) {
  line.option(
      "limit", 0, "N",
      fmt::format("repetitions at most (default: {} times those planned, or {} where fewer than {} are)",
                  experiments::Looks::kMostTimes, experiments::Looks::kMostTimes * experiments::kEnoughRepetitions,
                  experiments::kEnoughRepetitions));
}

std::optional<std::int64_t> looks_limit(const CommandLine& line) {
  if (!line.has("limit")) return std::nullopt;
  return line.integer("limit", 0, 1, std::numeric_limits<std::int32_t>::max());
}

void add_team_option(CommandLine& line) {
  line.option("team-size", 0, "T",
              "ranks that compute one cell together, for cells too big for one; T divides the number of ranks");
}

int team_size(const CommandLine& line) {
  return std::max(1, count_option(line, "team-size"));
}

void add_redo_option(CommandLine& line) {
  line.option("redo", 0, "WHAT",
              "make rows again: failed, those that are not done; changed, those of another build of the program, as "
              "after an error was corrected; or failed,changed");
}

void add_sweep_options(CommandLine& line) {
  add_redo_option(line);
  line.topic(CommandLine::Topic::kRunning);
  line.option("workers", 'w', "W",
              "cells that one process computes at once (default: all cores; under mpirun 1 per rank)");
  line.option("threads", 't', "T", "OpenMP threads inside a cell (default: OMP_NUM_THREADS, else the cores left)");
  add_team_option(line);
  line.option("deadline", 0, "TIME",
              "when the run has to be over: no cell starts that is predicted to take longer. 2026-01-31T18:00:00 (this "
              "machine's time), 2026-01-31T17:00:00Z, or @SECONDS since 1970");
  line.option("time-limit", 0, "D", "the same as a length of time from now: 90s, 30m, 2h, 1:30:00");
  line.option("margin", 0, "D", "how long before the deadline all has to be over (default: 60s)");
  line.option("trial-timeout", 0, "D", "a trial that takes longer is recorded as timed_out (looked at in outer loops)");
  line.option(
      "trial-memory", 0, "SIZE",
      "a trial that needs more, e.g. 4GB, is recorded as out_of_memory; one that is predicted to, without running");
  line.option("max-fail", 0, "N", "end the run after N trials that did not succeed");
  add_costs_option(line);
  line.topic(CommandLine::Topic::kOwn);
}

experiments::Redo redo_of(const CommandLine& line) {
  experiments::Redo redo;
  for (const std::string& what : core::split_list(line.text("redo"))) {
    if (what != "failed" && what != "changed")
      core::fail_unknown("--redo", what, std::vector<std::string>{"failed", "changed"});
    (what == "failed" ? redo.failed : redo.changed) = true;
  }
  return redo;
}

experiments::SweepOptions sweep_options(const CommandLine& line) {
  experiments::SweepOptions options;
  options.workers = count_option(line, "workers");
  options.threads = count_option(line, "threads");
  options.team = team_size(line);
  options.redo = redo_of(line);
  options.end = end_option(line);
  if (line.has("margin")) options.margin = terminal::parse_duration(line.text("margin"), "--margin");
  if (line.has("trial-timeout"))
    options.trial_limits.seconds = terminal::parse_duration(line.text("trial-timeout"), "--trial-timeout");
  if (line.has("trial-memory"))
    options.trial_limits.bytes = terminal::parse_bytes(line.text("trial-memory"), "--trial-memory");
  if (line.has("max-fail"))
    options.max_fail = static_cast<std::size_t>(count_option(line, "max-fail", std::numeric_limits<int>::max()));
  options.costs = costs_of(line);
  return options;
}

}  // namespace tertium::program
