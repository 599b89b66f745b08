// Bounds for trees against the optimum of few objects, which they have to reach most of the time.
#include "metrics/bounds/tree_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "linkage/exact/best_tree.hpp"
#include "metrics/bounds/potentials.hpp"
#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/bound_cases.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Object;
using core::Partition;
using metrics::BoundClass;
using metrics::BoundLimits;
using metrics::Solution;
using metrics::TripleVotes;
using testing::answers;
using testing::halves;
using testing::passes;
using testing::stream;

constexpr std::array kClasses{BoundClass::kRooted, BoundClass::kAdditive, BoundClass::kAny};

TEST(TreeBound, IsTheOptimumOfFewObjectsMostly) {
  core::Stream random = stream(8);
  int equal = 0, below_triples = 0;
  constexpr int kRounds = 1'000;
  for (int round = 0; round < kRounds; ++round) {
    const Object n = 5 + round % 5;
    const core::ListedTriplets triplets(
        answers(n, 10 + static_cast<int>(random.below(150)), 1 + random.below(4), random));
    const Partition leaves = Partition::singletons(n);
    const auto best = linkage::best_tree(linkage::scores_of(linkage::TreeVotes(leaves, triplets)), leaves);
    const auto found = metrics::bound_of_trees(triplets, BoundClass::kRooted, passes(60));
    const std::int64_t optimum = halves(best.tree, triplets);
    EXPECT_EQ(best.score + found.answers, optimum) << "votes are halves less one an answer";
    ASSERT_GE(found.bound, optimum);
    ASSERT_LE(found.bound, found.of_triples);
    equal += found.bound == optimum ? 1 : 0;
    below_triples += found.of_triples > optimum ? 1 : 0;
  }
  EXPECT_GE(below_triples, kRounds / 2) << "triples alone are no proof";
  EXPECT_GE(equal, kRounds * 8 / 10) << "a bound half an answer lower would be wrong so often";
}

/// The most that any distances satisfy, in halves: pairs are put in order, the closest first, by sets of those before.
std::int64_t best_of_any(Object n, const core::TripletList& list) {
  const auto pairs = static_cast<std::size_t>(core::pair_count(n));
  std::vector<std::int64_t> wins(pairs * pairs, 0);
  for (const core::Triplet& t : list.triplets())
    wins[core::pair_index(t.anchor, t.near, n) * pairs + core::pair_index(t.anchor, t.far, n)] += 2;
  std::vector<std::int64_t> best(std::size_t{1} << pairs, 0);
  for (std::size_t set = 0; set + 1 < best.size(); ++set)
    for (std::size_t next = 0; next < pairs; ++next) {
      if ((set >> next & 1U) != 0) continue;
      std::int64_t sum = best[set];
      for (std::size_t later = 0; later < pairs; ++later)
        if ((set >> later & 1U) == 0) sum += wins[next * pairs + later];
      best[set | std::size_t{1} << next] = std::max(best[set | std::size_t{1} << next], sum);
    }
  return best.back();
}

TEST(TreeBound, OfAnyDistancesIsTheOptimumMostly) {
  core::Stream random = stream(9);
  int equal = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round) {
    const core::TripletList list = answers(5, 10 + static_cast<int>(random.below(60)), 1 + random.below(3), random);
    const auto found = metrics::bound_of_trees(core::ListedTriplets(list), BoundClass::kAny, passes(40));
    const std::int64_t optimum = best_of_any(5, list);
    ASSERT_GE(found.bound, optimum);
    equal += found.bound - optimum < 2 ? 1 : 0;
  }
  EXPECT_GE(equal, kRounds * 7 / 10);
}

TEST(TreeBound, OfFourIsWhatTheTableSays) {
  core::Stream random = stream(10);
  for (const BoundClass kind : kClasses)
    for (int round = 0; round < 100; ++round) {
      const core::ListedTriplets triplets(answers(4, 1 + static_cast<int>(random.below(40)), 1, random));
      const TripleVotes votes = metrics::votes_of(triplets, kind);
      std::int64_t best = 0;
      for (const Solution& solution : metrics::solutions_of_four(kind)) {
        std::int64_t sum = 0;
        const auto keys = metrics::triples_of({0, 1, 2, 3});
        for (std::size_t y = 0; y < keys.size(); ++y)
          if (const std::size_t t = votes.find(keys[y]); t < votes.keys.size()) sum += votes.of(t)[solution[y]];
        best = std::max(best, sum);
      }
      EXPECT_EQ(metrics::bound_of_trees(triplets, kind, passes(5)).bound, best);
    }
}

