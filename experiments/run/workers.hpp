#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/team.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/run/schedule.hpp"

namespace tertium::experiments {

/// Jobs that wait, longest first, behind a lock, so that the threads of rank 0 and its communicating thread can share
/// them.
class JobQueue {
 public:
  /// `longest`: predicted seconds of the longest job that may start now.
  JobQueue(std::deque<Job> jobs, std::function<double()> longest)
      : jobs_(std::move(jobs)), longest_(std::move(longest)) {}

  /// The longest job that may start; none when there is none, or when a stop is requested.
  std::optional<Job> take();
  std::size_t size();

 private:
  std::mutex mutex_;
  std::deque<Job> jobs_;
  std::function<double()> longest_;
};

/// Cells of some plans that the ranks of a team compute together, one after the other. The leader, member 0, gets them
/// from the scheduler and passes them on; what it emits is stored, the others' equal rows are dropped.
class TeamCells {
 public:
  TeamCells(std::span<const Plan> plans, core::Team& team, const CellSettings& settings);
  /// On the leader: the others may go.
  ~TeamCells();
  TeamCells(const TeamCells&) = delete;
  TeamCells& operator=(const TeamCells&) = delete;

  /// On the leader: as run_cell.
  double run(const Job& job, const std::function<void(TrialRow)>& emit);
  /// On the others: computes what the leader passes on until it ends.
  void follow();

 private:
  std::optional<Job> pass_on(const std::optional<Job>& job);

  std::span<const Plan> plans_;
  core::Team& team_;
  CellSettings settings_;
};

/// The computing threads of rank 0. Where fewer cells are left than there are workers, their trials get the threads of
/// those that have nothing to do, from the next trial on.
class OwnWorkers {
 public:
  OwnWorkers(std::span<const Plan> plans, JobQueue& queue, core::Team& team, const Crew& crew,
             const CellSettings& settings);
  ~OwnWorkers();
  OwnWorkers(const OwnWorkers&) = delete;
  OwnWorkers& operator=(const OwnWorkers&) = delete;

  struct Finished {
    std::vector<std::pair<int, TrialRow>> rows;    ///< each with its sweep
    std::vector<std::pair<double, double>> cells;  ///< predicted and real seconds
  };
  /// What was finished since the last call; waits up to `pause` for some.
  Finished take_finished(std::chrono::microseconds pause);
  /// No thread computes any more, and all was taken.
  bool ended();

 private:
  void work(std::span<const Plan> plans, JobQueue& queue, core::Team& team, const CellSettings& settings);
  void share_threads(int least);

  const int threads_in_all_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Finished finished_;
  int running_;
  std::vector<std::thread> threads_;
};

}  // namespace tertium::experiments
