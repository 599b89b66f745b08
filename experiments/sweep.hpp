#pragma once

#include <filesystem>
#include <string>
#include <vector>

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

/// The ranks other than 0: they wait for the sweep that rank 0 starts, or for its word that there is none, so that an
/// error on rank 0 ends all.
class OtherRanks {
 public:
  explicit OtherRanks(MpiSession& mpi) : mpi_(mpi) {}
  /// On rank 0: sends them home if nothing was started.
  ~OtherRanks();
  OtherRanks(const OtherRanks&) = delete;
  OtherRanks& operator=(const OtherRanks&) = delete;

  /// On rank 0: they begin to ask for cells.
  void start(const std::string& config, int threads);
  /// On the others: computes cells until there are none.
  void serve();

 private:
  MpiSession& mpi_;
  bool started_ = false;
};

/// A command that may run a sweep: rank 0 does `command`, the others serve it. Returns its exit code, on others
/// kComplete.
int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args);

/// On rank 0: does what is missing of a sweep, and merges once nothing is.
/// Returns kIncomplete if trials failed or a signal ended it early.
ExitCode run_sweep(const Plan& plan, MpiSession& mpi, OtherRanks& others, const SweepOptions& options);

/// Writes RUN/results.h5 out of all segments: rows in the order of the plan, then those of other plans. Throws
/// UserError if a file is damaged or two rows of one key differ.
void merge_run(const RunFolder& folder, const Plan& plan);

}  // namespace tertium::experiments
