// tertium run, figure: what computes a sweep, alone or with other ranks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "experiments/report/absent_scores.hpp"
#include "experiments/report/picture.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/run/row_builds.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/shards.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "program/options/command_line.hpp"
#include "program/options/figure_run.hpp"
#include "program/options/outputs.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/commands.hpp"
#include "program/sweeps/plan.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

struct DryRun {
  bool asked = false, csv = false;
};

void add_dry_run_options(CommandLine& line, DryRun& dry) {
  line.flag("dry-run", dry.asked, "only print what would run, with time and memory; writes nothing");
  line.flag("csv", dry.csv, "with --dry-run: the stated costs of methods at every point, in steps and bytes");
  line.then([&dry](const CommandLine&) {
    if (dry.csv && !dry.asked) throw core::UsageError("--csv only applies with --dry-run, add that or leave it out");
  });
}

int run_on_rank_0(const std::vector<std::string>& args, experiments::MpiSession& mpi, experiments::OtherRanks& others) {
  ConfigChoice config;
  DryRun dry;
  std::filesystem::path run;
  std::string shard;
  experiments::SweepOptions options;
  CommandLine line("run",
                   "Runs a configuration and stores the results in a folder. The same command again resumes: it runs "
                   "what is missing. It uses all cores; start it with mpirun to use several ranks. (mpirun refuses "
                   "more ranks than cores without --oversubscribe, and root without --allow-run-as-root.)",
                   "mpirun -n 4 tertium run hc19-fig2 -o runs/hc19-fig2");
  add_config_options(line, config);
  line.option("output", 'o', "RUN", run, "folder of the results (required)");
  add_dry_run_options(line, dry);
  line.option("shard", 0, "FILE:K", shard,
              "only what is missing of shard K of a file made by tertium slurm; does not merge");
  add_sweep_options(line, options);
  if (!line.parse(args)) return terminal::kComplete;
  options.command_line = fmt::format("tertium run {}", fmt::join(args, " "));
  if (dry.asked) {
    show_plan(config.read(), run, options, dry.csv);
    return terminal::kComplete;
  }
  if (!line.has("output")) throw core::UsageError("--output is missing, name the folder of the results: -o RUN");
  experiments::SweepTask task{experiments::plan_in(config.read(), experiments::RunFolder::intend(run)).plan, run};
  if (line.has("shard")) task.shard = experiments::shard_keys(experiments::parse_shard_name(shard), task.plan);
  const bool grows = task.plan.config.refine.is_on() && !task.shard;
  const std::string done =
      task.shard ? fmt::format("{} trials of {}\n", task.shard->size(), shard)
                 : fmt::format("{} trials in {}\n", task.plan.trials.size(), (run / "results.h5").string());
  const terminal::ExitCode code = experiments::run_sweep(std::move(task), mpi, others, options);
  if (code == terminal::kComplete)
    fmt::print("{}", grows ? fmt::format("{} trials in {}\n",
                                         experiments::plan_of_run(experiments::RunFolder::open(run)).trials.size(),
                                         (run / "results.h5").string())
                           : done);
  return code;
}

/// Mean and sd of the metric that was asked for, else of the best that the run has; of a map what it came to.
std::string table_text(const experiments::Plan& plan, const std::vector<experiments::TrialRow>& rows,
                       const std::string& metric) {
  const experiments::RowTable table(rows);
  std::string text, shown;
  if (metric.empty() && plan.config.figure.is("phase")) {
    text = experiments::map_table(experiments::picture_of(plan, rows));
  } else {
    experiments::ReportOptions options;
    options.metric = shown = experiments::choose_metric(table, metric, experiments::preferred_metrics(plan.config));
    options.methods = plan.config.method_names();
    text = experiments::report_text(table, options);
  }
  for (const std::string& other : plan.config.figure.list("metric"))  // the table tells those without its own
    if (other != shown) text += experiments::absent_text(table, other);
  return text;
}

int figure_on_rank_0(const std::vector<std::string>& args, experiments::MpiSession& mpi,
                     experiments::OtherRanks& others) {
  ConfigChoice choice;
  DryRun dry;
  std::optional<std::filesystem::path> output;
  std::string metric;
  experiments::SweepOptions options;
  nlohmann::ordered_json page;
  CommandLine line("figure",
                   "Makes the figure of a configuration: runs what is missing, merges, prints the table and draws PDF, "
                   "SVG and PNG as [figure] in the configuration says. If the run contains more than the configuration "
                   "asks for, only that part is drawn; the run is not changed.",
                   "tertium figure hc19-fig2 --smoke");
  add_config_options(line, choice);
  add_dry_run_options(line, dry);
  line.option("output", 'o', "RUN", output, "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.option("metric", 0, "NAME", metric, "metric of the printed table (default: the first of the figure)");
  add_sweep_options(line, options);
  add_picture_options(line, page);
  if (!line.parse(args)) return terminal::kComplete;
  const experiments::SweepConfig config = choice.read();
  const std::filesystem::path run = choice.run(output, config);
  options.command_line = fmt::format("tertium figure {}", fmt::join(args, " "));
  if (dry.asked) {
    show_plan(config, run, options, dry.csv);
    return terminal::kComplete;
  }
  const experiments::RunFolder folder = experiments::RunFolder::intend(run);
  experiments::Plan plan = experiments::plan_in(config, folder).plan;
  if (is_part_of_run(plan, folder)) {
    if (options.redo.changed)
      core::fail(
          "{} contains more than is asked for (a larger sweep), recompute all of it: "
          "tertium run {} -o {} --redo changed",
          run.string(), experiments::config_path(folder).string(), run.string());
    experiments::tell_of_older_rows("figure", experiments::planned_rows(plan, folder.load().rows));
    terminal::notice("tertium: {} contains more than is asked for: only this part is drawn\n", run.string());
  } else if (const terminal::ExitCode code = experiments::run_sweep({plan, run}, mpi, others, options);
             code != terminal::kComplete) {
    return code;
  } else if (config.refine.is_on()) {
    plan = experiments::plan_in(config, folder).plan;
  }
  const std::vector<experiments::TrialRow> rows = experiments::planned_rows(plan, folder.load().rows);
  fmt::print("{}\nresults: {}\n", table_text(plan, rows, metric), folder.results().string());
  if (!draw_figure(plan, run, rows, page)) return terminal::kError;
  fmt::print("picture{}: {}{}.png (also .pdf, .svg)\n", draws_several(plan) ? "s" : "",
             (run / plan.config.name).string(), draws_several(plan) ? "-*" : "");
  return terminal::kComplete;
}

}  // namespace

int run_command(const std::vector<std::string>& args) {
  return experiments::on_rank_0(run_on_rank_0, args);
}

int figure_command(const std::vector<std::string>& args) {
  return experiments::on_rank_0(figure_on_rank_0, args);
}

}  // namespace tertium::program
