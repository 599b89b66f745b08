#include "program/options/figure_run.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "core/base/error.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/report/picture.hpp"
#include "experiments/run/run_plan.hpp"
#include "pictures/drawing.hpp"

namespace tertium::program {

bool is_part_of_run(const experiments::Plan& plan, const experiments::RunFolder& folder) {
  std::unordered_set<experiments::TrialKey> recorded;
  try {
    for (const experiments::TrialKey& key : experiments::planned_keys(experiments::plan_of_run(folder)))
      recorded.insert(key);
  } catch (const core::UserError&) {
    return false;  // it does not tell
  }
  if (recorded.size() <= plan.trials.size()) return false;
  const std::vector<experiments::TrialRow> rows = folder.load().rows;
  std::unordered_map<experiments::TrialKey, const experiments::TrialRow*> done;
  for (const experiments::TrialRow& row : rows)
    if (row.status == experiments::TrialStatus::done) done.emplace(row.key, &row);
  return std::all_of(plan.trials.begin(), plan.trials.end(), [&](const experiments::Trial& trial) {
    const auto row = done.find(trial.key);
    return recorded.contains(trial.key) && row != done.end() && !experiments::lacks_scores(plan, trial, *row->second);
  });
}

bool draw_figure(const experiments::Plan& plan, const std::filesystem::path& run,
                 const std::vector<experiments::TrialRow>& rows, const nlohmann::ordered_json& page) {
  nlohmann::ordered_json description = experiments::picture_of(plan, rows);
  description["page"] = page;
  const std::filesystem::path stem = run / plan.config.name;
  return pictures::run_figure_script(plan.config.figure.text("kind"), {stem}, pictures::description_text(description));
}

bool draws_several(const experiments::Plan& plan) {
  return plan.config.figure.is("trees");
}

}  // namespace tertium::program
