#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/progress.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/store/segment.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::experiments {

/// Where the rows of a sweep go: into the store, the log and the progress bar, which sweeps that are computed together
/// share.
class Recorder {
 public:
  /// `jobs`: what the sweep is going to compute; `others`: rows that come without.
  Recorder(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs, std::size_t others,
           const RunFolder& folder, const RunRecord& run, core::Progress& progress);

  void row(TrialRow row);
  /// Call it a few times a second.
  void tick();
  /// The program may be ended soon: from now on no row waits longer than a second.
  void hasten() { writer_.set_age(std::chrono::seconds(1)); }
  /// Publishes all; `how` the sweep ended, for the log.
  void end(const std::string& how);

 private:
  void publish_if_due();

  std::unordered_map<TrialKey, double> predicted_;  ///< seconds
  std::chrono::steady_clock::time_point published_;
  SegmentWriter writer_;
  JobLog log_;
  core::Progress& progress_;
};

/// Rank 0's part of one sweep: reads what is there, finds what is missing, stores what comes.
class SweepStore {
 public:
  SweepStore(const Plan& plan, const std::filesystem::path& run, const std::optional<std::vector<TrialKey>>& shard,
             const SweepOptions& options);

  /// Makes the folder: only now, so that a sweep that is refused leaves nothing behind.
  void prepare();
  /// What is going to be computed.
  const std::deque<Job>& jobs() const { return jobs_; }
  /// Begins to record; returns the rows of trials that are not run since they would need too much memory.
  std::vector<TrialRow> begin(const RunRecord& record, core::Progress& progress);
  /// Completes finished rows that only lack scores.
  void complete_scores(int threads);
  void row(TrialRow row);
  Recorder& recorder() { return *recorder_; }
  /// Predicted seconds of the shortest cell that is left; none where nothing is.
  std::optional<double> shortest_left() const;
  void end(const std::string& how);

  struct Count {
    std::size_t trials = 0, failed = 0, missing = 0;
  };
  Count count() const;
  /// Merges, unless something is missing.
  void merge_if_whole() const;

 private:
  bool is_mine(const TrialKey& key) const { return !is_shard_ || mine_.contains(key); }
  bool is_missing(const TrialKey& key) const { return is_mine(key) && !status_.contains(key); }
  void take_out_too_big();
  void look_at_builds(StoreContent& content);
  void find_rescorings(std::vector<TrialRow> rows);

  const Plan& plan_;
  const SweepOptions& options_;
  CostModel costs_;
  RunFolder folder_;
  bool is_shard_;
  std::unordered_set<TrialKey> mine_;  ///< of the shard
  std::unordered_map<TrialKey, TrialStatus> status_;
  std::unordered_map<TrialKey, std::int64_t> revision_;   ///< that a new row is of, where it is not 0
  std::unordered_map<TrialKey, TrialStatus> made_again_;  ///< of rows of another build that are to be made again
  std::deque<Job> jobs_;
  std::vector<Rescoring> rescorings_;  ///< finished rows that only lack scores
  std::vector<TrialRow> too_big_;      ///< rows of trials that are not run, since they would need too much memory
  std::optional<Recorder> recorder_;
};

/// Rank 0's part of sweeps that are computed together: hands out what is missing of all, longest first.
class Controlling {
 public:
  explicit Controlling(const SweepOptions& options) : options_(options) {}

  /// One sweep more. The plan stays where it is until all is over.
  void add(const Plan& plan, const std::filesystem::path& run, const std::optional<std::vector<TrialKey>>& shard);
  /// Most bytes that one cell is expected to need.
  double largest_cell_bytes() const { return largest_cell_bytes_; }
  void prepare();
  /// Computes what is missing; returns when nothing more is in flight. `plans`: all that were added.
  /// `start` tells other ranks that cells are about to be handed out: from then on all are told when there are no more,
  /// whatever goes wrong.
  void run(const std::vector<Plan>& plans, MpiSession& mpi, const Crew& crew, const CellSettings& settings,
           const std::function<void()>& start);
  /// Merges sweeps of which nothing is missing, and tells what is.
  terminal::ExitCode finish() const;
  /// Whether there is a row of every trial.
  bool is_whole() const;
  /// Trials of this run that did not succeed.
  std::size_t failures() const { return failures_; }

 private:
  Controller controller(Deadline& deadline, int cores);
  void row(int sweep, TrialRow row);
  std::string early_end(const Deadline& deadline, int cores) const;

  const SweepOptions& options_;
  std::deque<SweepStore> sweeps_;
  double largest_cell_bytes_ = 0.0;
  std::size_t failures_ = 0;  ///< of this run
  std::string last_failure_;
  std::string early_end_;  ///< why not everything was started; empty: it was
};

}  // namespace tertium::experiments
