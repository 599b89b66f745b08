#include "experiments/run/controlling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/run/row_builds.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/store/build_id.hpp"
#include "experiments/store/job_log.hpp"
#include "terminal/notice.hpp"
#include "terminal/stderr_progress.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// The keys that the folder was last run with; none when it does not tell.
std::vector<TrialKey> earlier_keys(const RunFolder& folder) {
  try {
    return planned_keys(plan_of_run(folder));
  } catch (const core::UserError&) {
    return {};
  }
}

void warn_of_others(const RunFolder& folder) {
  for (const WriterLog& log : read_job_logs(folder))
    if (log.state == WriterState::kRunning)
      terminal::notice("tertium: another tertium ({}, {}) is computing in {}; both will run the same trials\n",
                       log.host, log.pid, folder.path().string());
}

void warn_of_other_plan(const RunFolder& folder, const Plan& plan, const std::vector<TrialRow>& rows) {
  const std::vector<TrialKey> now = planned_keys(plan);
  const std::unordered_set<TrialKey> planned(now.begin(), now.end());
  const std::vector<TrialKey> earlier = earlier_keys(folder);
  const auto dropped = [&](const TrialKey& key) { return planned.count(key) == 0; };
  if (std::none_of(earlier.begin(), earlier.end(), dropped)) return;
  const auto n = std::count_if(rows.begin(), rows.end(), [&](const TrialRow& row) { return dropped(row.key); });
  if (n > 0)
    terminal::notice("tertium: {} of another configuration stay{} in the store of {}\n",
                     core::counted(static_cast<std::size_t>(n), "row"), n == 1 ? "s" : "", folder.path().string());
}

}  // namespace

SweepStore::SweepStore(const Plan& plan, const std::filesystem::path& run,
                       const std::optional<std::vector<TrialKey>>& shard, const SweepOptions& options)
    : plan_(plan), options_(options), folder_(RunFolder::intend(run)), is_shard_(shard) {
  if (is_shard_) mine_.insert(shard->begin(), shard->end());
  StoreContent content = folder_.load();
  costs_ = options.costs.learned(plan, content.rows);
  for (const TrialRow& row : content.rows) {
    status_.emplace(row.key, row.status);
    if (row.revision > 0) revision_.emplace(row.key, row.revision);
  }
  look_at_builds(content);
  pass_over_damaged_results(content, folder_, plan);
  if (!is_shard_) warn_of_other_plan(folder_, plan, content.rows);
  find_rescorings(std::move(content.rows));
  jobs_ = make_jobs(plan, costs_, [&](const TrialKey& key) {
    if (!is_mine(key)) return false;
    const auto found = status_.find(key);
    return found == status_.end() || (options.redo.failed && found->second != TrialStatus::done);
  });
  if (std::isfinite(options.trial_limits.bytes)) take_out_too_big();
}

/// Rows of the plan that another build of the program made, or of which two builds made different ones: counted as
/// missing where they are to be made again, else told.
void SweepStore::look_at_builds(StoreContent& content) {
  std::unordered_set<TrialKey> planned;
  for (const Trial& trial : plan_.trials)
    if (is_mine(trial.key)) planned.insert(trial.key);
  std::unordered_set<TrialKey> disputed;
  if (options_.redo.changed)
    std::erase_if(content.conflicts, [&](const RowConflict& conflict) {
      const bool again = conflict.of_two_builds && planned.contains(conflict.key);
      if (again) disputed.insert(conflict.key);
      return again;
    });
  std::vector<std::uint64_t> others;
  for (const TrialRow& row : content.rows) {
    if ((row.build == this_build() && !disputed.contains(row.key)) || !planned.contains(row.key)) continue;
    others.push_back(row.build);
    if (!options_.redo.changed) continue;
    made_again_.emplace(row.key, row.status);
    status_.erase(row.key);
    ++revision_[row.key];
  }
  if (options_.redo.changed || !options_.tells_builds || is_shard_) return;
  if (const std::string text = other_builds_text(others); !text.empty())
    terminal::notice("tertium: {}; {}\n", text, kMakesAgain);
}

