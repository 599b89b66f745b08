// tertium claims: verdicts on the rows that there are, or with repetitions added until they are decided.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/claims/bounds.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/claims/claim_rows.hpp"
#include "experiments/claims/claims_table.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/mpi/mpi.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/trial_row.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/exit_code.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUntilDecided = "until-decided";
/// Repetitions, in those of the first look, at which --until-decided gives up where --limit does not say.
constexpr std::int64_t kMostTimes = 16;

/// What only says how to run.
constexpr std::array kOfRuns = {"limit",  "workers",       "threads",      "team-size", "retry-failed", "deadline",
                                "margin", "trial-timeout", "trial-memory", "max-fail",  "time-limit",   "costs"};

CommandLine claims_line() {
  CommandLine line(
      "claims",
      "Which of the statements about a figure hold on the rows of its run: configs/NAME.claims lists them, "
      "docs/claims.md tells how they are written and decided. Exit code 1 if one fails, 3 if rows are missing. With "
      "--until-decided, runs what is missing, and then more repetitions of what is undecided: twice as many at each "
      "look. Each look spends a part of the 5 % of wrong verdicts, so that looking again does not raise them.",
      "tertium claims hc19-fig2");
  line.argument("CONFIG", "name of a configuration (configs/NAME.ini), or INI file");
  line.flag("smoke", "take the small twin of the configuration; the claims are those of the whole figure");
  line.option("output", 'o', "RUN", "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.flag(kUntilDecided, "add repetitions until each claim is decided");
  line.option("limit", 0, "N", "repetitions at most (default: 16 times those planned, or 160 where fewer than 10 are)");
  add_set_option(line);
  add_sweep_options(line);
  return line;
}

/// None where nothing was run yet.
std::vector<TrialRow> rows_in(const fs::path& run) {
  std::error_code error;
  if (!fs::exists(run, error) && !error) return {};
  return RunFolder::open(run).load_whole().rows;
}

bool any(const std::vector<ClaimResult>& results, Verdict verdict) {
  return std::any_of(results.begin(), results.end(), [&](const ClaimResult& r) { return r.verdict == verdict; });
}

/// The line that runs what is missing.
std::string run_line(const CommandLine& line, const fs::path& run, bool again) {
  std::string text = fmt::format("tertium run {}{}", line.text("CONFIG"), line.has("smoke") ? " --smoke" : "");
  for (const std::string& set : line.texts("set")) text += fmt::format(" --set '{}'", set);
  return fmt::format("{} -o {}{}", text, run.string(), again ? " --retry-failed" : "");
}

int told(const CommandLine& line, const fs::path& run, const std::vector<ClaimResult>& results) {
  fmt::print("{}", claims_text(results));
  if (any(results, Verdict::kMissing)) {
    const bool failed =
        std::any_of(results.begin(), results.end(), [](const ClaimResult& r) { return r.missing.failed > 0; });
    notice("tertium: no verdict without all planned rows; this runs them: {}\n", run_line(line, run, failed));
  }
  return any(results, Verdict::kFails) ? kError : any(results, Verdict::kMissing) ? kIncomplete : kComplete;
}

int claims_now(const CommandLine& line) {
  for (const char* name : kOfRuns)
    if (line.has(name))
      throw core::UsageError(fmt::format("--{} is of --until-decided, give that, too, or leave it out", name));
  const std::vector<Claim> claims = read_claims(claims_file(line.text("CONFIG")));
  const Plan plan = plan_of(line);
  const fs::path run = run_of(line, plan.config);
  const ClaimRows rows(plan, rows_in(run));
  std::vector<ClaimResult> results;
  for (const Claim& claim : claims) results.push_back(evaluate(claim, rows));
  return told(line, run, results);
}

/// Looks at growing numbers of repetitions. What a look decides stays; of the others the trials of the next one are
/// run.
class Looks {
 public:
  Looks(const std::vector<Claim>& claims, SweepConfig config, fs::path run, SweepOptions options)
      : claims_(claims),
        config_(std::move(config)),
        run_(std::move(run)),
        options_(std::move(options)),
        results_(claims.size()) {}

  /// Runs what the open claims lack at so many repetitions, and judges them. How the run ended.
  ExitCode look(std::int64_t repetitions, MpiSession& mpi, OtherRanks& others) {
    config_.repetitions = repetitions;
    const Plan plan = make_plan(config_);
    const ClaimRows before(plan, rows_in(run_));
    std::set<TrialKey> needed;
    for (std::size_t k = 0; k < claims_.size(); ++k)
      if (is_open(k)) needed.merge(trials_of(claims_[k], before));
    ExitCode code = kComplete;
    if (before.missing(needed).trials > 0)
      code = run_sweep({plan, run_, std::vector<TrialKey>(needed.begin(), needed.end())}, mpi, others, options_);
    const ClaimRows rows(plan, rows_in(run_));
    ++looks_;
    for (std::size_t k = 0; k < claims_.size(); ++k)
      if (is_open(k)) results_[k] = evaluate(claims_[k], rows, error_of_look(looks_));
    return code;
  }

  bool is_over() const {
    for (std::size_t k = 0; k < claims_.size(); ++k)
      if (is_open(k)) return false;
    return true;
  }

  const std::vector<ClaimResult>& results() const { return results_; }

 private:
  bool is_open(std::size_t k) const {
    const ClaimResult& result = results_[k];
    return result.verdict == Verdict::kMissing || (result.verdict == Verdict::kUndecided && !result.decisive.hopeless);
  }

  const std::vector<Claim>& claims_;
  SweepConfig config_;
  fs::path run_;
  SweepOptions options_;
  std::vector<ClaimResult> results_;
  std::size_t looks_ = 0;
};

int claims_until_decided(const std::vector<std::string>& args, MpiSession& mpi, OtherRanks& others) {
  CommandLine line = claims_line();
  if (!line.parse(args)) return kComplete;
  if (mpi.size() > 1)
    throw core::UsageError(
        "--until-decided starts one run after the other (under mpirun there is one), leave mpirun out");
  const std::vector<Claim> claims = read_claims(claims_file(line.text("CONFIG")));
  Plan plan = plan_of(line);
  SweepOptions options = sweep_options(line);
  const fs::path run = run_of(line, plan.config);
  options.command_line = fmt::format("tertium claims {}", fmt::join(args, " "));
  // Fewer decide hardly anything, and every look costs.
  const auto first = std::max<std::int64_t>(plan.config.repetitions, kEnoughRepetitions);
  const std::int64_t most = line.integer("limit", kMostTimes * first, 1, std::numeric_limits<std::int32_t>::max());
  Looks looks(claims, plan.config, run, options);
  for (std::int64_t repetitions = std::min(most, first);; repetitions = std::min(most, 2 * repetitions)) {
    const ExitCode code = looks.look(repetitions, mpi, others);
    notice("tertium: {}: {}\n", counted(static_cast<std::size_t>(repetitions), "repetition"),
           summary_of(looks.results()));
    if (code != kComplete || looks.is_over() || repetitions == most) break;
  }
  return told(line, run, looks.results());
}

}  // namespace

int claims_command(const std::vector<std::string>& args) {
  if (std::find(args.begin(), args.end(), fmt::format("--{}", kUntilDecided)) != args.end())
    return on_rank_0(claims_until_decided, args);
  CommandLine line = claims_line();
  return line.parse(args) ? claims_now(line) : kComplete;
}

}  // namespace tertium::experiments
