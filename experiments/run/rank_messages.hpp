#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/cells/cell.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What rank 0 tells all others whenever sweeps begin.
struct SweepStart {
  int team = 1;  ///< see Plan::team
  CellSettings settings;
  std::vector<std::string> configs;         ///< resolved, as text
  std::vector<Effort> efforts;              ///< Plan::effort of each
  std::vector<std::uint64_t> plan_digests;  ///< of the plans that rank 0 made of them
};

/// What is left to do of one cell.
struct Job {
  int sweep = 0;            ///< of those that are computed together
  int cell = 0;             ///< index into the cells of its plan
  std::vector<int> trials;  ///< indices into Plan::trials, all of that cell
  double seconds = 0.0;     ///< predicted
};

/// What a rank tells rank 0: the row of a trial as soon as it has one, and when it is idle.
struct RankMessage {
  std::optional<TrialRow> row;    ///< empty: the rank is idle and waits for the next job
  std::optional<double> seconds;  ///< idle: what its last job took; empty at the start
  bool stop = false;              ///< a signal has told the rank to stop
};

// Every message begins with its kind. Those who read one throw UserError for any other kind, and for bytes that are not
// whole.

/// The sweeps, or none: the ranks may go.
std::vector<std::byte> to_bytes(const std::optional<SweepStart>& start);
std::optional<SweepStart> sweep_start_of(std::span<const std::byte> bytes);

std::vector<std::byte> to_bytes(const RankMessage& message);
RankMessage rank_message_of(std::span<const std::byte> bytes);

/// The answer to an idle rank: a job, or none for the rest of the run.
std::vector<std::byte> to_bytes(const std::optional<Job>& job);
std::optional<Job> job_of(std::span<const std::byte> bytes);

}  // namespace tertium::experiments
