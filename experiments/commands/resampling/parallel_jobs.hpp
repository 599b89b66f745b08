#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

#include "experiments/terminal/progress.hpp"

namespace tertium::experiments {

/// How far jobs are that several threads do: told on stderr, but of quick work nothing.
class JobProgress {
 public:
  /// `what` the `total` are called, as in "fits".
  JobProgress(std::size_t total, std::string_view what)
      : progress_(total, static_cast<double>(total), what, Progress::Quick::kUntold) {}
  void add_one();

 private:
  std::mutex mutex_;
  Progress progress_;
};

/// Does jobs 0..count-1, each once, by all threads that there are cores and memory for (`bytes` each). A single job has
/// all threads to itself. If jobs throw, what the first of them threw is thrown in the end, whatever the threads.
void do_jobs(std::int64_t count, double bytes, const std::function<void(std::int64_t)>& job);

}  // namespace tertium::experiments
