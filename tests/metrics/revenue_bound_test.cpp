// Revenue and its bound, against sums over triples, random trees and the optimum of few objects.
#include "metrics/bounds/revenue_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "linkage/exact/best_tree.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/bound_cases.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Object;
using core::Partition;
using metrics::BoundLimits;
using testing::passes;
using testing::stream;

core::Similarities random_similarities(Object n, core::Stream& random, double low) {
  core::Similarities similarities(n);
  for (double& s : similarities.values()) s = low + random.uniform();
  return similarities;
}

TEST(Revenue, IsTheSumOverTriplesOfThePairJoinedFirst) {
  core::Stream random = stream(14);
  for (const Object n : {0, 1, 2, 3, 9}) {
    const core::Similarities s = random_similarities(n, random, 0.0);
    const Dendrogram tree = core::test::random_tree(n, random.bits());
    const auto sizes = core::lca_sizes(tree);
    double revenue = 0.0, cost = 0.0;
    for (Object k = 0; k < n; ++k)
      for (Object j = 0; j < k; ++j) {
        cost += s(j, k) * sizes(j, k);
        for (Object i = 0; i < j; ++i)
          revenue += sizes(i, j) < sizes(i, k) ? s(i, j) : sizes(i, k) < sizes(i, j) ? s(i, k) : s(j, k);
      }
    EXPECT_NEAR(metrics::revenue_of(tree, s), revenue, 1e-9);
    EXPECT_NEAR(metrics::dasgupta_cost_of(revenue, s), cost, 1e-9);
  }
}

TEST(Revenue, OfRandomTreesHasItsMean) {
  core::Stream random = stream(15);
  const core::Similarities s = random_similarities(7, random, -0.3);
  double sum = 0.0;
  constexpr int kTrees = 20'000;
  for (int tree = 0; tree < kTrees; ++tree) sum += metrics::revenue_of(core::test::random_tree(7, random.bits()), s);
  EXPECT_NEAR(sum / kTrees, metrics::mean_random_revenue(s), 0.03);
}

TEST(Revenue, BoundIsTheOptimumMostly) {
  core::Stream random = stream(16);
  int equal = 0;
  constexpr int kRounds = 1'000;
  for (int round = 0; round < kRounds; ++round) {
    const Object n = 3 + round % 7;
    const core::Similarities s = random_similarities(n, random, round % 2 == 0 ? 0.0 : -0.5);
    linkage::TripleScores<double> scores(n);
    for (Object i = 0; i < n; ++i)
      for (Object j = i + 1; j < n; ++j)
        for (Object k = 0; k < n; ++k)
          if (k != i && k != j) scores.set(i, j, k, s(i, j));
    const auto best = linkage::best_tree(scores, Partition::singletons(n));
    EXPECT_NEAR(best.score, metrics::revenue_of(best.tree, s), 1e-9);
    const auto found = metrics::bound_of_revenue(s, passes(100));
    ASSERT_GE(found.bound, best.score - 1e-9);
    equal += found.bound < best.score + 1e-3 * std::abs(best.score) ? 1 : 0;
  }
  EXPECT_GE(equal, kRounds * 7 / 10);
}

TEST(Revenue, OfManyObjectsTakesSomeSets) {
  core::Stream random = stream(17);
  const core::Similarities s = random_similarities(110, random, 0.0);
  const auto found = metrics::bound_of_revenue(s, passes(3));
  EXPECT_NEAR(static_cast<double>(found.sets), 4e6, 1e5);
  EXPECT_EQ(metrics::revenue_sets_of_triple(100), 100.0) << "all there are";
  EXPECT_EQ(metrics::revenue_sets_of_triple(400), 5.0);
  EXPECT_LT(found.bound, found.of_triples);
  for (int tree = 0; tree < 50; ++tree)
    EXPECT_GE(found.bound, metrics::revenue_of(core::test::random_tree(110, random.bits()), s));
  BoundLimits little = passes(3);
  little.bytes = 1e6;
  EXPECT_THROW(metrics::bound_of_revenue(s, little), core::UserError);
}

}  // namespace
}  // namespace tertium
