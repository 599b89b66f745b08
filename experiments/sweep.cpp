#include "experiments/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "core/error.hpp"
#include "core/machine.hpp"
#include "experiments/merge_run.hpp"
#include "experiments/progress.hpp"
#include "experiments/run_plan.hpp"
#include "experiments/schedule.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/store/segment_writer.hpp"
#include "experiments/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// While it lives, INT and TERM let the cells in flight finish and nothing new start. A second signal ends the program
/// as usual.
class DrainOnSignal {
 public:
  DrainOnSignal() {
    stop_requested = false;
    struct sigaction action {};
    action.sa_handler = [](int) { stop_requested = true; };
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &old_int_);
    sigaction(SIGTERM, &action, &old_term_);
  }
  ~DrainOnSignal() {
    sigaction(SIGINT, &old_int_, nullptr);
    sigaction(SIGTERM, &old_term_, nullptr);
  }
  DrainOnSignal(const DrainOnSignal&) = delete;
  DrainOnSignal& operator=(const DrainOnSignal&) = delete;

 private:
  struct sigaction old_int_ {};
  struct sigaction old_term_ {};
};

struct Crew {
  int workers = 1;
  int threads = 1;
};

/// Cells at once on rank 0, and threads for each: all cores are used, none twice.
Crew choose_crew(const MpiSession& mpi, const SweepOptions& options) {
  Crew crew;
  crew.workers =
      options.workers > 0 ? options.workers : (mpi.size() == 1 && options.threads == 0 ? core::usable_cores() : 1);
  const char* wish = std::getenv("OMP_NUM_THREADS");
  const int wished = wish != nullptr ? std::atoi(wish) : 0;
  const int sharers = std::max(crew.workers, mpi.local_size());
  crew.threads = options.threads > 0 ? options.threads
                 : wished > 0        ? wished
                                     : std::max(1, core::usable_cores() / sharers);
  return crew;
}

/// Throws UsageError where there is no team, and says which ranks are left over.
void check_team(const Plan& plan, const MpiSession& mpi, const SweepOptions& options) {
  if (plan.team == 1) return;
  if (plan.team > mpi.size())
    throw core::UsageError(fmt::format("--team-size {} needs as many ranks (there {} {}), start it with mpirun -n {}",
                                       plan.team, mpi.size() == 1 ? "is" : "are", mpi.size(), plan.team));
  if (options.workers > 1)
    throw core::UsageError(
        fmt::format("--workers {} does not go with --team-size {} (a team computes one cell at a time), leave it out",
                    options.workers, plan.team));
  if (!mpi.threads_may_communicate())
    core::fail("--team-size needs MPI with MPI_THREAD_MULTIPLE (this one has less), run without it");
  if (const int idle = mpi.size() % plan.team; idle > 0)
    fmt::print(stderr, "tertium: {} of {} ranks do{} nothing ({} is not a multiple of --team-size {})\n", idle,
               mpi.size(), idle == 1 ? "es" : "", mpi.size(), plan.team);
}

void check_memory(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs, int at_once) {
  const double cell = largest_cell_bytes(plan, costs, jobs);
  const double needed = cell * at_once;
  const double available = core::available_memory();
  if (needed <= available) return;
  const int fitting = static_cast<int>(available / cell);
  core::fail("this needs about {} of memory ({} at once, {} each) but {} are available, {}", bytes_text(needed),
             at_once, bytes_text(cell), bytes_text(available),
             fitting > 0 ? fmt::format("use at most {} at a time: --workers {}", fitting, fitting)
                         : std::string("choose smaller objects or p, or a bigger machine"));
}

void warn_of_others(const RunFolder& folder) {
  for (const WriterLog& log : read_job_logs(folder))
    if (log.state == WriterState::kRunning)
      fmt::print(stderr, "tertium: another tertium ({}, {}) is computing in {}; both will do the same trials\n",
                 log.host, log.pid, folder.path().string());
}

/// The keys that the folder was last run with; none when it does not tell.
std::vector<TrialKey> earlier_keys(const RunFolder& folder) {
  try {
    return planned_keys(plan_of_run(folder));
  } catch (const core::UserError&) {
    return {};
  }
}

/// A grown grid has all trials of the earlier one; another configuration does not, and its rows stay beside the new.
void warn_of_other_plan(const RunFolder& folder, const Plan& plan, const std::vector<TrialRow>& rows) {
  const std::vector<TrialKey> now = planned_keys(plan);
  const std::unordered_set<TrialKey> planned(now.begin(), now.end());
  const std::vector<TrialKey> earlier = earlier_keys(folder);
  const auto dropped = [&](const TrialKey& key) { return planned.count(key) == 0; };
  if (std::none_of(earlier.begin(), earlier.end(), dropped)) return;
  const auto n = std::count_if(rows.begin(), rows.end(), [&](const TrialRow& row) { return dropped(row.key); });
  if (n > 0)
    fmt::print(stderr, "tertium: {} row{} of another configuration stay{} in the store of {}\n", n, n == 1 ? "" : "s",
               n == 1 ? "s" : "", folder.path().string());
}

