#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What trees.py draws: the trees of all methods in the first repetition, one picture each, with the objects' names and
/// true classes where a data set has them. Throws UsageError where no finished trial has a tree.
///
/// {"title", "trees": [{"label", "children": [[left, right], ...], "names": [...], "classes": [...]}, ...]}
nlohmann::ordered_json trees_picture(const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
