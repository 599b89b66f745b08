#pragma once

#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/other_ranks.hpp"
#include "experiments/run/sweep_options.hpp"
#include "experiments/terminal/exit_code.hpp"

namespace tertium::experiments {

/// On rank 0: does what is missing of a sweep or shard, and merges a sweep of which nothing is missing.
/// Returns kIncomplete if trials failed, or if a signal, the deadline or too many failures ended it early.
ExitCode run_sweep(Plan plan, MpiSession& mpi, OtherRanks& others, const SweepOptions& options);

}  // namespace tertium::experiments
