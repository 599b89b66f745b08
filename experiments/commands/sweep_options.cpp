#include "experiments/commands/sweep_options.hpp"

#include "core/parameters.hpp"

namespace tertium::experiments {
namespace {

constexpr int kMost = 4096;

int count_option(const CommandLine& line, const std::string& name) {
  if (!line.has(name)) return 0;
  const auto info = core::ParameterInfo::integer(name, 1, 1, kMost, "");
  return static_cast<int>(std::get<std::int64_t>(core::parse_value(info, line.text(name), "command line")));
}

}  // namespace

void add_sweep_options(CommandLine& line) {
  line.option("workers", 'w', "W",
              "cells that one process computes at once (default: all cores; under mpirun 1 per rank)");
  line.option("threads", 't', "T", "OpenMP threads inside a cell (default: OMP_NUM_THREADS, else the cores left)");
  line.flag("retry-failed", "run failed trials again");
}

SweepOptions sweep_options(const CommandLine& line) {
  SweepOptions options;
  options.workers = count_option(line, "workers");
  options.threads = count_option(line, "threads");
  options.retry_failed = line.has("retry-failed");
  return options;
}

}  // namespace tertium::experiments
