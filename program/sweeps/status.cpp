// tertium status: how far a run is.
#include "program/sweeps/status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <thread>
#include <unordered_set>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/store/run_record.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Who works on a run, and how fast.
struct Workers {
  std::size_t writers = 0;
  std::int32_t ranks = 0;
  std::size_t finished = 0;  ///< trials of the running writers since their starts, published or not
  double rate = 0;           ///< the same per second
  double speed = 0;          ///< seconds of trials that they do in a second
  std::size_t killed = 0;
  std::size_t silent = 0;
};

Workers workers_of(const std::vector<experiments::WriterLog>& logs) {
  Workers workers;
  for (const experiments::WriterLog& log : logs) {
    workers.killed += log.state == experiments::WriterState::kGone ? 1U : 0U;
    workers.silent += log.state == experiments::WriterState::kSilent ? 1U : 0U;
    if (log.state != experiments::WriterState::kRunning) continue;
    ++workers.writers;
    workers.ranks += log.ranks;
    const std::chrono::duration<double> worked = log.last_time - log.start_time;
    workers.finished += log.n_done + log.n_failed;
    if (worked.count() <= 0) continue;
    workers.rate += static_cast<double>(log.n_done + log.n_failed) / worked.count();
    workers.speed += log.trial_seconds / worked.count();
  }
  return workers;
}

/// Seconds of one rank for the trials that are not done: as predicted, scaled for each method by how long its finished
/// trials took.
double remaining_seconds(const experiments::Plan& plan, const std::vector<experiments::Tally>& tallies,
                         const experiments::RowTable& rows) {
  const auto& methods = rows.column<&experiments::TrialRow::method>();
  std::vector<double> taken_by(methods.values().size());
  double all_taken = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (rows.is_done(row)) {
      taken_by[methods.code(row)] += rows.seconds(row);
      all_taken += rows.seconds(row);
    }
  std::map<std::string, double> taken;
  for (std::size_t code = 0; code < taken_by.size(); ++code) taken[methods.values()[code]] = taken_by[code];
  const double all_done = experiments::total(tallies).done_seconds;
  const double general = all_done > 0 ? all_taken / all_done : 1;
  double seconds = 0;
  for (std::size_t k = 0; k < tallies.size(); ++k) {
    const double done = tallies[k].done_seconds;
    const double scale = done > 0 ? taken[plan.config.methods[k].method.name] / done : general;
    seconds += tallies[k].missing_seconds * scale;
  }
  return seconds;
}

std::string state_text(const Workers& workers, const experiments::Tally& all) {
  if (workers.writers > 0)
    return fmt::format("running: {}, {}, {} trials finished since the start", core::counted(workers.writers, "program"),
                       core::counted(workers.ranks, "rank"), workers.finished);
  if (all.done == all.trials) return "complete";
  std::string text =
      all.missing() > 0
          ? "stopped; the same tertium run command continues with what is missing"
          : "all trials have run; the same tertium run command with --redo failed runs the failed ones again";
  if (workers.silent > 0) text += fmt::format(" ({} on other machines stopped reporting)", workers.silent);
  return text;
}

/// Trials of running writers whose rows are in no file yet.
std::size_t unpublished(const std::vector<experiments::WriterLog>& logs, const experiments::RowTable& rows) {
  std::unordered_set<experiments::TrialKey> finished;
  for (const experiments::WriterLog& log : logs)
    if (log.state == experiments::WriterState::kRunning) finished.insert(log.finished.begin(), log.finished.end());
  if (!finished.empty())
    for (const experiments::TrialKey& key : rows.column<&experiments::TrialRow::key>()) finished.erase(key);
  return finished.size();
}

/// What is wrong with the folder's files, if anything.
std::vector<terminal::Fact> trouble(const experiments::StoreFacts& content) {
  std::vector<terminal::Fact> facts;
  for (const experiments::DamagedFile& file : content.damaged) facts.emplace_back("damaged", file.reason);
  for (const experiments::RowConflict& conflict : content.conflicts)
    facts.emplace_back("conflict", fmt::format("trial {} has two results: {}", experiments::to_hex(conflict.key),
                                               conflict.difference));
  return facts;
}

/// "2 timed_out, 1 failed" of the rows that are not done.
std::string failure_text(const experiments::RowTable& rows) {
  std::map<std::string_view, std::size_t> counts;
  for (const experiments::TrialStatus status : rows.column<&experiments::TrialRow::status>())
    if (status != experiments::TrialStatus::done) ++counts[experiments::status_name(status)];
  std::string text;
  for (const auto& [name, n] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, name);
  return text;
}

