#pragma once

#include <string>
#include <vector>

#include "experiments/bench/scaling.hpp"
#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// Cells of a planted hierarchy of about `objects` objects.
Plan scaling_plan(const ScalingOptions& options, core::Object objects, int cells,
                  const std::vector<std::string>& methods);

/// 1, 2, 4, ..., and `most`.
std::vector<int> scaling_widths(int most);

/// Of all trials, in elementary steps.
double stated_work(const Plan& plan);

/// N for `times` the work of the one cell's objects, as the method states it.
core::Object grown_objects(const ScalingOptions& options, const std::string& method, double times);

}  // namespace tertium::experiments
