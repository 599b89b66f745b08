// Triplets as a function: what is observed, of whom, how often, and that it is the same on every instruction set.
#include "core/comparisons/sampled_triplets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium::core {
namespace {

std::shared_ptr<const AnchorRanking> anchors_of(const Similarities& w) {
  return std::make_shared<const AnchorRanking>(PairRanking(w));
}

SampledTriplets sampled(const Similarities& w, double p, double eps = 1.0, std::uint64_t seed = 1) {
  return {anchors_of(w), testing::cell_of(seed), p, eps};
}

std::vector<Triplet> all_of(const Triplets& triplets) {
  std::vector<Triplet> list;
  for_each_triplet(triplets, [&](const Triplet& t) { list.push_back(t); });
  return list;
}

TEST(AnchorRanking, CountsTheLessSimilar) {
  for (const Object n : {2, 3, 17, 70}) {
    const Similarities w = testing::random_similarities(n, 5, n == 17 ? 6 : 0);
    const AnchorRanking ranking{PairRanking(w)};
    EXPECT_EQ(ranking.has_ties(), n == 17);
    for (Object i = 0; i < n; ++i) {
      for (Object k = 0; k < n; ++k) {
        if (k == i) continue;
        Object below = 0;
        for (Object r = 0; r < n; ++r) below += r != i && r != k && w(i, r) < w(i, k);
        EXPECT_EQ(ranking.level(i, k), below);
      }
      const std::vector<Object> order = ranking.order(i);
      ASSERT_EQ(order.size(), static_cast<std::size_t>(n - 1));
      EXPECT_EQ(std::set<Object>(order.begin(), order.end()).count(i), 0U);
      EXPECT_TRUE(std::is_sorted(order.begin(), order.end(),
                                 [&](Object k, Object l) { return w(i, k) != w(i, l) ? w(i, k) < w(i, l) : k < l; }));
    }
  }
}

TEST(SampledTriplets, AreAllThatSimilaritiesImply) {
  for (const int grid : {0, 5})
    for (const Object n : {0, 1, 2, 3, 12, 66}) {
      const Similarities w = testing::random_similarities(n, 3, grid);
      const SampledTriplets triplets = sampled(w, 1.0);
      std::set<Triplet> expected;
      for (Object i = 0; i < n; ++i)
        for (Object k = 0; k < n; ++k)
          for (Object l = 0; l < n; ++l)
            if (i != k && i != l && k != l && w(i, k) > w(i, l)) expected.insert({i, k, l});
      const std::vector<Triplet> found = all_of(triplets);
      EXPECT_EQ(std::set<Triplet>(found.begin(), found.end()), expected) << n;
      EXPECT_EQ(found.size(), expected.size());
      EXPECT_EQ(count_observed(triplets), static_cast<std::int64_t>(expected.size()));
      EXPECT_EQ(triplets.complete()->has_ties(), count_observed(triplets) < triplet_count(n));
      EXPECT_NE(triplets.complete(), nullptr);
    }
}

TEST(SampledTriplets, AreOftenEnoughObservedAndRight) {
  constexpr Object kN = 90;
  const Similarities w = testing::random_similarities(kN, 8);
  for (const double eps : {1.0, 0.6})
    for (const double p : {0.5, 0.05}) {
      const SampledTriplets triplets = sampled(w, p, eps);
      EXPECT_EQ(triplets.complete(), nullptr);
      double right = 0.0;
      const std::vector<Triplet> found = all_of(triplets);
      for (const Triplet& t : found) right += w(t.anchor, t.near) > w(t.anchor, t.far);
      const auto all = static_cast<double>(triplet_count(kN));
      const auto count = static_cast<double>(found.size());
      EXPECT_DOUBLE_EQ(triplets.expected_count(), p * all);
      EXPECT_NEAR(count, p * all, 4.0 * std::sqrt(all * p * (1.0 - p)));
      const double rate = (1.0 + eps) / 2.0;
      EXPECT_NEAR(right, rate * count, 4.0 * std::sqrt(count * rate * (1.0 - rate)) + 0.5);
    }
}

TEST(SampledTriplets, AreNestedAlongTheProportion) {
  const Similarities w = testing::random_similarities(40, 4);
  const std::vector<Triplet> more = all_of(sampled(w, 0.3, 0.7));
  const std::set<Triplet> all(more.begin(), more.end());
  const std::vector<Triplet> fewer = all_of(sampled(w, 0.07, 0.7));
  EXPECT_LT(fewer.size(), more.size());
  for (const Triplet& t : fewer) EXPECT_TRUE(all.contains(t));
  const std::vector<Triplet> sparse = all_of(sampled(w, 0.015, 0.7));  // below 1/64, nested again
  const std::set<Triplet> few(sparse.begin(), sparse.end());
  for (const Triplet& t : all_of(sampled(w, 0.004, 0.7))) EXPECT_TRUE(few.contains(t));
  const double drawn = triplet_count(40) * 0.015;
  EXPECT_NEAR(static_cast<double>(sparse.size()), drawn, 4.5 * std::sqrt(drawn));
}

TEST(SampledTriplets, DifferFromAnchorToAnchorAndFromCellToCell) {
  const Similarities w(40, 0.0);
  Similarities ordered = w;
  for (PairIndex pair = 0; pair < ordered.pairs(); ++pair) ordered[pair] = pair;
  const auto list = all_of(sampled(ordered, 0.5, 1.0, 1));
  EXPECT_NE(list, all_of(sampled(ordered, 0.5, 1.0, 2)));
  std::set<std::set<std::pair<Object, Object>>> tables;
  for (Object i = 0; i < 4; ++i) {
    std::set<std::pair<Object, Object>> table;
    for (const Triplet& t : list)
      if (t.anchor == i && std::min(t.near, t.far) >= 4) table.insert(std::minmax(t.near, t.far));
    tables.insert(table);
  }
  EXPECT_EQ(tables.size(), 4U);
}

TEST(SampledTriplets, AreTheSameOnEveryInstructionSetAndPieceByPiece) {
  const Similarities w = testing::random_similarities(200, 6, 50);
  for (const double eps : {1.0, 0.5}) {
    const SampledTriplets triplets = sampled(w, 0.2, eps);
    const auto whole = all_of(triplets);
    for (const std::int64_t target : testing::all_targets()) {
      const testing::ForcedTarget forced(target);
      EXPECT_EQ(all_of(triplets), whole) << target;
    }
    for (const Object k : {0, 63, 64, 130, 199})
      for (std::int64_t word = 0; word < 4; ++word) {
        std::vector<Word> row(8);
        triplets.upper_row(7, k, 0, std::span(row).first(4), std::span(row).last(4));
        Word observed = 0;
        Word wins = 0;
        triplets.upper_row(7, k, word, {&observed, 1}, {&wins, 1});
        EXPECT_EQ(observed, row[word]) << k;
        EXPECT_EQ(wins, row[4 + word]) << k;
        EXPECT_EQ(wins & ~observed, 0U);
      }
  }
}

TEST(ListedTriplets, AreWhatTheListSays) {
  const Similarities w = testing::random_similarities(20, 2);
  std::vector<Triplet> list = all_of(sampled(w, 0.3, 0.5));
  const std::size_t count = list.size();
  list.push_back(list[3]);
  list.push_back({list[5].anchor, list[5].far, list[5].near});
  const ListedTriplets triplets(TripletList(20, list));
  EXPECT_EQ(triplets.summary().answers, static_cast<std::int64_t>(count) + 2);
  EXPECT_EQ(triplets.summary().questions, static_cast<std::int64_t>(count));
  EXPECT_EQ(triplets.summary().tied, 1);
  EXPECT_EQ(triplets.count(), static_cast<std::int64_t>(count) - 1);
  EXPECT_DOUBLE_EQ(triplets.expected_count(), static_cast<double>(count - 1));
  list.resize(count);
  list.erase(list.begin() + 5);
  std::vector<Triplet> found = all_of(triplets);
  std::sort(found.begin(), found.end());
  std::sort(list.begin(), list.end());
  EXPECT_EQ(found, list);
  EXPECT_EQ(count_observed(triplets), triplets.count());
}

/// Answers of a list that are too many to be looked for among all triplets.
class OnlyCounted final : public Triplets {
 public:
  OnlyCounted() : Triplets(100'000) {}
  void upper_row(Object, Object, std::int64_t, std::span<Word>, std::span<Word>) const override {
    ADD_FAILURE() << "looked for";
  }
  AnswerSummary summary() const override { return {.answers = 7, .questions = 6}; }
  double proportion() const override { return 0.0; }
};

TEST(ListedTriplets, AreCountedNotLookedFor) {
  Problem problem;
  problem.objects = 100'000;
  problem.provide<Triplets>(std::make_shared<const OnlyCounted>());
  EXPECT_EQ(triplets_given(problem), 7);
}

TEST(ListedTriplets, MayBeNone) {
  EXPECT_EQ(count_observed(ListedTriplets(TripletList(0, {}))), 0);
  const ListedTriplets triplets(TripletList(5, {}));
  EXPECT_EQ(count_observed(triplets), 0);
  EXPECT_EQ(triplets.proportion(), 0.0);
}

}  // namespace
}  // namespace tertium::core
