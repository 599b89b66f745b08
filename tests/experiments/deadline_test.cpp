// Which cells may still start, and in which order they are handed out.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "experiments/run/schedule.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/run/workers.hpp"

namespace tertium::experiments {
namespace {

template <typename Clock = std::chrono::system_clock>
EndOfRun in_seconds(double seconds) {
  return Clock::now() + std::chrono::duration_cast<typename Clock::duration>(std::chrono::duration<double>(seconds));
}

JobQueue queue_of(const std::vector<double>& seconds, const Deadline& deadline) {
  std::deque<Job> jobs;
  for (const double each : seconds)
    jobs.push_back({.sweep = 0, .cell = static_cast<int>(jobs.size()), .trials = {0}, .seconds = each});
  return JobQueue(std::move(jobs), [&deadline] { return deadline.longest(); });
}

TEST(Deadline, WithoutOneEverythingFits) {
  const Deadline none;
  EXPECT_FALSE(none.is_set());
  EXPECT_TRUE(std::isinf(none.longest()));
}

TEST(Deadline, IsOfEitherClock) {
  EXPECT_NEAR(Deadline(in_seconds(160), 60).seconds_left(), 100, 1);
  EXPECT_NEAR(Deadline(in_seconds<std::chrono::steady_clock>(160), 60).seconds_left(), 100, 1);
}

TEST(Deadline, PredictionsAreScaledByWhatCellsTook) {
  Deadline deadline(in_seconds(160), 60);
  EXPECT_NEAR(deadline.longest(), 100, 1);
  deadline.observe(2.0, 20.0);
  EXPECT_DOUBLE_EQ(deadline.scale(), 10.0);
  EXPECT_NEAR(deadline.longest(), 10, 0.1);
  deadline.observe(2.0, 0.0);
  EXPECT_DOUBLE_EQ(deadline.scale(), 5.0);
}

TEST(CoreBudget, IsLeftUntilItIsSpent) {
  CoreBudget budget(10.0);
  EXPECT_DOUBLE_EQ(budget.left(), 10.0);
  budget.spend(4.0);
  budget.spend(7.5);
  EXPECT_DOUBLE_EQ(budget.left(), -1.5);
  EXPECT_FALSE(budget.is_over());
  budget.end();
  EXPECT_TRUE(budget.is_over());
}

TEST(Deadline, AFewMillisecondsAreNoReasonToCallPredictionsTooLong) {
  Deadline deadline(in_seconds(160), 60);
  deadline.observe(3000.0, 0.001);
  EXPECT_DOUBLE_EQ(deadline.scale(), 1.0);
  deadline.observe(3000.0, 2.999);
  EXPECT_DOUBLE_EQ(deadline.scale(), 0.0005);
}

TEST(Deadline, NothingFitsInTheMargin) {
  const Deadline deadline(in_seconds(30), 60);
  EXPECT_LT(deadline.seconds_left(), 0.0);
  JobQueue queue = queue_of({0.0}, deadline);
  EXPECT_FALSE(queue.take());
}

TEST(JobQueue, GivesTheLongestThatFits) {
  stop_requested = false;
  const Deadline deadline(in_seconds(100), 0);
  JobQueue queue = queue_of({500, 200, 50, 10, 1}, deadline);
  EXPECT_EQ(queue.take()->seconds, 50);
  EXPECT_EQ(queue.take()->seconds, 10);
  EXPECT_EQ(queue.take()->seconds, 1);
  EXPECT_FALSE(queue.take());
}

TEST(JobQueue, GivesNothingOnceAStopIsRequested) {
  const Deadline none;
  JobQueue queue = queue_of({2, 1}, none);
  stop_requested = false;
  EXPECT_EQ(queue.take()->cell, 0);
  stop_requested = true;
  EXPECT_FALSE(queue.take());
  stop_requested = false;
  EXPECT_EQ(queue.take()->cell, 1);
}

TEST(JoinedJobs, AreLongestFirstWhicheverSweepTheyAreOf) {
  const auto job = [](int cell, double seconds) {
    return Job{.sweep = 0, .cell = cell, .trials = {cell}, .seconds = seconds};
  };
  const std::deque<Job> all = joined_jobs({{job(0, 9), job(1, 2)}, {}, {job(0, 5), job(1, 2), job(2, 1)}});
  std::vector<std::pair<int, int>> order;
  for (const Job& one : all) order.emplace_back(one.sweep, one.cell);
  EXPECT_EQ(order, (std::vector<std::pair<int, int>>{{0, 0}, {2, 0}, {0, 1}, {2, 1}, {2, 2}}));
}

}  // namespace
}  // namespace tertium::experiments
