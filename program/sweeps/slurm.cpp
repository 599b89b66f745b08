#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/quantities.hpp"
#include "experiments/run/run_plan.hpp"
#include "program/options/command_line.hpp"
#include "program/options/sweep_options.hpp"
#include "program/slurm/slurm_jobs.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

struct SlurmOptions {
  std::string action;
  ConfigChoice config;
  std::filesystem::path output;
  bool force = false;
  JobRequest job;
};

CommandLine described(SlurmOptions& options) {
  JobRequest& job = options.job;
  CommandLine line("slurm",
                   "Runs a sweep on a cluster. render writes job scripts into RUN/jobs/<n> and prints how to submit "
                   "them. submit also submits them: jobs for what is missing of the run, then one that merges, "
                   "verifies and draws. Submitting again runs what is still missing.",
                   "tertium slurm submit hc19-fig2 -o runs/hc19-fig2 --site mine.ini --target-time 2h");
  line.argument("ACTION", options.action, "render or submit");
  add_config_options(line, options.config);
  line.option("output", 'o', "RUN", options.output, "folder of the results (required)");
  line.then([&options](const CommandLine& words) {
    const std::vector<std::string> actions{"render", "submit"};
    if (std::ranges::find(actions, options.action) == actions.end())
      core::fail_unknown("action", options.action, actions);
    for (const std::string name : {"output", "site"})
      if (!words.has(name)) throw core::UsageError(fmt::format("--{} is missing, see tertium slurm --help", name));
  });
  line.option("site", 's', "SITE", into(job.site, read_site),
              "INI file of the cluster, or name of one in cluster-jobs/sites (required)");
  line.option("job", 'j', "KIND", into(job.kind, job_kind_of),
              "array (default), mpi (one large job) or scaling (tertium bench strong and weak)");
  line.option("target-time", 0, "TIME", into(job.target_time, core::parse_duration),
              "target time of an array element, e.g. 30m (default: 1h)");
  line.option("nodes", 0, "N", in_range(job.nodes, 1, 1'000'000), "nodes of a job that is not an array (default: 1)");
  add_team_option(line, job.team);
  add_redo_option(line, job.redo);
  line.flag("force", options.force, "submit although earlier jobs of the run are still in the queue");
  add_costs_option(line, job.costs);
  return line;
}

std::vector<terminal::Fact> job_facts(const Work& work, const JobSize& size, const JobRequest& request) {
  const std::string each = fmt::format("{} of {} on {}", core::counted(size.ranks, "rank"),
                                       core::counted(size.threads, "thread"), core::counted(size.nodes, "node"));
  const std::string guess = request.costs.source().empty() ? " (a rough guess; tertium calibrate measures it)" : "";
  if (request.kind == JobKind::kScaling)
    return {{"scaling", each + ", all of it"},
            {"time", fmt::format("about {}{}, limit {}", core::duration_text(size.seconds), guess,
                                 slurm_time(size.time_limit))},
            {"memory", fmt::format("about {} MB of each node", size.megabytes)}};
  const std::string how = request.kind == JobKind::kArray
                              ? fmt::format("{}, each {}", core::counted(size.elements, "element"), each)
                              : each;
  return {{"to do", fmt::format("{} in {}, about {} of one core{}", core::counted(work.trials, "trial"),
                                core::counted(work.jobs.size(), "cell"), core::duration_text(work.seconds), guess)},
          {job_kind_name(request.kind), how},
          {"time", fmt::format("about {}{}, limit {}", core::duration_text(size.seconds),
                               request.kind == JobKind::kArray ? " for each" : "", slurm_time(size.time_limit))},
          {"memory", fmt::format("{} MB for each core", size.megabytes)}};
}

std::string warnings(const experiments::Plan& plan, const JobSize& size, const JobRequest& request) {
  if (request.kind == JobKind::kScaling) {
    const int repeats = scaling_of(plan, request, false).repeats;
    if (size.repeats == repeats) return "";
    return fmt::format("the time is enough for about {} of {}: what is measured by then is kept\n", size.repeats,
                       core::counted(repeats, "repeat"));
  }
  if (request.kind != JobKind::kArray || size.seconds <= 1.5 * request.target_time) return "";
  return fmt::format(
      "elements take longer than the target of {}: the site allows {} of them, and cells are not divided\n",
      core::duration_text(request.target_time), request.site.max_array_size);
}

std::string submit_lines(const RenderedJob& job) {
  if (job.merge.empty()) return fmt::format("submit with\n  sbatch {}\n", job.script.string());
  return fmt::format("submit with\n  job=$(sbatch --parsable {})\n  sbatch --dependency=afterany:${{job%%;*}} {}\n",
                     job.script.string(), job.merge.string());
}

void refuse_second_submission(const experiments::RunFolder& run) {
  const std::vector<std::string> queued = jobs_in_queue(run);
  if (!queued.empty())
    core::fail(
        "job {} of this run is still in the queue (a second one would run the same trials), wait for it, end it with "
        "scancel, or add --force",
        fmt::join(queued, ", "));
}

int nothing_to_do(const experiments::RunFolder& run, const experiments::Plan& plan,
                  const experiments::StoreContent& content) {
  const experiments::VerifyReport report = experiments::verify(content, experiments::planned_keys(plan));
  std::string next = run.results().string();
  if (!report.failed.empty())
    next = "--redo failed runs the failed ones again";
  else if (!std::filesystem::exists(run.results()))
    next = fmt::format("tertium merge {} makes one file of them", run.path().string());
  fmt::print("nothing to submit: {}; {}\n", report.summary(), next);
  return report.complete() ? terminal::kComplete : terminal::kIncomplete;
}

}  // namespace

int slurm_command(const std::vector<std::string>& args) {
  SlurmOptions options;
  CommandLine line = described(options);
  if (!line.parse(args)) return terminal::kComplete;
  const std::string& action = options.action;
  JobRequest& request = options.job;
  request.smoke = options.config.smoke;
  const experiments::RunFolder run = experiments::RunFolder::intend(options.output);
  const experiments::StoreContent content = run.load_whole();
  experiments::Plan plan = experiments::refined_plan(options.config.read(), content.rows).plan;
  plan.team = request.team;
  const Work work = work_left(plan, content, request);
  if (work.jobs.empty()) return nothing_to_do(run, plan, content);
  if (action == "submit" && !options.force) refuse_second_submission(run);
  const JobSize size = request.kind == JobKind::kScaling ? size_of_scaling(plan, request) : size_of_job(work, request);
  const RenderedJob job = render_job(run.path(), plan, work, size, request);
  fmt::print("{}{}wrote {}\n", terminal::fact_lines(job_facts(work, size, request), 0), warnings(plan, size, request),
             job.folder.string());
  if (action == "render") {
    fmt::print("{}", submit_lines(job));
    return terminal::kComplete;
  }
  const Submitted ids = submit_job(job);
  fmt::print("submitted {} as job {}{}\n", job_kind_name(request.kind), ids.work,
             ids.merge.empty() ? fmt::format("; its tables will be in {}/scaling.out", job.folder.string())
                               : fmt::format(", then merge, verify and figure as job {}\nfollow with tertium status {}",
                                             ids.merge, run.path().string()));
  return terminal::kComplete;
}

}  // namespace tertium::program
