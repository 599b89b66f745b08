#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What experiments/figures/agreement.py draws for [figure] kind = agreement: the adjusted Rand index between the
/// partitions of every two methods, and with the true one where there is one, in the mean over repetitions.
///   title; panels: {title, labels: of the rows and columns, values: a row for each, null where no repetition has both}
/// Throws UsageError where no finished row has a partition, and UserError for too many panels.
nlohmann::ordered_json agreement_picture(const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
