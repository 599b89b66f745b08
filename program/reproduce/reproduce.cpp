// tertium reproduce: the papers' figures, all in one run, and the report of what their statements came to.
#include "program/reproduce/reproduce.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "experiments/claims/needed.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/run/sweep.hpp"
#include "files/text/text_file.hpp"
#include "pictures/drawing.hpp"
#include "program/options/command_line.hpp"
#include "program/options/figure_run.hpp"
#include "program/options/outputs.hpp"
#include "program/options/sweep_options.hpp"
#include "program/reproduce/deciding.hpp"
#include "program/reproduce/papers.hpp"
#include "program/reproduce/reproduction.hpp"
#include "program/reproduce/submission.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

struct ReproduceOptions {
  std::vector<std::string> papers;
  bool smoke = false, dry_run = false, no_run = false, until_decided = false;
  std::optional<std::int64_t> limit{};
  std::optional<double> budget{};  // seconds of a core
  fs::path runs = "runs";
  std::optional<fs::path> output{};
  std::string format = "html";
  std::string site;
  double target_time = 3600.0;  // seconds
  experiments::SweepOptions sweep{};

  fs::path report() const { return output ? *output : runs / (smoke ? "report-smoke" : "report"); }
};

void check_format(const ReproduceOptions& options) {
  const std::vector<std::string> known = {"html", "markdown"};
  if (std::ranges::find(known, options.format) == known.end()) core::fail_unknown("format", options.format, known);
}

void check_looks(const CommandLine& line, const ReproduceOptions& options) {
  if (!options.until_decided) {
    for (const auto& [name, given] :
         {std::pair("limit", options.limit.has_value()), std::pair("budget", options.budget.has_value())})
      if (given)
        throw core::UsageError(fmt::format("--{} only applies with --until-decided, add that or leave it out", name));
    return;
  }
  if (options.smoke) throw core::UsageError("small versions decide nothing, leave --smoke or --until-decided out");
  if (options.budget && options.no_run)
    throw core::UsageError("--budget limits what is run, leave --no-run or the budget out");
  if (line.has("site"))
    throw core::UsageError(
        "--until-decided starts one sweep after another, use it without --site once everything has run");
}

double parse_budget(const std::string& text, const std::string& option) {
  const double seconds = core::parse_duration(text, option);
  if (seconds <= 0.0)
    throw core::UsageError(fmt::format("{} {} decides nothing, give core time such as 8h", option, text));
  return seconds;
}

CommandLine described(ReproduceOptions& options) {
  CommandLine line("reproduce",
                   "Reproduces the papers: plans all their figures, runs what is missing as one sweep on all cores "
                   "(longest cells first, across figures), draws, checks every claim about them, and writes the "
                   "report: one self-contained page of figures, claims and verdicts. The same command again continues "
                   "where it stopped. Runs are those of tertium run and figure. configs/reproduce.papers lists the "
                   "papers. Exit code 3 if rows are missing; a claim that fails is a result, not an error.",
                   "tertium reproduce hc19 --smoke\n"
                   "  tertium reproduce --smoke\n"
                   "  tertium reproduce --dry-run\n"
                   "  tertium reproduce --no-run --format markdown\n"
                   "  tertium reproduce hc19 --until-decided --limit 40\n"
                   "  tertium reproduce --until-decided --budget 8h --dry-run\n"
                   "  tertium reproduce --site mine.ini --target-time 30m");
  line.argument("PAPER", options.papers, "hc19, hc18, adds20, lpp17, occ17, beyond, choosing, maps (default: all)",
                CommandLine::Need::kOptional);
  line.flag("smoke", options.smoke, "the small versions of all figures, in minutes");
  line.flag("dry-run", options.dry_run, "plan only: trials, time and memory of each figure, and what is done");
  line.flag("no-run", options.no_run, "report without running anything");
  line.flag("until-decided", options.until_decided,
            "run more repetitions for undecided claims, as tertium report --claims does, and report all verdicts. For "
            "claims that stay undecided, the number of repetitions they need is estimated");
  add_looks_limit(line, options.limit);
  line.option("budget", 0, "TIME", into(options.budget, parse_budget),
              fmt::format("core time for this call, e.g. 8h. Only claims that it is likely to decide get more "
                          "repetitions, cheapest first; a forecast is printed before anything runs. Each call has a "
                          "new budget. Without --limit, a claim may then have up to {} repetitions",
                          experiments::kMostNeeded));
  line.option("runs", 0, "FOLDER", options.runs, "folder of the runs, each in NAME or NAME-smoke (default: runs)");
  line.option("output", 'o', "FOLDER", options.output,
              "folder of the report (default: report or report-smoke in the folder of the runs)");
  line.option("format", 0, "FORMAT", options.format,
              "html (index.html, default) or markdown (a page for each paper with its pictures, and report.md, the "
              "index of all pages there)");
  line.option(
      "site", 's', "SITE", options.site,
      "run it on a cluster instead: INI file of the cluster, or name of one in cluster-jobs/sites (tertium slurm)");
  line.option("target-time", 0, "TIME", into(options.target_time, core::parse_duration),
              "with --site: target time of an array element, e.g. 30m (default: 1h)");
  line.then([&options](const CommandLine& words) {
    check_format(options);
    check_looks(words, options);
  });
  add_sweep_options(line, options.sweep);
  return line;
}

