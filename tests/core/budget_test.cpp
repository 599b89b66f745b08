// Budgets end what asks them, and nothing else.
#include "core/base/budget.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>
#include <vector>

#include "core/base/machine.hpp"

namespace tertium::core {
namespace {

BudgetExceeded::What exceeded(const BudgetLimits& limits) {
  try {
    const Budget budget(limits);
    std::vector<std::vector<char>> held;
    for (int step = 0; step < 200; ++step) {
      held.emplace_back(1 << 20, 'x');
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      keep_to_budget();
    }
  } catch (const BudgetExceeded& error) {
    EXPECT_NE(std::string(error.what()).find("limit of a trial"), std::string::npos);
    return error.which();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Budget, WithoutOneNothingIsAsked) {
  EXPECT_NO_THROW(keep_to_budget());
  {
    const Budget endless({});
    EXPECT_NO_THROW(keep_to_budget());
  }
  EXPECT_NO_THROW(keep_to_budget());
}

TEST(Budget, Time) {
  EXPECT_EQ(exceeded({0.02, 1e18}), BudgetExceeded::What::kTime);
}

TEST(Budget, Memory) {
  EXPECT_GT(resident_memory(), 1e5);
  EXPECT_EQ(exceeded({1e9, 40e6}), BudgetExceeded::What::kMemory);
}

TEST(Budget, IsThatOfItsThread) {
  const Budget spent({0.0, 1e18});
  EXPECT_THROW(keep_to_budget(), BudgetExceeded);
  std::thread([] { EXPECT_NO_THROW(keep_to_budget()); }).join();
}

TEST(Budget, AnInnerOneCountsUntilItEnds) {
  const Budget outer({1e9, 1e18});
  {
    const Budget inner({0.0, 1e18});
    EXPECT_THROW(keep_to_budget(), BudgetExceeded);
  }
  EXPECT_NO_THROW(keep_to_budget());
}

TEST(Budget, EndsWhenSomebodyElseSaysSo) {
  std::stop_source source;
  const Budget budget({.stop = source.get_token()});
  EXPECT_NO_THROW(keep_to_budget());
  EXPECT_FALSE(stop_of_this_thread().stop_requested());
  std::thread([&] { source.request_stop(); }).join();
  EXPECT_TRUE(stop_of_this_thread().stop_requested());
  EXPECT_THROW(keep_to_budget(), BudgetExceeded);
}

}  // namespace
}  // namespace tertium::core
