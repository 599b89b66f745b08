#pragma once

#include <functional>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A finished row that lacks scores which can be computed of what it holds.
struct Rescoring {
  int trial = 0;  ///< index into Plan::trials
  TrialRow row;
};

/// Computes what is missing, cell by cell on all cores: the data are drawn again, no method runs. `emit` is called by
/// one thread at a time with each completed row.
void rescore(const Plan& plan, std::vector<Rescoring> rows, int threads, const std::function<void(TrialRow)>& emit);

}  // namespace tertium::experiments
