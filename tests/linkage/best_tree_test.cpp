// The optimum of few objects, and trees that satisfy all answers: against all trees there are.
#include "linkage/exact/best_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/clusterings/agreement.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/method.hpp"
#include "core/random/random.hpp"
#include "linkage/search/moving_tree.hpp"
#include "linkage/search/regraft_gains.hpp"
#include "linkage/search/satisfying_tree.hpp"
#include "linkage/search/subtree_search.hpp"
#include "linkage/search/tree_votes.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/bound_cases.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Object;
using core::Partition;
using linkage::TreeVotes;
using testing::draw;
using testing::stream;

/// Answers right for the tree, but for one in `wrong` (0: none).
core::ListedTriplets answers_of(const Dendrogram& tree, int count, std::uint64_t wrong, core::Stream& random) {
  const auto sizes = core::lca_sizes(tree);
  std::vector<core::Triplet> triplets;
  while (std::ssize(triplets) < count) {
    core::Triplet t{draw(random, tree.objects()), draw(random, tree.objects()), draw(random, tree.objects())};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (sizes(t.anchor, t.near) == sizes(t.anchor, t.far)) continue;
    const bool err = wrong != 0 && random.below(wrong) == 0;
    if ((sizes(t.anchor, t.near) > sizes(t.anchor, t.far)) != err) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  return core::ListedTriplets(core::TripletList(tree.objects(), std::move(triplets)));
}

std::int64_t votes_of(const Dendrogram& tree, const TreeVotes& votes) {
  return linkage::votes_for(linkage::MovingTree(tree), votes);
}

/// The most votes of all orders of merges, and so of all trees.
std::int64_t most_votes(const TreeVotes& votes) {
  std::int64_t most = -votes.answers();
  const std::function<void(const Dendrogram&, std::vector<core::Node>)> join = [&](const Dendrogram& tree,
                                                                                   std::vector<core::Node> open) {
    if (open.size() == 1) most = std::max(most, votes_of(tree, votes));
    for (std::size_t a = 0; a < open.size(); ++a)
      for (std::size_t b = a + 1; b < open.size(); ++b) {
        Dendrogram joined = tree;
        std::vector<core::Node> left = open;
        left[a] = joined.merge(open[a], open[b]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(b));
        join(joined, left);
      }
  };
  std::vector<core::Node> open(static_cast<std::size_t>(votes.leaves()));
  std::iota(open.begin(), open.end(), 0);
  join(Dendrogram(Partition::singletons(votes.leaves())), open);
  return most;
}

TEST(BestTree, IsTheBestOfAllTrees) {
  core::Stream random = stream(1);
  for (int round = 0; round < 60; ++round) {
    const Object n = 2 + round % 5;
    const Partition leaves = Partition::singletons(n);
    const TreeVotes votes(leaves, n < 3 ? core::ListedTriplets(core::TripletList(n, {}))
                                        : answers_of(core::test::random_tree(n, random.bits()), 30, 3, random));
    const auto best = linkage::best_tree(linkage::scores_of(votes), leaves);
    EXPECT_EQ(best.score, most_votes(votes));
    EXPECT_EQ(best.score, votes_of(best.tree, votes));
  }
}

TEST(BestTree, HasAtLeastTheVotesOfSearch) {
  core::Stream random = stream(2);
  for (int round = 0; round < 20; ++round) {
    const Object n = 7 + round % 5;
    const Partition leaves = Partition::singletons(n);
    const TreeVotes votes(leaves, answers_of(core::test::random_tree(n, random.bits()), 150, 3, random));
    const auto best = linkage::best_tree(linkage::scores_of(votes), leaves);
    linkage::SubtreeSearch search(votes, stream(7));
    EXPECT_GE(best.score, search.run(core::test::random_tree(n, random.bits()), {4}).votes);
  }
}

TEST(BestTree, OfHardlyAnyObjects) {
  for (const Object n : {0, 1, 2}) {
    const auto best = linkage::best_tree(linkage::TripleScores<double>(n), Partition::singletons(n));
    EXPECT_TRUE(best.tree.complete());
    EXPECT_EQ(best.score, 0.0);
  }
}

TEST(SatisfyingTree, IsFoundWhereThereIsOne) {
  core::Stream random = stream(3);
  for (int round = 0; round < 200; ++round) {
    const Object n = 3 + draw(random, 40);
    const core::ListedTriplets triplets =
        answers_of(core::test::random_tree(n, random.bits()), 1 + static_cast<int>(random.below(400)), 0, random);
    const Partition leaves = Partition::singletons(n);
    const TreeVotes votes(leaves, triplets);
    const std::optional<Dendrogram> tree = linkage::satisfying_tree(votes, leaves);
    ASSERT_TRUE(tree.has_value());
    EXPECT_EQ(votes_of(*tree, votes), votes.answers());
    EXPECT_EQ(core::agreement(*tree, triplets).satisfied, 1.0);
  }
}

TEST(SatisfyingTree, IsThereJustWhereTheBestTreeSatisfiesAll) {
  core::Stream random = stream(4);
  int there = 0;
  constexpr int kRounds = 400;
  for (int round = 0; round < kRounds; ++round) {
    const Object n = 3 + round % 6;
    const Partition leaves = Partition::singletons(n);
    const TreeVotes votes(leaves, answers_of(core::test::random_tree(n, random.bits()), 2 + round % 12, 6, random));
    const bool all = linkage::best_tree(linkage::scores_of(votes), leaves).score == votes.answers();
    EXPECT_EQ(linkage::satisfying_tree(votes, leaves).has_value(), all);
    there += all ? 1 : 0;
  }
  EXPECT_GT(there, kRounds / 5);
  EXPECT_LT(there, kRounds * 4 / 5);
}

TEST(SatisfyingTree, OfClustersAndOfAnswersAboutFour) {
  const Partition leaves(std::vector<core::Label>{0, 0, 1, 2, 3});
  const TreeVotes votes(leaves, core::ListedTriplets(core::TripletList(5, {{0, 2, 3}, {1, 2, 4}, {4, 3, 1}})));
  const std::optional<Dendrogram> tree = linkage::satisfying_tree(votes, leaves);
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->leaves(), leaves);
  EXPECT_EQ(votes_of(*tree, votes), votes.answers());
  const Partition singletons = Partition::singletons(5);
  const std::vector<core::Quadruplet> of_four{{0, 1, 2, 3}};
  EXPECT_FALSE(linkage::satisfying_tree(TreeVotes(singletons, core::ListedQuadruplets(5, of_four)), singletons));
}

TEST(SatisfyingTree, IsTakenWhereSearchMissesIt) {
  core::Stream random = stream(5);
  const Dendrogram truth = core::test::random_tree(50, random.bits());
  const TreeVotes votes(Partition::singletons(50), answers_of(truth, 300, 0, random));
  linkage::SubtreeSearch search(votes, stream(8));
  const linkage::FoundTree found = search.run(core::test::random_tree(50, random.bits()), {0});
  EXPECT_EQ(found.votes, votes.answers());
  EXPECT_EQ(votes_of(found.tree, votes), votes.answers());
  linkage::SubtreeSearch again(votes, stream(8));
  EXPECT_EQ(again.run(found.tree, {0}).tree, found.tree) << "what satisfies all answers stays";
}

}  // namespace
}  // namespace tertium
