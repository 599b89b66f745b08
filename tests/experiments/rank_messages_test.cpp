// What ranks tell each other: what is put in comes out, and nothing else is taken for it.
#include "experiments/run/rank_messages.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "store_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

SweepStart start() {
  return {.team = 3,
          .settings = {.threads = 2, .limits = {.seconds = std::numeric_limits<double>::infinity(), .bytes = 1e9}},
          .configs = {"[model]\nkind = planted-hierarchy\n", "[model]\nkind = planted-flat\n"},
          .efforts = {{3, 0, 7}, {}},
          .plan_digests = {99, 7}};
}

std::vector<std::vector<std::byte>> all_messages() {
  return {to_bytes(std::optional(start())),
          to_bytes(std::optional<SweepStart>()),
          to_bytes(RankMessage{.row = make_row(5), .seconds = {}, .stop = false}),
          to_bytes(RankMessage{.row = {}, .seconds = 0.25, .stop = true}),
          to_bytes(std::optional(Job{.sweep = 4, .cell = 7, .trials = {1, 2, 3}, .seconds = 0.5})),
          to_bytes(std::optional<Job>())};
}

TEST(RankMessages, TheStartOfASweep) {
  const auto copy = sweep_start_of(to_bytes(std::optional(start())));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->team, 3);
  EXPECT_EQ(copy->settings.threads, 2);
  EXPECT_EQ(copy->settings.limits.seconds, std::numeric_limits<double>::infinity());
  EXPECT_EQ(copy->settings.limits.bytes, 1e9);
  EXPECT_EQ(copy->configs, start().configs);
  EXPECT_EQ(copy->efforts, start().efforts);
  EXPECT_EQ(copy->plan_digests, start().plan_digests);
  EXPECT_FALSE(sweep_start_of(to_bytes(std::optional<SweepStart>())));
}

TEST(RankMessages, RowsAndIdleRanks) {
  const RankMessage row = rank_message_of(to_bytes(RankMessage{.row = make_row(5), .seconds = {}, .stop = false}));
  ASSERT_TRUE(row.row);
  EXPECT_EQ(first_difference(*row.row, make_row(5)), std::nullopt);
  const RankMessage first = rank_message_of(to_bytes(RankMessage()));
  EXPECT_FALSE(first.row || first.seconds || first.stop);
  const RankMessage later = rank_message_of(to_bytes(RankMessage{.row = {}, .seconds = 0.25, .stop = true}));
  EXPECT_EQ(later.seconds, 0.25);
  EXPECT_TRUE(later.stop);
}

TEST(RankMessages, Jobs) {
  const auto job = job_of(to_bytes(std::optional(Job{.sweep = 4, .cell = 7, .trials = {1, 2, 3}, .seconds = 0.5})));
  ASSERT_TRUE(job);
  EXPECT_EQ(job->sweep, 4);
  EXPECT_EQ(job->cell, 7);
  EXPECT_EQ(job->trials, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(job->seconds, 0.5);
  EXPECT_FALSE(job_of(to_bytes(std::optional<Job>())));
}

TEST(RankMessages, AnotherKindIsRefused) {
  const auto messages = all_messages();
  for (std::size_t kind = 0; kind < messages.size(); ++kind) {
    if (kind / 2 != 0) {
      EXPECT_THROW(sweep_start_of(messages[kind]), core::UserError) << kind;
    }
    if (kind / 2 != 1) {
      EXPECT_THROW(rank_message_of(messages[kind]), core::UserError) << kind;
    }
    if (kind / 2 != 2) {
      EXPECT_THROW(job_of(messages[kind]), core::UserError) << kind;
    }
  }
}

TEST(RankMessages, ACutOrALongerMessageIsRefused) {
  for (const auto& whole : all_messages()) {
    for (std::size_t n = 0; n <= whole.size(); ++n) {
      std::vector<std::byte> bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
      if (n == whole.size()) bytes.push_back(std::byte{0});
      EXPECT_THROW(sweep_start_of(bytes), core::UserError);
      EXPECT_THROW(rank_message_of(bytes), core::UserError);
      EXPECT_THROW(job_of(bytes), core::UserError);
    }
  }
}

}  // namespace
}  // namespace tertium::experiments
