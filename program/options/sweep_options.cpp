#include "program/options/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "core/base/text.hpp"
#include "experiments/claims/looks.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/statistics/bounds.hpp"

namespace tertium::program {
namespace {

constexpr double kLongestLimit = 3e9;  // seconds, a hundred years: the clock's nanoseconds end later

constexpr const char* kCosts =
    "measurements of tertium calibrate, used only for predictions (default: $TERTIUM_COSTS, else tertium/costs.ini in "
    "your settings folder)";

experiments::EndOfRun end_after(const std::string& text, const std::string& option) {
  const std::chrono::duration<double> limit(std::min(core::parse_duration(text, option), kLongestLimit));
  return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
}

experiments::Redo parse_redo(const std::string& text) {
  experiments::Redo redo;
  for (const std::string& what : core::split_list(text)) {
    if (what != "failed" && what != "changed")
      core::fail_unknown("--redo", what, std::vector<std::string>{"failed", "changed"});
    (what == "failed" ? redo.failed : redo.changed) = true;
  }
  return redo;
}

}  // namespace

std::filesystem::path ConfigChoice::run(const std::optional<std::filesystem::path>& output,
                                        const experiments::SweepConfig& config) const {
  return output ? *output : std::filesystem::path("runs") / (config.name + (smoke ? "-smoke" : ""));
}

void add_config_options(CommandLine& line, ConfigChoice& config, const char* what) {
  line.argument("CONFIG", config.name, what);
  line.flag("smoke", config.smoke, "use the small version of the configuration");
  add_set_option(line, config.set);
  line.option("steps", 0, "FILE", config.steps,
              "INI file that declares steps of your own in sections [step.NAME], as if in the configuration; --set "
              "methods.run+=NAME+AL runs one in addition to its methods");
}

void add_costs_option(CommandLine& line, std::optional<std::filesystem::path>& file) {
  line.option("costs", 0, "FILE", file, kCosts);
}

void add_costs_option(CommandLine& line, experiments::CostModel& costs) {
  line.option("costs", 0, "FILE", kCosts);
  line.then([&costs](const CommandLine& words) {
    costs = experiments::CostModel::load(words.has("costs") ? std::optional<std::filesystem::path>(words.text("costs"))
                                                            : std::nullopt);
  });
}

void add_looks_limit(CommandLine& line, std::optional<std::int64_t>& limit) {
  line.option(
      "limit", 0, "N", in_range(limit, 1, std::numeric_limits<std::int32_t>::max()),
      fmt::format("maximum number of repetitions (default: {} times those planned, or {} if fewer than {} are planned)",
                  experiments::Looks::kMostTimes, experiments::Looks::kMostTimes * experiments::kEnoughRepetitions,
                  experiments::kEnoughRepetitions));
}

void add_team_option(CommandLine& line, int& team) {
  line.option(
      "team-size", 0, "T", in_range(team, 1, kMostAtOnce),
      "ranks that compute one cell together, for cells too large for one rank; T must divide the number of ranks");
}

void add_redo_option(CommandLine& line, experiments::Redo& redo) {
  line.option("redo", 0, "WHAT", into(redo, parse_redo),
              "recompute rows: failed (trials that did not succeed), changed (rows of another build of the program, "
              "e.g. after a bug fix), or failed,changed");
}

void add_sweep_options(CommandLine& line, experiments::SweepOptions& options) {
  using core::parse_duration;
  add_redo_option(line, options.redo);
  line.topic(CommandLine::Topic::kRunning);
  line.option("workers", 'w', "W", in_range(options.workers, 1, kMostAtOnce),
              "cells that one process computes in parallel (default: all cores; 1 per rank under mpirun)");
  line.option("threads", 't', "T", in_range(options.threads, 1, kMostAtOnce),
              "OpenMP threads inside a cell (default: OMP_NUM_THREADS, else the remaining cores)");
  add_team_option(line, options.team);
  line.then([](const CommandLine& words) {
    if (words.has("deadline") && words.has("time-limit"))
      throw core::UsageError("--deadline and --time-limit are both given (they mean the same), drop one of them");
  });
  line.option("deadline", 0, "TIME", into(options.end, core::parse_time),
              "when the run must be finished: cells that are predicted to take longer do not start. "
              "2026-01-31T18:00:00 (this machine's time), 2026-01-31T17:00:00Z, or @SECONDS since 1970");
  line.option("time-limit", 0, "D", into(options.end, end_after),
              "the same as a duration from now: 90s, 30m, 2h, 1:30:00");
  line.option("margin", 0, "D", into(options.margin, parse_duration),
              "how long before the deadline everything must be finished (default: 60s)");
  line.option("trial-timeout", 0, "D", into(options.trial_limits.seconds, parse_duration),
              "a trial that takes longer is recorded as timed_out (checked in outer loops)");
  line.option(
      "trial-memory", 0, "SIZE", into(options.trial_limits.bytes, core::parse_bytes),
      "a trial that needs more (e.g. 4GB) is recorded as out_of_memory; if this is predicted, without running it");
  line.option("max-fail", 0, "N", in_range(options.max_fail, 1, std::numeric_limits<int>::max()),
              "stop the run after N failed trials");
  add_costs_option(line, options.costs);
  line.topic(CommandLine::Topic::kOwn);
}

}  // namespace tertium::program
