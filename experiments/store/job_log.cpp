#include "experiments/store/job_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace tertium::experiments {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\t' || c == '\r') c = ' ';
  }
  return text;
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
  const auto path = folder.log() / fmt::format("{}-{}.log", run.host, run.pid);
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  append(fmt::format("start\thost={}\tpid={}\tprocess={}\tranks={}\tthreads={}\tplanned={}\tcommit={}", run.host,
                     run.pid, process_start(getpid()), run.ranks, run.threads, n_planned, run.commit));
}

JobLog::~JobLog() {
  if (fd_ >= 0) ::close(fd_);
}

void JobLog::trial(const TrialRow& row) {
  append(fmt::format("trial\t{}\t{}\t{}\t{}\t{:.6f}\t{}", to_hex(row.key), one_line(row.method), row.repetition,
                     status_name(row.status), row.t_wall, one_line(row.message)));
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

}  // namespace tertium::experiments
