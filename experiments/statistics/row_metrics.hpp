#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/methods/product.hpp"
#include "experiments/store/row_table.hpp"
#include "experiments/store/trial_row.hpp"
#include "metrics/scores/score.hpp"

namespace tertium::experiments {

struct Statistics {
  std::size_t n = 0;
  double mean = 0;
  double sd = 0;  ///< of the population
};

/// Of at least one value.
Statistics statistics(const std::vector<double>& values);

/// What a score, the method itself or the run measured of a trial; NaN where the row has none.
double metric_value(const TrialRow& row, const std::string& metric);

/// The same of all rows of a table. One that holds neither the metric nor the measurement has none.
std::vector<double> metric_values(const RowTable& rows, const std::string& metric);

/// The columns of a table that metrics can be chosen from, and the others that reports go by.
ColumnChoice columns_of_means();

/// The score with that column; null for numbers that a method reports.
const metrics::Score* score_of(const std::string& column);

/// What the method makes; nothing of one that this program does not have.
std::optional<core::ProductKind> made_by(const std::string& method);

/// The metric that was asked for, or, if `wanted` is empty, the first of the preferred that there is, else the first
/// that there is. Throws UsageError where no finished row has a finite value of it: why, and those that rows have.
std::string choose_metric(const RowTable& rows, const std::string& wanted, const std::vector<std::string>& preferred);

/// "s", "B", or empty.
std::string metric_unit(const std::string& metric);

}  // namespace tertium::experiments
