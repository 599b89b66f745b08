#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What experiments/figures/sweep.py draws: [figure] of the plan's configuration with the numbers, that is mean and
/// population standard deviation over repetitions of each metric at each x of each curve of each panel. A trial that
/// does not depend on the panels' columns is in every panel; one that does not depend on x becomes a level over all x.
/// Where x is a metric itself, the trials of a curve with equal parameters make one point, at the mean of x.
///   title; x {label, scale, limits, categories or null, ordered: whether a line
///   from place to place means something, over, measured}; y: one {label, scale, limits} per metric;
///   columns: panels side by side, null: as many as fit; curves: {label, method, variant: what tells curves of one
///   method apart}; thin: name or null; panels: {title, metric, curves, thin}, row by row, with curves and thin:
///   {curve, x, mean, sd, n}, x null for a level
/// Throws UsageError where no finished row has a finite value of a metric, and UserError for too many panels.
nlohmann::ordered_json sweep_picture(const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
