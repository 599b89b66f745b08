#pragma once

#include <string>
#include <vector>

#include "experiments/cells/cell.hpp"
#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// The ranks other than 0: they wait for the sweep that rank 0 starts, or for its word that there is none, so that an
/// error on rank 0 ends all.
class OtherRanks {
 public:
  explicit OtherRanks(MpiSession& mpi) : mpi_(mpi) {}
  /// On rank 0: sends them home if nothing was started.
  ~OtherRanks();
  OtherRanks(const OtherRanks&) = delete;
  OtherRanks& operator=(const OtherRanks&) = delete;

  /// On rank 0: they begin to ask for cells.
  void start(const Plan& plan, const CellSettings& settings);
  /// On the others: computes cells until there are none.
  void serve();

 private:
  MpiSession& mpi_;
  bool started_ = false;
};

/// A command that may run a sweep: rank 0 does `command`, the others serve it. On all of them a signal drains instead
/// of ending (drain.hpp). Returns its exit code, on others kComplete.
int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args);

}  // namespace tertium::experiments
