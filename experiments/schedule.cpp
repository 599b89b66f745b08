#include "experiments/schedule.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "experiments/store/pack.hpp"
#include "experiments/team_cells.hpp"

namespace tertium::experiments {

std::atomic<bool> stop_requested = false;

namespace {

/// A job as a message: cell, then trials; an empty message means that there is nothing left.
std::vector<std::byte> to_message(const std::optional<Job>& job) {
  if (!job) return {};
  std::vector<int> numbers{job->cell};
  numbers.insert(numbers.end(), job->trials.begin(), job->trials.end());
  std::vector<std::byte> bytes(numbers.size() * sizeof(int));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::optional<Job> from_message(const std::vector<std::byte>& bytes) {
  if (bytes.empty()) return std::nullopt;
  std::vector<int> numbers(bytes.size() / sizeof(int));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return Job{numbers.front(), {numbers.begin() + 1, numbers.end()}, 0.0};
}

/// Jobs that wait, behind a lock, so that the threads of rank 0 and its communicating thread can share them.
class JobQueue {
 public:
  explicit JobQueue(std::deque<Job> jobs) : jobs_(std::move(jobs)) {}
  std::optional<Job> take() {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty() || stop_requested) return std::nullopt;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

 private:
  std::mutex mutex_;
  std::deque<Job> jobs_;
};

/// The computing threads of rank 0.
class Workers {
 public:
  Workers(const Plan& plan, JobQueue& queue, core::Team& team, int count, int threads) : running_(count) {
    for (int k = 0; k < count; ++k)
      threads_.emplace_back([this, &plan, &queue, &team, threads] { work(plan, queue, team, threads); });
  }
  ~Workers() {
    for (std::thread& thread : threads_) thread.join();
  }

  /// Rows finished since the last call, cell by cell; waits up to a millisecond for some.
  std::vector<std::vector<TrialRow>> take_finished() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(1), [&] { return !finished_.empty(); });
    return std::exchange(finished_, {});
  }
  bool ended() {
    const std::lock_guard lock(mutex_);
    return running_ == 0 && finished_.empty();
  }

 private:
  void work(const Plan& plan, JobQueue& queue, core::Team& team, int threads) {
    omp_set_num_threads(threads);
    TeamCells cells(plan, team);
    while (const std::optional<Job> job = queue.take()) {
      std::vector<TrialRow> rows = cells.run(job->cell, job->trials);
      const std::lock_guard lock(mutex_);
      finished_.push_back(std::move(rows));
      changed_.notify_one();
    }
    const std::lock_guard lock(mutex_);
    --running_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<TrialRow>> finished_;
  int running_;
  std::vector<std::thread> threads_;
};

/// Hands rows to the controller until it fails (full disk, folder gone): then every cell in flight is still collected,
/// so that no rank waits for ever, and the failure is thrown at the end.
class Collector {
 public:
  explicit Collector(const Controller& controller) : controller_(controller) {}
  void rows(std::vector<TrialRow> rows) {
    guarded([&] { controller_.rows(std::move(rows)); });
  }
  void tick() { guarded(controller_.tick); }
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <typename Work>
  void guarded(Work&& work) {
    if (failure_) return;
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
      stop_requested = true;
    }
  }

  const Controller& controller_;
  std::exception_ptr failure_;
};

void control(const Plan& plan, std::deque<Job> jobs, MpiSession& mpi, core::Team& team, int workers, int threads,
             const Controller& controller) {
  Collector collector(controller);
  JobQueue queue(std::move(jobs));
  Workers own(plan, queue, team, workers, threads);
  int others = mpi.size() / plan.team - 1;
  while (others > 0 || !own.ended()) {
    while (std::optional<MpiSession::Message> message = others > 0 ? mpi.poll() : std::nullopt) {
      const std::optional<Job> next = queue.take();
      mpi.send(message->source, to_message(next));
      if (!next) --others;
      if (!message->bytes.empty()) collector.rows(unpack(message->bytes));
    }
    for (std::vector<TrialRow>& rows : own.take_finished()) collector.rows(std::move(rows));
    collector.tick();
  }
  collector.finish();
}

void serve(const Plan& plan, MpiSession& mpi, core::Team& team) {
  TeamCells cells(plan, team);
  std::vector<std::byte> finished;  // a first, empty message asks for work
  for (;;) {
    mpi.send(0, finished);
    const std::optional<Job> job = from_message(mpi.receive(0).bytes);
    if (!job) return;
    finished = pack(cells.run(job->cell, job->trials));
  }
}

}  // namespace

std::deque<Job> make_jobs(const Plan& plan, const CostModel& costs,
                          const std::function<bool(const TrialKey&)>& wanted) {
  std::deque<Job> jobs;
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
    Job job{static_cast<int>(cell), {}, 0.0};
    for (const int trial : plan.cells[cell].trials)
      if (wanted(plan.trials[trial].key)) job.trials.push_back(trial);
    if (job.trials.empty()) continue;
    job.seconds = costs.cell_seconds(plan, job.cell, job.trials);
    jobs.push_back(std::move(job));
  }
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.seconds > b.seconds; });
  return jobs;
}

double largest_cell_bytes(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs) {
  double largest = 0.0;
  for (const Job& job : jobs) largest = std::max(largest, costs.cell_bytes(plan, job.cell, job.trials));
  return largest;
}

void run_jobs(const Plan& plan, std::deque<Job> jobs, MpiSession& mpi, int workers, int threads,
              const Controller& controller) {
  const std::unique_ptr<core::Team> team = mpi.make_team(plan.team);
  if (team == nullptr) return;
  if (mpi.rank() == 0) return control(plan, std::move(jobs), mpi, *team, workers, threads, controller);
  omp_set_num_threads(threads);
  if (team->rank() == 0)
    serve(plan, mpi, *team);
  else
    TeamCells(plan, *team).follow();
}

}  // namespace tertium::experiments
