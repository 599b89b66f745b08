#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/limits.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/stopping.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::experiments {

struct SweepStart;

/// A sweep and where its results go.
struct SweepTask {
  Plan plan;
  std::filesystem::path run;  ///< folder of the results
  /// Trials of a shard: no others are run, the folder's configuration stays and nothing is merged.
  std::optional<std::vector<TrialKey>> shard{};
};

/// Rows that are made again.
struct Redo {
  bool failed = false;   ///< those that are not done
  bool changed = false;  ///< those of another build of the program
};

/// How sweeps are to be run.
struct SweepOptions {
  int workers = 0;  ///< cells that rank 0 computes at once; 0: all usable cores without mpirun, else 1
  int threads = 0;  ///< OpenMP threads for each cell; 0: usable cores shared among the workers
  int team = 1;     ///< ranks that compute a cell together
  Redo redo{};
  bool tells_builds = true;      ///< tells of rows of another build
  std::optional<EndOfRun> end;   ///< the run has to be over by then
  double margin = 60.0;          ///< seconds before `end` that no cell may reach into, as predicted
  CoreBudget* budget = nullptr;  ///< of this run and others; none: as much as it takes
  core::Limits trial_limits;     ///< a trial that hits one gets a status of its own
  std::size_t max_fail = std::numeric_limits<std::size_t>::max();  ///< so many failures end the run
  CostModel costs;                                                 ///< what cells are expected to take
  std::string command_line;                                        ///< for the record
};

/// The ranks other than 0: they wait for the sweeps that rank 0 starts, one after the other, or for its word that there
/// are no more, so that an error on rank 0 ends all.
class OtherRanks {
 public:
  explicit OtherRanks(MpiSession& mpi) : mpi_(mpi) {}
  /// On rank 0: sends them home.
  ~OtherRanks();
  OtherRanks(const OtherRanks&) = delete;
  OtherRanks& operator=(const OtherRanks&) = delete;

  /// On rank 0: they begin to ask for cells.
  void start(const std::vector<Plan>& plans, const CellSettings& settings);
  /// On rank 0: all were told that there are no more cells.
  void ended() { at_work_ = false; }
  /// On the others: computes cells until rank 0 sends them home.
  void serve();

 private:
  void compute(const SweepStart& start);

  MpiSession& mpi_;
  bool at_work_ = false;
};

/// On rank 0: does what is missing of some sweeps or shards, longest cells first whichever sweep they are of, and
/// merges each sweep of which nothing is missing. Refined sweeps go on with what their rows ask for, until that is
/// nothing more. Returns kIncomplete if trials failed, or if a signal, the deadline or
/// too many failures ended it early.
terminal::ExitCode run_sweeps(std::vector<SweepTask> tasks, MpiSession& mpi, OtherRanks& others,
                              const SweepOptions& options);
/// The same for one.
terminal::ExitCode run_sweep(SweepTask task, MpiSession& mpi, OtherRanks& others, const SweepOptions& options);

/// A command that may run a sweep: rank 0 does `command`, the others serve it. On all of them a signal drains instead
/// of ending (stopping.hpp). Returns its exit code, on others kComplete.
int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args);

}  // namespace tertium::experiments
