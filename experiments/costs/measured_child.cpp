#include "experiments/costs/measured_child.hpp"

#include <omp.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// What the child sends: numbers alone, or a message behind them.
struct Report {
  std::array<double, 4> numbers{};
  std::array<char, 200> failure{};
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Processor time of this thread, which leads all parallel regions and waits in them busily: on an idle machine what a
/// clock shows, on a busy one what it would show on an idle one.
double own_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Report measured(const Plan& plan, const Trial& trial) {
  constexpr double kLongEnough = 0.05;
  constexpr std::size_t kMostTimes = 5;
  Report report;
  std::vector<double> data_seconds, seconds;
  double sum = 0.0;
  while (seconds.empty() || (sum < kLongEnough && seconds.size() < kMostTimes)) {
    const double before = core::peak_memory();
    const double begin = own_seconds();
    const core::AssembledProblem data = make_cell_data(plan, plan.cells[trial.cell]);
    data.problem.prepare(plan.method_of(trial).method.needs());
    data_seconds.push_back(own_seconds() - begin);
    const double with_data = core::peak_memory();
    core::run_method(plan.method_of(trial).method, data.problem);
    seconds.push_back(own_seconds() - begin - data_seconds.back());
    sum += seconds.back() + data_seconds.back();
    if (seconds.size() == 1) {  // later rounds find the memory of the first
      report.numbers[1] = with_data - before;
      report.numbers[3] = core::peak_memory() - with_data;
    }
  }
  report.numbers[0] = median(data_seconds);
  report.numbers[2] = median(seconds);
  return report;
}

[[noreturn]] void be_child(const Plan& plan, int trial, int threads, int out) {
  Report report;
  try {
    omp_set_num_threads(threads);
    report = measured(plan, plan.trials[trial]);
  } catch (const std::exception& error) {
    std::strncpy(report.failure.data(), error.what(), report.failure.size() - 1);
  }
  const ssize_t written = write(out, &report, sizeof report);
  _exit(written == sizeof report ? 0 : 1);  // nothing of the parent's is to be flushed or ended twice
}

/// Waits for the report; false when it does not come whole in time.
bool receive(int in, double limit, Report& report) {
  pollfd waited{in, POLLIN, 0};
  const int milliseconds = static_cast<int>(std::clamp(std::ceil(limit * 1e3), 0.0, 2e9));
  int ready = 0;
  do ready = poll(&waited, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  return ready > 0 && read(in, &report, sizeof report) == sizeof report;
}

}  // namespace

ChildResult measure_in_child(const Plan& plan, int trial, int threads, double limit) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) core::fail("cannot make a pipe ({}), close other programs", std::strerror(errno));
  const pid_t child = fork();
  if (child < 0) core::fail("cannot make a process ({}), close other programs", std::strerror(errno));
  if (child == 0) be_child(plan, trial, threads, ends[1]);
  close(ends[1]);
  Report report;
  const auto begin = std::chrono::steady_clock::now();
  const bool whole = receive(ends[0], limit, report);
  const bool late = !whole && seconds_since(begin) >= limit;
  kill(child, SIGKILL);  // after its report, it has nothing left to do
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  if (late) return {0, 0, 0, 0, fmt::format("not done after {}", duration_text(limit))};
  if (!whole) return {0, 0, 0, 0, "its process was ended (out of memory?)"};
  const auto& [data_seconds, data_bytes, seconds, bytes] = report.numbers;
  return {data_seconds, data_bytes, seconds, bytes, report.failure.data()};
}

}  // namespace tertium::experiments
