// tertium run, figure: what computes a sweep, alone or with other ranks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "core/base/error.hpp"
#include "experiments/cells/row_scores.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/figures/drawing.hpp"
#include "experiments/report/pictures.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/shards.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

int run_on_rank_0(const std::vector<std::string>& args, MpiSession& mpi, OtherRanks& others) {
  CommandLine line(
      "run",
      "Runs a configuration into a folder, and resumes: the same line again does what is missing. Start it with "
      "mpirun to spread it over ranks; without, it computes on all cores. (mpirun refuses more ranks than cores "
      "without --oversubscribe, and root without --allow-run-as-root.)",
      "mpirun -n 4 tertium run hc19-fig2 -o runs/hc19-fig2");
  line.argument("CONFIG", "INI file, or name of a configuration");
  line.option("output", 'o', "RUN", "folder of the results (required)");
  line.flag("smoke", "take the small twin of the configuration");
  line.option("shard", 0, "FILE:K", "only what shard K of a file made by tertium slurm lacks; merges nothing");
  add_set_option(line);
  add_sweep_options(line);
  if (!line.parse(args)) return kComplete;
  SweepOptions options = sweep_options(line);
  options.command_line = fmt::format("tertium run {}", fmt::join(args, " "));
  if (!line.has("output")) throw core::UsageError("--output is missing, name the folder of the results: -o RUN");
  options.run = line.text("output");
  const Plan plan = plan_of(line);
  if (line.has("shard")) options.shard = shard_keys(parse_shard_name(line.text("shard")), plan);
  const ExitCode code = run_sweep(plan, mpi, others, options);
  if (code == kComplete && options.shard)
    fmt::print("{} trials of {}\n", options.shard->size(), line.text("shard"));
  else if (code == kComplete)
    fmt::print("{} trials in {}\n", plan.trials.size(), (options.run / "results.h5").string());
  return code;
}

/// Whether the folder holds all of this and more: a larger sweep, of which these trials are done and scored.
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

/// Draws RUN/<name>.{pdf,svg,png}; true if it worked.
bool draw(const Plan& plan, const std::filesystem::path& run, const std::vector<TrialRow>& rows,
          const nlohmann::ordered_json& page) {
  struct Kind {
    const char* script;
    nlohmann::ordered_json (*description)(const Plan&, const std::vector<TrialRow>&);
  };
  constexpr Kind kKinds[] = {{"sweep", sweep_picture},  // in the order of FigureKind
                             {"agreement", agreement_picture},
                             {"classes", classes_picture},
                             {"trees", trees_picture},
                             {"support", support_picture}};
  const Kind& kind = kKinds[static_cast<int>(plan.config.figure.kind)];
  nlohmann::ordered_json description = kind.description(plan, rows);
  description["page"] = page;
  const std::filesystem::path stem = run / plan.config.name;
  if (!run_figure_script(kind.script, {stem}, description_text(description))) return false;
  const bool several = plan.config.figure.kind == FigureKind::kTrees;
  fmt::print("picture{}: {}{}.png (also .pdf, .svg)\n", several ? "s" : "", stem.string(), several ? "-*" : "");
  return true;
}

/// Mean and sd of the metric that was asked for, else of the best that the run has.
std::string table(const Plan& plan, const std::vector<TrialRow>& rows, const std::string& metric) {
  ReportOptions options;
  options.metric = metric;
  options.preferred = preferred_metrics(plan.config);
  options.methods = plan.config.method_names();
  return report_text(rows, options);
}

int figure_on_rank_0(const std::vector<std::string>& args, MpiSession& mpi, OtherRanks& others) {
  CommandLine line(
      "figure",
      "From a configuration to its picture: runs what is missing, merges, prints the table and draws PDF, SVG and PNG "
      "as [figure] in the configuration says. Of a run that holds more than the configuration asks for, that part is "
      "drawn, and the run stays as it is.",
      "tertium figure hc19-fig2 --smoke");
  line.argument("CONFIG", "name of a configuration (configs/NAME.ini), or INI file");
  line.flag("smoke", "the small twin of the figure, in well under the time");
  line.option("output", 'o', "RUN", "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.option("metric", 0, "NAME", "metric of the printed table (default: aari, for data sets dasgupta_cost)");
  add_set_option(line);
  add_sweep_options(line);
  add_picture_options(line);
  if (!line.parse(args)) return kComplete;
  SweepOptions options = sweep_options(line);
  const Plan plan = plan_of(line);
  const nlohmann::ordered_json page = picture_page(line);
  options.run = run_of(line, plan.config);
  options.command_line = fmt::format("tertium figure {}", fmt::join(args, " "));
  const RunFolder folder = RunFolder::intend(options.run);
  if (is_part_of_run(plan, folder)) {
    notice("tertium: {} holds more than is asked for: this part of it is drawn\n", options.run.string());
  } else if (const ExitCode code = run_sweep(plan, mpi, others, options); code != kComplete) {
    return code;
  }
  const std::vector<TrialRow> rows = planned_rows(plan, folder.load().rows);
  fmt::print("{}\nresults: {}\n", table(plan, rows, line.text("metric")), folder.results().string());
  return draw(plan, options.run, rows, page) ? kComplete : kError;
}

}  // namespace

int run_command(const std::vector<std::string>& args) {
  return on_rank_0(run_on_rank_0, args);
}

int figure_command(const std::vector<std::string>& args) {
  return on_rank_0(figure_on_rank_0, args);
}

}  // namespace tertium::experiments
