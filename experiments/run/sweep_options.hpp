#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/budget.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// How a sweep is to be run.
struct SweepOptions {
  std::filesystem::path run;  ///< folder of the results
  int workers = 0;            ///< cells that rank 0 computes at once; 0: all usable cores without mpirun, else 1
  int threads = 0;            ///< OpenMP threads for each cell; 0: usable cores shared among the workers
  int team = 1;               ///< ranks that compute a cell together
  bool retry_failed = false;  ///< trials that are not done are run again
  /// Trials of a shard: no others are run, the folder's configuration stays and nothing is merged.
  std::optional<std::vector<TrialKey>> shard;
  std::optional<std::chrono::system_clock::time_point> end;  ///< the run has to be over by then
  double margin = 60.0;             ///< seconds before `end` that no cell may reach into, as predicted
  core::BudgetLimits trial_limits;  ///< a trial that hits one gets a status of its own
  std::size_t max_fail = std::numeric_limits<std::size_t>::max();  ///< so many failures end the run
  CostModel costs;                                                 ///< what cells are expected to take
  std::string command_line;                                        ///< for the record
};

}  // namespace tertium::experiments
