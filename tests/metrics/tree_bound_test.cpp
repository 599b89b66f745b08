// Bounds for trees: tables of four by other ways to list them, votes against what agreement counts, visits against
// their plain twin, and bounds against the optimum of few objects, which they have to reach most of the time.
#include "metrics/bounds/tree_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/clusterings/agreement.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/random/random.hpp"
#include "linkage/exact/best_tree.hpp"
#include "metrics/bounds/potentials.hpp"
#include "metrics/bounds/revenue_bound.hpp"
#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/plain_bounds.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Object;
using core::Partition;
using metrics::BoundClass;
using metrics::BoundLimits;
using metrics::Solution;
using metrics::TripleVotes;

constexpr std::array kClasses{BoundClass::kRooted, BoundClass::kAdditive, BoundClass::kAny};

core::Stream stream(std::uint64_t seed) {
  return {core::CellKey{.master_seed = seed}, core::Purpose::kTest};
}

Object draw(core::Stream& random, Object n) {
  return static_cast<Object>(random.below(static_cast<std::uint64_t>(n)));
}

Dendrogram random_tree(Object n, core::Stream& random) {
  Dendrogram tree(Partition::singletons(n));
  std::vector<core::Node> open(static_cast<std::size_t>(n));
  std::iota(open.begin(), open.end(), 0);
  while (open.size() > 1) {
    random.shuffle(std::span(open));
    const core::Node left = open.back();
    open.pop_back();
    open.back() = tree.merge(left, open.back());
  }
  return tree;
}

/// Answers of which one in `noise` is drawn without looking; the others are right for a line of objects.
core::TripletList answers(Object n, int count, std::uint64_t noise, core::Stream& random) {
  std::vector<core::Triplet> triplets;
  while (std::ssize(triplets) < count) {
    core::Triplet t{draw(random, n), draw(random, n), draw(random, n)};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (random.below(noise) != 0 && std::abs(t.anchor - t.near) > std::abs(t.anchor - t.far)) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  return {n, std::move(triplets)};
}

BoundLimits passes(std::int64_t count, int threads = 1) {
  return {.seconds = 1e9, .threads = threads, .passes = count};
}

std::int64_t halves(const Dendrogram& tree, const core::ListedTriplets& triplets) {
  const core::Agreement found = core::agreement(tree, triplets);
  return std::llround(2.0 * found.satisfied * static_cast<double>(found.comparisons));
}

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

/// What a tree makes of each triple, added up.
std::int64_t worth_by_triples(const Dendrogram& tree, const TripleVotes& votes) {
  const auto sizes = core::lca_sizes(tree);
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < votes.keys.size(); ++t) {
    const auto [i, j, k] = metrics::objects_of(votes.keys[t]);
    const std::array<Object, 3> size{sizes(i, j), sizes(i, k), sizes(j, k)};
    sum += votes.of(t)[static_cast<std::size_t>(std::ranges::min_element(size) - size.begin())];
  }
  return sum;
}

TEST(TripleVotes, AreWhatAgreementCounts) {
  core::Stream random = stream(1);
  for (int round = 0; round < 50; ++round) {
    const Object n = 3 + draw(random, 20);
    const core::ListedTriplets triplets(answers(n, 1 + static_cast<int>(random.below(300)), 2, random));
    const TripleVotes votes = metrics::votes_of(triplets, BoundClass::kRooted);
    EXPECT_TRUE(std::ranges::is_sorted(votes.keys));
    const Dendrogram tree = random_tree(n, random);
    EXPECT_EQ(worth_by_triples(tree, votes), halves(tree, triplets));
  }
}

TEST(TripleVotes, OfOrdersAreWhatDistancesSatisfy) {
  core::Stream random = stream(2);
  for (int round = 0; round < 50; ++round) {
    const Object n = 3 + draw(random, 12);
    const core::TripletList list = answers(n, 200, 2, random);
    const TripleVotes votes = metrics::votes_of(core::ListedTriplets(list), BoundClass::kAny);
    core::PairTable<double> d(n);
    for (double& distance : d.values()) distance = random.uniform();
    std::int64_t satisfied = 0, sum = 0;
    for (const core::Triplet& t : list.triplets()) satisfied += d(t.anchor, t.near) < d(t.anchor, t.far) ? 2 : 0;
    for (std::size_t t = 0; t < votes.keys.size(); ++t) {
      const auto [i, j, k] = metrics::objects_of(votes.keys[t]);
      const std::array<double, 3> three{d(i, j), d(i, k), d(j, k)};
      std::array<int, 3> order{0, 1, 2};
      std::ranges::sort(order, {}, [&](int pair) { return three[static_cast<std::size_t>(pair)]; });
      sum += votes.of(t)[static_cast<std::size_t>(metrics::option_of_order(order[0], order[1]))];
    }
    EXPECT_EQ(sum, satisfied);
  }
}

