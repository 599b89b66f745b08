// Average linkage with remembered neighbours, by places and by age, against HC19 Algorithm 1 by full scans, tree for
// tree.
#include "linkage/average/average_linkage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/limits.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/step.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/average/average_linkage_by_age.hpp"
#include "linkage/average/average_linkage_rows.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using linkage::SlotPair;
using linkage::TiePolicy;

int compare_means(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  __extension__ using Wide = __int128;
  const Wide left = static_cast<Wide>(a) * d;
  const Wide right = static_cast<Wide>(c) * b;
  return (left > right) - (left < right);
}

int compare_means(double a, std::int64_t b, double c, std::int64_t d) {
  const double left = a / static_cast<double>(b);
  const double right = c / static_cast<double>(d);
  return (left > right) - (left < right);
}

/// Every step looks at all pairs of clusters: for the largest mean, then for the pairs that attain it.
template <typename T>
core::Dendrogram by_full_scans(const core::PairTable<T>& similarity, const core::Partition& leaves,
                               linkage::TieBreaker& ties) {
  const std::size_t k = static_cast<std::size_t>(leaves.clusters());
  std::vector<std::vector<T>> sums(k, std::vector<T>(k, T{}));
  core::PairIndex pair = 0;
  for (Object i = 0; i < leaves.objects(); ++i)
    for (Object j = i + 1; j < leaves.objects(); ++j, ++pair) {
      if (leaves[i] == leaves[j]) continue;
      sums[leaves[i]][leaves[j]] += similarity[pair];
      sums[leaves[j]][leaves[i]] += similarity[pair];
    }
  linkage::Clusters clusters(leaves);
  const auto order = [&](SlotPair a, SlotPair b) {
    const auto pairs = [&](SlotPair s) { return std::int64_t{clusters.size(s.kept)} * clusters.size(s.gone); };
    return compare_means(sums[a.kept][a.gone], pairs(a), sums[b.kept][b.gone], pairs(b));
  };
  while (clusters.count() > 1) {
    linkage::TieBreaker first(TiePolicy::kFirst, {});
    const SlotPair largest = best_pair(clusters, first, order);
    SlotPair best = largest;
    ties.restart();
    for (const int x : clusters.slots())
      for (const int y : clusters.slots())
        if (x < y && (x != largest.kept || y != largest.gone) && order({x, y}, largest) == 0 && ties.replaces())
          best = {x, y};
    ties.settle();
    for (const int other : clusters.slots()) {
      if (other == best.kept || other == best.gone) continue;
      sums[best.kept][other] += sums[best.gone][other];
      sums[other][best.kept] = sums[best.kept][other];
    }
    clusters.merge(best.kept, best.gone);
  }
  return clusters.take_tree();
}

/// Tables with no tie, few, many and almost only ties, or whose ties are blurred by rounding.
template <typename T>
core::PairTable<T> table_of(Object n, int kind, std::uint64_t seed);

template <>
core::PairTable<double> table_of(Object n, int kind, std::uint64_t seed) {
  if (kind == 0) return tertium::testing::planted_similarities(n, seed);
  const int grid[] = {0, 10, 8, 2, 1, 1000};
  core::PairTable<double> table = tertium::testing::random_similarities(n, seed, grid[kind]);
  if (kind == 5)
    for (double& value : table.values()) value = 1e5 + value * 1e-9;  // means differ in the last bits
  if (kind == 1)
    for (double& value : table.values()) value -= 0.3;  // tenths: equal sums in theory
  return table;
}

template <>
core::PairTable<std::int64_t> table_of(Object n, int kind, std::uint64_t seed) {
  const std::int64_t spread[] = {1000000, 100, 5, 2, 1, std::int64_t{1} << 48};
  core::Stream stream(tertium::testing::cell_of(seed), core::Purpose::kTest);
  core::PairTable<std::int64_t> table(n);
  for (std::int64_t& value : table.values()) {
    value = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(spread[kind]))) - spread[kind] / 2;
    if (kind == 5) value = (std::int64_t{1} << 48) + value % 4;  // one part in 2^48: beyond a double's product
  }
  return table;
}

template <typename T>
void expect_equal(Object n, int kind, const core::Partition& leaves) {
  const core::PairTable<T> table = table_of<T>(n, kind, 100 + static_cast<std::uint64_t>(n));
  for (const TiePolicy policy : {TiePolicy::kFirst, TiePolicy::kRandom}) {
    SCOPED_TRACE(::testing::Message() << "N = " << n << ", kind " << kind << ", leaves " << leaves.clusters()
                                      << ", random " << (policy == TiePolicy::kRandom));
    linkage::TieBreaker by_place(policy, tertium::testing::cell_of(5)), by_age(policy, tertium::testing::cell_of(5)),
        plain(policy, tertium::testing::cell_of(5));
    const core::Dendrogram expected = by_full_scans(table, leaves, plain);
    EXPECT_EQ(linkage::average_linkage_by_place(table, leaves, by_place), expected);
    EXPECT_EQ(by_place.tied_merges(), plain.tied_merges());
    EXPECT_EQ(linkage::average_linkage_by_age(table, leaves, by_age), expected);
    EXPECT_EQ(by_age.tied_merges(), plain.tied_merges());
  }
}

template <typename T>
class AverageLinkageOf : public ::testing::Test {};

using Numbers = ::testing::Types<std::int64_t, double>;
TYPED_TEST_SUITE(AverageLinkageOf, Numbers);

TYPED_TEST(AverageLinkageOf, EqualsFullScans) {
  for (Object n = 1; n <= 64; ++n)
    for (int kind = 0; kind < 6; ++kind) expect_equal<TypeParam>(n, kind, core::Partition::singletons(n));
}

