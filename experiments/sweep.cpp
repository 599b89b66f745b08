#include "experiments/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "core/error.hpp"
#include "core/machine.hpp"
#include "experiments/deadline.hpp"
#include "experiments/drain.hpp"
#include "experiments/merge_run.hpp"
#include "experiments/recorder.hpp"
#include "experiments/run_plan.hpp"
#include "experiments/run_warnings.hpp"
#include "experiments/schedule.hpp"
#include "experiments/text_layout.hpp"

namespace tertium::experiments {
namespace {

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
    // A shard is computed beside others by design, and the run's configuration may have grown since it was made.
    if (is_shard_ && std::filesystem::exists(config_path(folder_))) return;
    if (!is_shard_ && !jobs_.empty()) warn_of_others(folder_);
    write_run_config(folder_, plan_.config);
  }

  const std::deque<Job>& jobs() const { return jobs_; }

  void run(MpiSession& mpi, Crew crew, const SweepOptions& options) {
    Recorder recorder(plan_, costs_, jobs_, folder_,
                      current_run_record(mpi.size(), crew.threads, options.command_line));
    Deadline deadline(options.end, options.margin);
    Controller controller;
    controller.row = [&](TrialRow row) {
      status_[row.key] = row.status;
      recorder.row(std::move(row));
    };
    controller.cell = [&](double predicted, double seconds) { deadline.observe(predicted, seconds); };
    controller.longest = [&] { return deadline.longest(); };
    controller.tick = [&] {
      if (stop_requested || deadline.seconds_left() < 0) recorder.hasten();
      recorder.tick();
    };
    run_jobs(plan_, std::move(jobs_), mpi, crew.workers, CellSettings{crew.threads}, controller);
    early_end_ = early_end(deadline);
    recorder.end(early_end_.empty() ? "complete" : early_end_);
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
    if (!early_end_.empty()) fmt::print(stderr, "tertium: {}\n", early_end_);
    fmt::print(stderr, "{} of {} trials done, {} failed, {} missing: the same command does the missing ones{}\n",
               trials - failed - missing, trials, failed, missing,
               failed > 0 ? ", --retry-failed also the failed ones" : "");
    return kIncomplete;
  }

 private:
  bool is_mine(const TrialKey& key) const { return !is_shard_ || mine_.contains(key); }

  /// Why not everything was started; empty: it was.
  std::string early_end(const Deadline& deadline) const {
    const std::deque<Job> left =
        make_jobs(plan_, costs_, [&](const TrialKey& key) { return is_mine(key) && !status_.contains(key); });
    if (left.empty()) return "";
    if (!drain_signal().empty())
      return fmt::format("stopped by {}: what had begun is finished and stored", drain_signal());
    if (!deadline.is_set()) return stop_requested ? "stopped by a signal on another rank" : "";
    return fmt::format("stopped before the deadline: the shortest cell left needs about {}, there are {}",
                       duration_text(left.back().seconds * deadline.scale()), duration_text(deadline.seconds_left()));
  }

  const Plan& plan_;
  const CostModel& costs_;
  RunFolder folder_;
  bool is_shard_;
  std::unordered_set<TrialKey> mine_;  ///< of the shard
  std::unordered_map<TrialKey, TrialStatus> status_;
  std::deque<Job> jobs_;
  std::string early_end_;
};

}  // namespace

ExitCode run_sweep(Plan plan, MpiSession& mpi, OtherRanks& others, const SweepOptions& options) {
  plan.team = options.team;
  check_team(plan, mpi, options);
  const Crew crew = choose_crew(mpi, options);
  Controlling controlling(plan, options);
  check_memory(plan, options.costs, controlling.jobs(), std::max(crew.workers, mpi.local_size()));
  controlling.prepare();
  others.start(plan, CellSettings{crew.threads});
  controlling.run(mpi, crew, options);
  return controlling.finish();
}

}  // namespace tertium::experiments
