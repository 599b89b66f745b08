// tertium status --programs, --failures, --verify, and merge: what a run folder holds, and whether that is all.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "experiments/plan/grid.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/shards.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/sweeps/commands.hpp"
#include "program/sweeps/status.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

double file_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? 0.0 : static_cast<double>(size);
}

std::string count_text(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, n] : counts) parts.push_back(fmt::format("{} {}", n, name));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<terminal::Fact> plan_facts(const experiments::RunFolder& folder) {
  std::error_code error;
  if (!std::filesystem::exists(experiments::config_path(folder), error)) return {{"plan", "unknown (no config.ini)"}};
  const experiments::Plan plan = experiments::plan_of_run(folder);
  return {{"sweep", plan.config.name},
          {"model", plan.config.model->name},
          {"methods", fmt::format("{}", fmt::join(plan.config.method_names(), ", "))},
          {"plan", fmt::format("{} points x {} repetitions, {} trials, seed {}", plan.points.size(),
                               plan.config.repetitions, plan.trials.size(), plan.config.seed)}};
}

std::vector<terminal::Fact> store_facts(const experiments::RunFolder& folder, const experiments::StoreTable& content) {
  std::map<std::string, std::size_t> statuses;
  double seconds = 0.0, scores = 0.0, segments = 0.0;
  std::size_t trees = 0;
  const experiments::RowTable& rows = content.rows;
  const std::vector<bool> hosts = rows.column<&experiments::TrialRow::host>().occurring();
  for (const experiments::TrialStatus status : rows.column<&experiments::TrialRow::status>())
    ++statuses[std::string(experiments::status_name(status))];
  for (std::size_t row = 0; row < rows.size(); ++row) {
    seconds += rows.seconds(row);
    scores += rows.column<&experiments::TrialRow::t_score>()[row];
    trees += rows.column<&experiments::TrialRow::tree>()[row] ? 1U : 0U;
  }
  for (const std::filesystem::path& path : folder.list_segments()) segments += file_bytes(path);
  const double merged = file_bytes(folder.results());
  std::vector<terminal::Fact> facts = {
      {"rows", count_text(statuses) + (trees > 0 ? fmt::format("; {} with trees", trees) : "")},
      {"computed", fmt::format("{} of trials, {} of it for scores, on {}", core::duration_text(seconds),
                               core::duration_text(scores), core::counted(std::ranges::count(hosts, true), "machine"))},
      {"files", fmt::format("{}, {}; results.h5 {}", core::counted(content.n_segments, "segment"),
                            core::bytes_text(segments), merged > 0 ? core::bytes_text(merged) : "not made yet")}};
  for (const experiments::DamagedFile& file : content.damaged) facts.emplace_back("damaged", file.reason);
  return facts;
}

std::string writer_line(const experiments::RunRecord& run) {
  return fmt::format("{} to {}\n    {}, {} x {}{}; commit {}{}, build {}, {}\n    {}\n", run.started, run.finished,
                     run.host, core::counted(run.ranks, "rank"), core::counted(run.threads, "thread"),
                     run.slurm_job_id.empty() ? "" : ", Slurm job " + run.slurm_job_id, run.commit,
                     run.dirty ? " and changes" : "", run.build.empty() ? "unknown" : run.build.substr(0, 12),
                     run.compiler, terminal::wrapped(run.command_line, 4));
}

/// The planned trials that ended otherwise than done, in the order of the plan.
std::vector<std::pair<const experiments::Trial*, const experiments::TrialRow*>> failures_of(
    const experiments::Plan& plan, const std::vector<experiments::TrialRow>& rows) {
  std::unordered_map<experiments::TrialKey, const experiments::TrialRow*> failed;
  for (const experiments::TrialRow& row : rows)
    if (row.status != experiments::TrialStatus::done) failed.emplace(row.key, &row);
  std::vector<std::pair<const experiments::Trial*, const experiments::TrialRow*>> found;
  for (const experiments::Trial& trial : plan.trials)
    if (const auto at = failed.find(trial.key); at != failed.end()) found.emplace_back(&trial, at->second);
  return found;
}

std::string entry(const experiments::Plan& plan, const experiments::Trial& trial, const experiments::TrialRow& row,
                  const std::string& run) {
  return fmt::format(
      "\n{}\n  {}\n  tertium status {} --trial {}\n", terminal::wrapped(experiments::trial_name(plan, trial), 2),
      terminal::wrapped(fmt::format("{} on {}: {}", experiments::status_name(row.status), row.host, row.message), 2),
      run, experiments::short_key(row.key));
}

}  // namespace

