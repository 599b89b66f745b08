#pragma once

#include <string>

#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// What one trial took in a process of its own.
struct ChildResult {
  double data_seconds = 0.0, data_bytes = 0.0;  ///< making the data of its cell
  double seconds = 0.0, bytes = 0.0;            ///< the method alone; peak memory beyond the data
  std::string failure;                          ///< why there is none of it; empty: there is
};

/// Runs a trial in a child process, which is ended after `limit` seconds. Trials of milliseconds are repeated, and the
/// median counts. Throws UserError when no process can be made. For a process without threads and without MPI only.
ChildResult measure_in_child(const Plan& plan, int trial, int threads, double limit);

}  // namespace tertium::experiments
