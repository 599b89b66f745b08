#include "experiments/commands/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "experiments/commands/cost_option.hpp"

namespace tertium::experiments {
namespace {

constexpr int kMost = 4096;

int count_option(const CommandLine& line, const std::string& name) {
  if (!line.has(name)) return 0;
  const std::string text = line.text(name);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > kMost)
    throw core::UsageError(fmt::format("--{} {} is not a whole number in [1, {}], correct it", name, text, kMost));
  return value;
}

}  // namespace

void add_team_option(CommandLine& line) {
  line.option("team-size", 0, "T",
              "ranks that compute one cell together, for cells too big for one; T divides the number of ranks");
}

int team_size(const CommandLine& line) {
  return std::max(1, count_option(line, "team-size"));
}

void add_sweep_options(CommandLine& line) {
  line.option("workers", 'w', "W",
              "cells that one process computes at once (default: all cores; under mpirun 1 per rank)");
  line.option("threads", 't', "T", "OpenMP threads inside a cell (default: OMP_NUM_THREADS, else the cores left)");
  add_team_option(line);
  line.flag("retry-failed", "run failed trials again");
  add_costs_option(line);
}

SweepOptions sweep_options(const CommandLine& line) {
  SweepOptions options;
  options.workers = count_option(line, "workers");
  options.threads = count_option(line, "threads");
  options.team = team_size(line);
  options.retry_failed = line.has("retry-failed");
  options.costs = costs_of(line);
  return options;
}

}  // namespace tertium::experiments
