#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

/// configs/NAME.claims beside configs/NAME.ini.
fs::path claims_file(const fs::path& config) {
  return fs::path(config).replace_extension(".claims");
}

std::string numbers_text(const ClaimResult& result) {
  const Interval& interval = result.decisive;
  if (interval.n == 0) return interval.what + ": no finished trials";
  const std::string bounds =
      interval.n > 1 ? fmt::format(" ({:.3g} to {:.3g})", interval.low, interval.high) : std::string();
  return fmt::format("{}: difference {:.3g}{}; {}, {}", interval.what, interval.mean, bounds,
                     counted(interval.n, "repetition"), counted(result.points, "point"));
}

std::string as_text(const std::vector<ClaimResult>& results) {
  std::size_t width = 0;
  for (const ClaimResult& result : results) width = std::max(width, display_width(result.claim->name));
  constexpr std::size_t kVerdict = 11;
  const std::size_t indent = width + 2 + kVerdict;
  std::string text;
  for (const ClaimResult& result : results) {
    const std::string blanks(width - display_width(result.claim->name), ' ');
    text += fmt::format("{}{}  {:<{}}{}\n", result.claim->name, blanks, verdict_name(result.verdict), kVerdict,
                        wrapped(result.claim->says, indent));
    text += fmt::format("{:{}}{}\n", "", indent, wrapped(numbers_text(result), indent));
  }
  return text;
}

std::string as_markdown(const std::vector<ClaimResult>& results) {
  std::string text = "| | statement | source | verdict | what decides |\n| --- | --- | --- | --- | --- |\n";
  for (const ClaimResult& result : results)
    text += fmt::format("| {} | {} | {} | **{}** | {} |\n", result.claim->name, result.claim->says,
                        result.claim->source, verdict_name(result.verdict), numbers_text(result));
  return text;
}

ExitCode code_of(const std::vector<ClaimResult>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(), [&](const ClaimResult& r) { return r.verdict == verdict; });
  };
  return any(Verdict::kFails) ? kError : any(Verdict::kMissing) ? kIncomplete : kComplete;
}

}  // namespace

int claims_command(const std::vector<std::string>& args) {
  CommandLine line(
      "claims",
      "Which of the statements about a figure hold on the rows of its run: configs/NAME.claims lists them, "
      "docs/claims.md tells how they are written and decided. Exit code 1 if one fails, 3 if rows are "
      "missing.",
      "tertium claims hc19-fig2");
  line.argument("CONFIG", "name of a configuration (configs/NAME.ini), or INI file");
  line.flag("smoke", "take the small twin of the configuration; the claims are those of the whole figure");
  line.option("output", 'o', "RUN", "folder of the results (default: runs/NAME, or runs/NAME-smoke)");
  line.flag("markdown", "as a table for a document");
  if (!line.parse(args)) return kComplete;
  const fs::path config = find_config(line.text("CONFIG"));
  const Plan plan = plan_of(line);
  const fs::path run = run_of(line, plan.config);
  StoreContent content = RunFolder::open(run).load_whole();
  const std::vector<Claim> claims = read_claims(claims_file(config));
  const ClaimRows rows(plan, std::move(content.rows));
  std::vector<ClaimResult> results;
  for (const Claim& claim : claims) results.push_back(evaluate(claim, plan, rows));
  fmt::print("{}", line.has("markdown") ? as_markdown(results) : as_text(results));
  return code_of(results);
}

}  // namespace tertium::experiments
