// Between this process and the shell stands a guard, a process forked off this one, that is the shell's parent and the
// heir of all that it leaves behind. A socket links it with this process: it tells how the shell ended, and where the
// other end closes without a word, for this process is gone or the time is over, it ends all that descends from it.
#include "program/answers/guarded_shell.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
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
#include <vector>

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "terminal/run_program.hpp"

extern char** environ;

namespace tertium::program {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array kGroupSignals{SIGINT, SIGQUIT, SIGHUP, SIGTERM};  // what a terminal sends to all of its group

[[noreturn]] void fail_to(const char* what) {
  core::fail("cannot {} ({}), free what is missing and type the same line again", what, std::strerror(errno));
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

/// All that descend from this process, which inherits those whose parents are gone, until there are none.
void end_descendants() {
  constexpr int kMostRounds = 1000;
  for (int round = 0; round < kMostRounds; ++round) {
    const std::multimap<pid_t, pid_t> children = children_of_all();
    std::vector<pid_t> found{getpid()};
    for (std::size_t k = 0; k < found.size(); ++k)
      for (auto [child, end] = children.equal_range(found[k]); child != end; ++child) found.push_back(child->second);
    if (found.size() == 1) return;
    std::for_each(found.begin() + 1, found.end(), [](pid_t pid) { kill(pid, SIGKILL); });
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    poll(nullptr, 0, 1);
  }
}

/// What the shell is made of, in the process that becomes it.
struct Shell {
  std::array<char*, 4> argv{};
  int input = -1, output = -1;
  sigset_t mask{};                                               // of this process
  std::array<struct sigaction, kGroupSignals.size()> actions{};  // and what it does about kGroupSignals
};

[[noreturn]] void become(const Shell& shell) {
  for (std::size_t k = 0; k < kGroupSignals.size(); ++k) sigaction(kGroupSignals[k], &shell.actions[k], nullptr);
  std::signal(SIGXFSZ, SIG_DFL);
  sigprocmask(SIG_SETMASK, &shell.mask, nullptr);
  dup2(shell.input, STDIN_FILENO);
  dup2(shell.output, STDOUT_FILENO);
  execve("/bin/sh", shell.argv.data(), environ);
  _exit(127);
}

/// Others would hold a log locked, or a pipe open, when the process that it guards is gone.
void close_all_but(std::array<int, 3> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned from = STDERR_FILENO + 1;
  for (const int fd : kept) {
    if (static_cast<unsigned>(fd) > from) close_range(from, static_cast<unsigned>(fd) - 1, 0);
    from = std::max(from, static_cast<unsigned>(fd) + 1);
  }
  close_range(from, ~0U, 0);
}

/// Waits for the end of the shell, or for the other end of the socket to close; false in the second case.
bool shell_ends(pid_t shell, int socket, int signals, int& status) {
  std::array<pollfd, 2> waited{pollfd{socket, POLLIN, 0}, pollfd{signals, POLLIN, 0}};
  for (;;) {
    if (waitpid(shell, &status, WNOHANG) == shell) return true;
    if (poll(waited.data(), waited.size(), -1) < 0) continue;
    if (waited[0].revents != 0) return false;
    signalfd_siginfo told{};
    if (waited[1].revents != 0 && read(signals, &told, sizeof told) < 0) return false;
  }
}

[[noreturn]] void guard(Shell& shell, int socket) noexcept {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  close_all_but({shell.input, shell.output, socket});
  for (std::size_t k = 0; k < kGroupSignals.size(); ++k) {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(kGroupSignals[k], &ignore, &shell.actions[k]);
  }
  sigset_t child_ends;
  sigemptyset(&child_ends);
  sigaddset(&child_ends, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child_ends, &shell.mask);
  const pid_t pid = fork();
  if (pid == 0) become(shell);
  close(shell.output);
  int status = 0;
  char released = 0;
  if (pid > 0 && shell_ends(pid, socket, signalfd(-1, &child_ends, SFD_CLOEXEC), status) &&
      send(socket, &status, sizeof status, MSG_NOSIGNAL) == sizeof status && recv(socket, &released, 1, 0) == 1)
    _exit(0);  // what the program left behind on purpose may go on
  end_descendants();
  _exit(1);
}

/// Milliseconds for poll.
int left_until(Clock::time_point deadline) {
  const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp(std::ceil(left * 1e3), 0.0, 2e9));
}

/// Reads to the end; false if that does not come in time, or after more than `most` bytes.
bool read_all(int in, Clock::time_point deadline, std::size_t most, std::string& text) {
  std::array<char, 65536> piece{};
  while (text.size() <= most) {
    pollfd waited{in, POLLIN, 0};
    const int ready = poll(&waited, 1, left_until(deadline));
    if (ready == 0) return false;
    const ssize_t got = ready < 0 ? -1 : read(in, piece.data(), piece.size());
    if (got == 0) return true;
    if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) return true;
  }
  return false;
}

/// How the shell ended; false if that is not told in time. A guard that is gone tells nothing more: as if killed.
bool read_status(int socket, Clock::time_point deadline, int& status) {
  for (;;) {
    pollfd waited{socket, POLLIN, 0};
    const int ready = poll(&waited, 1, left_until(deadline));
    if (ready == 0) return false;
    if (ready < 0) continue;
    if (recv(socket, &status, sizeof status, 0) != sizeof status) status = SIGKILL;
    return true;
  }
}

}  // namespace

ProgramOutput run_shell(const std::string& command, std::string_view input, double seconds, std::size_t most) {
  // A file and no pipe: whoever reads it may stop at any place, and nobody waits for anybody.
  const terminal::TemporaryFile questions = terminal::temporary_file(input);
  if (!questions) fail_to("write the questions into a temporary file");
  std::array<int, 2> pipe_ends{}, socket_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail_to("make a pipe to the oracle");
  const core::Descriptor in(pipe_ends[0]);
  core::Descriptor out(pipe_ends[1]);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket_ends.data()) != 0) fail_to("make a pipe to the oracle");
  core::Descriptor socket(socket_ends[0]), other(socket_ends[1]);
  const auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::array<std::string, 3> words{"sh", "-c", command};
  Shell shell{.argv = {words[0].data(), words[1].data(), words[2].data(), nullptr},
              .input = fileno(questions.get()),
              .output = out.get()};
  std::fflush(nullptr);
  const pid_t guarding = fork();
  if (guarding == 0) guard(shell, other.get());
  if (guarding < 0) fail_to("start /bin/sh for the oracle");
  out.close();
  other.close();
  ProgramOutput output;
  int status = 0;
  const bool ended = read_all(in.get(), deadline, most, output.text) && read_status(socket.get(), deadline, status);
  output.timed_out = !ended && output.text.size() <= most;
  if (ended) send(socket.get(), "r", 1, MSG_NOSIGNAL);
  socket.close();
  while (waitpid(guarding, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (output.text.size() > most)
    core::fail("the oracle wrote more than {} (a line for each question is asked for), mend the program",
               core::bytes_text(static_cast<double>(most)));
  if (WIFEXITED(status)) output.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) output.signal = WTERMSIG(status);
  return output;
}

}  // namespace tertium::program