TYPED_TEST(AverageLinkageOf, EqualsFullScansFromInitialClusters) {
  for (Object n = 2; n <= 64; n += 3)
    for (int kind = 0; kind < 6; ++kind)
      for (const Object groups : {1, std::max(1, n / 3), std::max(1, n / 2)})
        expect_equal<TypeParam>(n, kind, tertium::testing::interleaved(n, groups));
}

TYPED_TEST(AverageLinkageOf, EqualsFullScansWhereColumnsAreGivenBack) {
  for (const Object n : {65, 128, 129, 150, 201, 300})
    for (int kind = 0; kind < 6; ++kind) expect_equal<TypeParam>(n, kind, core::Partition::singletons(n));
}

TYPED_TEST(AverageLinkageOf, IsTheSameOnEveryInstructionSet) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (int kind = 0; kind < 6; ++kind) expect_equal<TypeParam>(97, kind, core::Partition::singletons(97));
  }
}

TYPED_TEST(AverageLinkageOf, IsTheSameByAgeWhereColumnsAreGivenBackAgainAndAgain) {
  for (const Object n : {700, 1500})
    for (int kind = 0; kind < 5; ++kind) {  // sums of the last kind's values would not fit 64 bits
      const core::PairTable<TypeParam> table = table_of<TypeParam>(n, kind, 7);
      linkage::TieBreaker by_place(TiePolicy::kFirst, {}), by_age(TiePolicy::kFirst, {});
      const core::Partition leaves = core::Partition::singletons(n);
      EXPECT_EQ(linkage::average_linkage_by_age(table, leaves, by_age),
                linkage::average_linkage_by_place(table, leaves, by_place))
          << "N = " << n << ", kind " << kind;
      EXPECT_EQ(by_age.tied_merges(), by_place.tied_merges());
    }
}

TEST(AverageLinkage, GoesByAgeWhereThereIsMemoryForIt) {
  constexpr Object kMany = 3000;
  const core::PairTable<std::int64_t> table = table_of<std::int64_t>(kMany, 1, 7);
  const core::Partition leaves = core::Partition::singletons(kMany);
  const double half = linkage::average_linkage_cost(kMany, 0.0).bytes;
  const double by_age = linkage::average_linkage_cost(kMany, INFINITY).bytes;
  EXPECT_EQ(half, 4.0 * kMany * kMany);
  EXPECT_GT(by_age, 2.5 * half);
  EXPECT_TRUE(linkage::goes_by_age(kMany, by_age));
  EXPECT_FALSE(linkage::goes_by_age(kMany, by_age - 1.0));
  linkage::TieBreaker ties(TiePolicy::kFirst, {}), limited(TiePolicy::kFirst, {});
  const core::Dendrogram tree = linkage::average_linkage(table, leaves, ties);
  core::Limits limits;
  limits.bytes = 0.8 * by_age;  // by age would take more, and be stopped
  const core::LimitGuard guard(limits);
  EXPECT_EQ(linkage::average_linkage(table, leaves, limited), tree);
  EXPECT_EQ(limited.tied_merges(), ties.tied_merges());
}

TEST(AverageLinkage, OfPlacesJoinsTheNearestOrThoseInOneDirection) {
  // Two near the origin, and one far out in the direction of either.
  const core::Product places = core::Coordinates{4, 2, {1.0, 0.1, 10.0, 0.0, 0.1, 1.0, 0.0, 10.0}};
  const core::Step& step = core::find<core::Step>("step", "AL");
  core::Problem problem;
  problem.objects = 4;
  const auto first_merge = [&](const char* alike) {
    core::Parameters parameters(step.parameters);
    parameters.set("metric", std::string(alike));
    std::map<std::string, double> reports;
    return std::get<core::Dendrogram>(step.run({problem, parameters, &places, reports})).cut(3);
  };
  using Labels = std::vector<core::Label>;
  EXPECT_EQ(first_merge("distance"), core::Partition(Labels{0, 1, 0, 2}));
  EXPECT_EQ(first_merge("cosine").clusters(), 3);
  EXPECT_TRUE(first_merge("cosine") == core::Partition(Labels{0, 0, 1, 2}) ||
              first_merge("cosine") == core::Partition(Labels{0, 1, 2, 2}));
}

TEST(AverageLinkageRows, PackWhatIsLeftInPlace) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (std::int64_t count = 0; count < 40; ++count) {
      std::vector<double> row, weights, expected;
      for (std::int64_t k = 0; k < count; ++k) {
        row.push_back(static_cast<double>(k));
        weights.push_back(k * k % 3 == 0 ? std::nan("") : 1.0);
        if (!std::isnan(weights.back())) expected.push_back(row.back());
      }
      const double* end = linkage::pack_row(row.data(), row.data(), weights.data(), count);
      EXPECT_EQ(std::vector<double>(static_cast<const double*>(row.data()), end), expected);
    }
  }
}

TEST(AverageLinkageRows, FindNothingInNothingAndSkipMergedClusters) {
  const double nan = std::nan("");
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (std::int64_t count = 0; count < 40; ++count) {
      const std::vector<double> sums(40, -2.0);
      std::vector<double> weights(40, nan);
      EXPECT_EQ(linkage::largest_weighted(sums.data(), weights.data(), count), -INFINITY);
      EXPECT_EQ(linkage::next_weighted(sums.data(), weights.data(), 0, count, -INFINITY), count);
      if (count == 0) continue;
      weights[count - 1] = 0.5;
      EXPECT_EQ(linkage::largest_weighted(sums.data(), weights.data(), count), -1.0);
      EXPECT_EQ(linkage::next_weighted(sums.data(), weights.data(), 0, count, -1.0), count - 1);
    }
  }
}

}  // namespace
}  // namespace tertium
