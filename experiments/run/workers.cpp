#include "experiments/run/workers.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "experiments/run/stopping.hpp"

namespace tertium::experiments {

std::size_t JobQueue::size() {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

std::optional<Job> JobQueue::take() {
  const std::lock_guard lock(mutex_);
  if (jobs_.empty() || stop_requested) return std::nullopt;
  const double longest = longest_();
  const auto fits =
      std::partition_point(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.seconds > longest; });
  if (fits == jobs_.end()) return std::nullopt;
  Job job = std::move(*fits);
  jobs_.erase(fits);
  return job;
}

TeamCells::TeamCells(std::span<const Plan> plans, core::Team& team, const CellSettings& settings)
    : plans_(plans), team_(team), settings_(settings) {
  settings_.ends = stop_comes;
}

TeamCells::~TeamCells() {
  if (team_.rank() == 0 && std::uncaught_exceptions() == 0) pass_on(std::nullopt);
}

double TeamCells::run(const Job& job, const std::function<void(TrialRow)>& emit) {
  pass_on(job);
  return run_cell(plans_[job.sweep], job.cell, job.trials, settings_, emit, team_);
}

void TeamCells::follow() {
  while (const std::optional<Job> job = pass_on(std::nullopt))
    run_cell(
        plans_[job->sweep], job->cell, job->trials, settings_, [](const TrialRow&) {}, team_);
}

/// The leader's job, on every member: the bytes of its message, of which the others have none.
std::optional<Job> TeamCells::pass_on(const std::optional<Job>& job) {
  const bool leads = team_.rank() == 0;
  std::vector<std::byte> bytes;
  if (leads) bytes = to_bytes(job);
  const std::int64_t length = team_.sum(std::ssize(bytes));
  bytes.resize(static_cast<std::size_t>(length));
  std::vector<std::int64_t> begin(static_cast<std::size_t>(team_.size()) + 1, length);
  begin.front() = 0;
  team_.gather(std::span(bytes), begin);
  return job_of(bytes);
}

OwnWorkers::OwnWorkers(std::span<const Plan> plans, JobQueue& queue, core::Team& team, const Crew& crew,
                       const CellSettings& settings)
    : threads_in_all_(crew.threads),
      running_(
          static_cast<int>(std::min(static_cast<std::size_t>(crew.workers), std::max<std::size_t>(1, queue.size())))) {
  // The calling thread's own threads have done their work: as long as they are there, too, GCC's OpenMP takes the
  // machine for overcrowded, and lets those of a cell sleep wherever they wait for each other.
  omp_pause_resource_all(omp_pause_soft);
  for (int k = running_; k > 0; --k)
    threads_.emplace_back([this, plans, &queue, &team, settings] { work(plans, queue, team, settings); });
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

void OwnWorkers::work(std::span<const Plan> plans, JobQueue& queue, core::Team& team, const CellSettings& settings) {
  TeamCells cells(plans, team, settings);
  while (const std::optional<Job> job = queue.take()) {
    share_threads(settings.threads);
    const double seconds = cells.run(*job, [&](TrialRow row) {
      share_threads(settings.threads);
      const std::lock_guard lock(mutex_);
      finished_.rows.emplace_back(job->sweep, std::move(row));
      changed_.notify_one();
    });
    const std::lock_guard lock(mutex_);
    finished_.cells.emplace_back(job->seconds, seconds);
    changed_.notify_one();
  }
  const std::lock_guard lock(mutex_);
  --running_;
}

/// For what this thread computes from now on.
void OwnWorkers::share_threads(int least) {
  const std::lock_guard lock(mutex_);
  omp_set_num_threads(std::max(least, threads_in_all_ / running_));
}

}  // namespace tertium::experiments
