#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/limits.hpp"
#include "core/base/team.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::experiments {

/// The problem of a cell: a pure function of its point and key.
problems::AssembledProblem make_cell_data(const Plan& plan, const Cell& cell);

/// How a process computes cells.
struct CellSettings {
  int threads = 1;      ///< OpenMP threads of a cell
  core::Limits limits;  ///< of each trial, its data apart
  /// Whether the run ends: then a trial whose program was asked to end, too, has no row. Empty: it does not.
  std::function<bool()> ends{};
};

/// The row of a trial before it has run: what it is, and where.
TrialRow new_row(const Plan& plan, const Trial& trial);

/// Runs some trials of a cell, which share the data and all intermediate products, each released after its last user,
/// and hands out each row as soon as it is there: an exception of a method, or of the model, becomes a row with its
/// message and a status: `failed`, or which limit was hit. Returns the seconds that all took; what `emit` throws ends
/// it. All members of a team call this together and have the same rows, apart from times and memory; what fails on one
/// of them fails on all.
double run_cell(const Plan& plan, int cell, std::span<const int> trials, const CellSettings& settings,
                const std::function<void(TrialRow)>& emit, core::Team& team = core::Team::alone());

/// All rows of that.
std::vector<TrialRow> cell_rows(const Plan& plan, int cell, std::span<const int> trials,
                                core::Team& team = core::Team::alone());

/// The products that no trial after a place needs, by place in `trials`.
std::vector<core::ProductIds> released_after(const Plan& plan, std::span<const int> trials);

}  // namespace tertium::experiments