TEST(TreeBound, IsAboveManyTreesWithLittleMemoryAndNone) {
  core::Stream random = stream(11);
  for (const double bytes : {0.0, 3e3, 1e5, 1e9}) {
    const Object n = 30;
    const core::ListedTriplets triplets(answers(n, 400, 3, random));
    BoundLimits limits = passes(20);
    limits.bytes = bytes;
    const auto found = metrics::bound_of_trees(triplets, BoundClass::kRooted, limits);
    EXPECT_LE(found.bound, found.of_triples);
    EXPECT_LE(found.sets, found.sets_there);
    EXPECT_EQ(found.sets < found.sets_there, bytes < 1e6);
    for (int trees = 0; trees < 300; ++trees)
      EXPECT_GE(found.bound, halves(core::test::random_tree(n, random.bits()), triplets));
  }
}

TEST(TreeBound, ClassesAreNested) {
  core::Stream random = stream(12);
  const core::ListedTriplets triplets(answers(12, 1'500, 3, random));
  std::int64_t before = 0;
  for (const BoundClass kind : kClasses) {
    const auto found = metrics::bound_of_trees(triplets, kind, passes(150));
    EXPECT_GT(found.bound, before);
    before = found.bound;
    EXPECT_TRUE(std::ranges::is_sorted(found.curve, std::greater(), &metrics::BoundPoint::bound));
  }
}

TEST(TreeBound, HasTheSameBitsForAnyThreads) {
  core::Stream random = stream(13);
  const core::ListedTriplets triplets(answers(24, 4'000, 3, random));
  for (const BoundClass kind : kClasses) {
    const TripleVotes votes = metrics::votes_of(triplets, kind);
    const auto solutions = metrics::solutions_of_four(kind);
    const auto sets = metrics::sets_between_votes(votes, solutions, 1'000'000);
    std::set<std::int64_t> values;
    for (const int threads : {1, 2, 3}) {
      metrics::Potentials potentials(votes, sets, solutions, threads);
      for (int pass = 0; pass < 7; ++pass)
        potentials.pass({.thorough = pass < 3,
                         .forward = pass % 2 == 0,
                         .warmth = kind == BoundClass::kRooted && pass > 4 ? 3e4F : 0.0F});
      values.insert(potentials.value());
    }
    EXPECT_EQ(values.size(), 1U);
  }
}

TEST(TreeBound, DoesNotStickWhereTheAscentDoes) {
  core::Stream random = stream(14);
  for (int round = 0; round < 6; ++round) {
    const core::ListedTriplets triplets(answers(18, 1'500, 1 + random.below(2), random));
    const TripleVotes votes = metrics::votes_of(triplets, BoundClass::kRooted);
    const auto solutions = metrics::solutions_of_four(BoundClass::kRooted);
    const auto sets = metrics::sets_between_votes(votes, solutions, 1'000'000);
    metrics::Potentials potentials(votes, sets, solutions, 1);
    constexpr int kPasses = 400, kThorough = 30;
    for (int pass = 0; pass < kPasses; ++pass)
      potentials.pass({.thorough = pass < kThorough, .forward = pass % 2 == 0});
    const auto found = metrics::bound_of_trees(triplets, BoundClass::kRooted, passes(kPasses));
    EXPECT_LE(found.bound, potentials.value());
    EXPECT_LT(found.bound, votes.best_of_each());
  }
}

TEST(TreeBound, OfNothing) {
  for (const Object n : {0, 1, 2, 3, 5}) {
    const core::ListedTriplets none(core::TripletList(n, {}));
    const auto found = metrics::bound_of_trees(none, BoundClass::kRooted, {.seconds = 0.0});
    EXPECT_EQ(found.bound, 0);
    EXPECT_EQ(found.share(), 1.0);
  }
}

}  // namespace
}  // namespace tertium
