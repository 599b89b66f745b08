// 4-AL and average linkage against their definitions, computed anew at every step.
#include <gtest/gtest.h>

#include <cmath>

#include "core/methods/method.hpp"
#include "kernels/additive/adds4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;
using Members = std::vector<Object>;

/// c(ij;kl) by pairs of objects.
class SignTable {
 public:
  explicit SignTable(const core::Quadruplets& q)
      : n_(q.objects()), m_(q.pairs()), sign_(static_cast<std::size_t>(m_) * m_, 0) {
    core::for_each_comparison(q, [&](core::Rank more, core::Rank less) {
      sign_[static_cast<std::size_t>(q.pair_at(more)) * m_ + q.pair_at(less)] = 1;
      sign_[static_cast<std::size_t>(q.pair_at(less)) * m_ + q.pair_at(more)] = -1;
    });
  }
  /// Sum of c(ij;kl) over the product of four clusters.
  std::int64_t sum(const Members& g1, const Members& g2, const Members& g3, const Members& g4) const {
    std::int64_t total = 0;
    for (const Object i : g1)
      for (const Object j : g2)
        for (const Object k : g3)
          for (const Object l : g4)
            total += sign_[static_cast<std::size_t>(core::pair_index(i, j, n_)) * m_ + core::pair_index(k, l, n_)];
    return total;
  }

 private:
  Object n_;
  core::PairIndex m_;
  std::vector<int> sign_;
};

double size(const Members& g) {
  return static_cast<double>(g.size());
}

/// HC19 eqs. 4 and 5 as written.
long double score(const SignTable& c, const std::vector<Members>& clusters, std::size_t p, std::size_t q) {
  long double sum = 0;
  for (std::size_t r = 0; r < clusters.size(); ++r)
    for (std::size_t s = 0; s < clusters.size(); ++s)
      if (r != s)
        sum += static_cast<long double>(c.sum(clusters[p], clusters[q], clusters[r], clusters[s])) /
               (size(clusters[p]) * size(clusters[q]) * size(clusters[r]) * size(clusters[s]));
  return sum / static_cast<long double>(clusters.size() * (clusters.size() - 1));
}

core::Dendrogram four_al_by_definition(const core::Quadruplets& quadruplets, const core::Partition& leaves) {
  const SignTable c(quadruplets);
  core::Dendrogram tree(leaves);
  std::vector<Members> clusters = leaves.members();
  std::vector<core::Node> nodes;
  for (core::Label leaf = 0; leaf < leaves.clusters(); ++leaf) nodes.push_back(leaf);
  while (clusters.size() > 1) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<long double> scores;
    long double total = 0;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q) {
        pairs.emplace_back(p, q);
        scores.push_back(score(c, clusters, p, q));
        total += scores.back();
      }
    EXPECT_NEAR(static_cast<double>(total), 0.0, 1e-12) << "antisymmetric comparisons cancel at every step";
    const long double largest = *std::max_element(scores.begin(), scores.end());
    std::size_t best = 0;
    while (scores[best] < largest - 1e-9L) ++best;
    const auto [p, q] = pairs[best];
    nodes[p] = tree.merge(nodes[p], nodes[q]);
    clusters[p].insert(clusters[p].end(), clusters[q].begin(), clusters[q].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(q));
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(q));
  }
  return tree;
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
  core::Dendrogram tree(leaves);
  std::vector<Members> clusters = leaves.members();
  std::vector<core::Node> nodes;
  for (core::Label leaf = 0; leaf < leaves.clusters(); ++leaf) nodes.push_back(leaf);
  const auto mean = [&](std::size_t p, std::size_t q) {
    long double sum = 0;
    for (const Object i : clusters[p])
      for (const Object j : clusters[q]) sum += static_cast<long double>(s(i, j));
    return sum / (static_cast<long double>(clusters[p].size()) * static_cast<long double>(clusters[q].size()));
  };
  while (clusters.size() > 1) {
    std::size_t best_p = 0;
    std::size_t best_q = 1;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q)
        if (mean(p, q) > mean(best_p, best_q) + 1e-12L) {
          best_p = p;
          best_q = q;
        }
    nodes[best_p] = tree.merge(nodes[best_p], nodes[best_q]);
    clusters[best_p].insert(clusters[best_p].end(), clusters[best_q].begin(), clusters[best_q].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(best_q));
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(best_q));
  }
  return tree;
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
