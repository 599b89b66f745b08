#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/budget.hpp"
#include "core/methods/instance.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What a cell draws: the problem that its methods see, and the renumbering that hides the model's order of the
/// objects.
struct CellData {
  core::Instance instance;
  std::vector<core::Object> new_id;  ///< object i of the model is object new_id[i] of the instance
};

/// Draws similarities and comparisons of a cell: a pure function of its point and key.
CellData make_cell_data(const Plan& plan, const Cell& cell);

/// How a process computes cells.
struct CellSettings {
  int threads = 1;            ///< OpenMP threads of a cell
  core::BudgetLimits limits;  ///< of each trial, its data apart
};

/// The row of a trial before it has run: what it is, and where.
TrialRow new_row(const Plan& plan, const Trial& trial);

/// Runs some trials of a cell, which share the data and all intermediate results, and hands out each row as soon as it
/// is there: an exception of a method, or of the model, becomes a row with its message and a status: `failed`, or which
/// limit was hit. Returns the seconds that all took; what `emit` throws ends it. All members of a team call this
/// together and have the same rows, apart from times and memory; what fails on one of them fails on all.
double run_cell(const Plan& plan, int cell, std::span<const int> trials, const CellSettings& settings,
                const std::function<void(TrialRow)>& emit, core::Team& team = core::Team::alone());

/// All rows of that.
std::vector<TrialRow> cell_rows(const Plan& plan, int cell, std::span<const int> trials,
                                core::Team& team = core::Team::alone());

}  // namespace tertium::experiments
