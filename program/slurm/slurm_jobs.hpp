#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/bench/scaling.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/run/sweep.hpp"
#include "experiments/store/run_folder.hpp"
#include "program/slurm/slurm_site.hpp"

namespace tertium::program {

/// The ways to put work on a cluster; each has a template cluster-jobs/NAME.sbatch.in.
enum class JobKind {
  kArray,    ///< shards of what is missing, one array element each
  kMpi,      ///< one job of many ranks for all that is missing
  kScaling,  ///< tertium bench strong and weak, for the methods of the plan
};

/// "array", "mpi", "scaling".
const std::vector<std::string>& job_kind_names();
std::string job_kind_name(JobKind kind);
/// Throws UsageError with the known ones.
JobKind job_kind_of(const std::string& name);

/// What is asked for.
struct JobRequest {
  JobKind kind = JobKind::kArray;
  Site site;
  double target_time = 3600.0;  ///< seconds that an element should take
  int nodes = 1;                ///< of jobs other than arrays
  int team = 1;                 ///< ranks that compute a cell together
  experiments::Redo redo{};
  bool smoke = false;  ///< the small version was asked for, of a measurement of scaling too
  experiments::CostModel costs;
};

/// What is left to do, and what it is expected to take on one core.
struct Work {
  std::deque<experiments::Job> jobs;  ///< longest first
  std::size_t trials = 0;
  double seconds = 0.0;
  double longest = 0.0;  ///< seconds of the longest cell
  double bytes = 0.0;    ///< largest need of one rank, with the program and the table of rows
};

/// Trials that are not in the content; for kScaling all.
Work work_left(const experiments::Plan& plan, const experiments::StoreContent& content, const JobRequest& request);

/// How a job is cut.
struct JobSize {
  int elements = 1;         ///< of the array
  int nodes = 1;            ///< of each element, or of the job
  int ranks = 1;            ///< likewise
  int threads = 1;          ///< of each rank
  double seconds = 0.0;     ///< predicted for the longest element
  double time_limit = 0.0;  ///< seconds asked for
  int megabytes = 0;        ///< asked for each core; of kScaling, which gets whole nodes, what one needs
  int repeats = 1;          ///< of kScaling: those that the time limit is predicted to suffice for
};

/// Elements of about the target time, as many as the site allows; the time limit has space for guesses that are wrong
/// by a factor of three. Throws UserError when the longest cell exceeds the site's time limit or memory.
JobSize size_of_job(const Work& work, const JobRequest& request);

/// The measurement of kScaling, mode "strong" and "weak", for methods of the plan.
experiments::ScalingOptions scaling_of(const experiments::Plan& plan, const JobRequest& request, bool weak);

/// Of kScaling: whole nodes, and the time that the measurement is predicted to take. Throws UserError where the site's
/// limits do not suffice for one repeat, and for methods that cannot be measured.
JobSize size_of_scaling(const experiments::Plan& plan, const JobRequest& request);

/// What can be asked for each core at most: a node's memory, shared by the ranks that are on it.
int most_megabytes(const JobSize& size, const Site& site);

/// Whole minutes, rounded up, as Slurm takes and shows time limits: "HH:MM:00" or "D-HH:MM:00".
std::string slurm_time(double seconds);

/// A folder RUN/jobs/<n> with scripts.
struct RenderedJob {
  std::filesystem::path folder;
  std::filesystem::path script;  ///< of the job that computes
  std::filesystem::path merge;   ///< of the job after it; empty: none
};

/// Makes the run's folder `run` where it is missing, and writes configuration, shards and scripts for `work` into a new
/// folder run/jobs/<n>; others may do so at the same time. Throws UserError when a name cannot stand in a script or a
/// file cannot be written.
RenderedJob render_job(const std::filesystem::path& run, const experiments::Plan& plan, const Work& work,
                       const JobSize& size, const JobRequest& request);

/// Ids of the jobs that were submitted for a run.
struct Submitted {
  std::string work;
  std::string merge;
};

/// Submits the scripts, the second to start after the first however that ends, and notes the ids in the job's folder.
/// Throws UserError with sbatch's words and what to do.
Submitted submit_job(const RenderedJob& job);

/// Writes FOLDER/report.sbatch, which does `tertium WORDS --no-run` for the runs in the folder `runs`. The folder is
/// there. Throws as render_job.
std::filesystem::path render_report(const std::filesystem::path& folder, const std::filesystem::path& runs,
                                    const std::string& words, const Site& site);

/// Submits a script that starts after those jobs, however they end, and returns its id. Throws as submit_job.
std::string submit_after(const std::filesystem::path& script, const std::vector<std::string>& ids);

/// Those of the run's earlier jobs that Slurm still has in its queue, "12 (RUN/jobs/1)". Throws UserError when Slurm
/// does not answer.
std::vector<std::string> jobs_in_queue(const experiments::RunFolder& run);

}  // namespace tertium::program
