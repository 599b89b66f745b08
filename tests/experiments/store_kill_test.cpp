// Kills and starves the writer at every system call that it makes on its files: the functions below stand in for those
// of the C library in this executable.
#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <set>
#include <thread>

#include "core/base/error.hpp"
#include "experiments/store/segment.hpp"
#include "files/output/atomic_file.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace {

enum class Fault { kNone, kKill, kKillHalfway, kError };

struct Interposer {
  Fault fault = Fault::kNone;
  long at = 0;
  long n = 0;
  int error = 0;
};
Interposer interposer;

/// The folder that has a new name since it was synced.
ino_t unsynced_folder = 0;

void has_new_name(const char* path) {
  struct stat status = {};
  if (stat(std::filesystem::path(path).parent_path().c_str(), &status) == 0) unsynced_folder = status.st_ino;
}

// Whether this call is the one; does not return when the process is to die at it.
bool strikes(bool may_be_halfway = false) {
  if (interposer.fault == Fault::kNone || ++interposer.n != interposer.at) return false;
  if (interposer.fault == Fault::kKill || (interposer.fault == Fault::kKillHalfway && !may_be_halfway)) {
    kill(getpid(), SIGKILL);
  }
  errno = interposer.error;
  return true;
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
ssize_t write(int fd, const void* data, size_t n) {
  static const auto kNext = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (strikes(true)) {
    if (interposer.fault == Fault::kError) return -1;
    kNext(fd, data, n / 2);
    kill(getpid(), SIGKILL);
  }
  return kNext(fd, data, n);
}
int fsync(int fd) {
  static const auto kNext = next<int (*)(int)>("fsync");
  if (strikes()) return -1;
  struct stat status = {};
  if (fstat(fd, &status) == 0 && status.st_ino == unsynced_folder) unsynced_folder = 0;
  return kNext(fd);
}
int renameat(int from_fd, const char* from, int to_fd, const char* to) noexcept {
  static const auto kNext = next<int (*)(int, const char*, int, const char*)>("renameat");
  const int failed = kNext(from_fd, from, to_fd, to);
  if (failed == 0) has_new_name(to);
  return failed;
}
int linkat(int from_fd, const char* from, int to_fd, const char* to, int flags) noexcept {
  static const auto kNext = next<int (*)(int, const char*, int, const char*, int)>("linkat");
  const int failed = strikes() ? -1 : kNext(from_fd, from, to_fd, to, flags);
  if (failed == 0) has_new_name(to);
  return failed;
}
int unlinkat(int fd, const char* path, int flags) noexcept {
  static const auto kNext = next<int (*)(int, const char*, int)>("unlinkat");
  return strikes() ? -1 : kNext(fd, path, flags);
}
}

