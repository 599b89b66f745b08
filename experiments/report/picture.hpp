#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What pictures/ draws of a sweep, as the kind of [figure] says. It groups the rows, and takes means.
///   figure: the section's keys, with lists of texts; repetitions; panels: their titles, row by row; columns: by name
///   {values (texts), number, varies, ordered: whether texts have an order};
///   rows: arrays, of the trials that are done, in the plan's order: panels that a trial is in (all, of columns that it
///   does not depend on) and words, what tells its curve, of each of the section's curves, null where it has none;
///   of a sweep: metrics and their units; of rows x (null: it does not depend on it), point (what is one point where x
///   is
///     measured), values of the metrics, and cell, data, repetition and divides: what divides has the same data;
///   of agreement: of rows repetition, labels (null: none) and ari;
///   of support: of rows values, the columns of branches that they have, by name;
///   of trees and classes: of rows cell and tree {leaf of each object, merges} of the first repetition, else null; by
///     cell objects {names, classes, and of classes x and y: the vertices of the graph, projected to as many dimensions
///     as there are finest true classes (SVD), along their two principal axes};
///   of a map: metric, level, range (of the metric), and maps, one for each panel: places [x, y, mean], contour
///     [x, y, low, high], where the mean passes the level, with brackets that hold at each x by itself with probability
///     95 %, curves {label, points [x, y]}, and laws: the same with constant and exponent as fitted, constant, where
///     the exponent is 1, and exponent: each [number, low, high], of all x together, with probability 95 %.
/// Numbers that are not finite are null. Throws UsageError where no finished row has what the picture is about, and
/// UserError for too many panels.
nlohmann::ordered_json picture_of(const Plan& plan, const std::vector<TrialRow>& rows);

/// Trials that are done, and their rows.
using DoneTrials = std::vector<std::pair<const Trial*, const TrialRow*>>;

/// Adds what pictures of trees and classes, and of maps, are told beside.
void add_trees(nlohmann::ordered_json& picture, const Plan& plan, const DoneTrials& done);
void add_maps(nlohmann::ordered_json& picture, const Plan& plan, const DoneTrials& done, const std::string& metric);

/// Of a picture of maps as a table: a row for each panel, where its level is passed and what its laws are.
std::string map_table(const nlohmann::ordered_json& picture);

}  // namespace tertium::experiments
