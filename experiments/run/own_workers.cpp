#include "experiments/run/own_workers.hpp"

#include <omp.h>

#include <utility>

#include "experiments/run/team_cells.hpp"

namespace tertium::experiments {

OwnWorkers::OwnWorkers(const Plan& plan, JobQueue& queue, core::Team& team, int count, const CellSettings& settings)
    : running_(count) {
  for (int k = 0; k < count; ++k)
    threads_.emplace_back([this, &plan, &queue, &team, settings] { work(plan, queue, team, settings); });
}

OwnWorkers::~OwnWorkers() {
  for (std::thread& thread : threads_) thread.join();
}

OwnWorkers::Finished OwnWorkers::take_finished(std::chrono::microseconds pause) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, pause, [&] { return !finished_.rows.empty() || !finished_.cells.empty(); });
  return std::exchange(finished_, {});
}

bool OwnWorkers::ended() {
  const std::lock_guard lock(mutex_);
  return running_ == 0 && finished_.rows.empty() && finished_.cells.empty();
}

void OwnWorkers::work(const Plan& plan, JobQueue& queue, core::Team& team, const CellSettings& settings) {
  omp_set_num_threads(settings.threads);
  TeamCells cells(plan, team, settings);
  while (const std::optional<Job> job = queue.take()) {
    const double seconds = cells.run(*job, [&](TrialRow row) {
      const std::lock_guard lock(mutex_);
      finished_.rows.push_back(std::move(row));
      changed_.notify_one();
    });
    const std::lock_guard lock(mutex_);
    finished_.cells.emplace_back(job->seconds, seconds);
    changed_.notify_one();
  }
  const std::lock_guard lock(mutex_);
  --running_;
}

}  // namespace tertium::experiments