/// A finished row that lacks a score of the plan, or has it of an older version, is completed out of its product, or,
/// where that is not stored, computed again. With another value of a score it is a row of another revision.
void SweepStore::find_rescorings(std::vector<TrialRow> rows) {
  std::unordered_map<TrialKey, TrialRow*> done;
  for (TrialRow& row : rows)
    if (row.status == TrialStatus::done && !is_missing(row.key) && is_mine(row.key)) done.emplace(row.key, &row);
  for (std::size_t k = 0; k < plan_.trials.size(); ++k) {
    const auto found = done.find(plan_.trials[k].key);
    if (found == done.end() || !lacks_scores(plan_, plan_.trials[k], *found->second)) continue;
    TrialRow& row = *found->second;
    if (has_old_scores(plan_, plan_.trials[k], row)) revision_[row.key] = row.revision + 1;
    if (stored_product(row))
      rescorings_.push_back({static_cast<int>(k), std::move(row)});
    else
      status_.erase(found->first);
  }
}

void SweepStore::take_out_too_big() {
  for (Job& job : jobs_)
    std::erase_if(job.trials, [&](int index) {
      const double bytes = costs_.cell_bytes(plan_, job.cell, std::span(&index, 1));
      if (bytes <= options_.trial_limits.bytes) return false;
      // A row that another build made stays: no other takes its place.
      if (const auto made = made_again_.find(plan_.trials[index].key); made != made_again_.end()) {
        status_.insert(*made);
        return true;
      }
      TrialRow row = new_row(plan_, plan_.trials[index]);
      row.status = TrialStatus::out_of_memory;
      row.message = fmt::format("not run: needs about {}, the limit of a trial is {}", core::bytes_text(bytes),
                                core::bytes_text(options_.trial_limits.bytes));
      too_big_.push_back(std::move(row));
      return true;
    });
  std::erase_if(jobs_, [](const Job& job) { return job.trials.empty(); });
}

void SweepStore::prepare() {
  folder_ = RunFolder::create(folder_.path());
  // A shard is computed beside others by design, and the run's configuration may have grown since it was made.
  if (is_shard_ && std::filesystem::exists(config_path(folder_))) return;
  if (!is_shard_ && !jobs_.empty()) warn_of_others(folder_);
  write_run_config(folder_, plan_.config);
}

std::vector<TrialRow> SweepStore::begin(const RunRecord& record, core::Progress& progress) {
  recorder_.emplace(plan_, costs_, jobs_, too_big_.size() + rescorings_.size(), folder_, record, progress);
  return std::exchange(too_big_, {});
}

void SweepStore::complete_scores(int threads) {
  rescore(plan_, std::exchange(rescorings_, {}), threads, [&](TrialRow made) { row(std::move(made)); });
}

void SweepStore::row(TrialRow row) {
  status_[row.key] = row.status;
  if (const auto revision = revision_.find(row.key); revision != revision_.end()) row.revision = revision->second;
  recorder_->row(std::move(row));
}

std::optional<double> SweepStore::shortest_left() const {
  const std::deque<Job> left = make_jobs(plan_, costs_, [&](const TrialKey& key) { return is_missing(key); });
  if (left.empty()) return std::nullopt;
  return left.back().seconds;
}

void SweepStore::end(const std::string& how) {
  recorder_->end(how);
  recorder_.reset();
}

SweepStore::Count SweepStore::count() const {
  Count count;
  for (const Trial& trial : plan_.trials) {
    if (!is_mine(trial.key)) continue;
    ++count.trials;
    const auto found = status_.find(trial.key);
    count.missing += found == status_.end() ? 1 : 0;
    count.failed += found != status_.end() && found->second != TrialStatus::done ? 1 : 0;
  }
  return count;
}

void SweepStore::merge_if_whole() const {
  if (!is_shard_ && count().missing == 0) merge_run(folder_, plan_);
}

void Controlling::add(const Plan& plan, const std::filesystem::path& run,
                      const std::optional<std::vector<TrialKey>>& shard) {
  const SweepStore& added = sweeps_.emplace_back(plan, run, shard, options_);
  largest_cell_bytes_ =
      std::max(largest_cell_bytes_, experiments::largest_cell_bytes(plan, options_.costs, added.jobs()));
}

void Controlling::prepare() {
  for (SweepStore& sweep : sweeps_) sweep.prepare();
}

void Controlling::row(int sweep, TrialRow row) {
  if (row.status != TrialStatus::done) {
    last_failure_ = row.message;
    if (++failures_ >= options_.max_fail) stop_requested = true;
  }
  sweeps_[sweep].row(std::move(row));
}