int show_programs(const StatusOptions& options) {
  const experiments::RunFolder folder = experiments::RunFolder::open(options.run.name);
  const experiments::StoreTable content = folder.load_table({"t_wall", "t_score", "host", "tree"});
  std::vector<terminal::Fact> facts = plan_facts(folder);
  const std::vector<terminal::Fact> stored = store_facts(folder, content);
  facts.insert(facts.end(), stored.begin(), stored.end());
  fmt::print("{}", terminal::fact_lines(facts, 0));
  const std::size_t all = content.runs.size();
  const std::size_t shown = options.shown(all, 10);
  fmt::print("\nwritten by {}{}\n", core::counted(all, "program"),
             shown < all ? fmt::format(", the last {} (--all shows all)", shown) : "");
  for (std::size_t k = all - shown; k < all; ++k) fmt::print("  {}", writer_line(content.runs[k]));
  return terminal::kComplete;
}

int show_failures(const StatusOptions& options) {
  const experiments::RunFolder folder = experiments::RunFolder::open(options.run.name);
  const experiments::Plan plan = experiments::plan_of_run(folder);
  const experiments::StoreContent content = folder.load();
  const auto failed = failures_of(plan, content.rows);
  if (failed.empty()) {
    fmt::print("no failures among {} trials\n", content.rows.size());
    return terminal::kComplete;
  }
  std::map<std::string, std::size_t> reasons;
  for (const auto& [trial, row] : failed)
    ++reasons[fmt::format("{}: {}", experiments::status_name(row->status), row->message)];
  fmt::print("{} of {} trials did not succeed\n", failed.size(), plan.trials.size());
  for (const auto& [reason, n] : reasons) fmt::print("  {} x {}\n", n, terminal::wrapped(reason, 6));
  const std::size_t shown = options.shown(failed.size(), 20);
  for (std::size_t k = 0; k < shown; ++k)
    fmt::print("{}", entry(plan, *failed[k].first, *failed[k].second, options.run.name));
  if (shown < failed.size()) fmt::print("\n{} more: --all\n", failed.size() - shown);
  fmt::print("\nTo run all of them again: tertium run {} -o {} --redo failed\n",
             experiments::config_path(folder).string(), options.run.name);
  return terminal::kIncomplete;
}

int merge_command(const std::vector<std::string>& args) {
  std::string run;
  CommandLine line("merge",
                   "Merges all segments of a run into one compressed file, RUN/results.h5. Duplicates are compared and "
                   "dropped. `run` does this itself once nothing is missing.",
                   "tertium merge runs/hc19-fig2");
  line.argument("RUN", run, "folder of a run");
  if (!line.parse(args)) return terminal::kComplete;
  const experiments::RunFolder folder = experiments::RunFolder::open(run);
  const experiments::Plan plan = experiments::plan_of_run(folder);
  experiments::merge_run(folder, plan);
  fmt::print("{}\n{}\n", folder.results().string(),
             experiments::verify(folder, experiments::planned_keys(plan)).summary());
  return terminal::kComplete;
}

int verify_run(const StatusOptions& options) {
  const experiments::RunFolder folder = experiments::RunFolder::open(options.run.name);
  const experiments::Plan plan = experiments::plan_of_run(folder);
  const bool is_shard = options.shard.has_value();
  experiments::VerifyReport report = experiments::verify(
      folder, is_shard ? experiments::shard_keys(experiments::parse_shard_name(*options.shard), plan)
                       : experiments::planned_keys(plan));
  if (is_shard) report.n_unplanned = 0;  // rows of other shards
  fmt::print("{}\n", report.summary());
  for (const experiments::DamagedFile& file : report.damaged) fmt::print("damaged: {}\n", file.reason);
  for (const experiments::RowConflict& conflict : report.conflicts)
    fmt::print("not reproducible: {} differs in {} between {} and {}\n", experiments::to_hex(conflict.key),
               conflict.difference, conflict.first, conflict.second);
  if (!report.damaged.empty() || !report.conflicts.empty()) return terminal::kError;
  if (options.tolerate_failed) report.failed.clear();
  return report.complete() ? terminal::kComplete : terminal::kIncomplete;
}

}  // namespace tertium::program
