// 3-AL against its definition, computed anew from all triplets at every step, and its counts against single triplets.
#include "linkage/three_al/three_al.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "core/methods/method.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "linkage/three_al/three_al_counts.hpp"
#include "linkage/three_al/three_al_listed.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using linkage::TieBreaker;
using linkage::TiePolicy;
using tertium::testing::TripletTable;

core::Dendrogram by_definition(const core::Triplets& triplets, const core::Partition& leaves, const TieBreaker& ties) {
  const TripletTable t(triplets);
  const auto score = [&](const tertium::testing::Clusters& clusters, std::size_t p, std::size_t q) {
    return tertium::testing::three_al_score(t, clusters, p, q);
  };
  return tertium::testing::agglomerate_by_definition(leaves, score, 1e-9L, ties);
}

struct Sampling {
  double p, eps;
  int grid;  // of the similarities; 0: planted, no ties
  Object m;
  bool listed;
  friend void PrintTo(const Sampling& s, std::ostream* out) {
    *out << "p = " << s.p << ", eps = " << s.eps << ", grid " << s.grid << ", m = " << s.m
         << (s.listed ? ", listed" : "");
  }
};

core::Problem make(Object n, const Sampling& s) {
  const std::uint64_t seed = 70 + static_cast<std::uint64_t>(n);
  core::Problem problem;
  problem.cell = tertium::testing::cell_of(seed);
  problem.objects = n;
  const core::Similarities w = s.grid > 0 ? tertium::testing::random_similarities(n, seed, s.grid)
                                          : tertium::testing::planted_similarities(n, seed);
  const core::PairRanking ranking(w);
  problem.provide<core::Triplets>(std::make_shared<const core::SampledTriplets>(
      std::make_shared<const core::AnchorRanking>(ranking), problem.cell, s.p, s.eps));
  if (s.listed)
    problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(
        core::TripletList(n, tertium::testing::triplets_of(problem.get<core::Triplets>()))));
  problem.provide<core::Truth>(
      core::Truth{tertium::testing::interleaved(n, 2), tertium::testing::interleaved(n, std::min(n, 4))});
  return problem;
}

void expect_equal(Object n, const Sampling& s) {
  const core::Problem problem = make(n, s);
  const core::Partition leaves = core::initial_clusters(problem, s.m);
  for (const char* policy : {"first", "random"}) {
    const core::Method method =
        tertium::testing::method_of("3-AL", {{"m", std::int64_t{s.m}}, {"ties", std::string(policy)}});
    TieBreaker ties(linkage::tie_policy(method.links[0].parameters), problem.cell);
    const core::Dendrogram expected = by_definition(problem.get<core::Triplets>(), leaves, ties);
    EXPECT_EQ(tertium::testing::tree_by(method, problem), expected) << "N = " << n << ", ties " << policy;
    EXPECT_EQ(linkage::three_al_listed(problem.get<core::Triplets>(), leaves, ties), expected)
        << "listed, N = " << n << ", ties " << policy;
  }
}

class ThreeAl : public ::testing::TestWithParam<Sampling> {};

TEST_P(ThreeAl, EqualsItsDefinition) {
  for (Object n = 2; n <= 24; ++n) expect_equal(n, GetParam());
  for (const Object n : {33, 64}) expect_equal(n, GetParam());
}

TEST_P(ThreeAl, EqualsItsDefinitionOverTwoWords) {
  expect_equal(70, GetParam());
}

TEST(ThreeAlBits, EqualTheDefinitionOverThreeWords) {
  expect_equal(130, {0.4, 0.6, 0, 1, false});
}

