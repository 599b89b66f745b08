#include "program/slurm/slurm_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/store/build_id.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;
/// Predictions of time may be wrong by this factor before a job runs into its limit (and queues again for the rest).
constexpr double kTimeReserve = 3.0;
constexpr double kLeastTime = 600.0;
/// Peak memory may exceed a prediction by this factor: allocators and libraries have their own ways.
constexpr double kMemoryReserve = 1.25;
constexpr double kProgramBytes = 200.0 * kMegabyte;
/// Of one row in memory, without its tree.
constexpr double kRowBytes = 2000.0;

/// Rank 0 holds all rows of a run, while it looks for what is missing.
double table_bytes(const experiments::Plan& plan) {
  core::Object objects = 0;
  for (const experiments::Point& point : plan.points) objects = std::max(objects, point.objects);
  const double row = kRowBytes + (plan.config.stores_products(objects) ? 8.0 * objects : 0.0);
  return row * static_cast<double>(plan.trials.size());
}

int elements_of(const Work& work, const JobRequest& request, int ranks) {
  const double wished = std::ceil(work.seconds / (ranks * request.target_time));
  const double most = std::min<double>(request.site.max_array_size, static_cast<double>(work.jobs.size()));
  return static_cast<int>(std::clamp(wished, 1.0, std::max(1.0, most)));
}

void check_memory(double needed, const Site& site, const char* what, const char* instead) {
  if (needed > site.memory)
    core::fail("{} needs about {} (a node of {} has {}), choose {} or nodes with more memory", what,
               core::bytes_text(needed), site.file.filename().string(), core::bytes_text(site.memory), instead);
}

void check_time(double seconds, const Site& site, const char* what, const char* instead) {
  if (seconds > site.time_limit - site.notice)
    core::fail("{} is predicted to take {} (jobs of {} may take {} minus {} s of notice), {}", what,
               core::duration_text(seconds), site.file.filename().string(), core::duration_text(site.time_limit),
               site.notice, instead);
}

/// Of whole nodes, in teams.
JobSize size_of_nodes(const JobRequest& request) {
  const int team = request.team;
  JobSize size;
  size.threads = request.site.threads;
  size.nodes = request.nodes;
  size.ranks = size.nodes * std::max(1, request.site.cores / size.threads);
  if (size.ranks < team)
    throw core::UsageError(fmt::format("{} on {} are too few for a team of {}, raise --nodes or lower --team-size",
                                       core::counted(size.ranks, "rank"), core::counted(size.nodes, "node"), team));
  size.ranks -= size.ranks % team;
  return size;
}

JobSize size_of_elements(const Work& work, const JobRequest& request) {
  const Site& site = request.site;
  JobSize size;
  size.threads = site.threads;
  const int per_node = std::max(1, site.cores / size.threads);
  size.ranks = (site.ranks + request.team - 1) / request.team * request.team;
  size.nodes = (size.ranks + per_node - 1) / per_node;
  size.elements = elements_of(work, request, size.ranks);
  return size;
}

double limit_of(double seconds, const Site& site) {
  return std::min(site.time_limit, kTimeReserve * seconds + kLeastTime + site.notice);
}

}  // namespace

const std::vector<std::string>& job_kind_names() {
  static const std::vector<std::string> names = {"array", "mpi", "scaling"};
  return names;
}

std::string job_kind_name(JobKind kind) {
  return job_kind_names().at(static_cast<std::size_t>(kind));
}

JobKind job_kind_of(const std::string& name) {
  const auto& names = job_kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) core::fail_unknown("--job", name, names);
  return static_cast<JobKind>(found - names.begin());
}

Work work_left(const experiments::Plan& plan, const experiments::StoreContent& content, const JobRequest& request) {
  std::unordered_map<experiments::TrialKey, const experiments::TrialRow*> found;
  for (const experiments::TrialRow& row : content.rows) found.emplace(row.key, &row);
  Work work;
  work.jobs = experiments::make_jobs(plan, request.costs, [&](const experiments::TrialKey& key) {
    if (request.kind == JobKind::kScaling) return true;
    const auto at = found.find(key);
    return at == found.end() || (request.redo.failed && at->second->status != experiments::TrialStatus::done) ||
           (request.redo.changed && at->second->build != experiments::this_build());
  });
  for (const experiments::Job& job : work.jobs) {
    work.trials += job.trials.size();
    work.seconds += job.seconds;
    work.longest = std::max(work.longest, job.seconds);
  }
  work.bytes = kMemoryReserve * largest_cell_bytes(plan, request.costs, work.jobs) + kProgramBytes + table_bytes(plan);
  return work;
}

JobSize size_of_job(const Work& work, const JobRequest& request) {
  const Site& site = request.site;
  JobSize size = request.kind == JobKind::kArray ? size_of_elements(work, request) : size_of_nodes(request);
  const double longest = work.longest / request.team;
  size.seconds = std::max(longest, work.seconds / size.elements / size.ranks);
  size.megabytes = static_cast<int>(std::ceil(work.bytes / kMegabyte / size.threads));
  check_memory(size.megabytes * kMegabyte * size.threads, site, "one rank (its largest cell)", "fewer objects");
  check_time(longest, site, "the longest cell",
             "measure it with tertium calibrate, share it among ranks with --team-size or choose fewer objects");
  size.time_limit = limit_of(size.seconds, site);
  return size;
}

experiments::ScalingOptions scaling_of(const experiments::Plan& plan, const JobRequest& request, bool weak) {
  experiments::ScalingOptions options = experiments::default_scaling(weak, request.smoke);
  options.methods = plan.config.method_names();
  return options;
}

JobSize size_of_scaling(const experiments::Plan& plan, const JobRequest& request) {
  const Site& site = request.site;
  JobSize size = size_of_nodes(request);
  const int per_node = (size.ranks + size.nodes - 1) / size.nodes;
  double repeat = 0.0, bytes = 0.0;
  for (const bool weak : {false, true}) {
    const experiments::ScalingEstimate one =
        experiments::predict_scaling(scaling_of(plan, request, weak), size.ranks, per_node, site.cores, request.costs);
    repeat += one.seconds;
    bytes = std::max(bytes, kMemoryReserve * one.bytes + per_node * kProgramBytes);
  }
  check_memory(bytes, site, "the measurement (its largest cell)", "fewer methods, --smoke");
  check_time(repeat, site, "one repeat of the measurement",
             "measure it with tertium calibrate, or choose fewer methods or --smoke");
  const int repeats = scaling_of(plan, request, false).repeats;
  size.seconds = repeats * repeat;
  size.megabytes = static_cast<int>(std::ceil(bytes / kMegabyte));
  size.time_limit = limit_of(size.seconds, site);
  size.repeats = std::min(repeats, static_cast<int>((size.time_limit - site.notice) / repeat));
  return size;
}

int most_megabytes(const JobSize& size, const Site& site) {
  const int ranks = (size.ranks + size.nodes - 1) / size.nodes;
  return std::max(size.megabytes, static_cast<int>(site.memory / kMegabyte / (ranks * size.threads)));
}

std::string slurm_time(double seconds) {
  constexpr long kDay = 24L * 60;
  const auto minutes = static_cast<long>(std::ceil(seconds / 60.0));
  const std::string clock = fmt::format("{:02}:{:02}:00", minutes % kDay / 60, minutes % 60);
  return minutes < kDay ? clock : fmt::format("{}-{}", minutes / kDay, clock);
}

}  // namespace tertium::program
