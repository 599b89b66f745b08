#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "experiments/costs/cost_model.hpp"

namespace tertium::experiments {

/// One finished trial, or the data of its cell: what was stated for it, and what it took.
struct CostSample {
  core::Object objects = 0;
  double steps = 0.0, stated_bytes = 0.0;
  double seconds = 0.0, bytes = 0.0;  ///< bytes 0: not told
};

/// Puts constant, per_step, memory_factor, trials and sizes into `fit`. Seconds by least squares of the relative
/// errors, neither coefficient negative; with one size only, a factor without constant. Memory by the largest ratio
/// among samples whose stated bytes stand out of what a process has anyway (16 MB), 1 where there are none. At least
/// one sample, with seconds > 0.
void fit_costs(std::span<const CostSample> samples, CostFit& fit);

/// What finished rows tell of one method, its parameters and p, or of making data.
struct CostGroup {
  CostFit fit;
  std::string label;  ///< the method as the configuration names it, or "(data)"
  std::vector<CostSample> samples;
};

/// The rows of the plan that are done, fitted by group: their seconds against the steps that are stated, t_generate
/// against those of the data, and peak_rss, where it is not 0, as the bytes that the method alone took.
std::vector<CostGroup> cost_groups(const Plan& plan, const std::vector<TrialRow>& rows, int threads);

/// Computes cells of the plan for `seconds` in all, and returns their rows, peak_rss as cost_groups wants it. For each
/// p up to three sizes, smallest first, two points of each size, and small cells up to three times. What by the rows so
/// far takes longer than there is time, or more memory than there is, is left out. `tell` gets a line about each trial.
std::vector<TrialRow> measured_rows(const Plan& plan, double seconds, int threads,
                                    const std::function<void(const std::string&)>& tell);

}  // namespace tertium::experiments
