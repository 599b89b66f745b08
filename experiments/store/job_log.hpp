#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/store/run_folder.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// RUN/log/HOST-PID-RANDOM.log: what a writer is doing, as text, one tab-separated line per event:
///   TIME start host=H pid=P process=T system=S locked=L ranks=R threads=N planned=M commit=C
///   TIME trial KEY METHOD REPETITION STATUS SECONDS MESSAGE
///   TIME alive                      when nothing else was written for a minute
///   TIME end EXIT_TEXT
/// It serves `status` and people; results never depend on it. Each line is one append, and the file is locked while its
/// writer lives, which in other containers of the machine nothing else would tell.
class JobLog {
 public:
  /// Appends the start line. `n_planned`: trials that this writer has to do. A log that cannot be written is given up
  /// silently: the rows count, and their writer reports a bad folder.
  JobLog(const RunFolder& folder, const RunRecord& run, std::size_t n_planned);
  JobLog(const JobLog&) = delete;
  JobLog& operator=(const JobLog&) = delete;
  ~JobLog();

  /// One trial ended; seconds are row.seconds().
  void trial(const TrialRow& row);
  /// Shows that the writer lives, at most once a minute.
  void tick();
  /// The last line, e.g. end("complete"), end("deadline").
  void end(const std::string& how);

 private:
  void append(const std::string& line);

  int fd_ = -1;
  std::chrono::steady_clock::time_point last_;
};

enum class WriterState {
  kRunning,  ///< on this system: has its log locked; elsewhere: wrote in the last three minutes
  kSilent,   ///< elsewhere, and wrote nothing for three minutes: dead, or its clock is wrong
  kEnded,    ///< wrote its end line
  kGone,     ///< on this system, and the process is gone without an end line: killed
};

/// One writer's life as its log tells it.
struct WriterLog {
  std::string host;
  std::int64_t pid = 0;
  std::int32_t ranks = 1;
  std::int32_t threads = 1;
  std::size_t n_planned = 0;
  std::string started;                               ///< UTC, ISO 8601
  std::string last_line;                             ///< UTC, ISO 8601
  std::chrono::system_clock::time_point start_time;  ///< as `started`
  std::chrono::system_clock::time_point last_time;   ///< as `last_line`
  std::size_t n_done = 0;
  std::size_t n_failed = 0;
  std::vector<TrialKey> finished;  ///< its trials so far, published or not
  double trial_seconds = 0;        ///< sum over its trials
  WriterState state = WriterState::kSilent;
  std::string end;  ///< text of the end line
};

/// All writers that ever worked in the folder, by start time. Lines that make no sense are skipped.
std::vector<WriterLog> read_job_logs(const RunFolder& folder);

/// Reads "2026-01-31T23:59:59.123Z"; nullopt when it is not of that form.
std::optional<std::chrono::system_clock::time_point> parse_iso_time(const std::string& text);

/// When process `pid` of this machine started, in ticks since boot; 0 when there is no such process. With the id it
/// names a process for good, where ids alone come again.
std::uint64_t process_start(long pid);

}  // namespace tertium::experiments
