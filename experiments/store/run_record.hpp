#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tertium::experiments {

/// Where rows come from: one writer process. Stored in each of its segments and as one row of /runs.
struct RunRecord {
  std::string commit;  ///< git commit of the program, "unknown" outside a checkout
  bool dirty = false;  ///< built from files that differ from `commit`
  std::string build;   ///< linker build id in hexadecimal digits; empty: unknown
  std::string compiler;
  std::string flags;
  std::string host;
  std::int64_t pid = 0;
  std::int32_t ranks = 1;
  std::int32_t threads = 1;  ///< OpenMP threads of each rank
  std::string slurm_job_id;  ///< "123" or "123_4" (array element); empty outside Slurm
  std::string command_line;
  std::string started;   ///< UTC, ISO 8601
  std::string finished;  ///< UTC, ISO 8601: when the writer published last
  bool operator==(const RunRecord&) const = default;
};

/// The record of this process, started now. The commit and flags are those of the build.
RunRecord current_run_record(std::int32_t ranks, std::int32_t threads, std::string command_line);

/// Adds `record` to `records`; of two records of one process the one that finished later stays.
void add_run_record(std::vector<RunRecord>& records, const RunRecord& record);

/// Now, UTC, as "2026-01-31T23:59:59.123Z".
std::string iso_time();

}  // namespace tertium::experiments
