#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/mpi/mpi.hpp"

namespace tertium::experiments {

/// What `tertium bench strong|weak` measures.
struct ScalingOptions {
  bool weak = false;              ///< the work grows with the width; else it stays the same
  core::Object cell_objects = 0;  ///< N of the many cells that ranks share
  int cells = 0;                  ///< how many: in all (strong), for each rank (weak)
  core::Object objects = 0;       ///< N of the one cell that a team or threads share (weak: at width 1)
  double p = 0.1;                 ///< proportion of the quadruplets, of all cells
  std::vector<std::string> methods;
  int repeats = 0;
  std::int64_t most_bytes = 0;  ///< of a message within a team
};

/// What is measured unless one says otherwise, of the methods 4K-AL and 4-AL; `smoke`: something small, for tests.
ScalingOptions default_scaling(bool weak, bool smoke);

/// One run. A way is what is shared out: "cells over ranks" (one thread each, as `tertium run` hands them out), "one
/// cell over a team" (of ranks, one thread each) or "threads in a cell".
struct ScalingRun {
  std::string way;
  std::string method;      ///< "all" for cells
  std::int32_t width = 1;  ///< ranks or threads
  std::int32_t repeat = 0;
  core::Object objects = 0;
  double seconds = 0.0;
  double work = 0.0;  ///< stated cost, in elementary steps: what grows in weak scaling
};

/// Messages within a team: what sharing a cell costs besides the work.
struct MessageRun {
  std::string operation;   ///< "sum" or "gather"
  std::int32_t width = 1;  ///< ranks
  std::int32_t repeat = 0;
  std::int64_t bytes = 0;
  double seconds = 0.0;  ///< fastest of several
};

/// Everything that was measured.
struct ScalingRuns {
  std::vector<ScalingRun> runs;
  std::vector<MessageRun> messages;
};

/// The runs of one way, method and width. A speed-up is a ratio within one repeat, which had the same neighbours on the
/// machine; medians are of those ratios.
struct ScalingPoint {
  std::string way, method;
  std::int32_t width = 1;
  core::Object objects = 0;
  double seconds = 0.0;       ///< median
  double speedup = 0.0;       ///< work per second, relative to width 1: median,
  double speedup_low = 0.0;   ///< smallest,
  double speedup_high = 0.0;  ///< and largest of the repeats
  double efficiency = 0.0;    ///< speedup / width
};

/// What a measurement is predicted to take.
struct ScalingEstimate {
  double seconds = 0.0;  ///< of one repeat
  double bytes = 0.0;    ///< of all ranks of a node, at most
};

/// For so many ranks, of which so many share a node, and threads of rank 0. Throws UserError where a method cannot be
/// measured.
ScalingEstimate predict_scaling(const ScalingOptions& options, int ranks, int per_node, int threads,
                                const CostModel& costs);

/// Measures for 1, 2, 4, ... and all ranks of the session, which all call this, and as many threads. The runs are on
/// rank 0, which hands what there is to `keep` after each width. Every repeat goes through all widths, so that what
/// disturbs the machine disturbs them alike. Once a stop is requested on rank 0, no further width begins.
ScalingRuns run_scaling(const ScalingOptions& options, MpiSession& mpi,
                        const std::function<void(const ScalingRuns&)>& keep);

/// Points by way, method and width; where width 1 is missing, no point.
std::vector<ScalingPoint> summarize(const std::vector<ScalingRun>& runs);

std::string scaling_table(const std::vector<ScalingPoint>& points);

/// Writes /runs, /messages and /scaling (columns with units), and as attributes what was measured where.
void write_scaling(const std::filesystem::path& path, const ScalingOptions& options, const ScalingRuns& runs,
                   const std::string& command_line);

}  // namespace tertium::experiments
