#include "experiments/cells/row_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <string_view>

#include "core/base/numbers.hpp"
#include "core/base/registry.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/config/figure_columns.hpp"

namespace tertium::experiments {
namespace {

constexpr char kVersionMark = ':';

void compute(const metrics::Score& score, const core::Method& method, const core::Product& product,
             const core::Problem& problem, std::map<std::string, double>& columns) {
  if (!score.compute_again) return score.compute(product, problem, columns);
  const metrics::MethodAgain again{method.needs(),
                                   [&](const core::Problem& other) { return core::run_method(method, other).product; }};
  score.compute_again(product, problem, again, columns);
}

/// A value of an older version, with all its columns.
void remove_score(const metrics::Score& score, int version, TrialRow& row) {
  const std::vector<std::string> columns = score.columns.empty() ? std::vector{score.name} : score.columns;
  std::erase_if(row.metrics, [&](const auto& metric) { return is_named(columns, metric.first); });
  std::erase(row.scores, score_entry(score.name, version));
}

}  // namespace

std::string score_entry(const std::string& name, int version) {
  return version == 1 ? name : fmt::format("{}{}{}", name, kVersionMark, version);
}

int score_version(const std::vector<std::string>& scores, const std::string& name) {
  for (const std::string& entry : scores) {
    if (!entry.starts_with(name)) continue;
    const std::string_view rest = std::string_view(entry).substr(name.size());
    if (rest.empty()) return 1;
    if (rest.front() == kVersionMark) return core::parse_number<int>(rest.substr(1)).value_or(0);
  }
  return 0;
}

void add_scores(const Plan& plan, const Trial& trial, const core::Product& product, const core::Problem& problem,
                TrialRow& row) {
  for (const metrics::Score* score : scores_of(plan, trial)) {
    const int version = score_version(row.scores, score->name);
    if (version >= core::version_of(*score)) continue;
    if (version > 0) remove_score(*score, version, row);
    const auto begin = std::chrono::steady_clock::now();
    compute(*score, plan.method_of(trial).method, product, problem, row.metrics);
    row.t_score += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::string entry = score_entry(score->name, core::version_of(*score));
    row.scores.insert(std::lower_bound(row.scores.begin(), row.scores.end(), entry), std::move(entry));
  }
}

bool lacks_scores(const Plan& plan, const Trial& trial, const TrialRow& row) {
  return std::ranges::any_of(scores_of(plan, trial), [&](const metrics::Score* score) {
    return score_version(row.scores, score->name) < core::version_of(*score);
  });
}

bool has_old_scores(const Plan& plan, const Trial& trial, const TrialRow& row) {
  return std::ranges::any_of(scores_of(plan, trial), [&](const metrics::Score* score) {
    const int version = score_version(row.scores, score->name);
    return version > 0 && version < core::version_of(*score);
  });
}

void store_product(const core::Product& product, const problems::AssembledProblem& data, TrialRow& row) {
  const core::Product original = core::relabelled(product, core::inverse(data.new_id));
  const auto* const tree = std::get_if<core::Dendrogram>(&original);
  if (tree != nullptr && !tree->has_lengths()) row.tree = stored_tree(*tree);  // rows of the store hold no lengths
  if (const auto* partition = std::get_if<core::Partition>(&original))
    row.labels.assign(partition->labels().begin(), partition->labels().end());
}

std::optional<core::Product> stored_product(const TrialRow& row) {
  if (!row.tree.empty()) return dendrogram_of(row.tree);
  if (!row.labels.empty()) return core::Partition(row.labels);
  return std::nullopt;
}

void rescore(const Plan& plan, std::vector<Rescoring> rows, int threads, const std::function<void(TrialRow)>& emit) {
  std::map<int, std::vector<Rescoring*>> by_cell;
  for (Rescoring& rescoring : rows) by_cell[plan.trials[rescoring.trial].cell].push_back(&rescoring);
  const std::vector<std::pair<int, std::vector<Rescoring*>>> cells(by_cell.begin(), by_cell.end());
  std::exception_ptr failure;  // none may leave the parallel region
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t k = 0; k < cells.size(); ++k) {
    try {
      const problems::AssembledProblem data = make_cell_data(plan, plan.cells[cells[k].first]);
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
