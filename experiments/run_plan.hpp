#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/grid.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

/// Where `run` keeps the resolved configuration of the run.
std::filesystem::path config_path(const RunFolder& folder);

/// The plan that the folder was last run with. Throws UserError when the folder does not tell.
Plan plan_of_run(const RunFolder& folder);

enum class TrialState { kMissing, kDone, kFailed };

/// What became of every trial of a plan, in its order.
std::vector<TrialState> trial_states(const Plan& plan, const std::vector<TrialRow>& rows);

/// What a set of trials amounts to.
struct Tally {
  std::size_t trials = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  double missing_operations = 0;  ///< stated cost of the trials that are not done
  double done_operations = 0;
  double bytes = 0;  ///< largest of the trials' memory

  std::size_t missing() const { return trials - done - failed; }
};

/// One tally per method, in the order of SweepConfig::methods.
std::vector<Tally> tally_methods(const Plan& plan, const std::vector<TrialState>& states);

/// The sum of tallies.
Tally total(const std::vector<Tally>& tallies);

/// Keys of all trials, in the order of the plan: what verify compares with.
std::vector<TrialKey> planned_keys(const Plan& plan);

}  // namespace tertium::experiments
