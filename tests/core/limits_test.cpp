// Limits end what asks for them, and nothing else.
#include "core/base/limits.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/machine.hpp"

namespace tertium::core {
namespace {

LimitExceeded::What exceeded(const Limits& limits) {
  try {
    const LimitGuard guard(limits);
    std::vector<std::vector<char>> held;
    for (int step = 0; step < 200; ++step) {
      held.emplace_back(1 << 20, 'x');
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      keep_to_limits();
    }
  } catch (const LimitExceeded& error) {
    EXPECT_NE(std::string(error.what()).find("limit of a trial"), std::string::npos);
    return error.which();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Limits, WithoutOneNothingIsAsked) {
  EXPECT_NO_THROW(keep_to_limits());
  {
    const LimitGuard endless({});
    EXPECT_NO_THROW(keep_to_limits());
  }
  EXPECT_NO_THROW(keep_to_limits());
}

TEST(Limits, Time) {
  EXPECT_EQ(exceeded({0.02, 1e18}), LimitExceeded::What::kTime);
}

TEST(Limits, Memory) {
  EXPECT_GT(resident_memory(), 1e5);
  EXPECT_EQ(exceeded({1e9, 40e6}), LimitExceeded::What::kMemory);
}

TEST(Limits, IsThatOfItsThread) {
  const LimitGuard spent({0.0, 1e18});
  EXPECT_THROW(keep_to_limits(), LimitExceeded);
  std::thread([] { EXPECT_NO_THROW(keep_to_limits()); }).join();
}

TEST(Limits, AnInnerOneCountsUntilItEnds) {
  const LimitGuard outer({1e9, 1e18});
  {
    const LimitGuard inner({0.0, 1e18});
    EXPECT_THROW(keep_to_limits(), LimitExceeded);
  }
  EXPECT_NO_THROW(keep_to_limits());
}

TEST(Limits, EndsWhenSomebodyElseSaysSo) {
  std::stop_source source;
  const LimitGuard guard({.stop = source.get_token()});
  EXPECT_NO_THROW(keep_to_limits());
  EXPECT_FALSE(stop_of_this_thread().stop_requested());
  std::thread([&] { source.request_stop(); }).join();
  EXPECT_TRUE(stop_of_this_thread().stop_requested());
  EXPECT_THROW(keep_to_limits(), LimitExceeded);
}

}  // namespace
}  // namespace tertium::core
