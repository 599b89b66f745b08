#pragma once

#include <vector>

#include "core/team.hpp"
#include "experiments/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Cells that the ranks of a team compute together, one after the other. The leader, member 0, gets them from the
/// scheduler and passes them on; what it returns is stored, the others' equal rows are dropped.
class TeamCells {
 public:
  TeamCells(const Plan& plan, core::Team& team) : plan_(plan), team_(team) {}
  /// On the leader: the others may go.
  ~TeamCells();
  TeamCells(const TeamCells&) = delete;
  TeamCells& operator=(const TeamCells&) = delete;

  /// On the leader.
  std::vector<TrialRow> run(int cell, const std::vector<int>& trials);
  /// On the others: computes what the leader passes on until it ends.
  void follow();

 private:
  std::vector<std::int64_t> pass_on(std::vector<std::int64_t> numbers);

  const Plan& plan_;
  core::Team& team_;
};

}  // namespace tertium::experiments
