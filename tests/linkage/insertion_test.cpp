// Trees by questions which two of three objects are closest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/clusterings/ancestor_sizes.hpp"
#include "linkage/insertion/search_tree.hpp"
#include "tests/linkage/planted_trees.hpp"
#include "tests/support/outcomes.hpp"

namespace tertium::linkage {
namespace {

using testing::is_exact;
using testing::kShapes;
using testing::method_of;
using testing::planted;
using testing::score;
using testing::tree_of;

/// log3 (2n-3)!!
double least_questions(double n) {
  return (std::lgamma(2 * n - 1) - (n - 1) * std::log(2.0) - std::lgamma(n)) / std::log(3.0);
}

TEST(Insertion, FindsEveryTreeByFewQuestions) {
  const core::Method method = method_of("insertion");
  for (const char* shape : kShapes)
    for (std::int64_t n = 1; n <= 200; ++n) {
      const core::Problem problem = planted(shape, n, static_cast<std::uint64_t>(n));
      const core::Outcome outcome = core::run_method(method, problem);
      ASSERT_TRUE(is_exact(outcome, problem)) << shape << " " << n;
      const auto asked = static_cast<double>(testing::comparisons_of(outcome));
      if (n < 3) {
        EXPECT_EQ(asked, 0.0);
        continue;
      }
      EXPECT_LE(asked, 1.7 * least_questions(static_cast<double>(n))) << shape << " " << n;
      EXPECT_LE(asked, static_cast<double>(n) * std::log2(n));
      EXPECT_NEAR(outcome.reports.at("questions_over_bound"), asked / least_questions(static_cast<double>(n)), 1e-9);
    }
}

TEST(Insertion, AsksNoQuestionTwiceWithoutNoise) {
  for (const char* shape : kShapes) {
    const core::Problem problem = planted(shape, 300, 3, {.noise = "persistent"});
    const core::Outcome outcome = core::run_method(method_of("insertion"), problem);
    EXPECT_EQ(testing::reported(outcome, "n_queries_raw"), testing::comparisons_of(outcome)) << shape;
  }
}

/// Inserts objects in the order of their numbers by right answers; returns the questions.
std::int64_t insert_all(SearchTree& search, const core::Dendrogram& tree) {
  const auto truth = core::closest_pairs_by(tree);
  std::int64_t asked = 0;
  for (Object x = 0; x < tree.objects(); ++x)
    search.insert_next([&](Node v) {
      const auto [left, right] = search.children(v);
      ++asked;
      switch (truth->left_out({x, search.representative(left), search.representative(right)})) {
        case 1:
          return SearchTree::kAbove;
        case 4:
          return SearchTree::kLeft;
        default:
          return SearchTree::kRight;
      }
    });
  return asked;
}

// The order of the leaves is the worst there is: all objects come to one place.
TEST(SearchTree, StaysShallowInTheWorstOrder) {
  constexpr Object kObjects = 3000;
  core::Dendrogram chain(core::Partition::singletons(kObjects));
  Node top = 0;
  for (Object i = 1; i < kObjects; ++i) top = chain.merge(top, i);
  std::vector<Object> reversed(kObjects);
  for (Object i = 0; i < kObjects; ++i) reversed[i] = kObjects - 1 - i;
  for (const core::Dendrogram& tree : {chain, core::relabelled(chain, reversed)}) {
    SearchTree search(kObjects);
    const std::int64_t asked = insert_all(search, tree);
    EXPECT_EQ(core::closest_pairs_by(search.dendrogram())->left_out({0, 5, 2000}),
              core::closest_pairs_by(tree)->left_out({0, 5, 2000}));
    EXPECT_LE(search.deepest_search(), 1.2 * std::log2(2.0 * kObjects));
    EXPECT_LE(static_cast<double>(asked), 1.7 * least_questions(kObjects));
  }
}

// Not each as likely: what was cut off stands for one node until it is drawn.
TEST(SearchTree, DrawsManyObjectsBelowANode) {
  constexpr Object kObjects = 24;
  const core::Problem problem = planted("caterpillar", kObjects, 4);
  SearchTree search(kObjects);
  insert_all(search, problem.get<core::Dendrogram>());
  core::Stream stream(problem.cell, core::Purpose::kTest);
  for (Node v = kObjects; v < 2 * kObjects - 1; ++v)
    for (const auto side : {SearchTree::kLeft, SearchTree::kRight}) {
      std::set<Object> below, drawn;
      for (std::vector<Node> open{search.children(v)[side == SearchTree::kLeft ? 0 : 1]}; !open.empty();) {
        const Node node = open.back();
        open.pop_back();
        if (node < kObjects)
          below.insert(node);
        else
          open.insert(open.end(), {search.children(node)[0], search.children(node)[1]});
      }
      for (int draw = 0; draw < 3000; ++draw) drawn.insert(search.draw_below(v, side, stream));
      EXPECT_TRUE(std::includes(below.begin(), below.end(), drawn.begin(), drawn.end())) << v;
      EXPECT_GE(4 * drawn.size(), 3 * below.size()) << v;
    }
}

TEST(Insertion, RecoversFromIndependentNoise) {
  int exact = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const core::Problem problem = planted(kShapes[seed % 3], 100, seed, {.eps = 0.5});
    exact += is_exact(core::run_method(method_of("EK18"), problem), problem) ? 1 : 0;
    EXPECT_FALSE(is_exact(core::run_method(method_of("insertion"), problem), problem)) << "a question is not enough";
  }
  EXPECT_GE(exact, 17) << "of 20, each is exact with probability 0.95 at least";
}

// Where the same question gets the same answer, what few objects lie below cannot be known; the rest can.
TEST(Insertion, RecoversAllButTheBottomFromPersistentNoise) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const core::Problem problem = planted("balanced", 128, seed, {.eps = 0.5, .noise = "persistent"});
    const core::Outcome tolerant = core::run_method(method_of("EK18"), problem);
    const core::Outcome plain = core::run_method(method_of("insertion"), problem);
    EXPECT_GT(score("triples", "triples", tolerant, problem), 0.9);
    EXPECT_GT(score("triples", "triples", tolerant, problem), score("triples", "triples", plain, problem) + 0.2);
  }
}

