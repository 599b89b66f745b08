#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What experiments/figures/support.py draws for [figure] kind = support, of the score support: for each class of
/// support the branches of all repetitions, and of all points that a panel does not tell apart.
///   title; panels: {title, curves: {label, method, variant, classes: {from (percent), branches, right, wrong}}}
/// Throws UsageError where no finished row has the score, and UserError for too many panels.
nlohmann::ordered_json support_picture(const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
