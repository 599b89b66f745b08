#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/random/random.hpp"
#include "experiments/config/config.hpp"
#include "experiments/store/trial_row.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// One combination of values of all dimensions of the model and the comparison scheme.
struct Point {
  core::Parameters model;
  core::Parameters scheme;
  core::Parameters bound_scheme;  ///< the same with numbers for the names in its expressions
  std::string identity;  ///< what its draws are named by: problems::Model::identity_of the model's parameters, and the
                         ///< scheme's where points are independent
  problems::SchemeShare share;                        ///< how many comparisons, and how noisy
  core::Object objects = 0;                           ///< N
  std::optional<double> graph_edges;                  ///< expected, where the model draws a graph
  double answers = 0.0;                               ///< statements that the model lists
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
  core::CellKey key;        ///< the same for all values of the scheme: observations are nested along p (BernoulliPlane)
  std::vector<int> trials;  ///< indices into Plan::trials, in the order of SweepConfig::methods; never empty
};

/// How many repetitions each method has at each point, point by point; empty: SweepConfig::repetitions everywhere.
using Effort = std::vector<std::int32_t>;

/// Everything that a sweep is to do. Points: model dimensions in the model's order, then those of the scheme, the last
/// one fastest. Cells: by point, then repetition.
struct Plan {
  SweepConfig config;
  std::vector<Point> points;
  std::vector<Cell> cells;
  std::vector<Trial> trials;
  Effort effort;
  int team = 1;  ///< ranks that compute a cell together; no result depends on it
  double memory = std::numeric_limits<double>::infinity();  ///< bytes that a rank has for a cell; nor on this

  const Point& point_of(const Trial& trial) const { return points[cells[trial.cell].point]; }
  const MethodVariant& method_of(const Trial& trial) const { return config.methods[trial.method]; }
};

/// More trials than this are refused: planning some millions takes a gigabyte and half a minute, and every look at the
/// run again.
inline constexpr double kMostTrials = 2e6;

/// A trial whose result is the same for several points of the scheme is planned once per model point and repetition, in
/// the first of their cells. Throws UsageError when the grid is too big, the model refuses a combination of its
/// parameters, or a method or score needs what model and scheme do not provide.
Plan make_plan(SweepConfig config, Effort effort = {});

/// All points of a configuration, and what stands above, without cells and trials.
Plan make_points(SweepConfig config);

/// A hash of all its trials' keys: two processes with the same speak of the same trials, on the same data.
std::uint64_t digest(const Plan& plan);

/// What a problem of that point has.
core::Provisions provided_at(const SweepConfig& config, const Point& point);

/// The scores of the configuration that can be had of a trial.
std::vector<const metrics::Score*> scores_of(const Plan& plan, const Trial& trial);

/// Whether what the method makes depends on that parameter of the scheme: where points are independent, its data do.
bool depends_on(const SweepConfig& config, const core::Method& method, const std::string& scheme_parameter);

/// What a row records of its point: all model parameters, those of the scheme on which the trial depends, and those of
/// the method that are swept.
RowParameters row_parameters(const Plan& plan, const Trial& trial);

/// Size of the trial's problem, as its method sees it: p is a share of the comparisons that it needs.
core::ProblemSize size_of(const Plan& plan, const Trial& trial);

/// The identity of a trial: a hash of everything that its product depends on, and of nothing else.
TrialKey trial_key(const SweepConfig& config, const Point& point, std::int64_t repetition, const core::Method& method);

/// The trial whose key begins with `prefix` (hexadecimal, at least 4 digits, upper or lower case). Throws UsageError
/// when there is none, or more than one, which are then named.
TrialKey find_key(std::span<const TrialKey> keys, std::string_view prefix);

/// The first 12 digits: enough to tell the trials of any run apart.
std::string short_key(const TrialKey& key);

/// "4-AL, delta = 0.1, p = 0.01, repetition 3": a trial in the words of its plan, with the parameters that are swept.
std::string trial_name(const Plan& plan, const Trial& trial);

/// Index into Plan::trials; nullptr where the plan has no such trial.
const Trial* find_trial(const Plan& plan, const TrialKey& key);

}  // namespace tertium::experiments
