#pragma once

#include <span>
#include <vector>

#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// What methods state of trials that run one after another on one cell: products that they share are made once and
/// released after their last user (run_cell).
struct CellEstimate {
  std::vector<double> operations;  ///< by trial, of what it is the first to make, and of scores that run it again
  std::vector<double> bytes;       ///< by trial, the most that lives at once while it runs, beyond the data
  double peak_bytes = 0.0;         ///< the largest of them
  double scores = 0.0;             ///< operations of scores: the cell's part of what others share with it
  core::Cost data{};               ///< of what they and their scores look at: bytes while it is made, and then
};
CellEstimate estimate_cell(const Plan& plan, std::span<const int> trials);

/// The trial alone: steps of all ranks of a team together, bytes of one of them.
core::Cost estimate(const Plan& plan, const Trial& trial);

/// Of making the data of a cell.
double generation_steps(const Point& point);
/// Steps and bytes of making the data of a cell for some of the configuration's methods, by number.
core::Cost generation_cost(const Plan& plan, const Point& point, std::span<const int> methods);
/// The same for all of them.
core::Cost generation_cost(const Plan& plan, const Point& point);

}  // namespace tertium::experiments
