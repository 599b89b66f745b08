#include "experiments/cells/cell.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/cells/scores.hpp"
#include "experiments/store/run_record.hpp"

namespace tertium::experiments {
namespace {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Whatever `work` throws becomes the failure of the row.
template <typename Work>
void guarded(TrialRow& row, Work&& work) {
  try {
    work();
  } catch (const core::BudgetExceeded& error) {
    row.status =
        error.which() == core::BudgetExceeded::What::kTime ? TrialStatus::timed_out : TrialStatus::out_of_memory;
    row.message = error.what();
  } catch (const std::bad_alloc&) {
    row.status = TrialStatus::out_of_memory;
    row.message = "out of memory";
  } catch (const std::exception& error) {
    row.status = TrialStatus::failed;
    row.message = error.what();
  }
}

void run_trial(const Plan& plan, const Trial& trial, const CellData& data, TrialRow& row) {
  const Stopwatch whole;
  const linkage::Result result = linkage::run_method(plan.config.methods[trial.method], data.instance);
  row.t_wall = whole.seconds();
  row.t_kernel = result.kernel_time.seconds;
  row.t_cluster = std::max(0.0, row.t_wall - result.kernel_time.made_here);
  row.n_comparisons = result.n_comparisons;
  row.metrics = scores(result, data.instance, plan.config.metrics);
  if (!plan.config.store_trees && !plan.config.store_labels) return;
  const core::Dendrogram tree = core::relabelled(result.tree, core::inverse(data.new_id));
  if (plan.config.store_trees) row.tree = stored_tree(tree);
  if (plan.config.store_labels && !data.instance.truth.empty()) {
    const core::Partition labels = tree.cut(data.instance.truth.back().clusters());
    row.labels.assign(labels.labels().begin(), labels.labels().end());
  }
}

/// True if a method or a score looks at triplets.
bool uses_triplets(const SweepConfig& config) {
  const auto takes_triplets = [](const linkage::NamedMethod& m) {
    return m.method->input == linkage::Input::kTriplets;
  };
  return std::any_of(config.methods.begin(), config.methods.end(), takes_triplets) ||
         std::find(config.metrics.begin(), config.metrics.end(), "agreement") != config.metrics.end();
}

}  // namespace

TrialRow new_row(const Plan& plan, const Trial& trial) {
  TrialRow row;
  row.key = trial.key;
  row.method = plan.config.methods[trial.method].name;
  row.repetition = plan.cells[trial.cell].repetition;
  row.seed = plan.config.seed;
  row.parameters = row_parameters(plan, trial);
  row.host = host_name();
  return row;
}

CellData make_cell_data(const Plan& plan, const Cell& cell) {
  const Point& point = plan.points[cell.point];
  core::ModelSample sample = plan.config.model->sample(point.model, cell.key);
  CellData data;
  data.new_id = core::random_relabelling(cell.key, sample.w.objects());
  core::Instance& instance = data.instance;
  instance.cell = cell.key;
  instance.objects = sample.w.objects();
  instance.w = core::relabelled(sample.w, data.new_id);
  for (const core::Partition& level : sample.truth) instance.truth.push_back(core::relabelled(level, data.new_id));
  instance.ranking = std::make_shared<core::PairRanking>(*instance.w);
  instance.quadruplets = std::make_shared<core::SampledQuadruplets>(instance.ranking, cell.key, point.p, point.eps);
  if (uses_triplets(plan.config)) {
    auto anchors = std::make_shared<const core::AnchorRanking>(*instance.ranking);
    instance.triplets = std::make_shared<core::SampledTriplets>(std::move(anchors), cell.key, point.p, point.eps);
  }
  instance.p = point.p;
  instance.eps = point.eps;
  return data;
}

double run_cell(const Plan& plan, int cell, std::span<const int> trials, const CellSettings& settings,
                const std::function<void(TrialRow)>& emit, core::Team& team) {
  const Stopwatch whole;
  CellData data;
  TrialRow failure;
  guarded(failure, [&] { team.together([&] { data = make_cell_data(plan, plan.cells[cell]); }); });
  data.instance.team = &team;
  // Of a team, the leader alone watches, and takes the others along: so its row tells why.
  const core::BudgetLimits limits = team.rank() == 0 ? settings.limits : core::BudgetLimits();
  const double t_generate = whole.seconds();
  for (const int trial : trials) {
    TrialRow row = new_row(plan, plan.trials[trial]);
    row.t_generate = t_generate;
    row.status = failure.status;
    row.message = failure.message;
    if (failure.status == TrialStatus::done)
      guarded(row, [&] {
        core::Budget budget(limits);
        team.together([&] { run_trial(plan, plan.trials[trial], data, row); });
      });
    // Of what a failed trial has begun, members may have kept different parts: they would go different ways.
    if (row.status != TrialStatus::done && team.size() > 1) data.instance.memo = {};
    row.peak_rss = static_cast<std::int64_t>(core::peak_memory());
    emit(std::move(row));
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
