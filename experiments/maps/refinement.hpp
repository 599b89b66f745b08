#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// How far the maps of a refined sweep are.
struct MapState {
  std::size_t maps = 0;     ///< a method at one combination of what is not refined
  std::size_t cut = 0;      ///< maps that RefineKeys::budget ended
  std::size_t points = 0;   ///< of all maps together
  std::size_t visited = 0;  ///< of these, how many have trials
};

struct RefinedPlan {
  Plan plan;
  MapState state;
};

/// What a column of the results counts as in a sweep: the score that it is refined by as RefineKeys has it, all others
/// as they are.
double counted_value(const SweepConfig& config, const std::string& column, double value);

/// The range of that.
metrics::ValueRange counted_range(const SweepConfig& config, const core::Method& method, const std::string& column);

/// How many places may come to be the first beyond the level along a dimension while it is refined: one in each size of
/// the boxes that it lies in. 1 where it is not.
std::size_t first_places(const SweepConfig& config, const std::string& column);

/// What a sweep with [sweep] refine needs, given the rows that there are: the trials of all looks so far, and those of
/// the next one, of which the rows are missing. Where none is, the maps are finished. Depends on nothing but
/// configuration and rows, and of these only on the ones that it asks for itself: whoever computes them, in whichever
/// order and how often interrupted, comes to the same trials.
///
/// Each map is a lattice in boxes of about a quarter of every dimension, later of half of that, and so on. The level
/// passes through a box where means in it lie on both sides; it is halved along all dimensions, and its corners get
/// SweepConfig::repetitions. All places in a box count, those of finer neighbours, too: so a contour is followed into
/// boxes whose own corners do not show it. Where all such boxes are as small as the grid allows, undecided places
/// get twice the repetitions: those whose side bounds of the mean leave open (mean_bounds, at the error of the look
/// that they have had, error_of_look, so that brackets of a whole map are right together). Those that stay open at
/// RefineKeys::most count as on both sides, so that around them places are looked for that do not. Places whose
/// repetitions all lie on one side are not looked at again, whatever bounds say. A map of more than RefineKeys::budget
/// trials stays as it was.
///
/// Without refine: all trials, as make_plan.
RefinedPlan refined_plan(SweepConfig config, std::span<const TrialRow> rows);

}  // namespace tertium::experiments
