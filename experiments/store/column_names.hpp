#pragma once

#include <map>
#include <span>
#include <string>

#include "experiments/store/row_table.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What parameters and metrics are called as columns, by their names: the same in CSV as in results.h5, and no two
/// alike.
struct ColumnNames {
  std::map<std::string, std::string> parameters, metrics;
};

/// Their own names, with '_' for '/', which HDF5 cannot have; with "param_" or "metric_" before a name that a column
/// has which every row has, such as tolerance, or a metric with the name of a parameter.
ColumnNames column_names(std::span<const TrialRow> rows, std::span<const RowParameters> points = {});
ColumnNames column_names(const RowTable& rows);

}  // namespace tertium::experiments
