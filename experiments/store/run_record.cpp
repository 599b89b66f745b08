#include "experiments/store/run_record.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "core/base/text.hpp"
#include "experiments/store/build_id.hpp"
#include "files/output/unique_name.hpp"

#ifndef TERTIUM_COMMIT
#define TERTIUM_COMMIT "unknown"
#endif
#ifndef TERTIUM_FLAGS
#define TERTIUM_FLAGS "unknown"
#endif

namespace tertium::experiments {
namespace {

std::string compiler_name() {
#ifdef __clang__
  return __VERSION__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string slurm_job() {
  const std::string array = environment("SLURM_ARRAY_JOB_ID");
  return array.empty() ? environment("SLURM_JOB_ID") : array + "_" + environment("SLURM_ARRAY_TASK_ID");
}

}  // namespace

std::string iso_time() {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(second)),
                     (now - second).count());
}

RunRecord current_run_record(std::int32_t ranks, std::int32_t threads, std::string command_line) {
  RunRecord record;
  record.commit = TERTIUM_COMMIT;
  constexpr std::string_view kDirty = "-dirty";
  if (record.commit.ends_with(kDirty)) {
    record.commit.resize(record.commit.size() - kDirty.size());
    record.dirty = true;
  }
  record.build = linker_build_id();
  record.compiler = compiler_name();
  record.flags = TERTIUM_FLAGS;
  record.host = files::host_name();
  record.pid = getpid();
  record.ranks = ranks;
  record.threads = threads;
  record.slurm_job_id = slurm_job();
  record.command_line = core::to_utf8(command_line);
  record.started = iso_time();
  record.finished = record.started;
  return record;
}

void add_run_record(std::vector<RunRecord>& records, const RunRecord& record) {
  const auto same_process = [&](const RunRecord& other) {
    return other.host == record.host && other.pid == record.pid && other.started == record.started;
  };
  const auto at = std::find_if(records.begin(), records.end(), same_process);
  if (at == records.end()) {
    records.push_back(record);
  } else if (at->finished < record.finished) {
    *at = record;
  }
}

}  // namespace tertium::experiments
