#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What experiments/figures/classes.py draws for [figure] kind = classes, of the first repetition: the vertices of the
/// graph, projected to as many dimensions as there are finest true classes (SVD), along their two principal axes; and
/// of every method the top of its tree, cut into as many clusters as there are classes.
///   title; panels: {title, points: {x, y, label: one each}, trees: {label, merges: two nodes each, the last k - 1 of
///   the tree, of the clusters 0 .. k - 1 and the nodes that these make, clusters: of each the vertices by class}}
/// Throws UsageError where no finished row has a tree, or the model no graph or classes.
nlohmann::ordered_json classes_picture(const Plan& plan, const std::vector<TrialRow>& rows);

}  // namespace tertium::experiments
