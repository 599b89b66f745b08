// A shell watches over the program: it reads from a pipe that this program alone keeps open. At its end, which comes
// when this program is gone, it ends the whole group of processes. Nothing is forked off this program, whose memory a
// child would share, and whose files (of MPI and HDF5) it would keep open.
#include "outside/programs/guarded_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/text.hpp"

extern char** environ;

namespace tertium::outside {
namespace {

using Clock = std::chrono::steady_clock;

// $1 is the command line, $2 bytes of data in KiB or "unlimited", then its arguments. Descriptor 3 is the pipe. The
// watcher's streams are its own, or whoever reads the program's would wait for the watcher.
constexpr const char* kWatched =
    "{ read -r gone; kill -KILL 0; } <&3 >/dev/null 2>&1 & exec 3<&-; [ \"$2\" = unlimited ] || ulimit -d \"$2\" && "
    "command=$1 && shift 2 && eval \"$command\"";

[[noreturn]] void fail_to(const char* what) {
  core::fail("cannot {} ({}), free what is missing and run the same command again", what, std::strerror(errno));
}

/// Ends the group and takes its head's end away, whatever happens.
class Group {
 public:
  explicit Group(pid_t head) : head_(head) {}
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() { end(); }

  /// How the head ended: by itself, or now.
  int end() {
    if (head_ == 0) return status_;
    kill(-head_, SIGKILL);
    while (waitpid(head_, &status_, 0) < 0 && errno == EINTR) {
    }
    head_ = 0;
    return status_;
  }

 private:
  pid_t head_;
  int status_ = 0;
};

/// A pipe: what is written to `in` is read from `out`. Programs that are started inherit neither.
struct Pipe {
  core::Descriptor out{-1}, in{-1};
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_to("make a pipe to a program");
    out.reset(ends[0]);
    in.reset(ends[1]);
  }
};

std::vector<std::string> environment_of(const GuardedProgram& program) {
  // A program that uses MPI would take itself for one of this program's ranks.
  constexpr std::array<std::string_view, 5> kOfMpi{"OMPI_", "PMIX_", "PMI_", "PRTE_", "MPI_LOCAL"};
  std::vector<std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto given = [&](const auto& item) { return text.starts_with(item.first + "="); };
    const auto begins = [&](std::string_view name) { return text.starts_with(name); };
    if (std::ranges::none_of(kOfMpi, begins) && std::ranges::none_of(program.environment, given))
      all.emplace_back(text);
  }
  for (const auto& [name, value] : program.environment) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// Descriptors of the shell.
struct Ends {
  int input, output, watched;
};

pid_t start(const GuardedProgram& program, const Ends& ends) {
  std::vector<std::string> words{"sh", "-c", kWatched, "sh", program.command};
  words.push_back(std::isfinite(program.bytes) ? fmt::format("{:.0f}", std::ceil(program.bytes / 1024)) : "unlimited");
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  std::vector<std::string> environment = environment_of(program);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends.input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO);
  if (program.takes_errors) posix_spawn_file_actions_adddup2(&actions, ends.output, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends.watched, 3);
  posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  if (!program.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, program.folder.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  errno = posix_spawn(&child, "/bin/sh", &actions, &attributes, pointers(words).data(), pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0) fail_to("start /bin/sh for a program");
  return child;
}

/// What is read of the program while it runs.
class Reading {
 public:
  Reading(int in, int head, std::size_t most, TooMuch too_much)
      : in_(in), head_(head), most_(most), too_much_(too_much) {}

  /// To its end and that of its output; false if these do not come in time, or there is too much.
  bool to_end(Clock::time_point deadline) {
    constexpr auto kLook = std::chrono::milliseconds(100);  // for limits
    while (!output_ended_ || !ended_) {
      if (Clock::now() >= deadline || is_too_much()) return false;
      core::keep_to_limits();
      if (ended_ && too_much_ == TooMuch::kForgotten && !comes(in_)) return true;  // others may keep its output open
      look(std::min<Clock::duration>(kLook, deadline - Clock::now()));
    }
    return !is_too_much();
  }
  bool is_too_much() const { return too_much_ == TooMuch::kEnds && text_.size() > most_; }
  std::string take() { return std::move(text_); }

 private:
  static bool comes(int fd) {
    pollfd one{fd, POLLIN, 0};
    return poll(&one, 1, 0) > 0;
  }

  void look(Clock::duration wait) {
    std::array<pollfd, 2> waited{pollfd{output_ended_ ? -1 : in_, POLLIN, 0}, pollfd{ended_ ? -1 : head_, POLLIN, 0}};
    const auto most = std::chrono::ceil<std::chrono::milliseconds>(std::max(wait, Clock::duration::zero()));
    if (poll(waited.data(), waited.size(), static_cast<int>(most.count())) <= 0) return;
    if (waited[0].revents != 0) take_piece();
    if (waited[1].revents != 0) ended_ = true;
  }

  void take_piece() {
    std::array<char, 65536> piece{};
    const ssize_t got = read(in_, piece.data(), piece.size());
    if (got == 0 || (got < 0 && errno != EINTR)) output_ended_ = true;
    if (got <= 0) return;
    text_.append(piece.data(), static_cast<std::size_t>(got));
    if (too_much_ == TooMuch::kForgotten && text_.size() > 2 * most_) text_.erase(0, text_.size() - most_);
  }

  int in_, head_;
  std::size_t most_;
  TooMuch too_much_;
  std::string text_{};
  bool output_ended_ = false, ended_ = false;
};

Clock::time_point in_so_many(double seconds) {
  constexpr double kForEver = 1e9;  // some thirty years
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kForEver)));
}

/// The signal that ended it, also one that a shell tells of by its status; 0: none.
int signal_of(const ProgramEnd& end) {
  constexpr int kOfSignal = 128, kSignals = 64;
  if (end.signal != 0 || end.status <= kOfSignal || end.status > kOfSignal + kSignals) return end.signal;
  return end.status - kOfSignal;
}

}  // namespace

ProgramEnd run_guarded(const GuardedProgram& program, std::size_t most, TooMuch too_much) {
  Pipe output, watched;
  const core::Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const auto deadline = in_so_many(program.seconds);
  std::fflush(nullptr);
  const int input = program.input == nullptr ? nothing.get() : fileno(program.input);
  const pid_t head = start(program, {input, output.in.get(), watched.out.get()});
  Group group(head);
  output.in.reset(-1);
  watched.out.reset(-1);
  const core::Descriptor ended(static_cast<int>(syscall(SYS_pidfd_open, head, 0)));
  if (ended.get() < 0) fail_to("wait for a program");
  Reading reading(output.out.get(), ended.get(), most, too_much);
  ProgramEnd end;
  end.timed_out = !reading.to_end(deadline) && !reading.is_too_much();
  const int status = group.end();
  end.output = reading.take();
  if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

bool was_asked_to_end(const ProgramEnd& end) {
  constexpr std::array kAsking{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2};
  return !end.timed_out && std::ranges::find(kAsking, signal_of(end)) != kAsking.end();
}

std::string failure_text(const ProgramEnd& end, double seconds) {
  if (end.timed_out) return fmt::format("it was not finished after {}", core::duration_text(seconds));
  if (const int signal = signal_of(end); signal != 0) return fmt::format("signal {} ended it", signal);
  return end.status == 0 ? "" : fmt::format("its exit status is {}", end.status);
}

}  // namespace tertium::outside
