#include "experiments/cells/cell.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/store/build_id.hpp"
#include "experiments/store/run_record.hpp"
#include "files/output/unique_name.hpp"
#include "outside/steps/outside_step.hpp"

namespace tertium::experiments {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Whatever `work` throws becomes the failure of the row. Returns whether it is that a program was asked to end.
template <typename Work>
bool guarded(TrialRow& row, Work&& work) {
  bool asked_to_end = false;
  try {
    work();
  } catch (const core::LimitExceeded& error) {
    row.status =
        error.which() == core::LimitExceeded::What::kTime ? TrialStatus::timed_out : TrialStatus::out_of_memory;
    row.message = error.what();
  } catch (const std::bad_alloc&) {
    row.status = TrialStatus::out_of_memory;
    row.message = "out of memory";
  } catch (const std::exception& error) {
    row.status = TrialStatus::failed;
    row.message = error.what();
    asked_to_end = dynamic_cast<const outside::AskedToEnd*>(&error) != nullptr;
  }
  return asked_to_end;
}

void run_trial(const Plan& plan, const Trial& trial, const problems::AssembledProblem& data, TrialRow& row) {
  const MethodVariant& variant = plan.method_of(trial);
  core::Outcome outcome = core::run_method(variant.method, data.problem);
  row.t_wall = outcome.seconds;
  row.t_kernel = outcome.kernel_seconds;
  row.t_cluster = std::max(0.0, outcome.seconds - outcome.shared_seconds);
  row.tolerance = variant.method.tolerance();
  row.metrics = std::move(outcome.reports);
  row.message = std::move(outcome.remark);
  if (const auto given = row.metrics.extract(core::kComparisons); !given.empty())
    row.n_comparisons = static_cast<std::int64_t>(given.mapped());
  add_scores(plan, trial, outcome.product, data.problem, row);
  if (plan.config.stores_products(data.problem.objects)) store_product(outcome.product, data, row);
}

/// Makes what the trial looks at; that counts as making the data.
void prepare_data(const Plan& plan, const Trial& trial, const core::Problem& problem) {
  core::Provisions needs = plan.method_of(trial).method.needs();
  for (const metrics::Score* score : scores_of(plan, trial)) needs |= score->needs;
  problem.prepare(needs);
}

}  // namespace

TrialRow new_row(const Plan& plan, const Trial& trial) {
  TrialRow row;
  row.key = trial.key;
  row.method = plan.method_of(trial).method.name;
  row.repetition = plan.cells[trial.cell].repetition;
  row.seed = plan.config.seed;
  row.parameters = row_parameters(plan, trial);
  row.host = files::host_name();
  row.build = this_build();
  return row;
}

problems::AssembledProblem make_cell_data(const Plan& plan, const Cell& cell) {
  const Point& point = plan.points[cell.point];
  return problems::assemble(plan.config.model->sample(point.model, cell.key), *plan.config.scheme, point.bound_scheme,
                            cell.key);
}

std::vector<core::ProductIds> released_after(const Plan& plan, std::span<const int> trials) {
  std::vector<std::vector<core::SharedCost>> costs;
  for (const int trial : trials)
    costs.push_back(core::costs_of(plan.method_of(plan.trials[trial]).method, size_of(plan, plan.trials[trial])));
  return core::released_after(costs);
}

double run_cell(const Plan& plan, int cell, std::span<const int> trials, const CellSettings& settings,
                const std::function<void(TrialRow)>& emit, core::Team& team) {
  const Stopwatch whole;
  problems::AssembledProblem data;
  TrialRow failure;
  guarded(failure, [&] { team.together([&] { data = make_cell_data(plan, plan.cells[cell]); }); });
  data.problem.team = &team;
  // Of a team, the leader alone watches, and takes the others along: so its row tells why.
  const core::Limits limits = team.rank() == 0 ? settings.limits : core::Limits();
  const std::vector<core::ProductIds> released = released_after(plan, trials);
  double t_generate = whole.seconds();
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const Trial& trial = plan.trials[trials[k]];
    TrialRow row = new_row(plan, trial);
    row.status = failure.status;
    row.message = failure.message;
    bool asked_to_end = false;
    if (failure.status == TrialStatus::done)
      asked_to_end = guarded(row, [&] {
        const Stopwatch preparing;
        team.together([&] { prepare_data(plan, trial, data.problem); });
        t_generate += preparing.seconds();
        core::LimitGuard guard(limits);
        team.together([&] { run_trial(plan, trial, data, row); });
      });
    row.t_generate = t_generate;
    // Of what a failed trial has begun, members may have kept different parts: they would go different ways.
    if (row.status != TrialStatus::done && team.size() > 1) data.problem.products().clear();
    data.problem.products().release(released[k]);
    row.peak_rss = static_cast<std::int64_t>(core::peak_memory());
    if (!asked_to_end || !settings.ends || !settings.ends()) emit(std::move(row));
  }
  return whole.seconds();
}

std::vector<TrialRow> cell_rows(const Plan& plan, int cell, std::span<const int> trials, core::Team& team) {
  std::vector<TrialRow> rows;
  run_cell(
      plan, cell, trials, {}, [&](TrialRow row) { rows.push_back(std::move(row)); }, team);
  return rows;
}

}  // namespace tertium::experiments
