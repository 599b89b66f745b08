#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "experiments/store/job_log.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

class JobLogTest : public ::testing::Test {
 protected:
  ScratchFolder scratch_;
  RunFolder folder_ = RunFolder::create(scratch_.path() / "run");
};

TEST_F(JobLogTest, TellsWhatAWriterDid) {
  {
    JobLog log(folder_, current_run_record(4, 2, "tertium run"), 20);
    for (const TrialRow& row : make_rows(0, 12)) log.trial(row);
    ASSERT_EQ(read_job_logs(folder_).size(), 1U);
    EXPECT_EQ(read_job_logs(folder_)[0].state, WriterState::kRunning);
    log.end("complete");
  }
  const WriterLog log = read_job_logs(folder_).at(0);
  EXPECT_EQ(log.state, WriterState::kEnded);
  EXPECT_EQ(log.end, "complete");
  EXPECT_EQ(log.n_done, 11U);
  EXPECT_EQ(log.n_failed, 1U);
  EXPECT_EQ(log.n_planned, 20U);
  EXPECT_EQ(log.ranks, 4);
  EXPECT_EQ(log.threads, 2);
  EXPECT_DOUBLE_EQ(log.trial_seconds, 7.5);  // scores, too
  EXPECT_GE(log.last_time, log.start_time);
}

TEST_F(JobLogTest, AKilledWriterIsGoneAndItsNameMayComeAgain) {
  const pid_t child = fork();
  if (child == 0) {
    JobLog log(folder_, current_run_record(1, 1, ""), 5);
    log.trial(make_row(0));
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  auto logs = read_job_logs(folder_);
  ASSERT_EQ(logs.size(), 1U);
  EXPECT_EQ(logs[0].state, WriterState::kGone);
  EXPECT_EQ(logs[0].n_done, 1U);
  RunRecord again = current_run_record(1, 1, "");
  again.pid = child;
  const JobLog log(folder_, again, 4), in_another_container(folder_, again, 4);
  logs = read_job_logs(folder_);
  ASSERT_EQ(logs.size(), 3U) << "of one host and one process id";
  EXPECT_EQ(logs[0].state, WriterState::kGone);
  EXPECT_EQ(logs[1].state, WriterState::kRunning);
  EXPECT_EQ(logs[2].state, WriterState::kRunning);
}

TEST_F(JobLogTest, AWriterElsewhereIsJudgedByItsLastLine) {
  write_text_file(folder_.log() / "far-away-7.log",
                  iso_time() + "\tstart\thost=far-away\tpid=7\tsystem=00000000\tlocked=1\tplanned=3\n");
  EXPECT_EQ(read_job_logs(folder_).at(0).state, WriterState::kRunning);
  write_text_file(folder_.log() / "far-away-7.log",
                  "2020-01-31T10:00:00.000Z\tstart\thost=far-away\tpid=7\tplanned=3\n"
                  "2020-01-31T10:00:01.500Z\tali");
  const WriterLog log = read_job_logs(folder_).at(0);
  EXPECT_EQ(log.state, WriterState::kSilent);
  EXPECT_EQ(log.last_time - log.start_time, std::chrono::milliseconds(1500));
}

TEST_F(JobLogTest, NonsenseIsSkipped) {
  write_text_file(folder_.log() / "x.log", "\n\t\n2020\tstart\nfoo bar\n\xFF\xFE\n");
  EXPECT_TRUE(read_job_logs(folder_).empty());
}

TEST(IsoTime, RoundTrip) {
  const auto now = std::chrono::system_clock::now();
  const auto parsed = parse_iso_time(iso_time());
  ASSERT_TRUE(parsed);
  EXPECT_LT(*parsed - now, std::chrono::seconds(2));
  EXPECT_GT(*parsed - now, std::chrono::milliseconds(-2));
  EXPECT_FALSE(parse_iso_time("yesterday"));
}

}  // namespace
}  // namespace tertium::experiments
