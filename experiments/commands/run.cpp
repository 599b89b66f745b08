#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/commands/commands.hpp"
#include "experiments/commands/options/sweep_options.hpp"
#include "experiments/run/shards.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {

namespace {

int run_on_rank_0(const std::vector<std::string>& args, MpiSession& mpi, OtherRanks& others) {
  CommandLine line(
      "run",
      "Runs a configuration into a folder, and resumes: the same line again does what is missing. Start it with "
      "mpirun to spread it over ranks; without, it computes on all cores. (mpirun refuses more ranks than cores "
      "without "
      "--oversubscribe, and root without --allow-run-as-root.)",
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
  const Plan plan = make_plan(read_config(find_config(line.text("CONFIG"), line.has("smoke")), line.texts("set")));
  if (line.has("shard")) options.shard = shard_keys(parse_shard_name(line.text("shard")), plan);
  const ExitCode code = run_sweep(plan, mpi, others, options);
  if (code == kComplete && options.shard)
    fmt::print("{} trials of {}\n", options.shard->size(), line.text("shard"));
  else if (code == kComplete)
    fmt::print("{} trials in {}\n", plan.trials.size(), (options.run / "results.h5").string());
  return code;
}

}  // namespace

int run_command(const std::vector<std::string>& args) {
  return on_rank_0(run_on_rank_0, args);
}

}  // namespace tertium::experiments
