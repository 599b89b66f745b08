#include "experiments/run/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/config/config.hpp"
#include "experiments/mpi/binding.hpp"
#include "experiments/run/controlling.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/run/stopping.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// Cells at once on rank 0: all cores are used, none twice.
int choose_workers(const MpiSession& mpi, const SweepOptions& options) {
  if (options.workers > 0) return options.workers;
  return mpi.size() == 1 && options.threads == 0 ? core::usable_cores() : 1;
}

/// Threads of a cell that somebody asked for.
std::optional<int> asked_threads(const SweepOptions& options) {
  return options.threads > 0 ? options.threads : core::wished_threads();
}

/// Throws UsageError where there is no team, and says which ranks are left over.
void check_team(const MpiSession& mpi, const SweepOptions& options) {
  if (options.team == 1) return;
  if (options.team > mpi.size())
    throw core::UsageError(
        fmt::format("--team-size {} needs at least as many ranks (there {} {}), start it with mpirun -n {}",
                    options.team, mpi.size() == 1 ? "is" : "are", mpi.size(), options.team));
  if (options.workers > 1)
    throw core::UsageError(fmt::format(
        "--workers {} cannot be combined with --team-size {} (a team computes one cell at a time), leave it out",
        options.workers, options.team));
  if (!mpi.threads_may_communicate())
    core::fail("--team-size needs MPI with MPI_THREAD_MULTIPLE (this one has less), run without it");
  if (const int idle = mpi.size() % options.team; idle > 0)
    terminal::notice("tertium: {} of {} ranks do{} nothing ({} is not a multiple of --team-size {})\n", idle,
                     mpi.size(), idle == 1 ? "es" : "", mpi.size(), options.team);
}

void check_memory(double cell, int at_once) {
  const double needed = cell * at_once;
  const double available = core::available_memory();
  if (needed <= available) return;
  const int fitting = static_cast<int>(available / cell);
  core::fail("this needs about {} of memory ({} at once, {} each) but {} are available, {}", core::bytes_text(needed),
             at_once, core::bytes_text(cell), core::bytes_text(available),
             fitting > 0 ? fmt::format("use at most {} at a time: --workers {}", fitting, fitting)
                         : std::string("choose fewer objects, a smaller p, or a larger machine"));
}

/// What comes of the sweeps of one round.
struct Round {
  terminal::ExitCode code = terminal::kComplete;
  bool goes_on = false;      ///< nothing that was planned is missing
  std::size_t failures = 0;  ///< trials of this round that did not succeed
};

/// Other ranks at work, until this goes out of scope.
class AtWork {
 public:
  explicit AtWork(OtherRanks& others) : others_(others) {}
  ~AtWork() { others_.ended(); }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

 private:
  OtherRanks& others_;
};

Round run_round(std::vector<SweepTask>& tasks, MpiSession& mpi, OtherRanks& others, const SweepOptions& options) {
  Crew crew{choose_workers(mpi, options), 0};
  const int at_once = std::max(crew.workers, mpi.local_size());
  const std::optional<int> asked = asked_threads(options);
  const int threads = asked.value_or(std::max(1, core::usable_cores() / at_once));
  if (!asked) crew.threads = threads * crew.workers;
  use_cores_of_launcher(crew.workers * threads);
  std::vector<Plan> plans;
  for (SweepTask& task : tasks) {
    plans.push_back(std::move(task.plan));
    plans.back().team = options.team;
    plans.back().memory = std::min(options.trial_limits.bytes, core::available_memory() / at_once);
  }
  Controlling controlling(options);
  for (std::size_t k = 0; k < tasks.size(); ++k) controlling.add(plans[k], tasks[k].run, tasks[k].shard);
  check_memory(controlling.largest_cell_bytes(), at_once);
  controlling.prepare();
  CellSettings settings{threads, options.trial_limits};
  const CellSettings for_others = settings;
  // What a process grows by is that of one trial only where it runs one.
  if (crew.workers > 1) settings.limits.bytes = std::numeric_limits<double>::infinity();
  {
    const AtWork at_work(others);
    controlling.run(plans, mpi, crew, settings, [&] { others.start(plans, for_others); });
  }
  const Round round{controlling.finish(), controlling.is_whole(), controlling.failures()};
  for (std::size_t k = 0; k < tasks.size(); ++k) tasks[k].plan = std::move(plans[k]);
  return round;
}

