#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/formula.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/statistics/bounds.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// The trials of a map that differ in y alone: what the repetitions made of a metric, at rising y.
struct MapColumn {
  const Point* point = nullptr;  ///< one of them
  int method = 0;                ///< index into SweepConfig::methods
  std::vector<double> y;
  std::vector<std::vector<double>> values;  ///< at least one each
  std::vector<std::size_t> repetitions{};   ///< that were run, those that failed included, but for the last
};

/// The number that an axis of a map has at a point: a parameter's, or how many comparisons its expression stands for.
double axis_number(const Plan& plan, const Point& point, const std::string& column);

/// The columns of a plan's trials, in its order; those of which `value_of` knows nothing count for nothing.
std::vector<MapColumn> map_columns(const Plan& plan, const std::string& y,
                                   const std::function<std::optional<double>(const Trial&)>& value_of);

/// Where the mean passes the level along a column, if it does.
struct Threshold {
  double y = 0.0;     ///< of the monotone means that are nearest to what was measured (isotonic regression)
  double low = 0.0;   ///< it is no lower than this,
  double high = 0.0;  ///< and no higher; infinite where no place is known to lie beyond it
};

/// How thresholds are found.
struct ThresholdRule {
  double level = 0.5;
  bool rising = true;  ///< the mean rises with y
  metrics::ValueRange range{};
  bool looks = false;            ///< places were looked at again and again, until bounds decided
  std::size_t first_look = 1;    ///< repetitions of the first look, if so: see look_at
  double error = kVerdictError;  ///< that low or high is on the wrong side
  std::size_t first_places = 1;  ///< that may come to be the first beyond the threshold: see refinement.hpp
  bool anytime = false;          ///< repetitions of all places grow until bets on them decide
};

/// The rule for columns of a plan, of which there is at least one: the level is that of its refinement.
ThresholdRule threshold_rule(const Plan& plan, std::span<const MapColumn> columns, const std::string& metric,
                             const std::string& y);

/// Bounds of `low` are tests in a fixed order, from the lowest y up to the first that does not decide: if means are
/// monotone in y, only the first place beyond the threshold can be wrong, so that all tests together err no more often
/// than each (Maurer, Hothorn, Lehmacher 1995). In a refined sweep another place becomes the first whenever the boxes
/// around the threshold are halved, so each may err by its part only. Between two places the threshold is where the
/// line between their monotone means passes the level, in ln y where y is above 0.
std::optional<Threshold> threshold_of(const MapColumn& column, const ThresholdRule& rule);

/// Whether means rise along the columns, all in all.
bool means_rise(std::span<const MapColumn> columns);

struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The line through thresholds that are nearest to threshold = constant * law^exponent, in logarithms and least
/// squares. Both numbers are sums over the thresholds, so brackets that have these in them give ranges that have the
/// numbers of the true thresholds in them, whether or not such a law is true.
struct FittedLaw {
  double constant = 0.0;  ///< where the exponent is 1
  double exponent = 0.0;  ///< of a line whose constant is free
  NumberRange constants, exponents;
  double free_constant = 0.0;  ///< of that line
  std::size_t columns = 0;     ///< thresholds with both ends
};

/// Of the thresholds that have both ends, and a `law` above 0; nothing where there is none. The exponent needs two
/// values of the law: its range is unbounded where there is one.
std::optional<FittedLaw> fitted_law(std::span<const Threshold> thresholds, std::span<const double> law);

/// The same for columns of a map: the brackets of all together are wrong with the rule's error.
std::optional<FittedLaw> fitted_law(std::span<const MapColumn> columns, ThresholdRule rule, const Formula& law);

}  // namespace tertium::experiments
