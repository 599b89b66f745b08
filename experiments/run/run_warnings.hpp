#pragma once

#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

/// Tells on stderr of other programs that compute in the folder now.
void warn_of_others(const RunFolder& folder);

/// Tells on stderr when the folder was last run with a configuration whose trials this one does not have: the rows stay
/// beside the new. A grown grid has all trials of the earlier one.
void warn_of_other_plan(const RunFolder& folder, const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
