#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <vector>

#include "experiments/cost_model.hpp"
#include "experiments/grid.hpp"
#include "experiments/mpi.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What is left to do of one cell.
struct Job {
  int cell = 0;
  std::vector<int> trials;  ///< indices into Plan::trials, all of that cell
  double seconds = 0.0;     ///< predicted; known on rank 0 only
};

/// The cells with trials that `wanted` says yes to, longest (as predicted) first, so that no long one is left for the
/// end.
std::deque<Job> make_jobs(const Plan& plan, const CostModel& costs, const std::function<bool(const TrialKey&)>& wanted);

/// Most bytes that one cell is expected to need.
double largest_cell_bytes(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs);

/// What rank 0 does with rows and with its spare time.
struct Controller {
  std::function<void(std::vector<TrialRow>)> rows;  ///< of one finished cell
  std::function<void()> tick;                       ///< a few hundred times a second at most
};

/// Set by a signal: no further cell is started, those in flight are finished.
extern std::atomic<bool> stop_requested;

/// Gives cells to whoever is idle until there are none left or a stop is requested. Rank 0 hands out and collects, with
/// `workers` threads of its own that compute; every other rank asks for one cell at a time. `jobs` and `controller`
/// matter on rank 0 only. `threads`: OpenMP threads for each cell. With Plan::team ranks to a team, a team takes a cell
/// at a time, `workers` is 1, and ranks that are left over do nothing. Results do not depend on any of this.
void run_jobs(const Plan& plan, std::deque<Job> jobs, MpiSession& mpi, int workers, int threads,
              const Controller& controller);

}  // namespace tertium::experiments
