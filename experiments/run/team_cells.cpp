#include "experiments/run/team_cells.hpp"

#include <exception>

namespace tertium::experiments {

TeamCells::~TeamCells() {
  if (team_.rank() == 0 && std::uncaught_exceptions() == 0) pass_on({});
}

double TeamCells::run(const Job& job, const std::function<void(TrialRow)>& emit) {
  std::vector<std::int64_t> numbers{job.cell};
  numbers.insert(numbers.end(), job.trials.begin(), job.trials.end());
  pass_on(std::move(numbers));
  return run_cell(plan_, job.cell, job.trials, settings_, emit, team_);
}

void TeamCells::follow() {
  for (;;) {
    const std::vector<std::int64_t> numbers = pass_on({});
    if (numbers.empty()) return;
    const std::vector<int> trials(numbers.begin() + 1, numbers.end());
    run_cell(
        plan_, static_cast<int>(numbers.front()), trials, settings_, [](const TrialRow&) {}, team_);
  }
}

/// The leader's numbers, on every member: the others add zeros.
std::vector<std::int64_t> TeamCells::pass_on(std::vector<std::int64_t> numbers) {
  numbers.resize(static_cast<std::size_t>(team_.sum(std::ssize(numbers))), 0);
  team_.sum(numbers);
  return numbers;
}

}  // namespace tertium::experiments
