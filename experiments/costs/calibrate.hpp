#pragma once

#include <functional>
#include <vector>

#include "experiments/costs/cost_fit.hpp"

namespace tertium::experiments {

/// One trial that was to be measured, or the data of its cell.
struct Measurement {
  int group = 0;        ///< index into Calibration::fits; -1: nothing of the group was measured
  int trial = 0;        ///< index into Plan::trials
  CostSample sample;    ///< seconds < 0: not measured
  std::string failure;  ///< why not
};

struct Calibration {
  std::vector<CostFit> fits;  ///< one per method, parameters and p; groups without any measured trial are left out
  std::vector<Measurement> measurements;
};

struct CalibrationOptions {
  double seconds = 120.0;  ///< for all measurements together
  int threads = 1;
};

/// Measures trials of the plan, smallest sizes first, up to three sizes and two trials of each size per method and p,
/// while the time lasts: what is predicted, by the smaller sizes, to take longer is left out. Each trial runs in a
/// process of its own, so that its memory can be told, and one that needs too much or too long takes nothing else with
/// it. `tell` gets a line about each as it ends.
Calibration calibrate(const Plan& plan, const CalibrationOptions& options,
                      const std::function<void(const std::string&)>& tell);

}  // namespace tertium::experiments