TEST(Insertion, LeadIsByHowManyAnswersAWayIsAhead) {
  const core::Problem problem = planted("uniform", 60, 1);
  const std::int64_t once = testing::comparisons_of(core::run_method(method_of("insertion"), problem));
  for (const std::int64_t lead : {2, 3, 5}) {
    const core::Outcome outcome = core::run_method(method_of("insertion", {{"lead", lead}}), problem);
    EXPECT_TRUE(is_exact(outcome, problem));
    EXPECT_NEAR(static_cast<double>(testing::comparisons_of(outcome)), static_cast<double>(lead * once),
                0.1 * static_cast<double>(once))
        << "without noise exactly as many answers are wanted";
  }
}

TEST(Insertion, PutsObjectsAsHighAsItKnowsWhenTheBudgetIsUsedUp) {
  const std::int64_t n = 64;
  const core::Problem whole = planted("balanced", n, 2);
  const std::int64_t needed = testing::comparisons_of(core::run_method(method_of("insertion"), whole));
  double before = 0.0;
  for (const std::int64_t count : {std::int64_t{0}, needed / 2, needed}) {
    const core::Problem problem = planted("balanced", n, 2, {.count = std::to_string(count)});
    const core::Outcome outcome = core::run_method(method_of("insertion"), problem);
    EXPECT_LE(testing::comparisons_of(outcome), count);
    EXPECT_TRUE(tree_of(outcome).complete());
    const double right = score("triples", "triples", outcome, problem);
    EXPECT_GT(right, before);
    before = right;
  }
  EXPECT_EQ(before, 1.0);
}

TEST(Insertion, TakesAHundredThousandObjectsInAChain) {
  const core::Problem problem = planted("caterpillar", 100000, 1);
  const core::Outcome outcome = core::run_method(method_of("insertion"), problem);
  EXPECT_TRUE(is_exact(outcome, problem));
  EXPECT_LE(outcome.reports.at("questions_over_bound"), 1.7);
}

}  // namespace
}  // namespace tertium::linkage
