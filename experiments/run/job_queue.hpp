#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "experiments/run/rank_messages.hpp"

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

 private:
  std::mutex mutex_;
  std::deque<Job> jobs_;
  std::function<double()> longest_;
};

}  // namespace tertium::experiments
