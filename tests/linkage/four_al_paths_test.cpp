// The ways to compute 4-AL against the plain one: all block sums anew at every step.
#include <gtest/gtest.h>

#include <limits>

#include "core/comparisons/quadruplets.hpp"
#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/four_al/four_al.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Rank;

/// 4-AL from the list of comparisons; values within 1e-9 of the largest are ties.
core::Dendrogram plain_four_al(const core::Quadruplets& quadruplets, const core::Partition& leaves, TieBreaker& ties) {
  const core::SparseQuadruplets list(quadruplets);
  const std::vector<core::Pair> pairs = core::all_pairs(leaves.objects());
  const int leaf_count = leaves.clusters();
  std::vector<int> slot_of(leaves.labels().begin(), leaves.labels().end());
  Clusters clusters(leaves);
  const auto weight = [&](int p, int q) {
    return p == q ? 0.0 : 1.0 / (static_cast<double>(clusters.size(p)) * clusters.size(q));
  };
  while (clusters.count() > 2) {
    std::vector<double> z(pairs.size());
    for (Rank a = 0; a < quadruplets.pairs(); ++a) {
      const core::Pair pair = pairs[quadruplets.pair_at(a)];
      z[a] = weight(slot_of[pair.i], slot_of[pair.j]);
    }
    std::vector<double> sums(static_cast<std::size_t>(leaf_count) * leaf_count, 0.0);
    for (Rank a = 0; a < quadruplets.pairs(); ++a) {
      double support = 0.0;
      for (const auto& entry : list.row(a)) support += entry.sign() * z[entry.column()];
      const core::Pair pair = pairs[quadruplets.pair_at(a)];
      const auto [p, q] = std::minmax(slot_of[pair.i], slot_of[pair.j]);
      sums[static_cast<std::size_t>(p) * leaf_count + q] += support;
    }
    const double k = clusters.count();
    const auto score = [&](int p, int q) {
      return 2.0 / (k * (k - 1.0)) * sums[static_cast<std::size_t>(p) * leaf_count + q] * weight(p, q);
    };
    double largest = -std::numeric_limits<double>::infinity();
    for (const int p : clusters.slots())
      for (const int q : clusters.slots())
        if (p < q) largest = std::max(largest, score(p, q));
    std::optional<SlotPair> best;
    for (const int p : clusters.slots())
      for (const int q : clusters.slots()) {
        if (p >= q || score(p, q) < largest - 1e-9) continue;
        if (!best) ties.restart();
        if (!best || ties.replaces()) best = SlotPair{p, q};
      }
    for (int& slot : slot_of)
      if (slot == best->gone) slot = best->kept;
    clusters.merge(best->kept, best->gone);
  }
  if (clusters.count() == 2) clusters.merge(clusters.slots()[0], clusters.slots()[1]);
  return clusters.take_tree();
}

struct Task {
  core::Problem problem;
  core::Partition leaves;
  std::string name;
};

/// N = 2 to 64; random and planted similarities, some with many ties; with and without initial clusters.
template <typename Check>
void for_each_problem(double p, double eps, Check&& check) {
  for (const Object n : {2, 3, 4, 7, 12, 17, 24, 33})
    for (const int grid : {0, 40, 5, 1, -1})
      for (const Object m : {1, 3}) {
        const std::uint64_t seed = static_cast<std::uint64_t>(n * 10 + m);
        const core::Similarities w =
            grid < 0 ? testing::planted_similarities(n, seed, 0.1) : testing::random_similarities(n, seed, grid);
        Task problem{testing::problem_of(w, seed, p, eps), {}, {}};
        problem.leaves = core::initial_clusters(problem.problem, m);
        problem.name = fmt::format("N = {}, grid {}, m = {}, p = {}, eps = {}", n, grid, m, p, eps);
        check(problem);
      }
}

template <typename Compute>
void expect_plain(const Task& problem, Compute&& compute) {
  for (const TiePolicy policy : {TiePolicy::kFirst, TiePolicy::kRandom}) {
    TieBreaker ties(policy, problem.problem.cell);
    TieBreaker same(policy, problem.problem.cell);
    EXPECT_EQ(compute(problem, ties), plain_four_al(problem.problem.get<core::Quadruplets>(), problem.leaves, same))
        << problem.name << (policy == TiePolicy::kFirst ? "" : ", random ties");
  }
}

TEST(FourAlPaths, CompleteEqualsPlain) {
  for_each_problem(1.0, 1.0, [](const Task& problem) {
    expect_plain(problem, [](const Task& q, TieBreaker& ties) {
      return four_al(q.problem, q.leaves, ties, FourAlPath::kComplete).tree;
    });
  });
}

// Clear clusters bring W to the bounds by which pairs are skipped: where a merge's growth of P/T was counted once
// instead of for both ends, one tree in five differs.
TEST(FourAlPaths, CompleteEqualsPlainWhereBoundsAreReached) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    expect_plain(
        {testing::problem_of(testing::planted_similarities(40, seed), seed), core::Partition::singletons(40),
         fmt::format("planted, seed {}", seed)},
        [](const Task& q, TieBreaker& ties) { return four_al(q.problem, q.leaves, ties, FourAlPath::kComplete).tree; });
}

