#include "experiments/report/report.hpp"

#include <fmt/format.h>

#include "experiments/commands/commands.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

std::vector<std::string> method_order(const Plan& plan) {
  std::vector<std::string> names;
  names = plan.config.method_names();
  return names;
}

}  // namespace

int report_command(const std::vector<std::string>& args) {
  CommandLine line("report",
                   "Mean and population standard deviation over repetitions of a metric, per method and swept "
                   "parameter. Methods that do "
                   "not depend on p stand in the block of every p.",
                   "tertium report runs/hc19-fig2 --metric aari --by p,delta");
  line.argument("RUN", "folder of the run");
  line.option(
      "metric", 0, "NAME",
      "what to summarise, e.g. dasgupta_cost, t_cluster (default: aari, for data sets dasgupta_cost, where the run "
      "has it)");
  line.option("format", 0, "FORMAT", "text (the default), csv or latex");
  line.option("by", 0, "NAMES",
              "parameters to tell apart, the rows' last; over others the mean is taken (default: all that vary)");
  if (!line.parse(args)) return kComplete;
  ReportOptions options;
  options.metric = line.text("metric");
  options.format = find_report_format(line.text("format", "text"));
  options.by = split_list(line.text("by"));
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const std::optional<Plan> plan = plan_if_possible(folder);
  StoreContent content = folder.load();
  content.expect_whole();
  if (!plan) {
    fmt::print("{}", report_text(content.rows, options));
    return kComplete;
  }
  options.methods = method_order(*plan);
  options.preferred = preferred_metrics(plan->config);
  const std::vector<TrialRow> rows = planned_rows(*plan, std::move(content.rows));
  fmt::print("{}", report_text(rows, options));
  if (rows.size() < plan->trials.size())
    notice("tertium report: {} of {} trials are missing so far\n", plan->trials.size() - rows.size(),
           plan->trials.size());
  return kComplete;
}

}  // namespace tertium::experiments
