#pragma once

#include <string>
#include <vector>

#include "experiments/costs/cost_model.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/terminal/catalogue.hpp"

namespace tertium::experiments {

/// How far a run is, at one moment.
struct RunStatus {
  std::vector<Fact> facts;  ///< for people
  std::string line;         ///< the same, short
  bool complete = false;    ///< everything is done and whole
  bool over = false;        ///< nothing is missing, though trials may have failed
};

/// Looks at store and logs, also while programs write.
RunStatus run_status(const RunFolder& folder, const Plan& plan, const CostModel& costs);

}  // namespace tertium::experiments
