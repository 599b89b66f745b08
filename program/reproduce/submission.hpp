#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/reproduce/reproduction.hpp"
#include "program/slurm/slurm_jobs.hpp"

namespace tertium::program {

/// What was put on a cluster.
struct SubmittedPapers {
  std::size_t arrays = 0;
  std::string report;  ///< id of the job that comes last
};

/// Puts what is missing of the papers on a cluster: for each figure an array of jobs, then one that merges and draws;
/// and behind all of these, however they end, the report, `tertium WORDS --no-run`, in the folder `report`, which is
/// there. A figure whose earlier jobs are still in the queue is waited for. Throws UserError where the site is too
/// small for a cell, before anything is submitted, and with sbatch's words.
SubmittedPapers submit_papers(const std::vector<PaperRuns>& papers, const JobRequest& request, const std::string& words,
                              const std::filesystem::path& runs, const std::filesystem::path& report);

}  // namespace tertium::program
