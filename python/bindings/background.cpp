#include "python/bindings/background.hpp"

#include <omp.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/base/limits.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/job_progress.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using namespace std::chrono_literals;

std::atomic<int> running = 0;  // also those that nobody waits for any more

/// Work, and where it is.
class Task {
 public:
  Task(int threads, std::function<void()> work) : threads_(threads), work_(std::move(work)) { ++running; }
  ~Task() { --running; }
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  void run() {
    if (threads_ > 0) omp_set_num_threads(threads_);
    try {
      const core::LimitGuard guard({.stop = stop_.get_token()});
      work_();
    } catch (...) {
      failure_ = std::current_exception();
    }
    work_ = nullptr;
    const std::lock_guard lock(mutex_);
    done_ = true;
    ended_.notify_all();
  }
  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [&] { return done_; });
  }
  void stop() { stop_.request_stop(); }
  void raise_failure() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  int threads_;
  std::function<void()> work_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::exception_ptr failure_;
};

bool has_signal(JobProgress* progress = nullptr) {
  const py::gil_scoped_acquire with_gil;
  if (progress != nullptr) progress->show();
  return PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
}

/// Waits for the work; whether it ended, or else a signal came, which is then Python's current error.
bool wait_or_signal(Task& task, JobProgress& progress) {
  const py::gil_scoped_release without_gil;
  while (!task.wait_for(50ms))
    if (has_signal(&progress)) return false;
  return true;
}

/// When Python ends: what nobody waits for any more uses what the process is about to take away. Another Ctrl-C ends
/// the process at once.
void wait_for_forgotten() {
  constexpr int kInterrupted = 130;
  const py::gil_scoped_release without_gil;
  for (; running > 0; std::this_thread::sleep_for(20ms))
    if (has_signal()) std::_Exit(kInterrupted);
}

}  // namespace

void in_background(int threads, std::function<void()> work) {
  in_background(threads, false, [work = std::move(work)](const answers::JobCallback&) { work(); });
}

void in_background(int threads, bool verbose, std::function<void(const answers::JobCallback&)> work) {
  const auto progress = std::make_shared<JobProgress>();
  answers::JobCallback callback;
  if (verbose) callback = [progress](const answers::JobsDone& jobs) { progress->take(jobs); };
  const auto task = std::make_shared<Task>(threads, [work = std::move(work), callback] { work(callback); });
  std::thread thread([task] { task->run(); });
  if (wait_or_signal(*task, *progress)) {
    thread.join();
    progress->end();
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    return task->raise_failure();
  }
  const py::error_already_set interrupt;  // takes Python's error out of the way of those that clean up
  task->stop();
  progress->end();
  {
    const py::gil_scoped_release without_gil;
    task->wait_for(500ms);
  }
  thread.detach();
  throw interrupt;
}

void bind_background(py::module_& module) {
  module.def(
      "cores", [] { return omp_get_max_threads(); }, "Number of threads for computations.");
  module.def("wait_for_forgotten", &wait_for_forgotten, "Waits for interrupted computations to end.");
}

}  // namespace tertium::python
