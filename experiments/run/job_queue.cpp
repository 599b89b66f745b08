#include "experiments/run/job_queue.hpp"

#include <algorithm>

#include "experiments/run/drain.hpp"

namespace tertium::experiments {

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

}  // namespace tertium::experiments
