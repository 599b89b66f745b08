// 4-AL and average linkage against their definitions, computed anew at every step.
#include <gtest/gtest.h>

#include <cmath>

#include "core/methods/method.hpp"
#include "kernels/additive/adds4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;

/// Also holds that antisymmetric comparisons cancel at every step.
core::Dendrogram four_al_by_definition(const core::Quadruplets& quadruplets, const core::Partition& leaves) {
  const tertium::testing::SignTable c(quadruplets);
  long double total = 0;
  const auto score = [&](const tertium::testing::Clusters& clusters, std::size_t p, std::size_t q) {
    total = p == 0 && q == 1 ? 0 : total;
    const long double one = tertium::testing::four_al_score(c, clusters, p, q);
    total += one;
    if (p + 2 == clusters.size()) {
      EXPECT_NEAR(static_cast<double>(total), 0.0, 1e-12);
    }
    return one;
  };
  return tertium::testing::agglomerate_by_definition(leaves, score, 1e-9L);
}

struct Sampling {
  double p, eps;
  int grid;
  std::int64_t m;
  friend void PrintTo(const Sampling& s, std::ostream* out) {
    *out << "p = " << s.p << ", eps = " << s.eps << ", grid " << s.grid << ", m = " << s.m;
  }
};

class FourAl : public ::testing::TestWithParam<Sampling> {};

TEST_P(FourAl, EqualsItsDefinition) {
  const auto [p, eps, grid, m] = GetParam();
  for (Object n = 2; n <= 11; ++n) {
    const std::uint64_t seed = 40 + static_cast<std::uint64_t>(n);
    const core::Problem problem =
        tertium::testing::problem_of(tertium::testing::random_similarities(n, seed, grid), seed, p, eps);
    const core::Method method = tertium::testing::method_of("4-AL", {{"m", m}});
    const core::Partition leaves = core::initial_clusters(problem, static_cast<Object>(m));
    EXPECT_EQ(tertium::testing::tree_by(method, problem),
              four_al_by_definition(problem.get<core::Quadruplets>(), leaves))
        << "N = " << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Samplings, FourAl,
                         ::testing::Values(Sampling{1.0, 1.0, 0, 1}, Sampling{1.0, 1.0, 6, 1}, Sampling{0.5, 1.0, 0, 1},
                                           Sampling{0.05, 1.0, 0, 1}, Sampling{0.4, 0.6, 0, 1},
                                           Sampling{1.0, 1.0, 0, 2}, Sampling{0.3, 1.0, 0, 2},
                                           Sampling{0.3, 1.0, 5, 3}));

TEST(FourAlProperties, FirstMergeIsTheLargestAddS4) {
  const core::Problem problem = tertium::testing::problem_of(tertium::testing::random_similarities(15, 2), 2, 0.6);
  const auto s = kernels::adds4(problem.get<core::Quadruplets>());
  const core::Merge first = tertium::testing::tree_by("4-AL", problem).merges()[0];
  EXPECT_EQ(s(first.left, first.right), *std::max_element(s.values().begin(), s.values().end()));
}

TEST(FourAlProperties, InvariantUnderIncreasingTransformsOfW) {
  core::Similarities w = tertium::testing::random_similarities(20, 6);
  core::Similarities stretched = w;
  for (double& value : stretched.values()) value = std::exp(7.0 * value) - 3.0;
  for (const char* name : {"4-AL", "4K-AL", "4K-AL-literal", "AddS-4-AL", "SL", "CL"}) {
    const auto tree = [&](const core::Similarities& similarities) {
      return tertium::testing::tree_by(name, tertium::testing::problem_of(similarities, 6, 0.4));
    };
    EXPECT_EQ(tree(w), tree(stretched)) << name;
  }
}

core::Dendrogram average_linkage_by_definition(const core::PairTable<std::int64_t>& s, const core::Partition& leaves) {
  const auto mean = [&](const tertium::testing::Clusters& clusters, std::size_t p, std::size_t q) {
    return tertium::testing::mean_similarity(s, clusters[p], clusters[q]);
  };
  return tertium::testing::agglomerate_by_definition(leaves, mean, 1e-12L);
}

TEST(AverageLinkage, EqualsItsDefinitionAlsoWithTies) {
  for (Object n = 2; n <= 16; ++n)
    for (const int spread : {3, 1000}) {
      core::Stream stream(tertium::testing::cell_of(static_cast<std::uint64_t>(n)), core::Purpose::kTest);
      core::PairTable<std::int64_t> s(n);
      for (std::int64_t& value : s.values()) value = static_cast<std::int64_t>(stream.below(2 * spread + 1)) - spread;
      for (const core::Object groups : {n, std::max(1, n / 2)}) {
        const core::Partition leaves = tertium::testing::interleaved(n, groups);
        linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
        EXPECT_EQ(linkage::average_linkage(s, leaves, ties), average_linkage_by_definition(s, leaves))
            << "N = " << n << ", spread " << spread << ", leaves " << groups;
      }
    }
}

TEST(AverageLinkage, ComparesMeansThatDoublesCannotTellApart) {
  const std::int64_t large = (std::int64_t{1} << 60) + 1;
  core::PairTable<std::int64_t> s(4, std::int64_t{0});
  s(2, 3) = large;
  s(0, 1) = large - 1;
  linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
  const core::Dendrogram tree = linkage::average_linkage(s, core::Partition::singletons(4), ties);
  EXPECT_EQ(tree.merges()[0], (core::Merge{2, 3, 2}));
}

TEST(Ties, RandomPolicyIsUniformAmongTheBest) {
  std::vector<int> chosen(3, 0);
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    core::PairTable<std::int64_t> s(3, std::int64_t{5});
    linkage::TieBreaker ties(linkage::TiePolicy::kRandom, tertium::testing::cell_of(seed));
    const core::Merge first = linkage::average_linkage(s, core::Partition::singletons(3), ties).merges()[0];
    ++chosen[core::pair_index(first.left, first.right, 3)];
  }
  for (const int count : chosen) EXPECT_NEAR(count, 200, 60);
}

}  // namespace
}  // namespace tertium
