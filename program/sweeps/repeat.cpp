// tertium status --against, --trial: whether results come out again.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "embedding/dense/symmetric_eigen.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/build_id.hpp"
#include "experiments/store/run_folder.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/status.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

std::string row_name(const experiments::TrialRow& row) {
  std::string text = fmt::format("{}  {}", experiments::short_key(row.key), row.method);
  for (const auto& [name, value] : row.parameters) text += fmt::format(", {} = {}", name, core::to_text(value));
  return text + fmt::format(", repetition {}", row.repetition);
}

void show(const StatusOptions& options, const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::print("\n{}: {}\n", title, lines.size());
  const std::size_t shown = options.shown(lines.size(), 10);
  for (std::size_t k = 0; k < shown; ++k) fmt::print("  {}\n", terminal::wrapped(lines[k], 4));
  if (shown < lines.size()) fmt::print("  {} more: --all\n", lines.size() - shown);
}

bool is_folder(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_directory(name, error);
}

std::optional<experiments::TrialRow> stored_row(const experiments::RunFolder& folder,
                                                const experiments::TrialKey& key) {
  std::vector<experiments::TrialRow> rows = folder.load().rows;
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const experiments::TrialRow& row) { return row.key == key; });
  if (found == rows.end()) return std::nullopt;
  return std::move(*found);
}

std::vector<terminal::Fact> row_facts(const experiments::Plan& plan, const experiments::Trial& trial,
                                      const experiments::TrialRow& row) {
  std::vector<terminal::Fact> facts = {{"trial", experiments::trial_name(plan, trial)},
                                       {"key", experiments::to_hex(row.key)},
                                       {"status", std::string(experiments::status_name(row.status))}};
  if (!row.message.empty()) facts.emplace_back("message", row.message);
  for (const auto& [name, value] : row.metrics)
    facts.emplace_back(name, std::isnan(value) ? "undefined" : fmt::format("{}", value));
  if (row.n_comparisons >= 0) facts.emplace_back("comparisons", fmt::format("{}", row.n_comparisons));
  std::string time = core::duration_text(row.t_generate) + " for the data";
  if (std::isfinite(row.t_wall))
    time += fmt::format(", {} for the method, {} for scores", core::duration_text(row.t_wall),
                        core::duration_text(row.t_score));
  facts.emplace_back("time", time);
  return facts;
}

/// What the stored row says about this one.
terminal::ExitCode compare(const std::optional<experiments::TrialRow>& stored, const experiments::TrialRow& row) {
  const terminal::ExitCode own =
      row.status == experiments::TrialStatus::done ? terminal::kComplete : terminal::kIncomplete;
  if (!stored) {
    fmt::print("\nThe run has no row of this trial to compare with.\n");
    return own;
  }
  if (stored->status != row.status) {
    fmt::print("\nThe stored outcome differs, {} ({}): {}\n", experiments::status_name(stored->status), stored->host,
               stored->message);
    return own;
  }
  const std::optional<std::string> difference = experiments::first_difference(*stored, row);
  if (!difference) {
    fmt::print("\nThe same as stored, bit for bit.\n");
    return own;
  }
  fmt::print("\nNot reproducible: the stored and the new row differ in {}\n", *difference);
  if (stored->build != row.build)
    fmt::print("The stored row is from build {}, this is {}.\n", experiments::build_name(stored->build),
               experiments::build_name(row.build));
  if (row.tolerance > 0.0)
    fmt::print(
        "This method is reproducible bit for bit only with the same OpenBLAS kernels\n(here: {}). A row does not "
        "record its kernels. With others, such as\nOPENBLAS_CORETYPE=Haswell, the result may be as stored.\n",
        embedding::blas_kernels());
  return terminal::kError;
}

/// What would choose another configuration is told, since it could not count.
void check_no_other_configuration(const ConfigChoice& run) {
  if (run.smoke || !run.set.empty() || !run.steps.empty())
    throw core::UsageError(
        fmt::format("--{} is not for {} (a run has its own configuration), leave it out, or name a configuration",
                    !run.set.empty() ? "set"
                    : run.smoke      ? "smoke"
                                     : "steps",
                    run.name));
}

/// All that a configuration may come to ask for.
experiments::Plan widest_plan(const ConfigChoice& choice) {
  experiments::SweepConfig config = choice.read();
  config.repetitions = std::max(config.repetitions, config.refine.most);
  return experiments::make_plan(std::move(config));
}

}  // namespace

int compare_runs(const StatusOptions& options) {
  const std::vector<experiments::TrialRow> first = experiments::RunFolder::open(options.run.name).load_whole().rows,
                                           second = experiments::RunFolder::open(options.against).load_whole().rows;
  std::unordered_map<experiments::TrialKey, const experiments::TrialRow*> rest;
  for (const experiments::TrialRow& row : second) rest.emplace(row.key, &row);
  std::vector<std::string> only_first, only_second, different;
  std::size_t same = 0;
  for (const experiments::TrialRow& row : first) {
    const auto found = rest.find(row.key);
    if (found == rest.end()) {
      only_first.push_back(row_name(row));
      continue;
    }
    if (const auto difference = experiments::first_difference(row, *found->second))
      different.push_back(row_name(row) + ": " + *difference);
    else
      ++same;
    rest.erase(found);
  }
  for (const experiments::TrialRow& row : second)
    if (rest.contains(row.key)) only_second.push_back(row_name(row));
  fmt::print("{} the same, {} different, {} only in {}, {} only in {}\n", same, different.size(), only_first.size(),
             options.run.name, only_second.size(), options.against);
  show(options, "different", different);
  show(options, "only in " + options.run.name, only_first);
  show(options, "only in " + options.against, only_second);
  return different.empty() && only_first.empty() && only_second.empty() ? terminal::kComplete : terminal::kIncomplete;
}

int repeat_trial(const StatusOptions& options) {
  const std::string& name = options.run.name;
  if (is_folder(name)) check_no_other_configuration(options.run);
  const std::optional<experiments::RunFolder> folder =
      is_folder(name) ? std::optional(experiments::RunFolder::open(name)) : std::nullopt;
  const experiments::Plan plan = folder ? experiments::plan_of_run(*folder) : widest_plan(options.run);
  const experiments::Trial& trial =
      *find_trial(plan, experiments::find_key(experiments::planned_keys(plan), options.trial));
  experiments::CellSettings settings;
  settings.threads = options.threads > 0 ? options.threads : omp_get_max_threads();
  omp_set_num_threads(settings.threads);
  experiments::TrialRow row;
  const int index = static_cast<int>(&trial - plan.trials.data());
  experiments::run_cell(plan, trial.cell, std::vector<int>{index}, settings,
                        [&](experiments::TrialRow made) { row = std::move(made); });
  fmt::print("{}", terminal::fact_lines(row_facts(plan, trial, row), 0));
  if (!folder) return row.status == experiments::TrialStatus::done ? terminal::kComplete : terminal::kIncomplete;
  return compare(stored_row(*folder, trial.key), row);
}

}  // namespace tertium::program
