#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/costs/cost_model.hpp"
#include "experiments/maps/refinement.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

/// Where `run` keeps the resolved configuration of the run.
std::filesystem::path config_path(const RunFolder& folder);

/// Writes it, unless it is there already. Throws UserError where the folder is the run of a sweep of another name.
void write_run_config(const RunFolder& folder, const SweepConfig& config);

/// What a configuration plans, given what the folder holds where that matters: a refined sweep asks for more as rows
/// come (plan/refinement.hpp).
RefinedPlan plan_in(SweepConfig config, const RunFolder& folder);

/// The plan that the folder was last run with. Throws UserError when the folder does not tell.
Plan plan_of_run(const RunFolder& folder);

/// The same, or nothing and a notice of the reason: its configuration may name what this program lacks, or read a file
/// that is gone. What is stored can be looked at all the same.
std::optional<Plan> plan_if_possible(const RunFolder& folder);

enum class TrialState { kMissing, kDone, kFailed };

/// What became of every trial of a plan, in its order.
std::vector<TrialState> trial_states(const Plan& plan, const std::vector<TrialRow>& rows);
std::vector<TrialState> trial_states(const Plan& plan, const RowTable& rows);

/// What a set of trials amounts to.
struct Tally {
  std::size_t trials = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  double missing_seconds = 0;  ///< predicted, of the trials that are not done
  double done_seconds = 0;     ///< predicted, of those that are
  std::size_t unknown = 0;     ///< missing trials of whose time nothing is known
  double bytes = 0;            ///< largest of the trials' memory

  std::size_t missing() const { return trials - done - failed; }
};

/// One tally per method, in the order of SweepConfig::methods.
std::vector<Tally> tally_methods(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs);

/// Tally of making the data: `trials` counts cells, `done` those of which every trial is.
Tally tally_data(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs);

/// The sum of tallies.
Tally total(const std::vector<Tally>& tallies);

/// All trials and all data together: the memory is that of a whole cell.
Tally tally_all(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs);

/// It as a row of a table: name, trials, done, failed, missing, core time that is missing, memory.
std::vector<std::string> tally_row(const std::string& name, const Tally& tally);

/// Puts the rows of the plan's trials first, in its order, and leaves the order of the others. Returns how many are the
/// plan's.
std::size_t order_as_planned(const Plan& plan, std::vector<TrialRow>& rows);
std::size_t order_as_planned(const Plan& plan, RowTable& rows);

/// Calls methods and parameters of the first `count` rows, ordered as above, what the plan calls them: an earlier plan
/// may have called the same trial otherwise.
void name_as_planned(const Plan& plan, std::size_t count, std::vector<TrialRow>& rows);

/// The rows of the plan's trials, in its order and named as it names them: a folder may also hold rows of other grids.
std::vector<TrialRow> planned_rows(const Plan& plan, std::vector<TrialRow> rows);
/// Of a table with methods and parameters.
RowTable planned_rows(const Plan& plan, RowTable rows);

/// Keys of all trials, in the order of the plan: what verify compares with.
std::vector<TrialKey> planned_keys(const Plan& plan);

/// A damaged results.h5 is as good as none where the segments hold all that is planned; else it may hold rows that
/// nothing else holds. Returns whether it is damaged. Throws UserError for any other damage.
bool pass_over_damaged_results(StoreContent& content, const RunFolder& folder, const Plan& plan);

/// Writes RUN/results.h5 out of all segments: rows in the order of the plan, then those of other plans. Throws
/// UserError if a file is damaged or two rows of one key differ.
void merge_run(const RunFolder& folder, const Plan& plan);

}  // namespace tertium::experiments
