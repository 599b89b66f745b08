// Lengths of time, moments and sizes as people and batch systems write them.
#include "core/base/quantities.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/message.hpp"

namespace tertium::core {
namespace {

using testing::expect_message;
using testing::message_of;

double unix_seconds(const std::string& text) {
  return std::chrono::duration<double>(parse_time(text, "--deadline").time_since_epoch()).count();
}

TEST(Quantities, LengthsOfTime) {
  EXPECT_DOUBLE_EQ(parse_duration("90s", "--x"), 90);
  EXPECT_DOUBLE_EQ(parse_duration("0s", "--x"), 0);
  EXPECT_DOUBLE_EQ(parse_duration("30m", "--x"), 1800);
  EXPECT_DOUBLE_EQ(parse_duration("1.5h", "--x"), 5400);
  EXPECT_DOUBLE_EQ(parse_duration("1h30m", "--x"), 5400);
  EXPECT_DOUBLE_EQ(parse_duration("2d", "--x"), 172800);
  EXPECT_DOUBLE_EQ(parse_duration("1:30:00", "--x"), 5400);
  EXPECT_DOUBLE_EQ(parse_duration("2-12:00:00", "--x"), 216000);
}

TEST(Quantities, OtherLengthsAreRefused) {
  for (const char* text :
       {"", "90", "s", "-5s", "1h30", "1:30", "1:75:00", "1:00:60", "x-1:00:00", "1e3s", "infs", "5 s"}) {
    SCOPED_TRACE(text);
    expect_message(message_of<core::UsageError>([&] { parse_duration(text, "--time-limit"); }), "--time-limit");
  }
}

TEST(Quantities, Moments) {
  EXPECT_DOUBLE_EQ(unix_seconds("@1000000000"), 1e9);
  EXPECT_DOUBLE_EQ(unix_seconds("2001-09-09T01:46:40Z"), 1e9);
  EXPECT_DOUBLE_EQ(unix_seconds("2001-09-09T03:46:40+02:00"), 1e9);
  EXPECT_DOUBLE_EQ(unix_seconds("2001-09-08T20:16:40-05:30"), 1e9);
  setenv("TZ", "EST5EDT", 1);
  EXPECT_DOUBLE_EQ(unix_seconds("2001-09-08T21:46:40"), 1e9) << "summer time";
  EXPECT_DOUBLE_EQ(unix_seconds("2001-09-08T21:46"), 1e9 - 40);
  EXPECT_DOUBLE_EQ(unix_seconds("2026-03-08T02:30:00"), unix_seconds("2026-03-08T03:30:00")) << "left out by the clock";
  unsetenv("TZ");
}

TEST(Quantities, OtherMomentsAreRefused) {
  for (const char* text : {"", "@", "@-5", "tomorrow", "2001-09-09", "2001-13-09T01:46:40Z", "2001-09-09T01:46:40+x",
                           "2026-11-31T18:00:00", "2025-02-29T18:00Z", "2026-01-31T18:00:61", "2026-01-31T18:00:60Z"}) {
    SCOPED_TRACE(text);
    expect_message(message_of<core::UsageError>([&] { parse_time(text, "--deadline"); }), "--deadline");
  }
}

TEST(Quantities, Sizes) {
  EXPECT_DOUBLE_EQ(parse_bytes("500M", "--x"), 5e8);
  EXPECT_DOUBLE_EQ(parse_bytes("1.5GB", "--x"), 1.5e9);
  EXPECT_DOUBLE_EQ(parse_bytes("2GiB", "--x"), 2147483648.0);
  EXPECT_DOUBLE_EQ(parse_bytes("64kB", "--x"), 64e3);
  EXPECT_DOUBLE_EQ(parse_bytes("64K", "--x"), 64e3);
  for (const char* text : {"", "500", "G", "-1G", "1X", "1GG", "1Gi"})
    expect_message(message_of<core::UsageError>([&] { parse_bytes(text, "--trial-memory"); }), "--trial-memory");
}

}  // namespace
}  // namespace tertium::core