/// Those of which something is to be done: of a run that holds more, the rows are taken as they are.
std::vector<experiments::SweepTask> tasks_of(const std::vector<PaperRuns>& papers) {
  std::vector<experiments::SweepTask> tasks;
  for (const PaperRuns& paper : papers)
    for (const PaperFigure& figure : paper.figures)
      if (!is_part_of_run(figure.plan, experiments::RunFolder::intend(figure.run)))
        tasks.push_back({figure.plan, figure.run});
  return tasks;
}

bool lacks_rows(const std::vector<PaperRuns>& papers) {
  return std::ranges::any_of(papers, [](const PaperRuns& paper) {
    return std::ranges::any_of(paper.figures, [](const PaperFigure& f) { return f.tally.done < f.tally.trials; });
  });
}

/// Predicted core seconds of planned rows that are not there.
double planned_seconds(const std::vector<PaperRuns>& papers) {
  double seconds = 0.0;
  for (const PaperRuns& paper : papers)
    for (const PaperFigure& figure : paper.figures) seconds += figure.tally.missing_seconds;
  return seconds;
}

/// Repetitions that a claim may have: where nothing is run, all that are there, as a run with a budget left them.
std::optional<std::int64_t> most_repetitions(const ReproduceOptions& options) {
  return (options.budget || options.no_run) && !options.limit ? experiments::kMostNeeded : options.limit;
}

/// Of refined figures all that was run, not the first look alone.
void plan_again(std::vector<PaperRuns>& papers) {
  for (PaperRuns& paper : papers)
    for (PaperFigure& figure : paper.figures)
      if (figure.plan.config.refine.is_on())
        figure.plan = experiments::plan_in(figure.plan.config, experiments::RunFolder::intend(figure.run)).plan;
}

/// Adds a row for each paper: its statements, or those of this project about it; and their sum.
void add_verdicts(const nlohmann::ordered_json& report, bool of_project, std::vector<std::vector<std::string>>& rows) {
  const std::vector<std::string> verdicts = {"holds", "fails", "undecided", "no data"};
  std::vector<std::size_t> all(verdicts.size() + 1, 0);
  const auto add_row = [&](const std::string& name, const std::vector<std::size_t>& counts) {
    rows.push_back({name});
    for (const std::size_t count : counts) rows.back().push_back(fmt::format("{}", count));
  };
  for (const auto& paper : report["papers"]) {
    std::vector<std::size_t> counts(all.size(), 0);
    for (const auto& figure : paper["figures"])
      for (const auto& claim : figure["claims"]) {
        if (claim["of_project"] != of_project) continue;
        ++counts[0];
        for (std::size_t k = 0; k < verdicts.size(); ++k) counts[k + 1] += claim["verdict"] == verdicts[k] ? 1U : 0U;
      }
    for (std::size_t k = 0; k < counts.size(); ++k) all[k] += counts[k];
    if (counts[0] > 0) add_row(paper["key"], counts);
  }
  if (all[0] > 0 || !of_project) add_row(of_project ? "all of this project" : "all papers", all);
}

std::string summary_of(const nlohmann::ordered_json& report) {
  std::vector<std::vector<std::string>> rows = {{"paper", "claims", "hold", "fail", "undecided", "no data"}};
  add_verdicts(report, false, rows);
  add_verdicts(report, true, rows);
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
}

