#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "experiments/commands/commands.hpp"
#include "experiments/plan/trial_names.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kShown = 20;

/// The planned trials that ended otherwise than done, in the order of the plan.
std::vector<std::pair<const Trial*, const TrialRow*>> failures_of(const Plan& plan, const std::vector<TrialRow>& rows) {
  std::unordered_map<TrialKey, const TrialRow*> failed;
  for (const TrialRow& row : rows)
    if (row.status != TrialStatus::done) failed.emplace(row.key, &row);
  std::vector<std::pair<const Trial*, const TrialRow*>> found;
  for (const Trial& trial : plan.trials)
    if (const auto at = failed.find(trial.key); at != failed.end()) found.emplace_back(&trial, at->second);
  return found;
}

std::string entry(const Plan& plan, const Trial& trial, const TrialRow& row, const std::string& run) {
  return fmt::format("\n{}\n  {}\n  tertium trial {} --key {}\n", wrapped(trial_name(plan, trial), 2),
                     wrapped(fmt::format("{} on {}: {}", status_name(row.status), row.host, row.message), 2), run,
                     short_key(row.key));
}

}  // namespace

int failures_command(const std::vector<std::string>& args) {
  CommandLine line("failures",
                   "The trials that did not succeed: how and why, where, and the line that does one again. Exit code 3 "
                   "if there are any.",
                   "tertium failures runs/hc19-fig2");
  line.argument("RUN", "folder of the run");
  line.flag("all", "show all of them (default: the first 20)");
  if (!line.parse(args)) return kComplete;
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const Plan plan = plan_of_run(folder);
  const StoreContent content = folder.load();
  const auto failed = failures_of(plan, content.rows);
  if (failed.empty()) {
    fmt::print("no failures among {} trials\n", content.rows.size());
    return kComplete;
  }
  std::map<std::string, std::size_t> reasons;
  for (const auto& [trial, row] : failed) ++reasons[fmt::format("{}: {}", status_name(row->status), row->message)];
  fmt::print("{} of {} trials did not succeed\n", failed.size(), plan.trials.size());
  for (const auto& [reason, n] : reasons) fmt::print("  {} x {}\n", n, wrapped(reason, 6));
  const std::size_t shown = line.has("all") ? failed.size() : std::min(kShown, failed.size());
  for (std::size_t k = 0; k < shown; ++k)
    fmt::print("{}", entry(plan, *failed[k].first, *failed[k].second, line.text("RUN")));
  if (shown < failed.size()) fmt::print("\n{} more: --all\n", failed.size() - shown);
  fmt::print("\nAll of them again: tertium run {} -o {} --retry-failed\n", config_path(folder).string(),
             line.text("RUN"));
  return kIncomplete;
}

}  // namespace tertium::experiments
