#pragma once

#include <string>
#include <vector>

#include "experiments/commands/slurm/slurm_jobs.hpp"

namespace tertium::experiments {

/// Ids of the jobs that were submitted for a run.
struct Submitted {
  std::string work;
  std::string merge;
};

/// Submits the scripts, the second to start after the first however that ends, and notes the ids in the job's folder.
/// Throws UserError with sbatch's words and what to do.
Submitted submit_job(const RenderedJob& job);

/// Those of the run's earlier jobs that Slurm still has in its queue, "12 (RUN/jobs/1)". Throws UserError when Slurm
/// does not answer.
std::vector<std::string> jobs_in_queue(const RunFolder& run);

}  // namespace tertium::experiments
