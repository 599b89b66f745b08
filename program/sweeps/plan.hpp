#pragma once

#include <filesystem>

#include "experiments/config/config.hpp"
#include "experiments/run/sweep.hpp"

namespace tertium::program {

/// --dry-run: the grid, and for every method its trials and a guess of core time and memory, less what is done in the
/// folder `run`, which need not be there. With `csv` only what the methods state, in steps and bytes, for every point.
void show_plan(const experiments::SweepConfig& config, const std::filesystem::path& run,
               const experiments::SweepOptions& options, bool csv);

}  // namespace tertium::program