namespace tertium::experiments {
namespace {

constexpr std::uint64_t kRows = 14;

/// Writes the rows and sends, after each, how many are published; true acknowledgements come last of all.
void write_rows(const RunFolder& run, std::uint64_t n_rows, int pipe) {
  SegmentWriter writer(run, current_run_record(1, 1, ""), {.rows = 4, .age = std::chrono::hours(1)});
  const auto acknowledge = [&] {
    const std::uint64_t n = writer.n_published();
    syscall(SYS_write, pipe, &n, sizeof n);
  };
  for (std::uint64_t i = 0; i < n_rows; ++i) {
    writer.add(make_row(i));
    acknowledge();
  }
  writer.close();
  acknowledge();
}

struct Outcome {
  std::uint64_t acknowledged = 0;
  int status = 0;
};

Outcome run_child(const std::function<void(int)>& body, const std::function<void(pid_t)>& meanwhile = {}) {
  std::array<int, 2> ends = {};
  if (pipe(ends.data()) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    body(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  if (meanwhile) meanwhile(child);
  Outcome outcome;
  for (std::uint64_t n = 0; read(ends[0], &n, sizeof n) == sizeof n;) outcome.acknowledged = n;
  close(ends[0]);
  waitpid(child, &outcome.status, 0);
  return outcome;
}

/// Every file opens, every acknowledged row is there and right; returns the number of rows.
std::size_t expect_readable(const RunFolder& run, std::uint64_t acknowledged, const std::string& when) {
  const StoreContent content = run.load();
  EXPECT_TRUE(content.damaged.empty()) << when << ": " << content.damaged.front().reason;
  EXPECT_TRUE(content.conflicts.empty()) << when;
  std::set<TrialKey> keys;
  for (const TrialRow& row : content.rows) {
    keys.insert(row.key);
    EXPECT_TRUE(same_result(row, make_row(row.key.lo))) << when;
  }
  for (std::uint64_t i = 0; i < acknowledged; ++i) EXPECT_TRUE(keys.count(make_row(i).key)) << when << ", row " << i;
  return content.rows.size();
}

/// What the same command does after a crash: lists what is there, and does the rest.
void resume(const RunFolder& run, std::uint64_t n_rows) {
  std::set<TrialKey> keys;
  for (const TrialRow& row : run.load().rows) keys.insert(row.key);
  SegmentWriter writer(run, current_run_record(1, 1, ""));
  for (std::uint64_t i = 0; i < n_rows; ++i) {
    if (!keys.count(make_row(i).key)) writer.add(make_row(i));
  }
  writer.close();
}

TEST(KillTest, AtEverySystemCall) {
  int crash_points = 0;
  for (const Fault fault : {Fault::kKill, Fault::kKillHalfway}) {
    for (long at = 1;; ++at) {
      const ScratchFolder scratch;
      const RunFolder run = RunFolder::create(scratch.path() / "run");
      const std::string when = fmt::format("call {}, fault {}", at, static_cast<int>(fault));
      const Outcome outcome = run_child([&](int pipe) {
        interposer = {fault, at, 0, 0};
        write_rows(run, kRows, pipe);
      });
      expect_readable(run, outcome.acknowledged, when);
      resume(run, kRows);
      EXPECT_EQ(expect_readable(run, kRows, when), kRows);
      if (WIFEXITED(outcome.status)) break;
      ++crash_points;
    }
  }
  std::printf("%d crash points, every one readable and resumed\n", crash_points);
  EXPECT_GT(crash_points, 40);
}

// A name is in its folder, and a crash of the machine takes it unless the folder was synced, too.
TEST(KillTest, AfterAFileIsPublishedItsFolderIsSynced) {
  const ScratchFolder scratch;
  const std::vector<std::byte> bytes(3);
  files::publish_file(scratch.path(), bytes, [](int) { return "published"; });
  EXPECT_EQ(unsynced_folder, 0U);
  files::replace_file(scratch.path() / "replaced", "text");
  EXPECT_EQ(unsynced_folder, 0U);
  has_new_name((scratch.path() / "another").c_str());
  EXPECT_NE(unsynced_folder, 0U) << "what would be seen if it were not";
}

TEST(KillTest, AtRandomMoments) {
  constexpr std::uint64_t kMany = 1'000'000;
  std::mt19937 random(1);
  std::size_t rows = 0;
  std::size_t leftovers = 0;
  for (int repetition = 0; repetition < 20; ++repetition) {
    const ScratchFolder scratch;
    const RunFolder run = RunFolder::create(scratch.path() / "run");
    const auto delay = std::chrono::microseconds(random() % 60'000);
    const Outcome outcome = run_child([&](int pipe) { write_rows(run, kMany, pipe); },
                                      [&](pid_t child) {
                                        // Reading comes after the kill; the pipe holds 8,192 acknowledgements.
                                        std::this_thread::sleep_for(delay);
                                        kill(child, SIGKILL);
                                      });
    rows += expect_readable(run, outcome.acknowledged, fmt::format("repetition {}", repetition));
    for (const auto& entry : std::filesystem::directory_iterator(run.segments())) {
      leftovers += entry.path().filename().string().starts_with(".tmp-");
    }
    RunFolder::create(run.path());
    for (const auto& entry : std::filesystem::directory_iterator(run.segments())) {
      EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp-")) << "the next start cleans up";
    }
  }
  std::printf("20 kills, %zu rows found, %zu unfinished files\n", rows, leftovers);
}

TEST(ConcurrencyTest, AReaderNeverMissesRowsThatAreBeingCompacted) {
  const ScratchFolder scratch;
  const RunFolder run = RunFolder::create(scratch.path() / "run");
  std::vector<pid_t> writers;
  for (int writer = 0; writer < 2; ++writer) {
    const pid_t child = fork();
    if (child == 0) {
      for (std::uint64_t round = 0; round < 20; ++round) {
        SegmentWriter out(run, current_run_record(1, 1, ""), {.rows = 2, .age = std::chrono::hours(1)});
        // The writers overlap by half: what both compute is the same, and counts once.
        for (std::uint64_t i = 0; i < 20; ++i)
          out.add(make_row(round * 30 + i + 10 * static_cast<std::uint64_t>(writer)));
        out.close();
      }
      _exit(0);
    }
    writers.push_back(child);
  }
  std::size_t before = 0;
  int n_loads = 0;
  for (std::size_t left = writers.size(); left > 0; ++n_loads) {
    const std::size_t now = expect_readable(run, 0, "while others write");
    EXPECT_GE(now, before);
    before = now;
    int status = 0;
    while (left > 0 && waitpid(-1, &status, WNOHANG) > 0) {
      EXPECT_EQ(status, 0);
      --left;
    }
  }
  EXPECT_EQ(expect_readable(run, 600, "at the end"), 600U);
  std::printf("%d loads beside two writers\n", n_loads);
}

TEST(FaultTest, EveryErrorIsReportedAndTheStoreIsReadable) {
  for (const int error : {ENOSPC, EIO}) {
    for (long at = 1;; ++at) {
      const ScratchFolder scratch;
      const RunFolder run = RunFolder::create(scratch.path() / "run");
      SegmentWriter writer(run, current_run_record(1, 1, ""), {.rows = 4, .age = std::chrono::hours(1)});
      std::string message;
      interposer = {Fault::kError, at, 0, error};
      for (const TrialRow& row : make_rows(0, kRows)) {
        const auto text = refusal_of([&] { writer.add(row); });
        if (!text.empty()) message = text;
      }
      const auto text = refusal_of([&] { writer.close(); });
      const bool struck = interposer.n >= at;
      interposer = {};
      if (!text.empty()) writer.close();
      const std::string when = fmt::format("call {}: {}{}", at, message, text);
      if (!message.empty()) {
        EXPECT_NE(message.find(std::strerror(error)), std::string::npos) << when;
      }
      EXPECT_EQ(expect_readable(run, kRows, when), kRows) << "a later call publishes what an earlier one could not";
      if (!struck) break;
    }
  }
}

TEST(FaultTest, AFullDiskKeepsWhatIsPublished) {
  const ScratchFolder scratch;
  const RunFolder run = RunFolder::create(scratch.path() / "run");
  const Outcome outcome = run_child([&](int pipe) {
    signal(SIGXFSZ, SIG_IGN);
    SegmentWriter writer(run, current_run_record(1, 1, ""), {.rows = 4, .age = std::chrono::hours(1)});
    for (const TrialRow& row : make_rows(0, 6)) writer.add(row);
    const rlimit most = {300, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &most);
    const std::string message = refusal_of([&] { writer.flush(); });
    const std::uint64_t n = writer.n_published();
    syscall(SYS_write, pipe, &n, sizeof n);
    const bool right = message.find("(File too large), free space") != std::string::npos && writer.n_pending() == 2;
    _exit(right ? 0 : 1);
  });
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.acknowledged, 4U);
  EXPECT_EQ(expect_readable(run, 4, "full disk"), 4U);
}

}  // namespace
}  // namespace tertium::experiments
