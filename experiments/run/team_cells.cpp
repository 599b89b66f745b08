#include "experiments/run/team_cells.hpp"

#include <exception>

namespace tertium::experiments {

TeamCells::~TeamCells() {
  if (team_.rank() == 0 && std::uncaught_exceptions() == 0) pass_on(std::nullopt);
}

double TeamCells::run(const Job& job, const std::function<void(TrialRow)>& emit) {
  pass_on(job);
  return run_cell(plan_, job.cell, job.trials, settings_, emit, team_);
}

void TeamCells::follow() {
  while (const std::optional<Job> job = pass_on(std::nullopt))
    run_cell(
        plan_, job->cell, job->trials, settings_, [](const TrialRow&) {}, team_);
}

/// The leader's job, on every member: the bytes of its message, of which the others have none.
std::optional<Job> TeamCells::pass_on(const std::optional<Job>& job) {
  const bool leads = team_.rank() == 0;
  std::vector<std::byte> bytes;
  if (leads) bytes = to_bytes(job);
  const std::int64_t length = team_.sum(std::ssize(bytes));
  bytes.resize(static_cast<std::size_t>(length));
  std::vector<std::int64_t> begin(static_cast<std::size_t>(team_.size()) + 1, length);
  begin.front() = 0;
  team_.gather(std::span(bytes), begin);
  return job_of(bytes);
}

}  // namespace tertium::experiments
