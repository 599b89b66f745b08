#pragma once

#include <functional>
#include <vector>

#include "core/base/team.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/run/rank_messages.hpp"

namespace tertium::experiments {

/// Cells that the ranks of a team compute together, one after the other. The leader, member 0, gets them from the
/// scheduler and passes them on; what it emits is stored, the others' equal rows are dropped.
class TeamCells {
 public:
  TeamCells(const Plan& plan, core::Team& team, const CellSettings& settings)
      : plan_(plan), team_(team), settings_(settings) {}
  /// On the leader: the others may go.
  ~TeamCells();
  TeamCells(const TeamCells&) = delete;
  TeamCells& operator=(const TeamCells&) = delete;

  /// On the leader: as run_cell.
  double run(const Job& job, const std::function<void(TrialRow)>& emit);
  /// On the others: computes what the leader passes on until it ends.
  void follow();

 private:
  std::optional<Job> pass_on(const std::optional<Job>& job);

  const Plan& plan_;
  core::Team& team_;
  CellSettings settings_;
};

}  // namespace tertium::experiments
