#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/random/random.hpp"
#include "experiments/config/config.hpp"
#include "experiments/store/trial_row.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::experiments {

/// One combination of values of all dimensions.
struct Point {
  core::Parameters model;
  double p = 1.0;
  double eps = 1.0;
  core::Object objects = 0;                           ///< N
  std::map<std::string, core::ParameterValue> swept;  ///< of the dimensions with more than one value
};

/// One method on one cell: one row of the result.
struct Trial {
  TrialKey key;
  int cell = 0;    ///< index into Plan::cells
  int method = 0;  ///< index into SweepConfig::methods
};

/// One repetition at one point: its trials share the data and everything made of them.
struct Cell {
  int point = 0;  ///< index into Plan::points
  std::int64_t repetition = 0;
  core::CellKey key;        ///< the same for all p and eps: observations are nested along p (BernoulliPlane)
  std::vector<int> trials;  ///< indices into Plan::trials, in the order of SweepConfig::methods; never empty
};

/// Everything that a sweep is to do. Points: model dimensions in the model's order, then p, then eps, the last one
/// fastest. Cells: by point, then repetition.
struct Plan {
  SweepConfig config;
  std::vector<Point> points;
  std::vector<Cell> cells;
  std::vector<Trial> trials;
  int team = 1;  ///< ranks that compute a cell together; no result depends on it
};

/// More trials than this are refused.
inline constexpr double kMostTrials = 1e8;

/// A trial whose result is the same for every p and eps is planned once per model point and repetition, in the first of
/// the cells. Throws UsageError when the grid is too big or the model refuses a combination of its parameters.
Plan make_plan(SweepConfig config);

/// Whether the rows of this method differ between values of p and eps.
bool depends_on_comparisons(const SweepConfig& config, const linkage::NamedMethod& method);

/// What a row records of its point: all model parameters, and p and eps where the trial depends on them. Not only the
/// swept ones: else a row written before the grid grew would lack the dimension that came later.
std::map<std::string, core::ParameterValue> row_parameters(const Plan& plan, const Trial& trial);

/// A rough guess of what a trial takes: steps of all ranks of a team together, bytes of one of them.
linkage::Cost estimate(const Plan& plan, const Trial& trial);

/// The identity of a trial: a hash of everything that its result depends on.
TrialKey trial_key(const SweepConfig& config, const Point& point, std::int64_t repetition,
                   const linkage::NamedMethod& method);

}  // namespace tertium::experiments
