// tertium report: the rows of a run for people and for other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/report/absent_scores.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/report/row_export.hpp"
#include "experiments/run/row_builds.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/text_file.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

/// The same by columns, for lines without trees.
experiments::RowTable table_in_order(const experiments::RunFolder& folder) {
  experiments::RowTable rows = folder.load_whole_table(experiments::columns_of_csv());
  if (const std::optional<experiments::Plan> plan = experiments::plan_if_possible(folder))
    experiments::order_as_planned(*plan, rows);
  return rows;
}

/// Rows in the order of the plan, where there is one; then the others by key.
std::vector<experiments::TrialRow> rows_in_order(const experiments::RunFolder& folder) {
  std::vector<experiments::TrialRow> rows = folder.load_whole().rows;
  if (const std::optional<experiments::Plan> plan = experiments::plan_if_possible(folder))
    experiments::order_as_planned(*plan, rows);
  return rows;
}

struct RowsOptions {
  std::string run, format = "text";
  std::optional<std::string> output{};
  experiments::ReportOptions means{};
  bool force = false;

  bool into_file() const { return output && !output->empty() && *output != "-"; }
};

/// Checked before rows are read. A run's own folder is no place: what is there is taken for a part of the run.
Outputs export_outputs(const RowsOptions& options) {
  Outputs outputs({options.run}, options.force);
  if (!options.into_file()) return outputs;
  if (lies_in(*options.output, options.run))
    core::fail("{}: is inside the run that is exported (nothing else belongs there), give another output",
               std::filesystem::path(*options.output).string());
  if (options.format != "npy") outputs.expect_free(*options.output);
  return outputs;
}

/// To the file, or to standard output where none is named.
void put(const RowsOptions& options, const std::string& text) {
  if (options.into_file())
    files::replace_file(*options.output, text);
  else
    fmt::print("{}", text);
}

/// The same of a CSV line a row, piece by piece.
void put_rows(const RowsOptions& options, const experiments::RowTable& rows) {
  if (!options.into_file())
    return experiments::write_rows_csv(rows, [](std::string_view piece) { fmt::print("{}", piece); });
  if (files::is_stream(*options.output)) return put(options, experiments::rows_csv(rows));
  files::replace_file(*options.output, [&](const std::filesystem::path& file) {
    std::ofstream out(file, std::ios::binary);
    experiments::write_rows_csv(rows, [&](std::string_view piece) { out << piece; });
    if (!out.flush())
      core::fail("{} cannot be written ({}), free some space or name another file", file.string(),
                 std::strerror(errno));
  });
}

/// One tree a line; a comment in brackets, which readers pass over, tells the trial.
std::string newick_lines(const std::vector<experiments::TrialRow>& rows) {
  std::string text;
  for (const experiments::TrialRow& row : rows)
    if (!row.tree.empty())
      text += fmt::format("[{} {} rep {}]{}\n", experiments::to_hex(row.key), row.method, row.repetition,
                          experiments::tree_newick(row.tree));
  return text;
}

std::filesystem::path npy_file(const std::filesystem::path& folder, const experiments::TrialRow& row) {
  return folder / (experiments::to_hex(row.key) + ".npy");
}

