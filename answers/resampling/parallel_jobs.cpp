#include "answers/resampling/parallel_jobs.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <stop_token>

#include "core/base/limits.hpp"
#include "core/base/machine.hpp"

namespace tertium::answers {
namespace {

/// What the first of the jobs that failed threw.
class FirstFailure {
 public:
  void keep(std::int64_t job) {
    const std::lock_guard lock(mutex_);
    if (failure_ != nullptr && job_ < job) return;
    failure_ = std::current_exception();
    job_ = job;
  }
  void raise() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::int64_t job_ = 0;
};

}  // namespace

JobCounter::JobCounter(std::size_t total, std::string_view what, JobCallback callback)
    : jobs_{.total = total, .what = what}, callback_(std::move(callback)) {
  tell();
}

void JobCounter::add_one() {
  const std::lock_guard lock(mutex_);
  ++jobs_.done;
  tell();
}

void JobCounter::tell() const {
  if (callback_) callback_(jobs_);
}

void do_jobs(std::int64_t count, double bytes, const std::function<void(std::int64_t)>& job) {
  if (count == 1) return job(0);
  const double fitting = std::max(1.0, core::available_memory() / std::max(1.0, bytes));
  const auto threads = static_cast<int>(std::min({static_cast<double>(omp_get_max_threads()), fitting, 1e6}));
  FirstFailure failure;
  const std::stop_token stop = core::stop_of_this_thread();
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (std::int64_t k = 0; k < count; ++k) {
    try {
      const core::LimitGuard guard({.stop = stop});
      core::keep_to_limits();
      job(k);
    } catch (...) {
      failure.keep(k);
    }
  }
  failure.raise();
}

}  // namespace tertium::answers