/// Rank 0: reads what is there, hands out the rest, stores what comes.
class Controlling {
 public:
  Controlling(const Plan& plan, const SweepOptions& options)
      : plan_(plan), costs_(options.costs), folder_(RunFolder::intend(options.run)), is_shard_(options.shard) {
    if (is_shard_) mine_.insert(options.shard->begin(), options.shard->end());
    StoreContent content = folder_.load();
    pass_over_damaged_results(content, folder_, plan);
    if (!is_shard_) warn_of_other_plan(folder_, plan, content.rows);
    for (const TrialRow& row : content.rows) status_.emplace(row.key, row.status);
    jobs_ = make_jobs(plan, costs_, [&](const TrialKey& key) {
      if (!is_mine(key)) return false;
      const auto found = status_.find(key);
      return found == status_.end() || (options.retry_failed && found->second == TrialStatus::failed);
    });
  }

  /// Makes the folder: only now, so that a sweep that is refused leaves nothing behind.
  void prepare() {
    folder_ = RunFolder::create(folder_.path());
    if (is_shard_) return;  // beside others by design, and the run's configuration may have grown since
    if (!jobs_.empty()) warn_of_others(folder_);
    write_run_config(folder_, plan_.config);
  }

  const std::deque<Job>& jobs() const { return jobs_; }

  void run(MpiSession& mpi, Crew crew, const std::string& command_line) {
    std::size_t trials = 0;
    double work = 0.0;
    for (const Job& job : jobs_)
      for (const int trial : job.trials) {
        const double seconds = costs_.seconds(plan_, plan_.trials[trial]);
        ++trials;
        work += seconds;
        work_by_key_[plan_.trials[trial].key] = seconds;
      }
    SegmentWriter writer(folder_, current_run_record(mpi.size(), crew.threads, command_line));
    JobLog log(folder_, writer.run(), trials);
    Progress progress(trials, work);
    const DrainOnSignal drain;
    Controller controller;
    controller.rows = [&](std::vector<TrialRow> rows) {
      for (TrialRow& row : rows) {
        const bool failed = row.status == TrialStatus::failed;
        progress.add(failed ? 0 : 1, failed ? 1 : 0, work_by_key_[row.key]);
        status_[row.key] = row.status;
        log.trial(row);
        writer.add(std::move(row));
      }
    };
    controller.tick = [&] {
      writer.tick();
      log.tick();
      progress.tick();
    };
    run_jobs(plan_, std::move(jobs_), mpi, crew.workers, crew.threads, controller);
    writer.close();
    log.end(stop_requested ? "stopped by a signal" : "complete");
  }

  ExitCode finish() const {
    std::size_t trials = 0;
    std::size_t failed = 0;
    std::size_t missing = 0;
    for (const Trial& trial : plan_.trials) {
      if (!is_mine(trial.key)) continue;
      ++trials;
      const auto found = status_.find(trial.key);
      missing += found == status_.end() ? 1 : 0;
      failed += found != status_.end() && found->second == TrialStatus::failed ? 1 : 0;
    }
    if (missing == 0 && !is_shard_) merge_run(folder_, plan_);
    if (missing == 0 && failed == 0) return kComplete;
    fmt::print(stderr, "{} of {} trials done, {} failed, {} missing: the same command does the missing ones{}\n",
               trials - failed - missing, trials, failed, missing,
               failed > 0 ? ", --retry-failed also the failed ones" : "");
    return kIncomplete;
  }

 private:
  bool is_mine(const TrialKey& key) const { return !is_shard_ || mine_.contains(key); }

  const Plan& plan_;
  const CostModel& costs_;
  RunFolder folder_;
  bool is_shard_;
  std::unordered_set<TrialKey> mine_;  ///< of the shard
  std::unordered_map<TrialKey, TrialStatus> status_;
  std::unordered_map<TrialKey, double> work_by_key_;
  std::deque<Job> jobs_;
};

}  // namespace

ExitCode run_sweep(Plan plan, MpiSession& mpi, OtherRanks& others, const SweepOptions& options) {
  plan.team = options.team;
  check_team(plan, mpi, options);
  const Crew crew = choose_crew(mpi, options);
  Controlling controlling(plan, options);
  check_memory(plan, options.costs, controlling.jobs(), std::max(crew.workers, mpi.local_size()));
  controlling.prepare();
  others.start(plan, crew.threads);
  controlling.run(mpi, crew, options.command_line);
  return controlling.finish();
}

}  // namespace tertium::experiments
