#pragma once

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "experiments/cells/cell.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// The cells with trials that `wanted` says yes to, longest (as predicted) first, so that no long one is left for the
/// end.
std::deque<Job> make_jobs(const Plan& plan, const CostModel& costs, const std::function<bool(const TrialKey&)>& wanted);

/// The jobs of several sweeps as one queue: each is told which one it is of.
std::deque<Job> joined_jobs(std::vector<std::deque<Job>> jobs_of_sweeps);

/// Most bytes that one cell is expected to need.
double largest_cell_bytes(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs);

/// How rank 0 computes.
struct Crew {
  int workers = 0;  ///< cells at once; one, where it leads a team of several ranks
  int threads = 0;  ///< OpenMP threads of all cells together, where that is more than CellSettings::threads of each
};

/// What rank 0 does with rows and with its spare time, and which cells it may start.
struct Controller {
  std::function<void(int sweep, TrialRow)> row;                ///< of one finished trial
  std::function<void(double predicted, double seconds)> cell;  ///< one cell is finished
  std::function<void()> tick;                                  ///< at least every five milliseconds or so
  std::function<double()> longest;  ///< predicted seconds of the longest cell that may start now; asked by any thread
};

/// Gives cells to whoever is idle until there are none left that may start, or a stop is requested (stopping.hpp). Rank
/// 0 hands out and collects, with workers of its own that compute; every other rank asks for one cell at a time, and
/// sends each row as soon as it has it. `jobs`, `crew` and `controller` matter on rank 0 only. With Plan::team ranks to
/// a team, the same for all plans, a team takes a cell at a time, there is one worker, and ranks that are left over do
/// nothing. Results do not depend on any of this.
void run_jobs(std::span<const Plan> plans, std::deque<Job> jobs, MpiSession& mpi, const Crew& crew,
              const CellSettings& settings, const Controller& controller);

}  // namespace tertium::experiments
