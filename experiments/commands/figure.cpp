#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/figures/python.hpp"
#include "experiments/report/report.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {
namespace {

std::filesystem::path default_run(const SweepConfig& config, bool smoke) {
  return std::filesystem::path("runs") / (config.name + (smoke ? "-smoke" : ""));
}

/// Draws RUN/<name>.{pdf,svg,png}; true if it worked or the configuration names no script.
bool draw(const SweepConfig& config, const std::filesystem::path& run) {
  if (config.figure_script.empty()) {
    fmt::print("no [figure] script, so no picture\n");
    return true;
  }
  const std::filesystem::path stem = run / config.name;
  std::vector<std::string> words{(run / "results.h5").string(), "--output", stem.string()};
  if (!config.figure_title.empty()) words.insert(words.end(), {"--title", config.figure_title});
  if (!run_figure_script(config.figure_script, words)) return false;
  fmt::print("picture: {}.png (also .pdf, .svg)\n", stem.string());
  return true;
}

/// Mean and sd of the metric that was asked for, else of the best that the run has.
std::string table(const Plan& plan, const std::filesystem::path& run, const std::string& metric) {
  const std::vector<TrialRow> rows = read_results(run / "results.h5").rows;
  ReportOptions options;
  options.metric = metric;
  options.preferred = preferred_metrics(plan.config);
  options.methods = plan.config.method_names();
  return report_text(rows, options);
}

int figure_on_rank_0(const std::vector<std::string>& args, MpiSession& mpi, OtherRanks& others) {
  CommandLine line(
      "figure",
      "From a configuration to the paper's figure: runs what is missing, merges, prints the table and draws PDF, SVG "
      "and PNG.",
      "tertium figure hc19-fig2 --smoke");
  line.argument("CONFIG", "name of a configuration (configs/NAME.ini), or INI file");
  line.flag("smoke", "the small twin of the figure, in well under the time");
  line.option("output", 'o', "RUN", "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.option("metric", 0, "NAME", "metric of the printed table (default: aari, for data sets dasgupta_cost)");
  add_set_option(line);
  add_sweep_options(line);
  if (!line.parse(args)) return kComplete;
  const bool smoke = line.has("smoke");
  SweepOptions options = sweep_options(line);
  const Plan plan = make_plan(read_config(find_config(line.text("CONFIG"), smoke), line.texts("set")));
  if (!plan.config.figure_script.empty()) expect_figure_script(plan.config.figure_script);
  options.run = line.has("output") ? std::filesystem::path(line.text("output")) : default_run(plan.config, smoke);
  options.command_line = fmt::format("tertium figure {}", fmt::join(args, " "));
  const ExitCode code = run_sweep(plan, mpi, others, options);
  if (code != kComplete) return code;
  fmt::print("{}\nresults: {}\n", table(plan, options.run, line.text("metric")), (options.run / "results.h5").string());
  return draw(plan.config, options.run) ? kComplete : kError;
}

}  // namespace

int figure_command(const std::vector<std::string>& args) {
  return on_rank_0(figure_on_rank_0, args);
}

}  // namespace tertium::experiments