/// How far a run is, at one moment.
struct RunStatus {
  std::vector<terminal::Fact> facts;  ///< for people
  std::string line;                   ///< the same, short
  bool complete = false;              ///< everything is done, and the files are whole
  bool over = false;                  ///< nothing is missing, though trials may have failed
};

RunStatus progress(const experiments::RunFolder& folder, const experiments::Plan& plan,
                   const experiments::StoreTable& content, const std::vector<experiments::WriterLog>& logs,
                   const experiments::CostModel& costs) {
  const Workers workers = workers_of(logs);
  const std::vector<experiments::Tally> tallies =
      experiments::tally_methods(plan, experiments::trial_states(plan, content.rows), costs);
  const experiments::Tally all = experiments::total(tallies);
  RunStatus status;
  status.over = all.missing() == 0;
  status.complete = all.done == all.trials;
  std::vector<terminal::Fact>& facts = status.facts;
  facts = {
      {"sweep", plan.config.name},
      {"state", state_text(workers, all)},
      {"trials", fmt::format("{} of {} done, {} failed, {} missing", all.done, all.trials, all.failed, all.missing())}};
  status.line = facts.back().second;
  if (const std::size_t n = unpublished(logs, content.rows); n > 0)
    facts.back().second += fmt::format("; {} finished, not yet written", n);
  if (all.failed > 0)
    facts.emplace_back("failures", fmt::format("{}; more: tertium status {} --failures", failure_text(content.rows),
                                               folder.path().string()));
  if (workers.rate > 0) facts.emplace_back("rate", fmt::format("{:.3g} trials per second", workers.rate));
  if ((all.done > 0 || !costs.fits().empty()) && all.done < all.trials) {
    const double seconds = remaining_seconds(plan, tallies, content.rows);
    facts.emplace_back("time left", workers.speed > 0
                                        ? "about " + core::duration_text(seconds / workers.speed)
                                        : "about " + core::duration_text(seconds) + ", one trial at a time");
    if (all.unknown > 0 && std::ranges::any_of(tallies, [](const experiments::Tally& tally) {
          return tally.unknown > 0 && tally.done == 0;
        }))
      facts.back().second += ", without steps of other programs (their time is unknown until they have rows)";
  }
  return status;
}

std::string maps_text(const experiments::MapState& maps) {
  std::string text = fmt::format("{} of {} on {} evaluated so far", maps.visited, core::counted(maps.points, "point"),
                                 core::counted(maps.maps, "map"));
  if (maps.cut > 0) text += fmt::format("; refine_budget stopped {} of the maps", maps.cut);
  return text;
}

/// What counting needs of the rows; of a refined sweep, whose plan is made of them, all.
experiments::StoreTable counted(const experiments::RunFolder& folder, const experiments::SweepConfig& config,
                                std::optional<experiments::RefinedPlan>& refined) {
  if (!config.refine.is_on()) return folder.load_table({"method_name", "t_wall", "t_score"});
  const experiments::StoreContent content = folder.load();
  refined = experiments::refined_plan(config, content.rows);
  return {content, experiments::RowTable(content.rows)};
}

/// Looks at store and logs, also while programs write.
RunStatus run_status(const experiments::RunFolder& folder, const experiments::Plan& planned,
                     const experiments::CostModel& costs) {
  std::optional<experiments::RefinedPlan> refined;  // what is planned grows with the rows
  const experiments::StoreTable content = counted(folder, planned.config, refined);
  const experiments::Plan& plan = refined ? refined->plan : planned;
  RunStatus status = progress(folder, plan, content, experiments::read_job_logs(folder), costs);
  if (refined) status.facts.emplace_back("maps", maps_text(refined->state));
  const std::vector<terminal::Fact> wrong = trouble(content);
  status.facts.insert(status.facts.end(), wrong.begin(), wrong.end());
  status.complete = status.complete && wrong.empty();
  return status;
}

/// Shows the status again and again until nothing is missing: in place on a terminal, elsewhere a line for each change.
RunStatus watch(const experiments::RunFolder& folder, const experiments::Plan& plan,
                const experiments::CostModel& costs, double interval) {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  std::string shown;
  for (;;) {
    RunStatus status = run_status(folder, plan, costs);
    std::string text = terminal ? terminal::fact_lines(status.facts, 0) : status.line;
    if (terminal) {
      // Back to the first line of what stands there, and away with it.
      if (!shown.empty()) fmt::print("\033[{}F\033[J", std::count(shown.begin(), shown.end(), '\n'));
      fmt::print("{}", text);
    } else if (text != shown) {
      fmt::print("{} {}\n", experiments::iso_time(), text);
    }
    std::fflush(stdout);
    if (status.over) return status;
    shown = std::move(text);
    std::this_thread::sleep_for(std::chrono::duration<double>(interval));
  }
}