void expect_dense_and_sparse(const Task& problem) {
  for (const FourAlPath path : {FourAlPath::kDense, FourAlPath::kSparse, FourAlPath::kRedrawn, FourAlPath::kAuto})
    expect_plain(problem, [&](const Task& q, TieBreaker& ties) {
      const FourAlResult result = four_al(q.problem, q.leaves, ties, path);
      EXPECT_EQ(result.n_comparisons, core::count_observed(q.problem.get<core::Quadruplets>())) << q.name;
      return result.tree;
    });
}

struct Sampling {
  double p, eps;
  friend void PrintTo(const Sampling& s, std::ostream* out) { *out << "p = " << s.p << ", eps = " << s.eps; }
};

class FourAlSampledPaths : public ::testing::TestWithParam<Sampling> {};

TEST_P(FourAlSampledPaths, DenseAndSparseEqualPlain) {
  for_each_problem(GetParam().p, GetParam().eps, expect_dense_and_sparse);
}

INSTANTIATE_TEST_SUITE_P(Samplings, FourAlSampledPaths,
                         ::testing::Values(Sampling{1.0, 1.0}, Sampling{0.5, 1.0}, Sampling{0.05, 1.0},
                                           Sampling{0.002, 1.0}, Sampling{1.0, 0.7}, Sampling{0.3, 0.5}));

TEST(FourAlPaths, ListedComparisons) {
  for (const Object n : {2, 5, 9, 16, 24, 40}) {
    const std::uint64_t seed = 70 + static_cast<std::uint64_t>(n);
    const core::Problem sampled =
        testing::problem_of(testing::planted_similarities(n, seed, 0.2), seed, 0.1, n % 2 == 0 ? 0.8 : 1.0);
    Task problem{testing::listed_problem(n, testing::statements_of(sampled.get<core::Quadruplets>()), seed),
                 core::Partition::singletons(n), fmt::format("listed, N = {}", n)};
    expect_dense_and_sparse(problem);
    problem.leaves = testing::interleaved(n, std::max(1, n / 2));
    expect_dense_and_sparse(problem);
  }
}

// W is in units of the most votes that a question has, and the sums that make it must fit, however many there are.
TEST(FourAlPaths, AnyNumberOfVotesForEachAnswerGivesTheSameTree) {
  for (const Object n : {5, 9, 24}) {
    const core::Problem given = testing::problem_of(testing::planted_similarities(n, 3, 0.2), 3, 0.2, 0.8);
    const std::vector<core::Quadruplet> statements = testing::statements_of(given.get<core::Quadruplets>());
    const auto most = std::numeric_limits<std::int32_t>::max() / static_cast<std::int64_t>(statements.size());
    for (const std::int64_t votes : {std::int64_t{2}, std::int64_t{3}, most}) {
      core::Problem voted = testing::listed_problem(n, statements, 3);
      const auto once = voted.share<core::Quadruplets>();
      voted.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(
          n, statements, std::vector<std::int32_t>(statements.size(), static_cast<std::int32_t>(votes))));
      const core::Partition leaves = core::Partition::singletons(n);
      TieBreaker ties(TiePolicy::kFirst, {});
      TieBreaker same(TiePolicy::kFirst, {});
      EXPECT_EQ(four_al(voted, leaves, ties).tree, plain_four_al(*once, leaves, same)) << votes << " votes, N = " << n;
    }
  }
}

TEST(FourAlPaths, DenseEqualsSparseOnEveryInstructionSet) {
  for (const double eps : {1.0, 0.6}) {
    const core::Problem problem = testing::problem_of(testing::planted_similarities(90, 3, 0.5), 3, 0.1, eps);
    const auto tree = [&](FourAlPath path) {
      TieBreaker ties(TiePolicy::kFirst, {});
      problem.products().clear();
      return four_al(problem, core::Partition::singletons(90), ties, path).tree;
    };
    const core::Dendrogram sparse = tree(FourAlPath::kSparse);
    EXPECT_EQ(tree(FourAlPath::kRedrawn), sparse);
    for (const std::int64_t target : testing::all_targets()) {
      const testing::ForcedTarget forced(target);
      EXPECT_EQ(tree(FourAlPath::kDense), sparse) << hwy::TargetName(target);
    }
  }
}

TEST(FourAlPaths, CostIsMemoryOfTheTableOrTheList) {
  const core::ProblemSize size{240, 0.1, 1.0};
  const double m = core::pair_count(240);
  EXPECT_NEAR(testing::bytes_of(four_al_cost(size, 240, FourAlPath::kDense)) / (m * m / 8.0), 1.0, 0.2);
  EXPECT_EQ(four_al_path(size, 240), FourAlPath::kDense);
  EXPECT_EQ(four_al_path({240, 0.0005, 1.0}, 240), FourAlPath::kSparse);
}

TEST(FourAlPaths, ComparisonsThatDoNotFitAreDrawnAgain) {
  const auto path = [](double p, double memory) {
    core::ProblemSize size{240, p, 1.0};
    size.memory = memory;
    return four_al_path(size, 240);
  };
  EXPECT_EQ(path(0.1, 1e9), FourAlPath::kDense);
  EXPECT_EQ(path(0.017, 1e8), FourAlPath::kSparse) << "the list is shorter than the table";
  EXPECT_EQ(path(0.1, 1e7), FourAlPath::kRedrawn);
  EXPECT_EQ(path(0.01, 1e6), path(0.01, 1e9)) << "to be refused: such p are not drawn by column";
  EXPECT_LT(testing::bytes_of(four_al_cost({960, 0.1, 1.0}, 960, FourAlPath::kRedrawn)), 1e8);
}

}  // namespace
}  // namespace tertium::linkage
