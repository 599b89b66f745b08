#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What pictures/sweep.py draws: [figure] of the plan's configuration with the numbers, that is mean and
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

/// What pictures/agreement.py draws for [figure] kind = agreement: the adjusted Rand index between the
/// partitions of every two methods, and with the true one where there is one, in the mean over repetitions.
///   title; panels: {title, labels: of the rows and columns, values: a row for each, null where no repetition has both}
/// Throws UsageError where no finished row has a partition, and UserError for too many panels.
nlohmann::ordered_json agreement_picture(const Plan& plan, const std::vector<TrialRow>& rows);

/// What pictures/classes.py draws for [figure] kind = classes, of the first repetition: the vertices of the
/// graph, projected to as many dimensions as there are finest true classes (SVD), along their two principal axes; and
/// of every method the top of its tree, cut into as many clusters as there are classes.
///   title; panels: {title, points: {x, y, label: one each}, trees: {label, merges: two nodes each, the last k - 1 of
///   the tree, of the clusters 0 .. k - 1 and the nodes that these make, clusters: of each the vertices by class}}
/// Throws UsageError where no finished row has a tree, or the model no graph or classes.
nlohmann::ordered_json classes_picture(const Plan& plan, const std::vector<TrialRow>& rows);

/// What trees.py draws: the trees of all methods in the first repetition, one picture each, with the objects' names and
/// true classes where a data set has them. Throws UsageError where no finished trial has a tree.
///
/// {"title", "trees": [{"label", "children": [[left, right], ...], "names": [...], "classes": [...]}, ...]}
nlohmann::ordered_json trees_picture(const Plan& plan, const std::vector<TrialRow>& rows);

/// What pictures/support.py draws for [figure] kind = support, of the score support: for each class of
/// support the branches of all repetitions, and of all points that a panel does not tell apart.
///   title; panels: {title, curves: {label, method, variant, classes: {from (percent), branches, right, wrong}}}
/// Throws UsageError where no finished row has the score, and UserError for too many panels.
nlohmann::ordered_json support_picture(const Plan& plan, const std::vector<TrialRow>& rows);

/// What pictures/phase.py draws for [figure] kind = phase: of each map the places with their means, and
/// where the mean passes the level (contour.hpp), with brackets that hold at each x by itself with probability 95 %.
///   title; metric; level; range: of the metric; x and y {label, scale, limits}; columns: as above; panels: {title,
///   places: {x, y, mean, n}, contour: {x, y, low, high}, low and high null where no place is known to lie beyond;
///   curves: {label, x, y}; laws: {label, x, y: with constant and exponent as fitted, constant, where the exponent is
///   1, and exponent: each its number and its range, null where it has no end; of all x together, with probability 95
///   %}}
/// Throws UsageError where no finished row has the metric, and UserError for too many panels.
nlohmann::ordered_json phase_picture(const Plan& plan, const std::vector<TrialRow>& rows);

/// What it came to, as a table: a row for each panel, where its level is passed and what its laws are.
std::string phase_table(const nlohmann::ordered_json& picture);

}  // namespace tertium::experiments
