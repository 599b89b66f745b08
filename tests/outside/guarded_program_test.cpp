// Other programs: how they end, what they may use, and that nothing of them is left running.
#include "outside/programs/guarded_program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "core/base/limits.hpp"
#include "files/output/scratch_folder.hpp"
#include "tests/support/message.hpp"

namespace tertium::outside {
namespace {

using Milliseconds = std::chrono::milliseconds;

ProgramEnd ended(GuardedProgram program, std::size_t most = 1000, TooMuch too_much = TooMuch::kForgotten) {
  return run_guarded(program, most, too_much);
}

bool comes_true(const std::function<bool()>& what) {
  for (int k = 0; k < 400; ++k) {
    if (what()) return true;
    std::this_thread::sleep_for(Milliseconds(25));
  }
  return false;
}

pid_t written_id(const std::filesystem::path& file) {
  pid_t id = 0;
  std::ifstream(file) >> id;
  return id;
}

/// Ended, whether or not somebody has taken note of its end.
bool is_gone(pid_t id) {
  std::ifstream file(std::filesystem::path("/proc") / std::to_string(id) / "stat");
  std::string number, name, state;
  return !(file >> number >> name >> state) || state == "Z";
}

TEST(GuardedProgram, EndsAreTold) {
  EXPECT_EQ(failure_text(ended({.command = "exit 0"}), 1), "");
  EXPECT_EQ(failure_text(ended({.command = "exit 3"}), 1), "its exit status is 3");
  EXPECT_EQ(failure_text(ended({.command = "kill -TERM $$"}), 1), "signal 15 ended it");
  EXPECT_EQ(failure_text(ended({.command = "sh -c 'kill -SEGV $$'"}), 1), "signal 11 ended it");
  EXPECT_EQ(failure_text(ended({.command = "no-such-program-at-all 2>&1"}), 1), "its exit status is 127");
}

TEST(GuardedProgram, HasArgumentsAFolderVariablesAndInput) {
  const files::ScratchFolder folder("test");
  setenv("OMPI_COMM_WORLD_RANK", "3", 1);
  setenv("TERTIUM_OLD", "old", 1);
  const ProgramEnd end =
      ended({.command = "pwd; echo \"$#:$2:$OMPI_COMM_WORLD_RANK:$TERTIUM_OLD\"; cat; echo error >&2",
             .arguments = {"a", "b c"},
             .folder = folder.path(),
             .environment = {{"TERTIUM_OLD", "new"}},
             .takes_errors = true});
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("TERTIUM_OLD");
  EXPECT_EQ(end.output, std::filesystem::canonical(folder.path()).string() + "\n2:b c::new\nerror\n");
}

TEST(GuardedProgram, OutputBeyondTheMostEndsItOrIsForgotten) {
  const ProgramEnd ended_early = ended({.command = "yes"}, 100, TooMuch::kEnds);
  EXPECT_GT(ended_early.output.size(), 100U);
  EXPECT_FALSE(ended_early.timed_out);
  const ProgramEnd kept = ended({.command = "seq 100000; echo last"}, 100);
  EXPECT_LE(kept.output.size(), 200U + 65536U);
  EXPECT_TRUE(kept.output.ends_with("100000\nlast\n")) << kept.output;
  // A result is waited for until nobody can write any more; remarks are not.
  EXPECT_EQ(ended({.command = "(sleep .2; echo late) &"}, 100, TooMuch::kEnds).output, "late\n");
  EXPECT_EQ(ended({.command = "(sleep 5; echo late) &"}).output, "");
}

TEST(GuardedProgram, WhatIgnoresSignalsIsEndedWithItsChildren) {
  const files::ScratchFolder folder("test");
  const ProgramEnd end =
      ended({.command = "trap '' TERM HUP INT; (trap '' TERM HUP; while :; do sleep 1; done) & echo $! > id; wait",
             .folder = folder.path(),
             .seconds = 0.4});
  EXPECT_EQ(failure_text(end, 0.4), "it was not finished after 400 ms");
  const pid_t child = written_id(folder.path() / "id");
  ASSERT_GT(child, 0);
  EXPECT_TRUE(comes_true([&] { return is_gone(child); }));
}

TEST(GuardedProgram, EndsWithThisProgramHoweverThatEnds) {
  const files::ScratchFolder folder("test");
  const pid_t starter = fork();
  if (starter == 0) {
    ended({.command = "(trap '' TERM HUP; while :; do sleep 1; done) & echo $! > id.part; mv id.part id; wait",
           .folder = folder.path()});
    _exit(0);
  }
  ASSERT_TRUE(comes_true([&] { return written_id(folder.path() / "id") > 0; }));
  const pid_t child = written_id(folder.path() / "id");
  EXPECT_FALSE(is_gone(child));
  kill(starter, SIGKILL);
  int status = 0;
  waitpid(starter, &status, 0);
  EXPECT_TRUE(comes_true([&] { return is_gone(child); }));
}

TEST(GuardedProgram, KeepsToTheLimitsOfItsThreadAndOfMemory) {
  std::stop_source source;
  core::LimitGuard guard({.stop = source.get_token()});
  std::thread stopper([&] {
    std::this_thread::sleep_for(Milliseconds(200));
    source.request_stop();
  });
  EXPECT_THROW(ended({.command = "sleep 60"}), core::LimitExceeded);
  stopper.join();
}

TEST(GuardedProgram, MemoryIsLimited) {
  const std::string command = "/usr/bin/python3 -c 'bytearray(400 * 1000 * 1000)'";
  EXPECT_EQ(failure_text(ended({.command = command}), 1), "");
  const ProgramEnd end = ended({.command = command, .takes_errors = true, .bytes = 1e8});
  EXPECT_EQ(end.status, 1);
  EXPECT_NE(end.output.find("MemoryError"), std::string::npos) << end.output;
}

}  // namespace
}  // namespace tertium::outside
