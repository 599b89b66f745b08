#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/cost_option.hpp"
#include "experiments/commands/run_status.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/quantities.hpp"

namespace tertium::experiments {
namespace {

/// Shows the status again and again until nothing is missing: in place on a terminal, elsewhere a line for each change.
RunStatus watch(const RunFolder& folder, const Plan& plan, const CostModel& costs, double interval) {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  std::string shown;
  for (;;) {
    RunStatus status = run_status(folder, plan, costs);
    std::string text = terminal ? fact_lines(status.facts, 0) : status.line;
    if (terminal) {
      // Back to the first line of what stands there, and away with it.
      if (!shown.empty()) fmt::print("\033[{}F\033[J", std::count(shown.begin(), shown.end(), '\n'));
      fmt::print("{}", text);
    } else if (text != shown) {
      fmt::print("{} {}\n", iso_time(), text);
    }
    std::fflush(stdout);
    if (status.over) return status;
    shown = std::move(text);
    std::this_thread::sleep_for(std::chrono::duration<double>(interval));
  }
}

}  // namespace

int status_command(const std::vector<std::string>& args) {
  CommandLine line("status",
                   "How far a run is, also while it runs: done, failed, missing, rate and time left. Exit code 0 "
                   "when everything is done, 3 otherwise.",
                   "tertium status runs/hc19-fig2 --watch");
  line.argument("RUN", "folder of the run");
  line.flag("watch", "go on until nothing is missing: in place on a terminal, else a line for each change");
  line.option("interval", 0, "D", "how often --watch looks (default: 2s)");
  add_costs_option(line);
  if (!line.parse(args)) return kComplete;
  const double interval = line.has("interval") ? parse_duration(line.text("interval"), "--interval") : 2.0;
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const Plan plan = plan_of_run(folder);
  const CostModel costs = costs_of(line);
  if (line.has("watch")) return watch(folder, plan, costs, std::max(0.05, interval)).complete ? kComplete : kIncomplete;
  const RunStatus status = run_status(folder, plan, costs);
  fmt::print("{}", fact_lines(status.facts, 0));
  return status.complete ? kComplete : kIncomplete;
}

}  // namespace tertium::experiments
