#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "experiments/cells/cell.hpp"
#include "experiments/run/job_queue.hpp"

namespace tertium::experiments {

/// The computing threads of rank 0; one, where it leads a team of several ranks.
class OwnWorkers {
 public:
  OwnWorkers(const Plan& plan, JobQueue& queue, core::Team& team, int count, const CellSettings& settings);
  ~OwnWorkers();
  OwnWorkers(const OwnWorkers&) = delete;
  OwnWorkers& operator=(const OwnWorkers&) = delete;

  struct Finished {
    std::vector<TrialRow> rows;
    std::vector<std::pair<double, double>> cells;  ///< predicted and real seconds
  };
  /// What was finished since the last call; waits up to `pause` for some.
  Finished take_finished(std::chrono::microseconds pause);
  /// No thread computes any more, and all was taken.
  bool ended();

 private:
  void work(const Plan& plan, JobQueue& queue, core::Team& team, const CellSettings& settings);

  std::mutex mutex_;
  std::condition_variable changed_;
  Finished finished_;
  int running_;
  std::vector<std::thread> threads_;
};

}  // namespace tertium::experiments
