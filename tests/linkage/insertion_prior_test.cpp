// Insertion that begins where a tree says: what questions that saves, and what a tree that knows nothing costs.
#include <gtest/gtest.h>

#include <cmath>

#include "core/clusterings/ancestor_sizes.hpp"
#include "linkage/insertion/prior_tree.hpp"
#include "tests/linkage/planted_trees.hpp"
#include "tests/support/outcomes.hpp"

namespace tertium::linkage {
namespace {

using testing::is_exact;
using testing::kShapes;
using testing::method_of;
using testing::planted;

constexpr double kWorthless = 1e6;

double asked_by(const char* method, const core::Problem& problem) {
  return static_cast<double>(testing::comparisons_of(core::run_method(method_of(method), problem)));
}

GrowingTree::Side true_side(const WeightedTree& tree, const core::ClosestPairs& truth, Node v) {
  const auto [left, right] = tree.children(v);
  switch (truth.left_out({tree.inserted(), tree.representative(left), tree.representative(right)})) {
    case 1:
      return GrowingTree::kAbove;
    case 4:
      return GrowingTree::kLeft;
    default:
      return GrowingTree::kRight;
  }
}

TEST(InsertionBehindATree, EndsInTheSameTreeWhateverThatIs) {
  for (const char* shape : kShapes)
    for (const double blur : {0.0, 1.0, kWorthless})
      for (std::int64_t n = 1; n <= 60; n += n < 8 ? 1 : 13) {
        const core::Problem problem = planted(shape, n, static_cast<std::uint64_t>(n), {.features = 8, .blur = blur});
        EXPECT_TRUE(is_exact(core::run_method(method_of("features+AL+insertion"), problem), problem))
            << shape << " " << n << " " << blur;
      }
}

// No question is saved by knowing the answers: whether a guess is right is two questions, of leaves and the root one.
TEST(InsertionBehindATree, AsksTwoQuestionsOfEachObjectWhereThatIsRight) {
  constexpr Object kObjects = 200;
  for (const char* shape : kShapes) {
    const core::Problem problem = planted(shape, kObjects, 1);
    const core::Dendrogram& tree = problem.get<core::Dendrogram>();
    const auto truth = core::closest_pairs_by(tree);
    WeightedTree found(kObjects);
    PriorTree prior(tree);
    found.start();
    int asked = 0;
    for (Object x = 1; x < kObjects; ++x)
      prior.learn(found.insert_next(prior.forecast(found), [&](Node v) {
        ++asked;
        return true_side(found, *truth, v);
      }));
    EXPECT_LE(asked, 2 * kObjects) << shape;
    EXPECT_EQ(prior.right(), 1.0) << shape;
  }
}

// The tree behind "at most a tenth more": of small trees, too, where what is learnt counts for most.
TEST(InsertionBehindATree, CostsATenthAtMostWhereThatIsWorthless) {
  for (const char* shape : kShapes)
    for (const std::int64_t n : {12, 40, 160}) {
      double with = 0.0, without = 0.0;
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const core::Problem problem = planted(shape, n, seed, {.features = 4, .blur = kWorthless});
        with += asked_by("features+AL+insertion", problem);
        without += asked_by("insertion", problem);
      }
      EXPECT_LE(with, 1.1 * without) << shape << " " << n;
      EXPECT_GE(with, 0.8 * without) << shape << " " << n << ": it knows nothing";
    }
}

TEST(InsertionBehindATree, SavesQuestionsAsFarAsThatIsRight) {
  double before = 0.0;
  for (const double blur : {0.0, 1.0, 4.0, kWorthless}) {
    double asked = 0.0;
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      asked += asked_by("features+AL+insertion", planted("balanced", 128, seed, {.features = 64, .blur = blur}));
    EXPECT_GT(asked, before) << blur;
    before = asked;
  }
}

TEST(InsertionBehindATree, CountsTheAnswersThatThatIsMadeOf) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(20, 1), 1, 0.5);
  const double given = asked_by("AddS-3-AL", problem);
  const core::Outcome outcome = core::run_method(method_of("AddS-3-AL+insertion"), problem);
  EXPECT_EQ(static_cast<double>(testing::comparisons_of(outcome)), given + outcome.reports.at("n_queries_raw"));
}

// An edge of weight w, of 1 in all, by log2(1/w) + 2 questions.
TEST(WeightedTree, FindsHeavyEdgesSoon) {
  constexpr Object kObjects = 60;
  for (const char* shape : kShapes) {
    const core::Problem problem = planted(shape, kObjects, 2);
    core::Stream stream(problem.cell, core::Purpose::kTest);
    const auto truth = core::closest_pairs_by(problem.get<core::Dendrogram>());
    for (const double skew : {0.0, 1.0, 8.0}) {
      WeightedTree tree(kObjects);
      tree.start();
      std::vector<double> weight(2 * kObjects - 1);
      for (Object x = 1; x < kObjects; ++x) {
        double all = 0.0;
        for (double& w : weight) w = std::pow(stream.uniform(), skew);
        for (const Node node : tree.nodes()) all += weight[node];
        int asked = 0;
        const Node place = tree.insert_next(weight, [&](Node v) {
          ++asked;
          return true_side(tree, *truth, v);
        });
        EXPECT_LE(asked, std::log2(all / weight[place]) + 2.0) << shape << " " << skew;
      }
    }
  }
}

}  // namespace
}  // namespace tertium::linkage
