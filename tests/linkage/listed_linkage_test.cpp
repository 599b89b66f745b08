// Average linkage by a list of answers: weights that cannot be fine from the beginning, threads, votes in a team.
#include "linkage/agglomeration/listed_linkage.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include "linkage/four_al/four_al.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/thread_team.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

/// The comparisons of a problem, said to be so many that weights are multiples of a 32nd in the beginning.
class CoarseAnswers {
 public:
  static constexpr bool kMutual = true;

  explicit CoarseAnswers(const core::Quadruplets& quadruplets) : quadruplets_(quadruplets), list_(quadruplets) {}

  std::size_t row(Object i, Object j) const {
    return static_cast<std::size_t>(quadruplets_.position_of(core::pair_index(i, j, quadruplets_.objects())));
  }
  template <typename Use>
  void visit(std::span<const WeightChange> changes, Use&& use) const {
    for (const WeightChange& change : changes)
      for (const auto& entry : list_.row(static_cast<core::Rank>(change.row))) {
        const core::Pair pair = pairs_[quadruplets_.pair_at(entry.column())];
        use(pair.i, pair.j, -entry.sign() * change.step);
      }
  }
  static double divisor(Object size_i, Object size_j) { return static_cast<double>(size_i) * size_j; }
  static double sum_of_weights(Object /*objects*/, int clusters) { return scale(clusters); }
  static double scale(int clusters) { return clusters * (clusters - 1.0) / 2.0; }
  std::int64_t longest() const { return std::int64_t{1} << 46; }
  std::int64_t total() const { return std::int64_t{1} << 60; }
  std::int64_t largest_answer() const { return 1; }

 private:
  const core::Quadruplets& quadruplets_;
  core::SparseQuadruplets list_;
  std::vector<core::Pair> pairs_ = core::all_pairs(quadruplets_.objects());
};

// The fewer clusters there are, the finer weights may be: what was rounded is made afresh, or the last merges are
// wrong.
TEST(ListedLinkage, TakesFinerWeightsWhenItMay) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const core::Problem problem = testing::problem_of(testing::planted_similarities(48, seed, 0.2), seed, 0.5);
    const core::Partition leaves = core::Partition::singletons(48);
    TieBreaker ties(TiePolicy::kFirst, {});
    TieBreaker same(TiePolicy::kFirst, {});
    const CoarseAnswers answers(problem.get<core::Quadruplets>());
    const core::Dendrogram tree = ListedLinkage(answers, leaves, core::Team::alone()).run(ties);
    const core::Dendrogram exact = four_al(problem, leaves, same, FourAlPath::kSparse).tree;
    for (core::Label k = 2; k <= 5; ++k) EXPECT_EQ(tree.cut(k), exact.cut(k)) << "seed " << seed << ", " << k;
  }
}

// Enough clusters that threads share the search for the largest sum.
TEST(ListedLinkage, IsTheSameOnAnyNumberOfThreads) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(700, 1, 0.2), 1, 1e-6);
  const auto tree = [&](int threads) {
    omp_set_num_threads(threads);
    TieBreaker ties(TiePolicy::kRandom, problem.cell);
    return four_al(problem, core::Partition::singletons(700), ties, FourAlPath::kSparse).tree;
  };
  const int threads = omp_get_max_threads();
  const core::Dendrogram one = tree(1);
  EXPECT_EQ(tree(3), one);
  omp_set_num_threads(threads);
}

// Every member knows all votes, and counts those about its own pairs.
TEST(ListedLinkage, CountsVotesInATeamOnce) {
  const core::Problem sampled = testing::problem_of(testing::planted_similarities(40, 1, 0.2), 1, 0.02, 0.8);
  const std::vector<core::Quadruplet> statements = testing::statements_of(sampled.get<core::Quadruplets>());
  std::vector<std::int32_t> counts(statements.size());
  for (std::size_t k = 0; k < counts.size(); ++k) counts[k] = static_cast<std::int32_t>(1 + k * k % 9);
  const auto tree = [&](core::Team& team) {
    core::Problem problem = testing::listed_problem(40, statements, 1);
    problem.team = &team;
    problem.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(40, statements, counts));
    TieBreaker ties(TiePolicy::kRandom, problem.cell);
    return core::scipy_linkage(four_al(problem, testing::interleaved(40, 20), ties).tree);
  };
  const auto one = tree(core::Team::alone());
  for (const int size : testing::kTeamSizes)
    for (const auto& all : testing::on_team(size, tree)) EXPECT_EQ(all, one) << size << " members";
}

}  // namespace
}  // namespace tertium::linkage
