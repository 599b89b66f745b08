#pragma once

#include "experiments/plan/grid.hpp"
#include "experiments/store/run_folder.hpp"

namespace tertium::experiments {

/// A damaged results.h5 is as good as none where the segments hold all that is planned; else it may hold rows that
/// nothing else holds. Returns whether it is damaged. Throws UserError for any other damage.
bool pass_over_damaged_results(StoreContent& content, const RunFolder& folder, const Plan& plan);

/// Writes RUN/results.h5 out of all segments: rows in the order of the plan, then those of other plans. Throws
/// UserError if a file is damaged or two rows of one key differ.
void merge_run(const RunFolder& folder, const Plan& plan);

}  // namespace tertium::experiments
