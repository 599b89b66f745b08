#pragma once

#include <chrono>
#include <deque>
#include <unordered_map>

#include "experiments/costs/cost_model.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/store/job_log.hpp"
#include "experiments/store/segment_writer.hpp"
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

}  // namespace tertium::experiments
