#include "experiments/commands/ask/oracle_program.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/text_layout.hpp"

extern char** environ;

namespace tertium::experiments {
namespace {

using Clock = std::chrono::steady_clock;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void fail_to(const char* what) {
  core::fail("cannot {} ({}), free what is missing and type the same line again", what, std::strerror(errno));
}

/// A nameless file that holds the text: whoever reads it may stop at any place, and nobody waits for anybody.
File file_of(std::string_view text) {
  File file(std::tmpfile(), std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0)
    fail_to("write the questions into a temporary file");
  std::rewind(file.get());
  return file;
}

/// Parents of all processes, as they are now.
std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc"), closedir);
  while (const dirent* entry = folder ? readdir(folder.get()) : nullptr) {
    const auto pid = core::parse_number<pid_t>(entry->d_name);
    if (!pid) continue;
    std::ifstream file(fmt::format("/proc/{}/stat", *pid));
    std::string line;
    std::getline(file, line);
    pid_t parent = 0;  // behind the name, which may hold anything, and a letter
    if (std::sscanf(line.c_str() + line.rfind(')') + 1, " %*c %d", &parent) == 1) children.emplace(parent, *pid);
  }
  return children;
}

/// It stays in the group of this program, where the terminal's interrupts reach it, so it is ended one by one.
void end_with_children(pid_t program) {
  const std::multimap<pid_t, pid_t> children = children_of_all();
  std::vector<pid_t> ended{program};
  for (std::size_t k = 0; k < ended.size(); ++k)
    for (auto [child, end] = children.equal_range(ended[k]); child != end; ++child) ended.push_back(child->second);
  for (const pid_t pid : ended) kill(pid, SIGKILL);
}

/// Starts the shell; `out` is what becomes its standard output.
pid_t start(const std::string& command, std::FILE* input, int out) {
  std::fflush(nullptr);
  std::array<std::string, 3> words{"sh", "-c", command};
  std::array<char*, 4> argv{words[0].data(), words[1].data(), words[2].data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  pid_t child = 0;
  errno = posix_spawn(&child, "/bin/sh", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0) fail_to("start /bin/sh for the oracle");
  return child;
}

/// Reads to the end; false if that does not come in time, or after more than `most` bytes.
bool read_all(int in, Clock::time_point deadline, std::size_t most, std::string& text) {
  std::array<char, 65536> piece{};
  while (text.size() <= most) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    pollfd waited{in, POLLIN, 0};
    const int ready = poll(&waited, 1, static_cast<int>(std::clamp(std::ceil(left * 1e3), 0.0, 2e9)));
    if (ready == 0) return false;
    const ssize_t got = ready < 0 ? -1 : read(in, piece.data(), piece.size());
    if (got == 0) return true;
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) return true;
  }
  return false;
}

/// Bytes that nobody needs for an answer.
constexpr std::size_t kMostBytesOfAnAnswer = 4096;

[[noreturn]] void fail_batch(const OracleOptions& options, std::size_t before, const ProgramOutput& output,
                             const std::string& why) {
  const std::string refused = options.log.string() + ".refused";
  if (!output.text.empty()) replace_file(refused, output.text);
  core::fail("the oracle failed: {} ({} holds the {} before{}), mend the program and type the same line again", why,
             options.log.string(), counted(before, "answer"),
             output.text.empty() ? "" : fmt::format(", {} what it wrote now", refused));
}

}  // namespace

ProgramOutput run_shell(const std::string& command, std::string_view input, double seconds, std::size_t most) {
  const File questions = file_of(input);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_to("make a pipe to the oracle");
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  ProgramOutput output;
  const pid_t child = start(command, questions.get(), ends[1]);
  close(ends[1]);
  const bool whole = read_all(ends[0], deadline, most, output.text);
  output.timed_out = !whole && output.text.size() <= most;
  if (!whole) end_with_children(child);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (output.text.size() > most)
    core::fail("the oracle wrote more than {} (a line for each question is asked for), mend the program",
               bytes_text(static_cast<double>(most)));
  if (WIFEXITED(status)) output.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) output.signal = WTERMSIG(status);
  return output;
}

answers::Oracle program_oracle(const AskInput& input, const OracleOptions& options, const answers::OracleRun& run) {
  return [&](std::span<const answers::AskedOnce> batch) {
    const ProgramOutput output = run_shell(options.command, question_table(input, batch), options.seconds,
                                           kMostBytesOfAnAnswer * (batch.size() + 1));
    const auto fail = [&](const std::string& why) { fail_batch(options, run.asked().size(), output, why); };
    if (output.timed_out)
      fail(fmt::format("it was not done after {} (--oracle-timeout)", duration_text(options.seconds)));
    if (output.signal != 0) fail(fmt::format("signal {} ended it", output.signal));
    if (output.status != 0) fail(fmt::format("its exit status is {}", output.status));
    std::vector<answers::OracleAnswer> found;
    try {
      found = answers::parse_answers(output.text, batch.size());
    } catch (const core::UserError& error) {
      fail(error.what());
    }
    return found;
  };
}

}  // namespace tertium::experiments
