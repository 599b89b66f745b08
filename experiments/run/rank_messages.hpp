#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What is left to do of one cell.
struct Job {
  int cell = 0;
  std::vector<int> trials;  ///< indices into Plan::trials, all of that cell
  double seconds = 0.0;     ///< predicted
};

/// What a rank tells rank 0: the row of a trial as soon as it has one, and when it is idle.
struct RankMessage {
  std::optional<TrialRow> row;    ///< empty: the rank is idle and waits for the next job
  std::optional<double> seconds;  ///< idle: what its last job took; empty at the start
  bool stop = false;              ///< a signal has told the rank to stop
};

std::vector<std::byte> to_bytes(const RankMessage& message);
RankMessage rank_message(std::span<const std::byte> bytes);

/// The answer to an idle rank: a job, or none for the rest of the run.
std::vector<std::byte> to_bytes(const std::optional<Job>& job);
std::optional<Job> job_of(std::span<const std::byte> bytes);

}  // namespace tertium::experiments
