#include "experiments/commands/slurm/slurm_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/error.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;
/// Predictions of time may be wrong by this factor before a job runs into its limit (and queues again for the rest).
constexpr double kTimeReserve = 3.0;
constexpr double kLeastTime = 600.0;
constexpr double kScalingTime = 2 * 3600.0;
/// Peak memory may exceed a prediction by this factor: allocators and libraries have their own ways.
constexpr double kMemoryReserve = 1.25;
constexpr double kProgramBytes = 200.0 * kMegabyte;
/// Of one row in memory, without its tree.
constexpr double kRowBytes = 2000.0;

/// Rank 0 holds all rows of a run, while it looks for what is missing.
double table_bytes(const Plan& plan) {
  core::Object objects = 0;
  for (const Point& point : plan.points) objects = std::max(objects, point.objects);
  const double row = kRowBytes + (plan.config.stores_products(objects) ? 8.0 * objects : 0.0);
  return row * static_cast<double>(plan.trials.size());
}

int elements_of(const Work& work, const JobRequest& request, int ranks) {
  const double wished = std::ceil(work.seconds / (ranks * request.target_time));
  const double most = std::min<double>(request.site.max_array_size, static_cast<double>(work.jobs.size()));
  return static_cast<int>(std::clamp(wished, 1.0, std::max(1.0, most)));
}

void check_fits(const Work& work, double longest, const JobSize& size, const Site& site) {
  const double node = site.memory / kMegabyte;
  if (static_cast<double>(size.megabytes) * size.threads > node)
    core::fail(
        "one rank needs about {} (its largest cell), and a node of {} has {}, choose smaller objects or nodes with "
        "more memory",
        bytes_text(work.bytes), site.file.filename().string(), bytes_text(site.memory));
  const double limit = site.time_limit - site.notice;
  if (longest > limit)
    core::fail(
        "the longest cell is predicted to take {}, and jobs of {} may take {} less {} s of notice, measure it with "
        "tertium calibrate, share it among ranks with --team-size or choose smaller objects",
        duration_text(longest), site.file.filename().string(), duration_text(site.time_limit), site.notice);
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

Work work_left(const Plan& plan, const StoreContent& content, const JobRequest& request) {
  std::unordered_map<TrialKey, TrialStatus> found;
  for (const TrialRow& row : content.rows) found.emplace(row.key, row.status);
  Work work;
  work.jobs = make_jobs(plan, request.costs, [&](const TrialKey& key) {
    if (request.kind == JobKind::kScaling) return true;
    const auto at = found.find(key);
    return at == found.end() || (request.retry_failed && at->second != TrialStatus::done);
  });
  for (const Job& job : work.jobs) {
    work.trials += job.trials.size();
    work.seconds += job.seconds;
    work.longest = std::max(work.longest, job.seconds);
  }
  work.bytes = kMemoryReserve * largest_cell_bytes(plan, request.costs, work.jobs) + kProgramBytes + table_bytes(plan);
  return work;
}

JobSize size_of_job(const Work& work, const JobRequest& request) {
  const Site& site = request.site;
  const int team = request.team;
  JobSize size;
  size.threads = site.threads;
  const int per_node = std::max(1, site.cores / size.threads);
  if (request.kind == JobKind::kArray) {
    size.ranks = (site.ranks + team - 1) / team * team;
    size.nodes = (size.ranks + per_node - 1) / per_node;
    size.elements = elements_of(work, request, size.ranks);
  } else {
    size.nodes = request.nodes;
    size.ranks = size.nodes * per_node;
    if (size.ranks < team)
      throw core::UsageError(fmt::format("{} on {} make no team of {}, raise --nodes or lower --team-size",
                                         counted(size.ranks, "rank"), counted(size.nodes, "node"), team));
    size.ranks -= size.ranks % team;
  }
  if (request.kind == JobKind::kScaling) {
    size.time_limit = std::min(site.time_limit, kScalingTime);
    return size;
  }
  const double longest = work.longest / team;
  size.seconds = std::max(longest, work.seconds / size.elements / size.ranks);
  size.megabytes = static_cast<int>(std::ceil(work.bytes / kMegabyte / size.threads));
  check_fits(work, longest, size, site);
  size.time_limit = std::min(site.time_limit, kTimeReserve * size.seconds + kLeastTime + site.notice);
  return size;
}

std::string slurm_time(double seconds) {
  constexpr long kDay = 24L * 60;
  const auto minutes = static_cast<long>(std::ceil(seconds / 60.0));
  const std::string clock = fmt::format("{:02}:{:02}:00", minutes % kDay / 60, minutes % 60);
  return minutes < kDay ? clock : fmt::format("{}-{}", minutes / kDay, clock);
}

}  // namespace tertium::experiments
