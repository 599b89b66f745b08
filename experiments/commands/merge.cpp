#include <fmt/format.h>

#include "experiments/commands/commands.hpp"
#include "experiments/run/merge_run.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/shards.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

int merge_command(const std::vector<std::string>& args) {
  CommandLine line(
      "merge",
      "Writes RUN/results.h5, one compressed file, out of all segments of a run; duplicates are compared and dropped. "
      "`run` does it by itself once nothing is missing.",
      "tertium merge runs/hc19-fig2");
  line.argument("RUN", "folder of a run");
  if (!line.parse(args)) return kComplete;
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const Plan plan = plan_of_run(folder);
  merge_run(folder, plan);
  fmt::print("{}\n{}\n", folder.results().string(), verify(folder, planned_keys(plan)).summary());
  return kComplete;
}

int verify_command(const std::vector<std::string>& args) {
  CommandLine line(
      "verify",
      "Checks that every planned trial is there, done and whole. Exit code 0 only then, 3 if something is missing.",
      "tertium verify runs/hc19-fig2");
  line.argument("RUN", "folder of a run");
  line.option("shard", 0, "FILE:K", "only the trials of shard K of a file made by tertium slurm");
  line.flag("tolerate-failed", "failed trials count as there: exit code 3 only if some were never run");
  if (!line.parse(args)) return kComplete;
  const RunFolder folder = RunFolder::open(line.text("RUN"));
  const Plan plan = plan_of_run(folder);
  const bool is_shard = line.has("shard");
  VerifyReport report =
      verify(folder, is_shard ? shard_keys(parse_shard_name(line.text("shard")), plan) : planned_keys(plan));
  if (is_shard) report.n_unplanned = 0;  // rows of other shards
  fmt::print("{}\n", report.summary());
  for (const DamagedFile& file : report.damaged) fmt::print("damaged: {}\n", file.reason);
  for (const RowConflict& conflict : report.conflicts)
    fmt::print("not reproducible: {} differs in {} between {} and {}\n", to_hex(conflict.key), conflict.difference,
               conflict.first, conflict.second);
  if (!report.damaged.empty() || !report.conflicts.empty()) return kError;
  if (line.has("tolerate-failed")) report.failed.clear();
  return report.complete() ? kComplete : kIncomplete;
}

}  // namespace tertium::experiments
