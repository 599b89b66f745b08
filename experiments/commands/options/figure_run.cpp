#include "experiments/commands/options/figure_run.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "core/base/error.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/figures/drawing.hpp"
#include "experiments/report/pictures.hpp"
#include "experiments/run/run_plan.hpp"

namespace tertium::experiments {

bool is_part_of_run(const Plan& plan, const RunFolder& folder) {
  std::unordered_set<TrialKey> recorded;
  try {
    for (const TrialKey& key : planned_keys(plan_of_run(folder))) recorded.insert(key);
  } catch (const core::UserError&) {
    return false;  // it does not tell
  }
  if (recorded.size() <= plan.trials.size()) return false;
  const std::vector<TrialRow> rows = folder.load().rows;
  std::unordered_map<TrialKey, const TrialRow*> done;
  for (const TrialRow& row : rows)
    if (row.status == TrialStatus::done) done.emplace(row.key, &row);
  return std::all_of(plan.trials.begin(), plan.trials.end(), [&](const Trial& trial) {
    const auto row = done.find(trial.key);
    return recorded.contains(trial.key) && row != done.end() && !lacks_scores(plan, trial, *row->second);
  });
}

bool draw_figure(const Plan& plan, const std::filesystem::path& run, const std::vector<TrialRow>& rows,
                 const nlohmann::ordered_json& page) {
  struct Kind {
    const char* script;
    nlohmann::ordered_json (*description)(const Plan&, const std::vector<TrialRow>&);
  };
  constexpr Kind kKinds[] = {{"sweep", sweep_picture},  // in the order of FigureKind
                             {"agreement", agreement_picture}, {"classes", classes_picture}, {"trees", trees_picture},
                             {"support", support_picture},     {"phase", phase_picture}};
  const Kind& kind = kKinds[static_cast<int>(plan.config.figure.kind)];
  nlohmann::ordered_json description = kind.description(plan, rows);
  description["page"] = page;
  const std::filesystem::path stem = run / plan.config.name;
  return run_figure_script(kind.script, {stem}, description_text(description));
}

bool draws_several(const Plan& plan) {
  return plan.config.figure.kind == FigureKind::kTrees;
}

}  // namespace tertium::experiments
