// tertium diff, trial: whether results come out again.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/build_id.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

std::string row_name(const TrialRow& row) {
  std::string text = fmt::format("{}  {}", short_key(row.key), row.method);
  for (const auto& [name, value] : row.parameters) text += fmt::format(", {} = {}", name, core::to_text(value));
  return text + fmt::format(", repetition {}", row.repetition);
}

void show(const CommandLine& line, const std::string& title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  fmt::print("\n{}: {}\n", title, lines.size());
  const std::size_t shown = shown_of(line, lines.size(), 10);
  for (std::size_t k = 0; k < shown; ++k) fmt::print("  {}\n", wrapped(lines[k], 4));
  if (shown < lines.size()) fmt::print("  {} more: --all\n", lines.size() - shown);
}

bool is_folder(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_directory(name, error);
}

std::optional<TrialRow> stored_row(const RunFolder& folder, const TrialKey& key) {
  std::vector<TrialRow> rows = folder.load().rows;
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const TrialRow& row) { return row.key == key; });
  if (found == rows.end()) return std::nullopt;
  return std::move(*found);
}

std::vector<Fact> row_facts(const Plan& plan, const Trial& trial, const TrialRow& row) {
  std::vector<Fact> facts = {
      {"trial", trial_name(plan, trial)}, {"key", to_hex(row.key)}, {"status", std::string(status_name(row.status))}};
  if (!row.message.empty()) facts.emplace_back("message", row.message);
  for (const auto& [name, value] : row.metrics)
    facts.emplace_back(name, std::isnan(value) ? "undefined" : fmt::format("{}", value));
  if (row.n_comparisons >= 0) facts.emplace_back("comparisons", fmt::format("{}", row.n_comparisons));
  std::string time = duration_text(row.t_generate) + " for the data";
  if (std::isfinite(row.t_wall))
    time += fmt::format(", {} for the method, {} for scores", duration_text(row.t_wall), duration_text(row.t_score));
  facts.emplace_back("time", time);
  return facts;
}

/// What the stored row says about this one.
ExitCode compare(const std::optional<TrialRow>& stored, const TrialRow& row) {
  const ExitCode own = row.status == TrialStatus::done ? kComplete : kIncomplete;
  if (!stored) {
    fmt::print("\nThe run has no row of this trial to compare with.\n");
    return own;
  }
  if (stored->status != row.status) {
    fmt::print("\nStored is another outcome, {} ({}): {}\n", status_name(stored->status), stored->host,
               stored->message);
    return own;
  }
  const std::optional<std::string> difference = first_difference(*stored, row);
  if (!difference) {
    fmt::print("\nThe same as stored, bit for bit.\n");
    return own;
  }
  fmt::print("\nNot reproducible, stored and now differ in {}\n", *difference);
  if (stored->build != row.build)
    fmt::print("Stored was made by build {}, this is {}.\n", build_name(stored->build), build_name(row.build));
  return kError;
}

/// What would choose another configuration is told, since it could not count.
void check_no_other_configuration(const CommandLine& line, const std::string& run) {
  for (const char* option : {"set", "smoke"})
    if (line.has(option))
      throw core::UsageError(fmt::format(
          "--{} is not for {} (a run has its own configuration), leave it out, or name a configuration", option, run));
}

/// All that a configuration may come to ask for.
Plan widest_plan(const std::string& name, const CommandLine& line) {
  SweepConfig config = read_config(name, line.texts("set"), line.has("smoke"));
  config.repetitions = std::max(config.repetitions, config.refine.most);
  return make_plan(std::move(config));
}

}  // namespace

int diff_command(const std::vector<std::string>& args) {
  CommandLine line("diff",
                   "Compares the results of two runs, trial by trial and bit for bit; times, machines and memory may "
                   "differ. Exit code 0 if they are the same, 3 if not.",
                   "tertium diff runs/laptop runs/cluster");
  line.argument("RUN", "folder of a run");
  line.argument("OTHER", "folder of the other run");
  line.flag("all", "show all differences (default: the first 10 of each kind)");
  if (!line.parse(args)) return kComplete;
  const std::vector<TrialRow> first = RunFolder::open(line.text("RUN")).load_whole().rows,
                              second = RunFolder::open(line.text("OTHER")).load_whole().rows;
  std::unordered_map<TrialKey, const TrialRow*> rest;
  for (const TrialRow& row : second) rest.emplace(row.key, &row);
  std::vector<std::string> only_first, only_second, different;
  std::size_t same = 0;
  for (const TrialRow& row : first) {
    const auto found = rest.find(row.key);
    if (found == rest.end()) {
      only_first.push_back(row_name(row));
      continue;
    }
    if (const auto difference = first_difference(row, *found->second))
      different.push_back(row_name(row) + ": " + *difference);
    else
      ++same;
    rest.erase(found);
  }
  for (const TrialRow& row : second)
    if (rest.contains(row.key)) only_second.push_back(row_name(row));
  fmt::print("{} the same, {} different, {} only in {}, {} only in {}\n", same, different.size(), only_first.size(),
             line.text("RUN"), only_second.size(), line.text("OTHER"));
  show(line, "different", different);
  show(line, "only in " + line.text("RUN"), only_first);
  show(line, "only in " + line.text("OTHER"), only_second);
  return different.empty() && only_first.empty() && only_second.empty() ? kComplete : kIncomplete;
}

int trial_command(const std::vector<std::string>& args) {
  CommandLine line("trial",
                   "Does one trial again, alone, and compares it bit for bit with the stored row; stores nothing. Exit "
                   "code 1 if the two differ, 3 if the trial fails.",
                   "tertium trial runs/hc19-fig2 --key 3f2a9c01");
  line.argument("RUN", "folder of a run; or a configuration, then there is nothing to compare with");
  line.option("key", 'k', "KEY", "which trial: its key, or the first digits of it (required)");
  line.flag("smoke", "take the small twin of the configuration");
  line.option("threads", 't', "T", "OpenMP threads (default: OMP_NUM_THREADS, else all cores)");
  add_set_option(line);
  if (!line.parse(args)) return kComplete;
  if (!line.has("key")) throw core::UsageError("--key is missing, copy it from tertium failures RUN");
  const std::string name = line.text("RUN");
  if (is_folder(name)) check_no_other_configuration(line, name);
  const std::optional<RunFolder> folder = is_folder(name) ? std::optional(RunFolder::open(name)) : std::nullopt;
  const Plan plan = folder ? plan_of_run(*folder) : widest_plan(name, line);
  const Trial& trial = *find_trial(plan, find_key(planned_keys(plan), line.text("key")));
  CellSettings settings;
  settings.threads = line.has("threads") ? count_option(line, "threads") : omp_get_max_threads();
  omp_set_num_threads(settings.threads);
  TrialRow row;
  const int index = static_cast<int>(&trial - plan.trials.data());
  run_cell(plan, trial.cell, std::vector<int>{index}, settings, [&](TrialRow made) { row = std::move(made); });
  fmt::print("{}", fact_lines(row_facts(plan, trial, row), 0));
  if (!folder) return row.status == TrialStatus::done ? kComplete : kIncomplete;
  return compare(stored_row(*folder, trial.key), row);
}

}  // namespace tertium::experiments
