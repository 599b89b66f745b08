// Votes against what agreement counts, sets against their definition, visits against their plain twin.
#include "metrics/bounds/potentials.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/comparisons/listed_triplets.hpp"
#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/bound_cases.hpp"
#include "tests/support/plain_bounds.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Object;
using metrics::BoundClass;
using metrics::Solution;
using metrics::TripleVotes;
using testing::answers;
using testing::draw;
using testing::halves;
using testing::stream;

constexpr std::array kClasses{BoundClass::kRooted, BoundClass::kAdditive, BoundClass::kAny};

/// What a tree makes of each triple, added up.
std::int64_t value_by_triples(const Dendrogram& tree, const TripleVotes& votes) {
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
    const Dendrogram tree = core::test::random_tree(n, random.bits());
    EXPECT_EQ(value_by_triples(tree, votes), halves(tree, triplets));
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
        const bool warm = kind == BoundClass::kRooted && pass >= 9;
        EXPECT_TRUE(warm || potentials.value() <= before) << "never worse, but for warm ones";
        before = potentials.value();
        potentials.pass({.thorough = pass < 6, .forward = pass % 2 == 0, .warmth = warm ? 1e4F : 0.0F});
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
      const bool warm = kind == BoundClass::kRooted && round % 4 == 1;
      const metrics::Visit how{.thorough = round % 2 == 0,
                               .forward = round % 3 == 0,
                               .warmth = warm ? 1.5F * static_cast<float>(1 << round / 2) : 0.0F};
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

}  // namespace
}  // namespace tertium