TEST(SetsOfFour, OfAClassShareNoTriple) {
  core::Stream random = stream(4);
  const TripleVotes votes = metrics::votes_of(core::ListedTriplets(answers(13, 2'000, 2, random)), BoundClass::kRooted);
  std::vector<Object> classes(13);
  std::iota(classes.begin(), classes.end(), 0);
  const auto solutions = metrics::solutions_of_four(BoundClass::kRooted);
  for (const metrics::SetsOfFour& sets :
       {metrics::sets_of_classes(votes, classes), metrics::sets_between_votes(votes, solutions, 1'000'000)}) {
    EXPECT_EQ(sets.sets, 715U);
    for (const std::uint32_t number : sets.sets_of) EXPECT_EQ(number, 10U);
    for (std::size_t c = 0; c + 1 < sets.class_begin.size(); ++c) {
      std::set<std::uint32_t> met;
      for (std::size_t p = sets.class_begin[c] * 64; p < sets.class_begin[c + 1] * 64; ++p)
        EXPECT_TRUE(sets.places[p] == sets.triples.size() || met.insert(sets.places[p]).second);
    }
  }
}

/// By definition: sets of which two triples have votes.
std::size_t count_between(const TripleVotes& votes) {
  std::size_t count = 0;
  for (Object d = 3; d < votes.n; ++d)
    for (Object c = 2; c < d; ++c)
      for (Object b = 1; b < c; ++b)
        for (Object a = 0; a < b; ++a) {
          int found = 0;
          for (const auto key : metrics::triples_of({a, b, c, d})) found += votes.find(key) < votes.keys.size() ? 1 : 0;
          count += found >= 2 ? 1 : 0;
        }
  return count;
}

TEST(SetsOfFour, BetweenVotesAreAllOrThoseThatContradictMost) {
  core::Stream random = stream(5);
  for (int round = 0; round < 10; ++round) {
    const TripleVotes votes =
        metrics::votes_of(core::ListedTriplets(answers(16, 20 + 40 * round, 2, random)), BoundClass::kRooted);
    const auto solutions = metrics::solutions_of_four(BoundClass::kRooted);
    const auto all = metrics::sets_between_votes(votes, solutions, 1'000'000);
    EXPECT_EQ(all.sets, count_between(votes));
    EXPECT_EQ(all.sets_there, all.sets);
    const auto some = metrics::sets_between_votes(votes, solutions, all.sets / 3);
    EXPECT_EQ(some.sets, all.sets / 3);
    EXPECT_EQ(some.sets_there, all.sets);
  }
}

TEST(Potentials, SumToTheVotesWhateverIsDone) {
  core::Stream random = stream(6);
  for (const BoundClass kind : kClasses)
    for (const int count : {30, 3'000}) {
      const TripleVotes votes = metrics::votes_of(core::ListedTriplets(answers(12, count, 2, random)), kind);
      const auto solutions = metrics::solutions_of_four(kind);
      const auto sets = metrics::sets_between_votes(votes, solutions, 1'000'000);
      metrics::Potentials potentials(votes, sets, solutions, 1);
      std::int64_t before = votes.best_of_each();
      for (int pass = 0; pass < 12; ++pass) {
        const std::vector<std::int64_t> sums = potentials.sums();
        for (std::size_t t = 0; t < sets.triples.size(); ++t)
          for (int o = 0; o < votes.options; ++o) {
            const std::size_t v = votes.find(sets.triples[t]);
            const std::int64_t weight = v < votes.keys.size() ? votes.of(v)[static_cast<std::size_t>(o)] : 0;
            ASSERT_EQ(sums[t * static_cast<std::size_t>(votes.options) + static_cast<std::size_t>(o)],
                      potentials.in_units(weight));
          }
        EXPECT_LE(potentials.value(), before) << "never worse";
        before = potentials.value();
        potentials.pass({.thorough = pass < 6, .forward = pass % 2 == 0});
      }
    }
}

TEST(Potentials, AreVisitedAsByDefinition) {
  core::Stream random = stream(7);
  for (const BoundClass kind : kClasses) {
    const int options = metrics::options_of(kind);
    const auto solutions = metrics::solutions_of_four(kind);
    const metrics::SolutionTable table(solutions, options);
    const std::size_t lanes = metrics::SetsOfFour::kLanes, width = metrics::row_of_triple(options);
    for (int round = 0; round < 40; ++round) {
      std::vector<std::uint32_t> places(2 * 4 * lanes);
      std::iota(places.begin(), places.end(), 0U);
      random.shuffle(std::span(places));
      const auto number = [&] {
        return static_cast<std::int32_t>(random.below(1ULL << (8 + round % 16))) - (1 << (7 + round % 16));
      };
      std::vector<std::int32_t> kept(places.size() * width),
          potentials(places.size() * static_cast<std::size_t>(options));
      for (std::size_t k = 0; k < kept.size(); ++k)
        kept[k] = k % width < static_cast<std::size_t>(options)    ? number()
                  : k % width == static_cast<std::size_t>(options) ? std::bit_cast<std::int32_t>(0.3F)
                                                                   : 0;
      for (std::int32_t& potential : potentials) potential = number();
      std::vector<std::int32_t> plain_kept = kept, plain_potentials = potentials;
      const metrics::Visit how{.thorough = round % 2 == 0, .forward = round % 3 == 0};
      const std::int32_t most = 1 << 21;
      metrics::visit_sets(table, {places.data(), potentials.data(), kept.data(), 0, 2, most}, how);
      for (std::size_t block = 0; block < 2; ++block)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          testing::PlainSet set{};
          for (std::size_t y = 0; y < 4; ++y) {
            set.rows[y] = plain_kept.data() + places[(block * 4 + y) * lanes + lane] * width;
            for (int o = 0; o < options; ++o)
              set.potentials.push_back(
                  plain_potentials[((block * 4 + y) * static_cast<std::size_t>(options) + static_cast<std::size_t>(o)) *
                                       lanes +
                                   lane]);
          }
          testing::plain_visit(solutions, options, most, set, how);
          for (std::size_t k = 0; k < set.potentials.size(); ++k)
            ASSERT_EQ(potentials[(block * 4 * static_cast<std::size_t>(options) + k) * lanes + lane],
                      set.potentials[k]);
        }
      EXPECT_EQ(kept, plain_kept);
    }
  }
}

TEST(TreeBound, IsTheOptimumOfFewObjectsMostly) {
  core::Stream random = stream(8);
  int equal = 0, below_triples = 0;
  constexpr int kRounds = 1'000;
  for (int round = 0; round < kRounds; ++round) {
    const Object n = 5 + round % 5;
    const core::ListedTriplets triplets(
        answers(n, 10 + static_cast<int>(random.below(150)), 1 + random.below(4), random));
    const Partition leaves = Partition::singletons(n);
    const auto best = linkage::best_tree(linkage::worth_of(linkage::TreeVotes(leaves, triplets)), leaves);
    const auto found = metrics::bound_of_trees(triplets, BoundClass::kRooted, passes(60));
    const std::int64_t optimum = halves(best.tree, triplets);
    EXPECT_EQ(best.worth + found.answers, optimum) << "votes are halves less one an answer";
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
    for (int trees = 0; trees < 300; ++trees) EXPECT_GE(found.bound, halves(random_tree(n, random), triplets));
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
      for (int pass = 0; pass < 5; ++pass) potentials.pass({.thorough = pass < 3, .forward = pass % 2 == 0});
      values.insert(potentials.value());
    }
    EXPECT_EQ(values.size(), 1U);
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

core::Similarities random_similarities(Object n, core::Stream& random, double low) {
  core::Similarities similarities(n);
  for (double& s : similarities.values()) s = low + random.uniform();
  return similarities;
}

TEST(Revenue, IsTheSumOverTriplesOfThePairJoinedFirst) {
  core::Stream random = stream(14);
  for (const Object n : {0, 1, 2, 3, 9}) {
    const core::Similarities s = random_similarities(n, random, 0.0);
    const Dendrogram tree = random_tree(n, random);
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
  for (int tree = 0; tree < kTrees; ++tree) sum += metrics::revenue_of(random_tree(7, random), s);
  EXPECT_NEAR(sum / kTrees, metrics::mean_random_revenue(s), 0.03);
}

TEST(Revenue, BoundIsTheOptimumMostly) {
  core::Stream random = stream(16);
  int equal = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    const Object n = 3 + round % 7;
    const core::Similarities s = random_similarities(n, random, round % 2 == 0 ? 0.0 : -0.5);
    linkage::TripleWorth<double> worth(n);
    for (Object i = 0; i < n; ++i)
      for (Object j = i + 1; j < n; ++j)
        for (Object k = 0; k < n; ++k)
          if (k != i && k != j) worth.set(i, j, k, s(i, j));
    const auto best = linkage::best_tree(worth, Partition::singletons(n));
    EXPECT_NEAR(best.worth, metrics::revenue_of(best.tree, s), 1e-9);
    const auto found = metrics::bound_of_revenue(s, passes(100));
    ASSERT_GE(found.bound, best.worth - 1e-9);
    equal += found.bound < best.worth + 1e-3 * std::abs(best.worth) ? 1 : 0;
  }
  EXPECT_GE(equal, kRounds * 7 / 10);
}

TEST(Revenue, OfManyObjectsTakesSomeSets) {
  core::Stream random = stream(17);
  const core::Similarities s = random_similarities(110, random, 0.0);
  const auto found = metrics::bound_of_revenue(s, passes(3));
  EXPECT_NEAR(static_cast<double>(found.sets), 5.0 / 110.0 * static_cast<double>(found.sets_there), 1e4);
  EXPECT_LT(found.bound, found.of_triples);
  for (int tree = 0; tree < 50; ++tree) EXPECT_GE(found.bound, metrics::revenue_of(random_tree(110, random), s));
  BoundLimits little = passes(3);
  little.bytes = 1e6;
  EXPECT_THROW(metrics::bound_of_revenue(s, little), core::UserError);
}

}  // namespace
}  // namespace tertium