/// Throws UserError for a file by a name of the report's that is none of an earlier one.
void check_report_folder(const ReproduceOptions& options, const std::vector<PaperRuns>& papers) {
  const fs::path folder = options.report();
  constexpr std::string_view kOwn = "<meta name=\"generator\" content=\"tertium reproduce\">";
  std::vector<std::string> names = {"index.html"};
  bool own = false;
  if (options.format == "markdown") {
    names = {"report.md"};
    for (const PaperRuns& paper : papers) names.push_back(paper.paper.key + ".md");
    own = is_there(folder / "papers.json");
  } else if (is_there(folder / names[0])) {
    own = files::read_text(folder / names[0]).find(kOwn) != std::string::npos;
  }
  for (const std::string& name : names)
    if (!own && is_there(folder / name))
      core::fail("{} does not belong to a report, name another folder: -o FOLDER", (folder / name).string());
}

fs::path made_report_folder(const ReproduceOptions& options) {
  const fs::path folder = options.report();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) core::fail("cannot create the folder {} ({}), name another: -o FOLDER", folder.string(), error.message());
  return folder;
}

terminal::ExitCode write_report(const ReproduceOptions& options, std::vector<PaperRuns>& papers) {
  const std::string& format = options.format;
  const fs::path folder = made_report_folder(options);
  draw_papers(papers);
  const nlohmann::ordered_json report = described(papers, options.smoke, options.sweep.costs);
  fmt::print("{}{}", summary_of(report), open_text(papers));
  if (!pictures::run_figure_script("reproduction", {format, folder}, pictures::description_text(report)))
    return terminal::kError;
  fmt::print("report: {}\n", (folder / (format == "html" ? "index.html" : "report.md")).string());
  return terminal::kComplete;
}

/// The words that report what is there, --no-run apart.
std::string report_words(const ReproduceOptions& options) {
  std::string words = "reproduce";
  for (const std::string& paper : options.papers) words += ' ' + paper;
  return words + (options.smoke ? " --smoke" : "") + " --format " + options.format;
}

int submit(const ReproduceOptions& options, const std::vector<PaperRuns>& papers) {
  if (options.no_run) throw core::UsageError("--site is for running, leave --no-run out");
  JobRequest request;
  request.site = read_site(options.site);
  request.target_time = options.target_time;
  request.redo = options.sweep.redo;
  request.costs = options.sweep.costs;
  const fs::path folder = made_report_folder(options);
  const SubmittedPapers submitted = submit_papers(papers, request, report_words(options), options.runs, folder);
  fmt::print("report: job {} after {}, in {}\n", submitted.report, core::counted(submitted.arrays, "array"),
             folder.string());
  return terminal::kComplete;
}

int reproduce_on_rank_0(const std::vector<std::string>& args, experiments::MpiSession& mpi,
                        experiments::OtherRanks& others) {
  ReproduceOptions options;
  CommandLine line = described(options);
  if (!line.parse(args)) return terminal::kComplete;
  options.sweep.command_line = fmt::format("tertium reproduce {}", fmt::join(args, " "));
  std::vector<PaperRuns> papers =
      plan_papers(chosen_papers(read_papers(), options.papers), options.runs, options.smoke, options.sweep.costs);
  fmt::print("{}", papers_table(papers));
  std::fflush(stdout);
  const double planned = planned_seconds(papers);
  if (options.budget) {
    look_at_claims(papers, most_repetitions(options), options.sweep.costs);
    fmt::print("{}", forecast_text(papers, *options.budget, planned));
    std::fflush(stdout);
  }
  if (options.dry_run) return terminal::kComplete;
  check_report_folder(options, papers);
  if (line.has("site")) return submit(options, papers);
  std::optional<experiments::CoreBudget> budget;
  if (options.budget) options.sweep.budget = &budget.emplace(*options.budget);
  terminal::ExitCode code = options.no_run && lacks_rows(papers) ? terminal::kIncomplete : terminal::kComplete;
  if (!options.no_run)
    if (std::vector<experiments::SweepTask> tasks = tasks_of(papers); !tasks.empty()) {
      code = experiments::run_sweeps(std::move(tasks), mpi, others, options.sweep);
      plan_again(papers);
    }
  if (options.until_decided) {
    look_at_claims(papers, most_repetitions(options), options.sweep.costs);
    if (!options.no_run && experiments::drain_signal().empty()) {
      if (budget && planned > 0.0) fmt::print("{}", forecast_text(papers, budget->left(), 0.0));
      if (decide(papers, mpi, others, options.sweep) != terminal::kComplete) code = terminal::kIncomplete;
    }
  }
  if (!experiments::drain_signal().empty()) return code;
  const terminal::ExitCode written = write_report(options, papers);
  return written == terminal::kComplete ? code : written;
}

}  // namespace

int run_reproduce(const std::vector<std::string>& args) {
  return experiments::on_rank_0(reproduce_on_rank_0, args);
}

}  // namespace tertium::program
