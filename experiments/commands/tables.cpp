// tertium report, export: the rows of a run for people and for other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "core/base/text.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/outputs.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/report/absent_scores.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/report/row_export.hpp"
#include "experiments/run/row_builds.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/notice.hpp"

namespace tertium::experiments {
namespace {

/// Rows in the order of the plan, where there is one; then the others by key.
std::vector<TrialRow> rows_in_order(const RunFolder& folder) {
  std::vector<TrialRow> rows = folder.load_whole().rows;
  if (const std::optional<Plan> plan = plan_if_possible(folder)) order_as_planned(*plan, rows);
  return rows;
}

/// Checked before rows are read. A run's own folder is no place: what is there is taken for a part of the run.
Outputs export_outputs(const CommandLine& line) {
  Outputs outputs({line.text("RUN")}, line.has("force"));
  const std::filesystem::path output = line.text("output");
  if (output.empty() || output == "-") return outputs;
  if (lies_in(output, line.text("RUN")))
    core::fail("{}: lies in the run that is exported (nothing else belongs there), give another output",
               output.string());
  if (!line.has("npy")) outputs.expect_free(output);
  return outputs;
}

/// To the file, or to standard output where none is named.
void put(const std::string& output, const std::string& text) {
  if (output.empty() || output == "-")
    fmt::print("{}", text);
  else
    replace_file(output, text);
}

/// One tree a line; a comment in brackets, which readers pass over, tells the trial.
std::string newick_lines(const std::vector<TrialRow>& rows) {
  std::string text;
  for (const TrialRow& row : rows)
    if (!row.tree.empty())
      text += fmt::format("[{} {} rep {}]{}\n", to_hex(row.key), row.method, row.repetition, tree_newick(row.tree));
  return text;
}

std::filesystem::path npy_file(const std::filesystem::path& folder, const TrialRow& row) {
  return folder / (to_hex(row.key) + ".npy");
}

/// KEY.npy for each tree, and index.csv with the rows.
void write_npy(const std::filesystem::path& folder, const std::vector<TrialRow>& rows, const Outputs& outputs) {
  outputs.expect_free(folder / "index.csv");
  for (const TrialRow& row : rows)
    if (!row.tree.empty()) outputs.expect_free(npy_file(folder, row));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    core::fail("cannot create {} ({}), choose a folder that you can write to", folder.string(), error.message());
  std::vector<TrialRow> with_tree;
  for (const TrialRow& row : rows) {
    if (row.tree.empty()) continue;
    const std::vector<std::byte> bytes = tree_npy(row.tree);
    replace_file(npy_file(folder, row), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    with_tree.push_back(row);
  }
  replace_file(folder / "index.csv", rows_csv(with_tree));
  fmt::print("{} trees in {}, with index.csv\n", with_tree.size(), folder.string());
}

/// What is refined has more places near the border than elsewhere: a mean over them is none over the grid.
void warn_of_uneven_means(const SweepConfig& config, const std::vector<std::string>& by) {
  if (!config.refine.is_on() || by.empty()) return;
  std::vector<std::string> left_out;
  std::ranges::copy_if(config.refine.over, std::back_inserter(left_out),
                       [&](const std::string& name) { return std::ranges::find(by, name) == by.end(); });
  if (!left_out.empty())
    notice(
        "tertium report: the sweep is refined, so means over {} are of the places near its border more than of others, "
        "and not of the same ones for all methods; tell them apart with --by\n",
        fmt::join(left_out, " and "));
}

void expect_trees(const std::vector<TrialRow>& rows) {
  if (std::any_of(rows.begin(), rows.end(), [](const TrialRow& row) { return !row.tree.empty(); })) return;
  core::fail("the run holds no trees (its configuration does not store them), run it with --set store.products=yes");
}

}  // namespace

int report_command(const std::vector<std::string>& args) {
  CommandLine line("report",
                   "Mean and population standard deviation over repetitions of a metric, per method and swept "
                   "parameter. Methods that do not depend on p stand in the block of every p.",
                   "tertium report runs/hc19-fig2 --metric aari --by p,delta");
  line.argument("RUN", "folder of the run");
  line.option(
      "metric", 0, "NAME",
      "what to summarise, e.g. dasgupta_cost, t_cluster (default: what the figure shows, else aari, for data sets "
      "dasgupta_cost, where the run has it)");
  line.option("format", 0, "FORMAT", "text (the default), csv, latex, or siunitx: LaTeX with numbers for that package");
  line.option("by", 0, "NAMES",
              "parameters to tell apart, the rows' last; over others the mean is taken (default: all that vary)");
  if (!line.parse(args)) return kComplete;
  ReportOptions options;
  options.metric = line.text("metric");
  options.format = find_report_format(line.text("format", "text"));
  options.by = core::split_list(line.text("by"));
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const std::optional<Plan> plan = plan_if_possible(folder);
  std::vector<TrialRow> rows = folder.load_whole().rows;
  if (plan) {
    options.methods = plan->config.method_names();
    options.preferred = preferred_metrics(plan->config);
    rows = planned_rows(*plan, std::move(rows));
  }
  fmt::print("{}", report_text(rows, options));
  if (options.format == ReportFormat::kCsv)  // the others have it below the table
    notice("{}", absent_text(rows, choose_metric(rows, options.metric, options.preferred)));
  tell_of_older_rows("report", rows);
  if (plan) warn_of_uneven_means(plan->config, options.by);
  if (plan && rows.size() < plan->trials.size())
    notice("tertium report: {} of {} trials are missing so far\n", plan->trials.size() - rows.size(),
           plan->trials.size());
  return kComplete;
}

int export_command(const std::vector<std::string>& args) {
  CommandLine line("export",
                   "Writes the rows of a run for other programs: as CSV, their trees as Newick (one a line), or as one "
                   ".npy file each, which scipy.cluster.hierarchy takes.",
                   "tertium export runs/hc19-fig2 --csv -o rows.csv");
  line.argument("RUN", "folder of the run");
  line.flag("csv", "one line per trial, without trees");
  line.flag("newick", "trees with the objects' numbers as names; needs stored trees ([store] products)");
  line.flag("npy", "trees as scipy's Z, KEY.npy each, with index.csv; needs stored trees ([store] products)");
  line.option("output", 'o', "NAME", "file (default: standard output), for --npy a folder; outside of RUN");
  add_force_option(line);
  if (!line.parse(args)) return kComplete;
  const int formats = int{line.has("csv")} + int{line.has("newick")} + int{line.has("npy")};
  if (formats != 1) throw core::UsageError("name one format: --csv, --newick or --npy");
  if (line.has("npy") && !line.has("output"))
    throw core::UsageError("--output is missing, name the folder of the .npy files: -o FOLDER");
  const Outputs outputs = export_outputs(line);
  const std::vector<TrialRow> rows = rows_in_order(RunFolder::open(line.text("RUN")));
  if (line.has("csv")) {
    put(line.text("output"), rows_csv(rows));
    return kComplete;
  }
  expect_trees(rows);
  if (line.has("newick"))
    put(line.text("output"), newick_lines(rows));
  else
    write_npy(line.text("output"), rows, outputs);
  return kComplete;
}

}  // namespace tertium::experiments
