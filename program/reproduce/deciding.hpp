#pragma once

#include <string>
#include <vector>

#include "experiments/mpi/mpi.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/run/sweep.hpp"
#include "program/reproduce/reproduction.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {

/// What a budget is likely to decide, if values stay as they are: a line for each figure with open statements, and a
/// sentence. `planned`: seconds that its planned rows take, which come first.
std::string forecast_text(std::vector<PaperRuns>& papers, double budget, double planned);

/// Adds repetitions to the open statements of all figures, so that each round of them is one sweep, until all are
/// decided or may have no more. A statement of which trials fail gets no more, the others do. With a budget
/// (SweepOptions::budget) only to those that it is likely to decide, cheapest first, until none is left of these.
/// Returns kIncomplete where trials fail, or a signal ends it.
terminal::ExitCode decide(std::vector<PaperRuns>& papers, experiments::MpiSession& mpi, experiments::OtherRanks& others,
                          const experiments::SweepOptions& options);

/// A line for each statement that is undecided: what would decide it. Empty where there is none.
std::string open_text(std::vector<PaperRuns>& papers);

}  // namespace tertium::program