TEST_P(ThreeAl, IsTheSameOnEveryInstructionSet) {
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    expect_equal(35, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(Samplings, ThreeAl,
                         ::testing::Values(Sampling{1.0, 1.0, 0, 1, false}, Sampling{1.0, 1.0, 1000000, 1, false},
                                           Sampling{1.0, 1.0, 6, 1, false}, Sampling{1.0, 1.0, 1, 1, false},
                                           Sampling{0.5, 1.0, 0, 1, false}, Sampling{0.05, 1.0, 0, 1, false},
                                           Sampling{0.01, 1.0, 0, 1, false}, Sampling{0.5, 1.0, 4, 1, false},
                                           Sampling{1.0, 0.7, 0, 1, false}, Sampling{0.4, 0.6, 0, 1, false},
                                           Sampling{0.3, 0.8, 0, 1, true}, Sampling{1.0, 1.0, 0, 2, false},
                                           Sampling{0.3, 1.0, 0, 3, false}, Sampling{1.0, 1.0, 5, 5, false}));

// Votes are counted in units of the most that a question has: as many as can be counted change nothing, although what
// rounding leaves of equal scores is then more than the width of a tie.
TEST(ThreeAlVotes, AreTheSameTreeHoweverManyThereAre) {
  for (Object n = 7; n <= 12; ++n)
    for (const double p : {0.6, 0.8, 1.0})
      for (const int grid : {2, 3, 4}) {
        const core::Problem given = make(n, {p, 1.0, grid, 1, false});
        const core::TripletList list(n, tertium::testing::triplets_of(given.get<core::Triplets>()));
        const auto tree = [&](std::int64_t votes) {
          core::Problem problem;
          problem.cell = given.cell;
          problem.objects = n;
          problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(
              list,
              std::vector<std::int32_t>(static_cast<std::size_t>(list.count()), static_cast<std::int32_t>(votes))));
          return tertium::testing::tree_by("3-AL", problem);
        };
        const std::int64_t most = std::numeric_limits<std::int32_t>::max() / list.count();
        EXPECT_EQ(tree(most), tree(2)) << "N = " << n << ", p = " << p << ", grid " << grid;
      }
}

TEST(ThreeAlPaths, AListIsForFewTriplets) {
  const auto prefers_list = [](Object n, double p, double eps = 0.5) {
    return linkage::three_al_prefers_list({n, p, eps}, static_cast<double>(n));
  };
  EXPECT_TRUE(prefers_list(240, 0.001));
  EXPECT_TRUE(prefers_list(960, 0.01));
  EXPECT_FALSE(prefers_list(960, 0.1)) << "16 bytes a triplet are more than two bits for each that may be asked";
  EXPECT_FALSE(prefers_list(960, 1.0)) << "all, some of them wrong";
  EXPECT_FALSE(prefers_list(960, 1.0, 1.0)) << "rankings tell all";
}

/// Counts that are wrong until they were asked so many times.
class CountsWithAPast final : public linkage::TripletCounts {
 public:
  CountsWithAPast(const linkage::TripletCounts& counts, Object n, std::int64_t wrong)
      : TripletCounts(n), counts_(counts), wrong_(wrong) {}
  void count(std::span<const Object> anchors, std::span<const Object> others,
             std::span<std::int32_t> counts) const override {
    counts_.count(anchors, others, counts);
    if (asked_++ >= wrong_) return;
    for (std::size_t k = 0; k < counts.size(); ++k) counts[k] += static_cast<std::int32_t>(k % 7) - 3;
  }
  std::int64_t asked() const { return asked_; }

 private:
  const linkage::TripletCounts& counts_;
  std::int64_t wrong_;
  mutable std::int64_t asked_ = 0;
};

// What errors the sums have gathered is gone when a quarter of the clusters is left: from there on the tree is that of
// sums that never had any.
TEST(ThreeAlCounts, AreTakenAfreshAtAQuarterOfTheClusters) {
  constexpr Object kObjects = 64, kQuarter = kObjects / 4;
  const core::Problem problem = make(kObjects, {0.5, 1.0, 0, 1, false});
  const auto counts = linkage::counts_of_bits(problem.get<core::Triplets>());
  std::int64_t wrong = kObjects;  // the first sums of all rows, one size of clusters
  for (Object k = kObjects - 1; k >= kQuarter; --k) wrong += 2 + (k > kQuarter ? 2 * (k - 1) : 0);  // and of each merge
  TieBreaker ties(TiePolicy::kFirst, problem.cell);
  const CountsWithAPast past(*counts, kObjects, wrong);
  const core::Dendrogram tree = linkage::three_al(past, core::Partition::singletons(kObjects), ties);
  const core::Dendrogram upper = linkage::three_al(*counts, tree.cut(kQuarter), ties);
  for (core::Label k = 1; k < kQuarter; ++k) EXPECT_EQ(tree.cut(k), upper.cut(k)) << k;
}

/// Sums by their definition; -1 for what means nothing.
std::vector<std::int32_t> counts_by_definition(const TripletTable& t, Object n, std::span<const Object> anchors,
                                               std::span<const Object> others) {
  std::vector<std::int32_t> counts(n, 0);
  for (Object k = 0; k < n; ++k)
    for (const Object i : anchors)
      for (const Object l : others) counts[k] += k == l ? 0 : t(i, k, l);
  return counts;
}

TEST(ThreeAlCounts, DoNotOverflowAndAreTheSameOnEveryInstructionSet) {
  constexpr Object kN = 400;  // 190 anchors times 190 others: more than 16 bits of wins for one object
  std::vector<Object> all(kN);
  std::iota(all.begin(), all.end(), 0);
  const auto anchors = std::span<const Object>(all).subspan(5, 190);
  const auto others = std::span<const Object>(all).subspan(200, 190);
  for (const int grid : {0, 7, -1}) {
    core::Similarities w = tertium::testing::random_similarities(kN, 3, std::max(0, grid));
    if (grid < 0)  // some objects win everything, some lose everything
      for (Object i = 0; i < kN; ++i)
        for (Object j = i + 1; j < kN; ++j) w(i, j) += i < 3 ? 5.0 : (j > kN - 4 ? -5.0 : 0.0);
    const core::PairRanking ranking(w);
    const auto levels = std::make_shared<const core::AnchorRanking>(ranking);
    const core::SampledTriplets triplets(levels, {}, 1.0, 1.0);
    const auto expected = counts_by_definition(TripletTable(triplets), kN, anchors, others);
    const auto by_levels = linkage::counts_of_rankings(*levels);
    const auto by_bits = linkage::counts_of_bits(triplets);
    for (const std::int64_t target : tertium::testing::all_targets()) {
      const tertium::testing::ForcedTarget forced(target);
      for (const auto* counts : {by_levels.get(), by_bits.get()}) {
        std::vector<std::int32_t> found(counts->stride(), 9);
        counts->count(anchors, others, found);
        for (Object k = 0; k < kN; ++k) {
          const bool anchor = k >= 5 && k < 195;
          ASSERT_TRUE(anchor || found[k] == expected[k]) << "object " << k << ", grid " << grid;
        }
      }
    }
  }
}

TEST(ThreeAlReference, AgreesInEveryCase) {
  using tertium::testing::number;
  const auto folder = tertium::testing::reference_folder();
  for (const auto& c : tertium::testing::read_cases(folder)) {
    const auto expect = [&](const std::string& name, std::shared_ptr<const core::Triplets> triplets) {
      const auto expected = tertium::testing::read_merges(c.folder / ("merges_" + name + ".csv"), c.n);
      const auto found = tertium::testing::tree_by("3-AL", c.problem(std::move(triplets)));
      ASSERT_EQ(found.merges().size(), expected.merges().size());
      for (std::size_t t = 0; t < found.merges().size(); ++t) {
        const core::Merge& x = found.merges()[t];
        const core::Merge& y = expected.merges()[t];
        ASSERT_EQ(std::minmax(x.left, x.right), std::minmax(y.left, y.right)) << c.name << " " << name << ", " << t;
      }
    };
    std::vector<core::Triplet> list;
    for (const auto& row : tertium::testing::read_integers(c.folder / "triplets.csv"))
      list.push_back({row.at(0), row.at(1), row.at(2)});
    expect("3al", std::make_shared<const core::ListedTriplets>(core::TripletList(c.n, list)));
    const auto levels = std::make_shared<const core::AnchorRanking>(*c.ranking);
    expect("3al_full", std::make_shared<const core::SampledTriplets>(levels, core::CellKey{}, 1.0, 1.0));
  }
}

}  // namespace
}  // namespace tertium
