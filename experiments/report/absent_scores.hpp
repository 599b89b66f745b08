#pragma once

#include <string>
#include <vector>

#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

/// The methods with finished rows of which none has a finite value of the metric, by name: they stand in no table and
/// no picture of it.
std::vector<std::string> methods_without(const RowTable& rows, const std::string& metric);

/// They and why, a line for each reason, "no aari of AddS-3+SPUR (it makes a partition; aari is of a tree): ari and
/// exact are of both"; empty where there are none.
std::string absent_text(const RowTable& rows, const std::string& metric);

}  // namespace tertium::experiments
