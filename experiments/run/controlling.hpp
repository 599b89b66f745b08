#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "experiments/cells/row_scores.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/store/segment.hpp"
#include "experiments/terminal/exit_code.hpp"
#include "experiments/terminal/progress.hpp"

namespace tertium::experiments {

/// Where the rows of a sweep go: into the store, the log and the progress bar.
class Recorder {
 public:
  /// `jobs`: what the sweep is going to compute; `others`: rows that come without.
  Recorder(const Plan& plan, const CostModel& costs, const std::deque<Job>& jobs, std::size_t others,
           const RunFolder& folder, const RunRecord& run);

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
  Progress progress_;
};

/// Rank 0's part of a sweep: reads what is there, hands out the rest, stores what comes.
class Controlling {
 public:
  Controlling(const Plan& plan, const SweepOptions& options);

  /// Makes the folder: only now, so that a sweep that is refused leaves nothing behind.
  void prepare();
  /// What is going to be computed.
  const std::deque<Job>& jobs() const { return jobs_; }
  /// Computes it; returns when nothing more is in flight.
  void run(MpiSession& mpi, int workers, const CellSettings& settings);
  /// Merges if nothing is missing, and tells what is.
  ExitCode finish() const;

 private:
  bool is_mine(const TrialKey& key) const { return !is_shard_ || mine_.contains(key); }
  bool is_missing(const TrialKey& key) const { return is_mine(key) && !status_.contains(key); }
  void take_out_too_big();
  void find_rescorings(std::vector<TrialRow> rows);
  Controller controller(Recorder& recorder, Deadline& deadline);
  std::string early_end(const Deadline& deadline) const;

  const Plan& plan_;
  const SweepOptions& options_;
  RunFolder folder_;
  bool is_shard_;
  std::unordered_set<TrialKey> mine_;  ///< of the shard
  std::unordered_map<TrialKey, TrialStatus> status_;
  std::deque<Job> jobs_;
  std::vector<Rescoring> rescorings_;  ///< finished rows that only lack scores
  std::vector<TrialRow> too_big_;      ///< rows of trials that are not run, since they would need too much memory
  std::size_t failures_ = 0;           ///< of this run
  std::string last_failure_;
  std::string early_end_;  ///< why not everything was started; empty: it was
};

}  // namespace tertium::experiments
