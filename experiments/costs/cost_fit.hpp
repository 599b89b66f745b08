#pragma once

#include <span>

#include "experiments/costs/cost_model.hpp"

namespace tertium::experiments {

/// One measured trial: what was stated for it, and what it took.
struct CostSample {
  core::Object objects = 0;
  double steps = 0.0, stated_bytes = 0.0;
  double seconds = 0.0, bytes = 0.0;
};

/// Puts constant, per_step, memory_factor, trials and sizes into `fit`. Seconds by least squares of the relative
/// errors, neither coefficient negative; with one size only, a factor without constant. Memory by the largest ratio
/// among samples whose stated bytes stand out of what a process has anyway (16 MB), 1 where there are none. At least
/// one sample, with seconds > 0.
void fit_costs(std::span<const CostSample> samples, CostFit& fit);

}  // namespace tertium::experiments
