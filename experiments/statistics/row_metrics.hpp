#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "experiments/store/trial_row.hpp"

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

/// The metric that was asked for, or, if `wanted` is empty, the first of the preferred that there is, else the first
/// that there is. Throws UsageError with the known ones where no finished row has a finite value of it.
std::string choose_metric(std::span<const TrialRow> rows, const std::string& wanted,
                          const std::vector<std::string>& preferred);

/// "s", "B", or empty.
std::string metric_unit(const std::string& metric);

}  // namespace tertium::experiments
