// The shell has a process group of its own, whose leader is a process forked off this one. It tells how the shell
// ended, and ends the group when this process is gone.
#include "program/answers/guarded_shell.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
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

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "terminal/run_program.hpp"

namespace tertium::program {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail_to(const char* what) {
  core::fail("cannot {} ({}), free what is missing and type the same line again", what, std::strerror(errno));
}

/// In the process that leads the group: runs the shell and ends as it did. Other files are closed, or it would hold a
/// log locked when the process that it was forked off is gone.
[[noreturn]] void lead(const char* command, pid_t parent, int input, int output) noexcept {
  setpgid(0, 0);
  std::signal(SIGUSR1, [](int) { kill(0, SIGKILL); });
  sigset_t none, before;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, &before);
  prctl(PR_SET_PDEATHSIG, SIGUSR1);
  if (getppid() != parent) _exit(1);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  const pid_t shell = fork();
  if (shell == 0) {
    std::signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    execl("/bin/sh", "sh", "-c", command, nullptr);
    _exit(127);
  }
  close(STDOUT_FILENO);
  close_range(STDERR_FILENO + 1, ~0U, 0);
  int status = SIGKILL;
  while (waitpid(shell, &status, 0) < 0 && errno == EINTR) {
  }
  prctl(PR_SET_DUMPABLE, 0);
  if (WIFSIGNALED(status)) {
    std::signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

/// Whether there is something to be read until then, or an end.
bool comes(int fd, Clock::time_point deadline) {
  for (;;) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    pollfd waited{fd, POLLIN, 0};
    const int ready = poll(&waited, 1, static_cast<int>(std::clamp(std::ceil(left * 1e3), 0.0, 2e9)));
    if (ready >= 0) return ready > 0;
  }
}

/// Reads to the end; false if that does not come in time, or after more than `most` bytes.
bool read_all(int in, Clock::time_point deadline, std::size_t most, std::string& text) {
  std::array<char, 65536> piece{};
  while (text.size() <= most && comes(in, deadline)) {
    const ssize_t got = read(in, piece.data(), piece.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return true;
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
  }
  return false;
}

}  // namespace

ProgramOutput run_shell(const std::string& command, std::string_view input, double seconds, std::size_t most) {
  // A file and no pipe: whoever reads it may stop at any place, and nobody waits for anybody.
  const terminal::TemporaryFile questions = terminal::temporary_file(input);
  if (!questions) fail_to("write the questions into a temporary file");
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_to("make a pipe to the oracle");
  const core::Descriptor in(ends[0]);
  core::Descriptor out(ends[1]);
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::fflush(nullptr);
  const pid_t parent = getpid(), group = fork();
  if (group == 0) lead(command.c_str(), parent, fileno(questions.get()), out.get());
  if (group < 0) fail_to("start /bin/sh for the oracle");
  setpgid(group, group);  // whoever is first
  out.close();
  const core::Descriptor end(static_cast<int>(syscall(SYS_pidfd_open, group, 0)));
  if (end.get() < 0) fail_to("wait for the oracle");
  ProgramOutput output;
  const bool ended = read_all(in.get(), deadline, most, output.text) && comes(end.get(), deadline);
  output.timed_out = !ended && output.text.size() <= most;
  kill(-group, SIGKILL);
  int status = 0;
  while (waitpid(group, &status, 0) < 0 && errno == EINTR) {
  }
  if (output.text.size() > most)
    core::fail("the oracle wrote more than {} (a line for each question is asked for), mend the program",
               core::bytes_text(static_cast<double>(most)));
  if (WIFEXITED(status)) output.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) output.signal = WTERMSIG(status);
  return output;
}

}  // namespace tertium::program
