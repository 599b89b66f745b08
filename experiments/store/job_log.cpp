#include "experiments/store/job_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/base/descriptor.hpp"
#include "core/base/numbers.hpp"
#include "files/output/unique_name.hpp"

namespace tertium::experiments {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  return text;
}

using Clock = std::chrono::system_clock;

void split(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  while (true) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return;
    line.remove_prefix(tab + 1);
  }
}

template <typename Number>
Number number(std::string_view text) {
  return core::parse_number<Number>(text).value_or(0);
}

std::string_view value_of(const std::vector<std::string_view>& fields, std::string_view name) {
  for (const std::string_view field : fields) {
    if (field.size() > name.size() && field.starts_with(name) && field[name.size()] == '=') {
      return field.substr(name.size() + 1);
    }
  }
  return {};
}

// Enough to skip torn lines; reading every time in full would be most of the work.
bool looks_like_time(std::string_view text) {
  return text.size() == 24 && text[10] == 'T' && text[23] == 'Z';
}

struct OpenWriter {
  WriterLog log;
  std::uint64_t process = 0;
  std::string system;
  bool locked = false;
};

OpenWriter start_of(const std::vector<std::string_view>& fields) {
  OpenWriter writer;
  writer.log.host = value_of(fields, "host");
  writer.log.pid = number<std::int64_t>(value_of(fields, "pid"));
  writer.log.ranks = number<std::int32_t>(value_of(fields, "ranks"));
  writer.log.threads = number<std::int32_t>(value_of(fields, "threads"));
  writer.log.n_planned = number<std::size_t>(value_of(fields, "planned"));
  writer.log.started = fields[0];
  writer.process = number<std::uint64_t>(value_of(fields, "process"));
  writer.system = value_of(fields, "system");
  writer.locked = value_of(fields, "locked") == "1";
  return writer;
}

void add_line(const std::vector<std::string_view>& fields, WriterLog& log) {
  log.last_line = fields[0];
  if (fields[1] == "trial" && fields.size() >= 7) {
    (fields[5] == "done" ? log.n_done : log.n_failed) += 1;
    if (const auto key = key_from_hex(fields[2])) log.finished.push_back(*key);
    log.trial_seconds += number<double>(fields[6]);
  } else if (fields[1] == "end") {
    log.state = WriterState::kEnded;
    log.end = fields.size() > 2 ? fields[2] : "";
  }
}

bool is_locked(const std::filesystem::path& path) {
  const core::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.get() >= 0 && files::lock_file(file.get()) == files::Lock::kTaken;
}

WriterState state_of(const OpenWriter& writer, bool is_last, const std::filesystem::path& path) {
  if (writer.log.state == WriterState::kEnded) return WriterState::kEnded;
  // A later writer with the same name has the same process id, so the earlier process is gone.
  if (!is_last) return WriterState::kGone;
  const bool here =
      writer.system.empty() ? writer.log.host == files::host_name() : writer.system == files::system_digits();
  if (here) {
    const bool lives = writer.locked
                           ? is_locked(path)
                           : writer.process != 0 && process_start(static_cast<long>(writer.log.pid)) == writer.process;
    return lives ? WriterState::kRunning : WriterState::kGone;
  }
  const bool recent = Clock::now() - writer.log.last_time < std::chrono::minutes(3);
  return recent ? WriterState::kRunning : WriterState::kSilent;
}

void finish(OpenWriter& writer, bool is_last, const std::filesystem::path& path, std::vector<WriterLog>& logs) {
  writer.log.start_time = parse_iso_time(writer.log.started).value_or(Clock::time_point());
  writer.log.last_time = parse_iso_time(writer.log.last_line).value_or(writer.log.start_time);
  writer.log.state = state_of(writer, is_last, path);
  logs.push_back(std::move(writer.log));
}

void read_log(const std::filesystem::path& path, std::vector<WriterLog>& logs) {
  std::ifstream file(path);
  std::optional<OpenWriter> writer;
  std::vector<std::string_view> fields;
  for (std::string line; std::getline(file, line);) {
    split(line, fields);
    if (fields.size() < 2 || !looks_like_time(fields[0])) continue;
    if (fields[1] == "start") {
      if (writer) finish(*writer, false, path, logs);
      writer = start_of(fields);
    }
    if (writer) add_line(fields, writer->log);
  }
  if (writer) finish(*writer, true, path, logs);
}

}  // namespace

std::uint64_t process_start(long pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  if (!std::getline(file, line)) return 0;
  // The second field is the program's name in parentheses and may hold anything; the start time is the 22nd.
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string field;
  for (int i = 3; i < 22; ++i) fields >> field;
  std::uint64_t ticks = 0;
  fields >> ticks;
  return ticks;
}

JobLog::JobLog(const RunFolder& folder, const RunRecord& run, std::size_t n_planned) {
  const auto path = folder.log() / fmt::format("{}-{}-{}.log", run.host, run.pid, files::random_digits());
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const bool locked = fd_ >= 0 && files::lock_file(fd_) == files::Lock::kMine;
  append(fmt::format(
      "start\thost={}\tpid={}\tprocess={}\tsystem={}\tlocked={:d}\tranks={}\tthreads={}\tplanned={}\tcommit={}",
      run.host, run.pid, process_start(getpid()), files::system_digits(), locked, run.ranks, run.threads, n_planned,
      run.commit));
}

JobLog::~JobLog() {
  if (fd_ >= 0) ::close(fd_);
}

void JobLog::trial(const TrialRow& row) {
  append(fmt::format("trial\t{}\t{}\t{}\t{}\t{:.6f}\t{}", to_hex(row.key), one_line(row.method), row.repetition,
                     status_name(row.status), row.seconds(), one_line(row.message)));
}

void JobLog::tick() {
  if (std::chrono::steady_clock::now() - last_ >= std::chrono::minutes(1)) append("alive");
}

void JobLog::end(const std::string& how) {
  append("end\t" + one_line(how));
}

void JobLog::append(const std::string& line) {
  last_ = std::chrono::steady_clock::now();
  if (fd_ < 0) return;
  const std::string text = iso_time() + "\t" + line + "\n";
  if (::write(fd_, text.data(), text.size()) >= 0) return;
  ::close(fd_);
  fd_ = -1;
}

std::optional<Clock::time_point> parse_iso_time(const std::string& text) {
  std::tm date = {};
  int milliseconds = 0;
  char end = 0;
  const int n = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3d%c", &date.tm_year, &date.tm_mon, &date.tm_mday,
                            &date.tm_hour, &date.tm_min, &date.tm_sec, &milliseconds, &end);
  if (n != 8 || end != 'Z') return std::nullopt;
  date.tm_year -= 1900;
  date.tm_mon -= 1;
  return Clock::from_time_t(timegm(&date)) + std::chrono::milliseconds(milliseconds);
}

std::vector<WriterLog> read_job_logs(const RunFolder& folder) {
  std::vector<WriterLog> logs;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder.log(), error)) {
    if (entry.path().extension() == ".log") read_log(entry.path(), logs);
  }
  const auto earlier = [](const WriterLog& a, const WriterLog& b) { return a.start_time < b.start_time; };
  std::stable_sort(logs.begin(), logs.end(), earlier);
  return logs;
}

}  // namespace tertium::experiments