/// The refined ones of which the rows now ask for more.
std::vector<SweepTask> next_round(const std::vector<SweepTask>& tasks) {
  std::vector<SweepTask> next;
  for (const SweepTask& task : tasks) {
    if (task.shard || !task.plan.config.refine.is_on()) continue;
    const std::vector<TrialRow> rows = RunFolder::intend(task.run).load().rows;
    RefinedPlan refined = refined_plan(task.plan.config, rows);
    const std::vector<TrialState> states = trial_states(refined.plan, rows);
    const auto more = static_cast<std::size_t>(std::ranges::count(states, TrialState::kMissing));
    if (more == 0 && refined.state.cut > 0)
      terminal::notice("tertium: {}: refine_budget = {} trials stopped {} of {}, a larger one decides more\n",
                       task.plan.config.name, task.plan.config.refine.budget, refined.state.cut,
                       core::counted(refined.state.maps, "map"));
    if (more == 0) continue;
    terminal::notice("tertium: {}: {} of {} on {} evaluated, {} for a closer look\n", task.plan.config.name,
                     refined.state.visited, core::counted(refined.state.points, "point"),
                     core::counted(refined.state.maps, "map"), core::counted(more, "trial"));
    next.push_back({std::move(refined.plan), task.run});
  }
  return next;
}

}  // namespace

terminal::ExitCode run_sweeps(std::vector<SweepTask> tasks, MpiSession& mpi, OtherRanks& others,
                              const SweepOptions& options) {
  check_team(mpi, options);
  terminal::ExitCode code = terminal::kComplete;
  SweepOptions of_round = options;
  while (!tasks.empty()) {
    const Round round = run_round(tasks, mpi, others, of_round);
    if (round.code != terminal::kComplete) code = round.code;
    if (!round.goes_on || round.failures >= of_round.max_fail) break;
    of_round.max_fail -= round.failures;
    of_round.redo.failed = false;  // once is enough
    of_round.tells_builds = false;
    tasks = next_round(tasks);
  }
  return code;
}

terminal::ExitCode run_sweep(SweepTask task, MpiSession& mpi, OtherRanks& others, const SweepOptions& options) {
  std::vector<SweepTask> tasks;
  tasks.push_back(std::move(task));
  return run_sweeps(std::move(tasks), mpi, others, options);
}

OtherRanks::~OtherRanks() {
  if (!at_work_ && mpi_.rank() == 0) mpi_.broadcast(to_bytes(std::optional<SweepStart>()));
}

void OtherRanks::start(const std::vector<Plan>& plans, const CellSettings& settings) {
  at_work_ = true;
  SweepStart start{plans.front().team, settings, {}, {}, {}};
  for (const Plan& plan : plans) {
    start.configs.push_back(resolved_text(plan.config));
    start.efforts.push_back(plan.effort);
    start.plan_digests.push_back(digest(plan));
  }
  mpi_.broadcast(to_bytes(std::optional(std::move(start))));
}

void OtherRanks::compute(const SweepStart& start) {
  std::vector<Plan> plans;
  for (std::size_t k = 0; k < start.configs.size(); ++k) {
    plans.push_back(make_plan(parse_config(start.configs[k], "the configuration sent by rank 0"), start.efforts.at(k)));
    plans[k].team = start.team;
    if (digest(plans[k]) != start.plan_digests.at(k))
      core::fail(
          "this rank plans other trials than rank 0 (a file that the configuration reads differs between them), put it "
          "where all nodes see the same file");
  }
  use_cores_of_launcher(start.settings.threads);
  run_jobs(plans, {}, mpi_, {}, start.settings, {});
}

void OtherRanks::serve() {
  try {
    while (const std::optional<SweepStart> start = sweep_start_of(mpi_.broadcast({}))) compute(*start);
  } catch (const std::exception& error) {
    mpi_.abort(error.what());
  }
}

int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args) {
  const DrainOnSignal drain;
  MpiSession mpi;
  OtherRanks others(mpi);
  if (mpi.rank() == 0) return command(args, mpi, others);
  others.serve();
  return terminal::kComplete;
}

}  // namespace tertium::experiments
