#pragma once

#include <filesystem>
#include <string>

#include "experiments/commands/commands.hpp"
#include "experiments/grid.hpp"
#include "experiments/mpi.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

struct SweepOptions {
  std::filesystem::path run;  ///< folder of the results
  int workers = 0;            ///< cells that rank 0 computes at once; 0: all usable cores without mpirun, else 1
  int threads = 0;            ///< OpenMP threads for each cell; 0: usable cores shared among the workers
  bool retry_failed = false;  ///< failed trials are run again
  std::string command_line;   ///< for the record
};

/// Does what is missing of a sweep, and merges once nothing is. Collective over all ranks; the plan is the same on
/// each. Returns kIncomplete if trials failed or a signal ended it early.
ExitCode run_sweep(const Plan& plan, MpiSession& mpi, const SweepOptions& options);

/// Writes RUN/results.h5 out of all segments: rows in the order of the plan, then those of other plans. Throws
/// UserError if a file is damaged or two rows of one key differ.
void merge_run(const RunFolder& folder, const Plan& plan);

/// The plan that a run folder was last run with (RUN/config.ini). Throws UserError if there is none.
Plan plan_of_run(const RunFolder& folder);

}  // namespace tertium::experiments
