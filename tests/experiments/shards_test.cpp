#include "experiments/run/shards.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;
using testing::expect_message;
using testing::message_of;

Plan plan_of(const std::vector<std::string>& set = {}) {
  return make_plan(parse_config(R"(
[sweep]
repetitions = 3
[model]
kind = planted-hierarchy
n0 = 4, 6, 9
levels = 2
delta = 0.1, 0.2
[comparisons]
p = 0.1, 1
[methods]
run = SL, AL, 4-AL
)",
                                "sweep.ini", set));
}

std::deque<Job> all_jobs(const Plan& plan) {
  return make_jobs(plan, CostModel(), [](const TrialKey&) { return true; });
}

class Shards : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& text) { std::ofstream(file_) << text; }
  std::string text() const {
    std::ifstream stream(file_);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  fs::path folder_ = fs::temp_directory_path() / ("tertium-shards-" + std::to_string(getpid()));
  fs::path file_ = folder_ / "shards.txt";
};

TEST_F(Shards, EveryTrialIsInOneShardAndCellsAreWhole) {
  const Plan plan = plan_of();
  std::map<TrialKey, int> cells;
  for (const Trial& trial : plan.trials) cells[trial.key] = trial.cell;
  for (const int n : {1, 2, 5, 1000}) {
    const std::vector<Shard> shards = make_shards(plan, all_jobs(plan), n);
    EXPECT_LE(shards.size(), static_cast<std::size_t>(n));
    std::map<int, std::size_t> shard_of_cell;
    std::set<TrialKey> seen;
    for (std::size_t k = 0; k < shards.size(); ++k) {
      EXPECT_FALSE(shards[k].keys.empty());
      for (const TrialKey& key : shards[k].keys) {
        EXPECT_TRUE(seen.insert(key).second);
        EXPECT_EQ(shard_of_cell.emplace(cells.at(key), k).first->second, k);
      }
    }
    EXPECT_EQ(seen.size(), plan.trials.size());
  }
}

TEST_F(Shards, LongestFirstKeepsThemEven) {
  const Plan plan = plan_of();
  const std::deque<Job> jobs = all_jobs(plan);
  double sum = 0.0;
  for (const Job& job : jobs) sum += job.seconds;
  for (const int n : {2, 4, 7}) {
    for (const Shard& shard : make_shards(plan, jobs, n)) {
      // Graham's bound: no load exceeds the mean by more than the longest job.
      EXPECT_LE(shard.seconds, sum / n + jobs.front().seconds);
    }
  }
}

TEST_F(Shards, WhatIsDoneIsLeftOut) {
  const Plan plan = plan_of();
  const TrialKey done = plan.trials[4].key;
  const auto jobs = make_jobs(plan, CostModel(), [&](const TrialKey& key) { return key != done; });
  std::size_t trials = 0;
  for (const Shard& shard : make_shards(plan, jobs, 4)) {
    trials += shard.keys.size();
    EXPECT_EQ(std::count(shard.keys.begin(), shard.keys.end(), done), 0);
  }
  EXPECT_EQ(trials, plan.trials.size() - 1);
  EXPECT_TRUE(make_shards(plan, {}, 4).empty());
}

TEST_F(Shards, FileKeepsThem) {
  const Plan plan = plan_of();
  const std::vector<Shard> shards = make_shards(plan, all_jobs(plan), 5);
  write_shards(file_, shards);
  const std::vector<Shard> read = read_shards(file_);
  ASSERT_EQ(read.size(), shards.size());
  for (std::size_t k = 0; k < read.size(); ++k) {
    EXPECT_EQ(read[k].keys, shards[k].keys);
    EXPECT_NEAR(read[k].seconds, shards[k].seconds, 1e-5 * shards[k].seconds);
    EXPECT_EQ(shard_keys({file_, k}, plan), shards[k].keys);
  }
  expect_message(message_of<core::UserError>([&] { write_shards(file_, shards); }), "exists already");
}

TEST_F(Shards, NamesAreFileAndNumber) {
  const ShardName name = parse_shard_name("jobs/1:2/shards.txt:17");
  EXPECT_EQ(name.file, "jobs/1:2/shards.txt");
  EXPECT_EQ(name.number, 17U);
  for (const std::string text : {"shards.txt", "shards.txt:", ":3", "shards.txt:-1", "shards.txt:3x", ""})
    expect_message(message_of<core::UsageError>([&] { parse_shard_name(text); }),
                   "names no shard, give its file and number");
}

TEST_F(Shards, WrongFilesAreTold) {
  const Plan plan = plan_of();
  expect_message(message_of<core::UserError>([&] { read_shards(file_); }), "no file of shards at");
  write_shards(file_, make_shards(plan, all_jobs(plan), 3));
  expect_message(message_of<core::UserError>([&] {
                   shard_keys({file_, 3}, plan);
                 }),
                 "has no shard 3 (its shards are 0 to 2)");
  expect_message(message_of<core::UserError>([&] {
                   shard_keys({file_, 0}, plan_of({"sweep.seed=2"}));
                 }),
                 "has trials that 'sweep' does not plan");
  const std::string whole = text();
  for (const std::size_t part : {std::size_t{0}, std::size_t{9}, whole.size() / 2, whole.size() - 2}) {
    write(whole.substr(0, part));
    expect_message(message_of<core::UserError>([&] { read_shards(file_); }), "is not a line of a file of shards");
  }
  std::string other = whole;
  other.replace(other.find("shards 1"), 8, "shards 2");
  write(other);
  expect_message(message_of<core::UserError>([&] { read_shards(file_); }), "it is from another version");
  other = whole;
  const std::string first_key = other.substr(other.find('\n', other.find("shard 0")) + 1, 32);
  other.replace(other.find("shard 1"), other.find('\n', other.find("shard 1")) - other.find("shard 1"), first_key);
  write(other);
  expect_message(message_of<core::UserError>([&] { read_shards(file_); }), "is not a line of a file of shards");
}

TEST_F(Shards, HundredThousandTrialsAreReadAtOnce) {
  std::vector<Shard> shards(100);
  for (std::uint64_t k = 0; k < 100'000; ++k) shards[k % 100].keys.push_back({k * 0x9E3779B97F4A7C15U, k});
  write_shards(file_, shards);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(read_shards(file_).size(), 100U);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));  // 0.02 s when nothing else runs
}

}  // namespace
}  // namespace tertium::experiments
