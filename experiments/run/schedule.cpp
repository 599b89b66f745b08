#include "experiments/run/schedule.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <exception>

#include "experiments/run/stopping.hpp"
#include "experiments/run/workers.hpp"

namespace tertium::experiments {
namespace {

/// Hands rows to the controller until it fails (full disk, folder gone): then every cell in flight is still collected,
/// so that no rank waits for ever, and the failure is thrown at the end.
class Collector {
 public:
  explicit Collector(const Controller& controller) : controller_(controller) {}
  void row(int sweep, TrialRow row) {
    guarded([&] { controller_.row(sweep, std::move(row)); });
  }
  void cell(double predicted, double seconds) {
    guarded([&] { controller_.cell(predicted, seconds); });
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

/// Rank 0's side of the other ranks, or of the leaders of the other teams.
class RemoteWorkers {
 public:
  RemoteWorkers(MpiSession& mpi, int count) : mpi_(mpi), busy_(count), running_(mpi.size()) {}

  bool ended() const { return busy_ == 0; }

  /// Answers all that has arrived; whether there was anything.
  bool serve(JobQueue& queue, Collector& collector) {
    bool any = false;
    while (busy_ > 0) {
      const std::optional<MpiSession::Message> arrived = mpi_.poll();
      if (!arrived) break;
      any = true;
      RankMessage message = rank_message_of(arrived->bytes);
      if (message.row)
        collector.row(running_[arrived->source].sweep, std::move(*message.row));
      else
        answer(arrived->source, message, queue, collector);
    }
    return any;
  }

 private:
  void answer(int rank, const RankMessage& message, JobQueue& queue, Collector& collector) {
    if (message.stop) stop_requested = true;
    const std::optional<Job> next = queue.take();
    mpi_.send(rank, to_bytes(next));
    if (message.seconds) collector.cell(running_[rank].predicted, *message.seconds);
    if (next) running_[rank] = {next->sweep, next->seconds};
    if (!next) --busy_;
  }

  struct Running {
    int sweep = 0;
    double predicted = 0.0;  ///< seconds
  };

  MpiSession& mpi_;
  int busy_;
  std::vector<Running> running_;  ///< the job that each rank works on
};

void control(std::span<const Plan> plans, std::deque<Job> jobs, MpiSession& mpi, core::Team& team, const Crew& crew,
             const CellSettings& settings, const Controller& controller) {
  constexpr std::chrono::microseconds kAlone(5000), kWithRanks(1000);
  Collector collector(controller);
  JobQueue queue(std::move(jobs), controller.longest);
  OwnWorkers own(plans, queue, team, crew, settings);
  RemoteWorkers remote(mpi, mpi.size() / team.size() - 1);
  // Own workers wake it when they have something to tell; other ranks have to be looked for.
  const std::chrono::microseconds longest_pause = remote.ended() ? kAlone : kWithRanks;
  std::chrono::microseconds pause(0);
  while (!remote.ended() || !own.ended()) {
    // Tiny cells come in a stream, and their ranks wait for an answer; long ones leave the core to those who compute.
    const bool any = remote.serve(queue, collector);
    pause = any ? std::chrono::microseconds(0) : std::min(longest_pause, pause + pause + std::chrono::microseconds(1));
    OwnWorkers::Finished finished = own.take_finished(pause);
    for (auto& [sweep, row] : finished.rows) collector.row(sweep, std::move(row));
    for (const auto& [predicted, seconds] : finished.cells) collector.cell(predicted, seconds);
    collector.tick();
  }
  collector.finish();
}

void serve(std::span<const Plan> plans, MpiSession& mpi, core::Team& team, const CellSettings& settings) {
  TeamCells cells(plans, team, settings);
  RankMessage idle;
  for (;;) {
    idle.stop = stop_requested;
    mpi.send(0, to_bytes(idle));
    const std::optional<Job> job = job_of(mpi.receive(0).bytes);
    if (!job) return;
    idle.seconds = cells.run(*job, [&](TrialRow row) {
      mpi.send(0, to_bytes(RankMessage{std::move(row), {}, false}));
    });
  }
}

void sort_longest_first(std::deque<Job>& jobs) {
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) { return a.seconds > b.seconds; });
}

/// What a deadline may count on: teams of two were measured at 0.8 to 0.9 of the ideal, larger ones lose more.
double team_speedup(int team) {
  return team == 1 ? 1.0 : 0.7 * team;
}

}  // namespace

std::deque<Job> make_jobs(const Plan& plan, const CostModel& costs,
                          const std::function<bool(const TrialKey&)>& wanted) {
  std::deque<Job> jobs;
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
    Job job{.sweep = 0, .cell = static_cast<int>(cell), .trials = {}, .seconds = 0.0};
    for (const int trial : plan.cells[cell].trials)
      if (wanted(plan.trials[trial].key)) job.trials.push_back(trial);
    if (job.trials.empty()) continue;
    job.seconds = costs.cell_seconds(plan, job.cell, job.trials) / team_speedup(plan.team);
    jobs.push_back(std::move(job));
  }
  sort_longest_first(jobs);
  return jobs;
}

std::deque<Job> joined_jobs(std::vector<std::deque<Job>> jobs_of_sweeps) {
  std::deque<Job> all;
  for (std::size_t sweep = 0; sweep < jobs_of_sweeps.size(); ++sweep)
    for (Job& job : jobs_of_sweeps[sweep]) {
      job.sweep = static_cast<int>(sweep);
      all.push_back(std::move(job));
    }
  sort_longest_first(all);
  return all;
}

double largest_cell_bytes(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs) {
  double largest = 0.0;
  for (const Job& job : jobs) largest = std::max(largest, costs.cell_bytes(plan, job.cell, job.trials));
  return largest;
}

void run_jobs(std::span<const Plan> plans, std::deque<Job> jobs, MpiSession& mpi, const Crew& crew,
              const CellSettings& settings, const Controller& controller) {
  const std::shared_ptr<core::Team> team = mpi.make_team(plans.front().team);
  if (team == nullptr) return;
  if (mpi.rank() == 0) return control(plans, std::move(jobs), mpi, *team, crew, settings, controller);
  omp_set_num_threads(settings.threads);
  if (team->rank() == 0)
    serve(plans, mpi, *team, settings);
  else
    TeamCells(plans, *team, settings).follow();
}

}  // namespace tertium::experiments
