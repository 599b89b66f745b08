#include "experiments/cells/rescore.hpp"

#include <algorithm>
#include <exception>
#include <map>

#include "experiments/cells/cell.hpp"
#include "experiments/cells/row_scores.hpp"

namespace tertium::experiments {

void rescore(const Plan& plan, std::vector<Rescoring> rows, int threads, const std::function<void(TrialRow)>& emit) {
  std::map<int, std::vector<Rescoring*>> by_cell;
  for (Rescoring& rescoring : rows) by_cell[plan.trials[rescoring.trial].cell].push_back(&rescoring);
  const std::vector<std::pair<int, std::vector<Rescoring*>>> cells(by_cell.begin(), by_cell.end());
  std::exception_ptr failure;  // none may leave the parallel region
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t k = 0; k < cells.size(); ++k) {
    try {
      const core::AssembledProblem data = make_cell_data(plan, plan.cells[cells[k].first]);
      for (Rescoring* rescoring : cells[k].second) {
        const Trial& trial = plan.trials[rescoring->trial];
        const core::Product product = core::relabelled(*stored_product(rescoring->row), data.new_id);
        add_scores(plan, trial, product, data.problem, rescoring->row);
#pragma omp critical(tertium_rescore)
        emit(std::move(rescoring->row));
      }
    } catch (...) {
#pragma omp critical(tertium_rescore)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tertium::experiments