/// KEY.npy for each tree, and index.csv with the rows.
void write_npy(const std::filesystem::path& folder, const std::vector<experiments::TrialRow>& rows,
               const Outputs& outputs) {
  outputs.expect_free(folder / "index.csv");
  for (const experiments::TrialRow& row : rows)
    if (!row.tree.empty()) outputs.expect_free(npy_file(folder, row));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    core::fail("cannot create {} ({}), choose a folder that you can write to", folder.string(), error.message());
  std::vector<experiments::TrialRow> with_tree;
  for (const experiments::TrialRow& row : rows) {
    if (row.tree.empty()) continue;
    const std::vector<std::byte> bytes = experiments::tree_npy(row.tree);
    files::replace_file(npy_file(folder, row), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    with_tree.push_back(row);
  }
  files::replace_file(folder / "index.csv", experiments::rows_csv(with_tree));
  fmt::print("{} trees in {}, with index.csv\n", with_tree.size(), folder.string());
}

/// What is refined has more places near the border than elsewhere: a mean over them is none over the grid.
void warn_of_uneven_means(const experiments::SweepConfig& config, const std::vector<std::string>& by) {
  if (!config.refine.is_on() || by.empty()) return;
  std::vector<std::string> left_out;
  std::ranges::copy_if(config.refine.over, std::back_inserter(left_out),
                       [&](const std::string& name) { return std::ranges::find(by, name) == by.end(); });
  if (!left_out.empty())
    terminal::notice(
        "tertium report: the sweep is refined, so means over {} are mostly of points near its contour, and of "
        "different points for each method; separate them with --by\n",
        fmt::join(left_out, " and "));
}

void expect_trees(const std::vector<experiments::TrialRow>& rows) {
  if (std::any_of(rows.begin(), rows.end(), [](const experiments::TrialRow& row) { return !row.tree.empty(); })) return;
  core::fail("the run contains no trees (its configuration does not store them), run it with --set store.products=yes");
}

CommandLine command_line(RowsOptions& options) {
  CommandLine line("report",
                   "Mean and population standard deviation of a metric over repetitions, per method and swept "
                   "parameter. Or the rows themselves, or their trees, for other programs.",
                   "tertium report runs/hc19-fig2 --metric aari --by p,delta\n"
                   "  tertium report runs/hc19-fig2 --format rows -o rows.csv\n"
                   "  tertium report hc19-fig2 --claims");
  line.argument("RUN", options.run, "folder of the run");
  line.see_also("status, figure; tertium report --claims --help: which claims about a figure hold");
  line.option("metric", 0, "NAME", options.means.metric,
              "metric to summarise, e.g. dasgupta_cost, t_cluster (default: that of the figure, else aari, or for data "
              "sets dasgupta_cost, if the run has it)");
  line.option("by", 0, "NAMES", into(options.means.by, [](const std::string& text) { return core::split_list(text); }),
              "parameters to separate, that of the rows last; means are over the others (default: all that vary)");
  line.option("format", 0, "FORMAT", options.format,
              "means: text (default), csv, latex, or siunitx for that package. rows: a CSV line per trial. Trees (need "
              "[store] products): newick, one per line; npy, one file each, for scipy");
  line.flag("claims", "check the claims about a figure instead; has its own options");
  line.option("output", 'o', "NAME", options.output,
              "file (default: standard output), for npy a folder; outside of RUN");
  add_force_option(line, options.force);
  return line;
}

void report_means(const RowsOptions& asked) {
  experiments::ReportOptions options = asked.means;
  options.format = experiments::find_report_format(asked.format);
  const experiments::RunFolder folder = experiments::RunFolder::open(asked.run);
  const std::optional<experiments::Plan> plan = experiments::plan_if_possible(folder);
  experiments::RowTable rows = folder.load_whole_table(experiments::columns_of_means());
  if (plan) {
    options.methods = plan->config.method_names();
    options.preferred = experiments::preferred_metrics(plan->config);
    rows = experiments::planned_rows(*plan, std::move(rows));
  }
  put(asked, experiments::report_text(rows, options));
  if (options.format == experiments::ReportFormat::kCsv)  // the others have it below the table
    terminal::notice(
        "{}", experiments::absent_text(rows, experiments::choose_metric(rows, options.metric, options.preferred)));
  experiments::tell_of_older_rows("report", rows);
  if (plan) warn_of_uneven_means(plan->config, options.by);
  if (plan && rows.size() < plan->trials.size())
    terminal::notice("tertium report: {} of {} trials are missing so far\n", plan->trials.size() - rows.size(),
                     plan->trials.size());
}

void report_rows(const CommandLine& line, const RowsOptions& options, const Outputs& outputs) {
  const std::string& format = options.format;
  for (const char* option : {"metric", "by"})
    if (line.has(option))
      throw core::UsageError(fmt::format("--{} is for means (--format {} has rows), leave it out", option, format));
  if (format == "npy" && !options.output)
    throw core::UsageError("--output is missing, name the folder of the .npy files: -o FOLDER");
  const experiments::RunFolder folder = experiments::RunFolder::open(options.run);
  if (format == "rows") return put_rows(options, table_in_order(folder));
  const std::vector<experiments::TrialRow> rows = rows_in_order(folder);
  expect_trees(rows);
  if (format == "newick")
    put(options, newick_lines(rows));
  else
    write_npy(*options.output, rows, outputs);
}

}  // namespace

int report_command(const std::vector<std::string>& args) {
  if (std::ranges::find(args, "--claims") != args.end()) return claims_command(args);
  RowsOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  const Outputs outputs = export_outputs(options);
  constexpr std::array kOfRows{"rows", "newick", "npy"};
  if (std::ranges::find(kOfRows, options.format) != kOfRows.end())
    report_rows(line, options, outputs);
  else
    report_means(options);
  return terminal::kComplete;
}

}  // namespace tertium::program
