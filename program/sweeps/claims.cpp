// tertium report --claims: verdicts on the rows that there are, or with repetitions added until they are decided.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/claims_table.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/claims/looks.hpp"
#include "experiments/claims/needed.hpp"
#include "experiments/config/config.hpp"
#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/row_builds.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/trial_row.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUntilDecided = "until-decided";

/// What only says how to run.
constexpr std::array kOfRuns = {"limit",  "workers",       "threads",      "team-size", "redo",       "deadline",
                                "margin", "trial-timeout", "trial-memory", "max-fail",  "time-limit", "costs"};

struct ClaimsOptions {
  ConfigChoice config;
  std::optional<fs::path> output{};
  std::optional<std::int64_t> limit{};
  experiments::SweepOptions sweep{};
};

CommandLine claims_line(ClaimsOptions& options) {
  CommandLine line("report",
                   "Checks which claims about a figure hold on the rows of its run. NAME.claims next to NAME.ini lists "
                   "them; docs/claims.md explains how they are written and decided. Exit code 1 if one fails, 3 if "
                   "rows are missing. --until-decided runs what is missing, then more repetitions for undecided "
                   "claims: twice as many at each look. The 5 % of wrong verdicts are for all looks together. For "
                   "claims that stay undecided, the number of repetitions they need is estimated.",
                   "tertium report hc19-fig2 --claims\n"
                   "  tertium report hc19-fig2 --claims --until-decided --limit 40");
  line.flag("claims", "what this page is about");
  add_config_options(line, options.config);
  line.option("output", 'o', "RUN", options.output, "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.flag(kUntilDecided, "add repetitions until each claim is decided");
  add_looks_limit(line, options.limit);
  add_sweep_options(line, options.sweep);
  return line;
}

bool any(const std::vector<experiments::ClaimResult>& results, experiments::Verdict verdict) {
  return std::any_of(results.begin(), results.end(),
                     [&](const experiments::ClaimResult& r) { return r.verdict == verdict; });
}

/// The line that runs what is missing.
std::string run_line(const ConfigChoice& config, const fs::path& run, bool again) {
  std::string text = fmt::format("tertium run {}{}", config.name, config.smoke ? " --smoke" : "");
  if (!config.steps.empty()) text += fmt::format(" --steps '{}'", config.steps.string());
  for (const std::string& set : config.set) text += fmt::format(" --set '{}'", set);
  return fmt::format("{} -o {}{}", text, run.string(), again ? " --redo failed" : "");
}

int print_results(const ConfigChoice& config, const fs::path& run, const std::vector<experiments::ClaimResult>& results,
                  const std::vector<std::string>& needs = {}) {
  fmt::print("{}", experiments::claims_text(results, needs));
  if (config.smoke)
    terminal::notice("tertium: these are for the points of the small version, not verdicts on the figure\n");
  const bool missing =
      std::ranges::any_of(results, [](const experiments::ClaimResult& r) { return r.missing.trials > 0; });
  if (missing) {
    const bool failed = std::any_of(results.begin(), results.end(),
                                    [](const experiments::ClaimResult& r) { return r.missing.failed > 0; });
    terminal::notice("tertium: no verdict without all planned rows; to run them: {}\n", run_line(config, run, failed));
  }
  return any(results, experiments::Verdict::kFails) ? terminal::kError
         : missing                                  ? terminal::kIncomplete
                                                    : terminal::kComplete;
}

/// Of the plan; those that an older program made are told.
std::vector<experiments::TrialRow> rows_with_notice(const experiments::Plan& plan, const fs::path& run) {
  std::vector<experiments::TrialRow> rows = experiments::planned_rows(plan, experiments::rows_in(run));
  experiments::tell_of_older_rows("report", rows);
  return rows;
}

int claims_now(const CommandLine& line, const ClaimsOptions& options) {
  for (const char* name : kOfRuns)
    if (line.has(name))
      throw core::UsageError(fmt::format("--{} only applies with --until-decided, add that or leave it out", name));
  const std::vector<experiments::Claim> claims =
      experiments::read_claims(experiments::claims_file(options.config.name));
  const experiments::SweepConfig config = options.config.read();
  const fs::path run = options.config.run(options.output, config);
  const experiments::Plan plan = experiments::plan_in(config, experiments::RunFolder::intend(run)).plan;
  const experiments::ClaimRows rows(plan, rows_with_notice(plan, run));
  std::vector<experiments::ClaimResult> results;
  for (const experiments::Claim& claim : claims)
    results.push_back(options.config.smoke ? experiments::evaluate_small_version(claim, rows)
                                           : experiments::evaluate(claim, rows));
  return print_results(options.config, run, results);
}

void tell_look(const experiments::Looks& looks) {
  terminal::notice("tertium: {}: {}\n", core::counted(static_cast<std::size_t>(looks.looked_at()), "repetition"),
                   experiments::summary_of(looks.results()));
}

int claims_until_decided(const std::vector<std::string>& args, experiments::MpiSession& mpi,
                         experiments::OtherRanks& others) {
  ClaimsOptions options;
  if (!claims_line(options).parse(args)) return terminal::kComplete;
  std::vector<experiments::Claim> claims = experiments::read_claims(experiments::claims_file(options.config.name));
  experiments::SweepConfig config = options.config.read();
  const fs::path run = options.config.run(options.output, config);
  options.sweep.command_line = fmt::format("tertium report {}", fmt::join(args, " "));
  if (config.refine.is_on())
    throw core::UsageError("a refined sweep itself adds repetitions to what is undecided, leave --until-decided out");
  experiments::Looks looks(std::move(claims), config, run, options.limit, options.sweep.costs);
  if (looks.looked_at() > 0) tell_look(looks);
  terminal::ExitCode code = terminal::kComplete;
  for (std::vector<std::size_t> open = looks.open(); !open.empty() && code == terminal::kComplete;
       open = looks.open()) {
    if (std::optional<experiments::SweepTask> task = looks.missing(open))
      code = experiments::run_sweep(std::move(*task), mpi, others, options.sweep);
    if (!looks.judge()) break;
    tell_look(looks);
  }
  config.repetitions = std::max(config.repetitions, looks.looked_at());
  rows_with_notice(experiments::make_plan(std::move(config)), run);
  std::vector<std::string> needs;
  for (std::size_t k = 0; k < looks.results().size(); ++k) needs.push_back(experiments::needed_text(looks.needed(k)));
  const int result_code = print_results(options.config, run, looks.results(), needs);
  return result_code == terminal::kComplete ? code : result_code;
}

}  // namespace

int claims_command(const std::vector<std::string>& args) {
  if (std::find(args.begin(), args.end(), fmt::format("--{}", kUntilDecided)) != args.end())
    return experiments::on_rank_0(claims_until_decided, args);
  ClaimsOptions options;
  CommandLine line = claims_line(options);
  return line.parse(args) ? claims_now(line, options) : terminal::kComplete;
}

}  // namespace tertium::program
