#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>
#include <utility>

namespace tertium::answers {

/// How far jobs are that several threads do.
struct JobsDone {
  std::size_t done = 0, total = 0;
  std::string_view what{};  ///< they are called, as in "fits"
};
/// Is told, first that none is done; never by two threads at once. Empty: nobody is.
using JobCallback = std::function<void(const JobsDone&)>;

/// Counts jobs for a callback, from any thread.
class JobCounter {
 public:
  /// Tells the callback that none is done.
  JobCounter(std::size_t total, std::string_view what, JobCallback callback);
  /// Tells it of one more.
  void add_one();

 private:
  void tell() const;

  std::mutex mutex_;
  JobsDone jobs_;
  JobCallback callback_;
};

/// Does jobs 0..count-1, each once, by all threads that there are cores and memory for (`bytes` each). A single job has
/// all threads to itself. If jobs throw, what the first of them threw is thrown in the end, whatever the threads. What
/// stops this thread (core::LimitGuard) stops them, too; limits of time and memory are not theirs.
void do_jobs(std::int64_t count, double bytes, const std::function<void(std::int64_t)>& job);

}  // namespace tertium::answers