CommandLine command_line(StatusOptions& options) {
  CommandLine line("status",
                   "Progress of a run, also while it runs: trials done, failed and missing, rate and time left. An "
                   "option shows what the run contains. Exit code 0 if everything is done (or the same), 3 otherwise.",
                   "tertium status runs/hc19-fig2 --watch\n"
                   "  tertium status runs/hc19-fig2 --failures\n"
                   "  tertium status runs/laptop --against runs/cluster");
  line.argument("RUN", options.run.name, "folder of the run; --trial also takes a configuration, without a comparison");
  line.see_also("run, report, slurm");
  line.flag("watch", "update until nothing is missing: in place on a terminal, else a line for each change");
  line.option("interval", 0, "D", into(options.interval, core::parse_duration), "interval of --watch (default: 2s)");
  line.flag("failures", "trials that did not succeed: status, reason, machine, and the command that runs one again");
  line.flag("programs", "what the run contains, and which programs made it, when and where");
  line.flag("verify", "check that every planned trial is done and intact");
  line.option("shard", 0, "FILE:K", options.shard, "with --verify: only shard K of a file made by tertium slurm");
  line.flag("tolerate-failed", options.tolerate_failed, "with --verify: accept failed trials");
  line.option("against", 0, "OTHER", options.against,
              "compare the results with another run's, bit for bit; times and machines may differ");
  line.option("trial", 0, "KEY", options.trial,
              "run this trial again, alone, and compare it bit for bit with its row; KEY may be its first digits");
  line.option("threads", 't', "T", in_range(options.threads, 1, kMostAtOnce),
              "with --trial: OpenMP threads (default: OMP_NUM_THREADS, else all cores)");
  line.flag("smoke", options.run.smoke, "with --trial of a configuration: its small version");
  add_set_option(line, options.run.set);
  line.flag("all", options.all, "all failures, programs or differences, not only the first ones");
  add_costs_option(line, options.costs);
  return line;
}

/// What --failures, --trial and so on show, and the options that are theirs.
struct Mode {
  const char* name;
  int (*show)(const StatusOptions&);
  std::vector<std::string> options;
};

const std::vector<Mode>& modes() {
  static const std::vector<Mode> all{{"failures", show_failures, {"all"}},
                                     {"programs", show_programs, {"all"}},
                                     {"verify", verify_run, {"shard", "tolerate-failed"}},
                                     {"against", compare_runs, {"all"}},
                                     {"trial", repeat_trial, {"threads", "smoke", "set"}},
                                     {"watch", nullptr, {"interval", "costs"}}};
  return all;
}

/// The one that is asked for; null: how far the run is. Throws UsageError for two, and for options of another one.
const Mode* mode_of(const CommandLine& line) {
  const Mode* asked = nullptr;
  for (const Mode& mode : modes()) {
    if (!line.has(mode.name)) continue;
    if (asked != nullptr)
      throw core::UsageError(
          fmt::format("--{} and --{} show different things, give one of them", asked->name, mode.name));
    asked = &mode;
  }
  for (const CommandLine::Option& option : line.options()) {
    if (!line.has(option.name) || (asked != nullptr && option.name == asked->name)) continue;
    const bool fits = asked != nullptr ? std::ranges::find(asked->options, option.name) != asked->options.end()
                                       : option.name == "costs";
    if (!fits) throw core::UsageError(fmt::format("--{} does not apply here, see tertium status --help", option.name));
  }
  return asked;
}

}  // namespace

int status_command(const std::vector<std::string>& args) {
  StatusOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  const Mode* mode = mode_of(line);
  if (mode != nullptr && mode->show != nullptr) return mode->show(options);
  const experiments::RunFolder folder = experiments::RunFolder::open(options.run.name);
  const experiments::Plan plan = experiments::plan_of_run(folder);
  const experiments::CostModel costs = experiments::CostModel::load(options.costs);
  if (mode != nullptr)
    return watch(folder, plan, costs, std::max(0.05, options.interval)).complete ? terminal::kComplete
                                                                                 : terminal::kIncomplete;
  const RunStatus status = run_status(folder, plan, costs);
  fmt::print("{}", terminal::fact_lines(status.facts, 0));
  return status.complete ? terminal::kComplete : terminal::kIncomplete;
}

}  // namespace tertium::program
