// tertium bench growth: slopes of exact powers, what is called steeper, and that no method is left out.
#include "program/growth/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/methods/method.hpp"
#include "program/growth/bench_growth.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

const std::vector<double> kSizes{16.0, 32.0, 64.0, 128.0};

std::vector<double> powers(double factor, double exponent) {
  std::vector<double> values;
  for (const double size : kSizes) values.push_back(factor * std::pow(size, exponent));
  return values;
}

/// Of that exponent in every repeat, where 2 is stated.
Growth growing(const std::vector<double>& exponents) {
  std::vector<std::vector<double>> repeats;
  for (const double exponent : exponents) repeats.push_back(powers(1e-6, exponent));
  return growth_of(kSizes, repeats, powers(3.0, 2.0));
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Takes so long of the processor, times the size squared, whatever else runs.
GrowthItem busy(double seconds) {
  GrowthItem item{.name = "busy", .over = "loops", .first = 1.0, .most = 64.0};
  item.stated = [](double size) { return size * size; };
  item.prepare = [seconds](double size) {
    return [=] {
      const double end = thread_seconds() + seconds * size * size;
      while (thread_seconds() < end) {
      }
    };
  };
  return item;
}

TEST(Growth, SlopeOfAPowerIsItsExponent) {
  for (const double exponent : {0.0, 0.5, 1.0, 2.0, 3.7})
    for (const double factor : {1e-9, 1.0, 1e9})
      EXPECT_NEAR(log_slope(kSizes, powers(factor, exponent)), exponent, 1e-12);
}

TEST(Growth, IntervalHoldsTheSlopesOfTheRepeats) {
  const Growth growth = growing({2.1, 1.9, 2.0});
  EXPECT_NEAR(growth.stated, 2.0, 1e-12);
  EXPECT_NEAR(growth.measured, 2.0, 1e-12);
  EXPECT_NEAR(growth.low, 1.9, 1e-12);
  EXPECT_NEAR(growth.high, 2.1, 1e-12);
}

TEST(Growth, SteeperIsByMoreThanAQuarterInEveryRepeat) {
  EXPECT_TRUE(growing({2.3, 2.3, 2.3}).steeper());
  EXPECT_TRUE(growing({2.27, 2.5, 4.0}).steeper());
  EXPECT_FALSE(growing({2.2, 2.5, 4.0}).steeper());
  EXPECT_FALSE(growing({2.2, 2.2, 2.2}).steeper());
  EXPECT_FALSE(growing({1.0, 1.0, 1.0}).steeper());
}

TEST(Growth, SteeperIsRedOnATerminalOnly) {
  const std::vector<GrowthItem> items{busy(0.0)};
  for (const bool terminal : {false, true}) {
    const GrowthTable table(items, terminal);
    const std::string steep = table.line(items[0], growing({3.0, 3.0, 3.0})),
                      flat = table.line(items[0], growing({2.0, 2.0, 2.0}));
    EXPECT_NE(steep.find("steeper"), std::string::npos);
    EXPECT_EQ(flat.find("steeper"), std::string::npos);
    EXPECT_EQ(steep.starts_with("\033[31m") && steep.ends_with("\033[0m\n"), terminal);
    EXPECT_EQ(flat.find('\033'), std::string::npos);
    EXPECT_EQ(table.header(items[0]).find('\033'), std::string::npos);
  }
}

TEST(Growth, SizesAreDoubledAsLongAsTheTimeAllows) {
  const Growth quick = measure_growth(busy(1e-4), 10.0);
  ASSERT_TRUE(quick.has_slope());
  EXPECT_EQ(quick.sizes, (std::vector<double>{8.0, 16.0, 32.0, 64.0}));
  EXPECT_NEAR(quick.stated, 2.0, 1e-12);
  EXPECT_NEAR(quick.measured, 2.0, 0.1);
  const Growth short_of_time = measure_growth(busy(1e-3), 0.1);
  EXPECT_TRUE(!short_of_time.has_slope() || short_of_time.sizes.back() < 16.0);
  EXPECT_FALSE(measure_growth(busy(1e-3), 1e-6).has_slope());
}

TEST(Growth, WhatFailsSaysWhy) {
  GrowthItem item = busy(1e-4);
  item.prepare = [](double) -> std::function<void()> { throw std::runtime_error("no such\nthing"); };
  EXPECT_EQ(measure_growth(item, 1.0).why_not, "no such thing");
  item.why_not = "not here";
  EXPECT_EQ(measure_growth(item, 1.0).why_not, "not here");
}

TEST(Growth, NoMethodAndNoStepIsLeftOut) {
  std::set<std::string> names, steps;
  for (const GrowthItem& item : growth_of_methods()) {
    names.insert(item.name);
    const bool few = core::find_method(item.name).most_objects() < 64;  // for a slope
    EXPECT_TRUE(item.why_not.empty() || item.prepare == nullptr || item.over == "answers" || few)
        << item.name << item.why_not;
    if (item.why_not.empty() || few)
      for (const core::Link& link : core::find_method(item.name).links) steps.insert(link.step->name);
  }
  std::set<std::string> texts;  // of two names for one method one is enough
  for (const std::string& name : names) texts.insert(core::find_method(name).text());
  for (const std::string& name : core::method_names())
    EXPECT_TRUE(texts.contains(core::find_method(name).text())) << name;
  for (const core::Step& step : core::all<core::Step>()) EXPECT_TRUE(steps.contains(step.name)) << step.name;
}

TEST(Growth, StatedWorkGrows) {
  for (const GrowthItem& item : growth_items())
    if (item.why_not.empty()) {
      const double least = item.stated(item.first), more = item.stated(2.0 * item.first);
      EXPECT_TRUE(least > 0.0 && more >= least && std::isfinite(more)) << item.name << " over " << item.over;
    }
}

TEST(Growth, TheCommandDoesWithLittleTime) {
  ::testing::internal::CaptureStdout();
  const int code = bench_growth({"--time-limit", "0.1s", "--only", "AddS-3-AL"});
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, terminal::kComplete);
  EXPECT_NE(text.find("AddS-3-AL+search"), std::string::npos) << text;
  EXPECT_NE(text.find("steeper than stated\n"), std::string::npos) << text;
  EXPECT_EQ(text.find('\033'), std::string::npos) << text;
}

}  // namespace
}  // namespace tertium::program