/// `cores`: of a cell.
Controller Controlling::controller(Deadline& deadline, int cores) {
  Controller controller;
  controller.row = [&](int sweep, TrialRow done) { row(sweep, std::move(done)); };
  controller.cell = [&, cores](double predicted, double seconds) {
    deadline.observe(predicted, seconds);
    if (options_.budget != nullptr) options_.budget->spend(seconds * cores);
  };
  controller.longest = [&, cores] {
    if (options_.budget == nullptr) return deadline.longest();
    return std::min(deadline.longest(), options_.budget->left() / cores / deadline.scale());
  };
  controller.tick = [&] {
    for (SweepStore& sweep : sweeps_) {
      if (stop_requested || deadline.seconds_left() < 0) sweep.recorder().hasten();
      sweep.recorder().tick();
    }
  };
  return controller;
}

void Controlling::run(const std::vector<Plan>& plans, MpiSession& mpi, const Crew& crew, const CellSettings& settings,
                      const std::function<void()>& start) {
  core::Progress progress(terminal::progress_on_stderr(), "trials", core::Progress::Quick::kShown);
  Deadline deadline(options_.end, options_.margin);
  const RunRecord record = current_run_record(mpi.size(), settings.threads, options_.command_line);
  std::vector<std::deque<Job>> jobs;
  for (std::size_t k = 0; k < sweeps_.size(); ++k) {
    for (TrialRow& too_big : sweeps_[k].begin(record, progress)) row(static_cast<int>(k), std::move(too_big));
    jobs.push_back(sweeps_[k].jobs());
  }
  for (SweepStore& sweep : sweeps_) sweep.complete_scores(crew.workers * settings.threads);
  start();
  const int cores = settings.threads * options_.team;
  run_jobs(plans, joined_jobs(std::move(jobs)), mpi, crew, settings, controller(deadline, cores));
  early_end_ = early_end(deadline, cores);
  for (SweepStore& sweep : sweeps_) sweep.end(!early_end_.empty() && sweep.shortest_left() ? early_end_ : "complete");
}

std::string Controlling::early_end(const Deadline& deadline, int cores) const {
  std::optional<double> shortest;
  for (const SweepStore& sweep : sweeps_)
    if (const auto left = sweep.shortest_left()) shortest = std::min(*left, shortest.value_or(*left));
  if (!shortest) return "";
  if (!drain_signal().empty())
    return fmt::format("stopped by {}: work in progress is finished and stored", drain_signal());
  if (failures_ >= options_.max_fail)
    return fmt::format("stopped after {} failures (--max-fail {}), the last one: {}", failures_, options_.max_fail,
                       last_failure_);
  if (options_.budget != nullptr && *shortest * deadline.scale() * cores > options_.budget->left()) {
    options_.budget->end();
    return fmt::format("stopped by the budget: the shortest cell left needs about {}, {} of core time are left",
                       core::duration_text(*shortest * deadline.scale() * cores),
                       core::duration_text(std::max(0.0, options_.budget->left())));
  }
  if (!deadline.is_set()) return stop_requested ? "stopped by a signal on another rank" : "";
  return fmt::format("stopped before the deadline: the shortest cell left needs about {}, {} are left",
                     core::duration_text(*shortest * deadline.scale()), core::duration_text(deadline.seconds_left()));
}

bool Controlling::is_whole() const {
  return std::all_of(sweeps_.begin(), sweeps_.end(),
                     [](const SweepStore& sweep) { return sweep.count().missing == 0; });
}

terminal::ExitCode Controlling::finish() const {
  SweepStore::Count all;
  for (const SweepStore& sweep : sweeps_) {
    sweep.merge_if_whole();
    const SweepStore::Count each = sweep.count();
    all = {all.trials + each.trials, all.failed + each.failed, all.missing + each.missing};
  }
  if (all.missing == 0 && all.failed == 0) return terminal::kComplete;
  if (!early_end_.empty()) terminal::notice("tertium: {}\n", early_end_);
  terminal::notice("{} of {} trials done, {} failed, {} missing: the same command {}\n",
                   all.trials - all.failed - all.missing, all.trials, all.failed, all.missing,
                   all.missing == 0 ? "with --redo failed runs the failed ones again"
                   : all.failed > 0 ? "runs the missing ones, with --redo failed also the failed ones"
                                    : "runs the missing ones");
  return terminal::kIncomplete;
}

}  // namespace tertium::experiments
