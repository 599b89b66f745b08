// Tables of four by other ways to list them.
#include "metrics/bounds/tables_of_four.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "tests/support/bound_cases.hpp"

namespace tertium {
namespace {

using core::Object;
using metrics::BoundClass;
using metrics::Solution;
using testing::draw;
using testing::stream;

TEST(TablesOfFour, HaveAsManySolutionsAsThereAre) {
  EXPECT_EQ(metrics::solutions_of_four(BoundClass::kRooted).size(), 15U);
  EXPECT_EQ(metrics::solutions_of_four(BoundClass::kAdditive).size(), 192U);
  EXPECT_EQ(metrics::solutions_of_four(BoundClass::kAny).size(), 426U);
  const auto rooted = metrics::solutions_of_four(BoundClass::kRooted);
  EXPECT_TRUE(std::ranges::equal(rooted, metrics::kRootedTrees));
}

TEST(TablesOfFour, AreOrientationsWithoutCycles) {
  // Each triple has an order of its three pairs; together they are free of cycles if pairs can be taken off one by one.
  const auto pair_of = [](int triple, int pair) {
    constexpr std::array<std::array<int, 2>, 3> kEnds{{{0, 1}, {0, 2}, {1, 2}}};
    const auto three = metrics::kThreeOfFour[static_cast<std::size_t>(triple)];
    const auto [x, y] = kEnds[static_cast<std::size_t>(pair)];
    return three[static_cast<std::size_t>(x)] * 4 + three[static_cast<std::size_t>(y)];
  };
  std::size_t count = 0;
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    std::set<std::pair<int, int>> before;
    std::set<int> pairs;
    for (int triple = 0, left = code; triple < 4; ++triple, left /= 6) {
      const auto order = metrics::order_of_option(left % 6);
      for (std::size_t k = 0; k + 1 < order.size(); ++k)
        before.emplace(pair_of(triple, order[k]), pair_of(triple, order[k + 1]));
      for (const int pair : order) pairs.insert(pair_of(triple, pair));
    }
    for (bool found = true; found;) {
      found = false;
      for (const int pair : std::set<int>(pairs)) {
        if (std::ranges::any_of(before,
                                [&](const auto& edge) { return edge.second == pair && pairs.contains(edge.first); }))
          continue;
        pairs.erase(pair);
        found = true;
      }
    }
    count += pairs.empty() ? 1 : 0;
  }
  EXPECT_EQ(count, metrics::solutions_of_four(BoundClass::kAny).size());
}

TEST(TablesOfFour, HoldEveryTreeWithLengths) {
  const auto additive = metrics::solutions_of_four(BoundClass::kAdditive);
  const auto any = metrics::solutions_of_four(BoundClass::kAny);
  EXPECT_TRUE(std::ranges::includes(any, additive));
  core::Stream random = stream(3);
  std::set<Solution> met;
  for (int draws = 0; draws < 40'000; ++draws) {
    std::array<double, 4> l{};
    for (double& length : l) length = std::pow(random.uniform(), 2.0);
    const double middle = random.uniform() * (draws % 3 == 0 ? 1.0 : 0.2);
    const auto beside = static_cast<int>(1 + random.below(3));
    Solution solution{};
    for (std::size_t y = 0; y < 4; ++y) {
      const auto [i, j, k] = metrics::kThreeOfFour[y];
      const auto distance = [&](int a, int b) {
        const bool same = (a == 0 || a == beside) == (b == 0 || b == beside);
        return l[static_cast<std::size_t>(a)] + l[static_cast<std::size_t>(b)] + (same ? 0.0 : middle);
      };
      const std::array<double, 3> d{distance(i, j), distance(i, k), distance(j, k)};
      std::array<int, 3> order{0, 1, 2};
      std::ranges::sort(order, {}, [&](int pair) { return d[static_cast<std::size_t>(pair)]; });
      solution[y] = static_cast<std::uint8_t>(metrics::option_of_order(order[0], order[1]));
    }
    met.insert(solution);
  }
  EXPECT_TRUE(std::ranges::includes(additive, met));
  EXPECT_GE(met.size(), 185U) << "of 192 that there are";
}

}  // namespace
}  // namespace tertium
