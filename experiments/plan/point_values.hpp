#pragma once

#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "experiments/config/formula.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

/// All parameters of a point, model and scheme, by the names that rows have them under.
RowParameters parameters_of(const Point& point);

std::vector<std::string> names_of(const RowParameters& parameters);

/// The value of a parameter of a point, swept or not, as the configuration calls it. Throws UsageError, with the known
/// ones, where there is none of that name.
core::ParameterValue parameter_at(const Point& point, const std::string& name);

/// Whether a parameter has the value that `text` denotes; numbers are compared as numbers.
bool has_value(const core::ParameterValue& value, const std::string& text);

/// What a variable of a formula is at a point: N, or a parameter that is a number. Throws UsageError, with the known
/// ones, for other names.
double number_at(const Point& point, const std::string& name);

/// A formula without scores at a point.
double value_at(const Formula& formula, const Point& point);

/// The range of a column that a score of the sweep declares, or the method; unbounded for all others.
metrics::ValueRange column_range(const SweepConfig& config, const core::Method& method, const std::string& column);

}  // namespace tertium::experiments
