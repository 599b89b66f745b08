// Search for the tree that most answers are for: votes and gains against their definitions, the best of all trees of
// few objects, and that no move of a subtree improves what was found.
#include "linkage/search/subtree_search.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "linkage/search/moving_tree.hpp"
#include "linkage/search/regraft_gains.hpp"
#include "linkage/search/tree_votes.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Node;
using core::Object;
using core::Partition;
using core::Quadruplet;
using linkage::MovingTree;
using linkage::RegraftGains;
using linkage::SubtreeSearch;
using linkage::TreeVotes;

core::Stream stream(std::uint64_t seed) {
  return {core::CellKey{.master_seed = seed}, core::Purpose::kTest};
}

Object draw_object(core::Stream& random, Object n) {
  return static_cast<Object>(random.below(static_cast<std::uint64_t>(n)));
}

/// Joins random nodes.
Dendrogram random_tree(const Partition& leaves, core::Stream& random) {
  Dendrogram tree(leaves);
  std::vector<Node> open(static_cast<std::size_t>(leaves.clusters()));
  for (std::size_t k = 0; k < open.size(); ++k) open[k] = static_cast<Node>(k);
  while (open.size() > 1) {
    random.shuffle(std::span(open));
    const Node left = open.back();
    open.pop_back();
    open.back() = tree.merge(left, open.back());
  }
  return tree;
}

/// Answers of nobody who means anything by them, many of them repeated.
std::vector<Quadruplet> random_statements(Object n, std::size_t count, bool triplets, core::Stream& random) {
  std::vector<Quadruplet> statements;
  while (statements.size() < count) {
    const Object i = draw_object(random, n), j = draw_object(random, n), k = draw_object(random, n);
    const Object l = triplets ? i : draw_object(random, n);
    if (i == j || k == l || std::minmax(i, j) == std::minmax(k, l)) continue;
    const std::uint64_t times = 1 + random.below(3);
    statements.insert(statements.end(), times, Quadruplet{i, j, k, l});
  }
  return statements;
}

core::ListedQuadruplets listed(Object n, const std::vector<Quadruplet>& statements) {
  return core::ListedQuadruplets(n, statements);
}

core::ListedTriplets listed_triplets(Object n, const std::vector<Quadruplet>& statements) {
  std::vector<core::Triplet> triplets;
  for (const Quadruplet& statement : statements) triplets.push_back(core::as_triplet(statement));
  return core::ListedTriplets(core::TripletList(n, triplets));
}

/// The nodes from a leaf to the root.
std::vector<Node> way_up(const Dendrogram& tree, Node leaf) {
  std::vector<Node> way{leaf};
  for (std::size_t t = 0; t < tree.merges().size(); ++t)
    if (tree.merges()[t].left == way.back() || tree.merges()[t].right == way.back())
      way.push_back(tree.leaf_count() + static_cast<Node>(t));
  return way;
}

/// By definition: for it where the pair's way up meets below that of the other pair.
std::int64_t votes_by_definition(const Dendrogram& tree, const std::vector<Quadruplet>& statements) {
  const auto meet = [&](Object a, Object b) {
    const std::vector<Node> one = way_up(tree, tree.leaves()[a]), other = way_up(tree, tree.leaves()[b]);
    return *std::ranges::find_first_of(one, other);
  };
  const auto is_below = [&](Node v, Node above) {
    const std::vector<Node> way = way_up(tree, v);
    return std::ranges::find(way, above) != way.end();
  };
  std::int64_t votes = 0;
  for (const auto& [i, j, k, l] : statements) {
    if (tree.leaves()[i] == tree.leaves()[j] || tree.leaves()[k] == tree.leaves()[l]) continue;
    const Node near = meet(i, j), far = meet(k, l);
    if (near != far) votes += is_below(near, far) ? 1 : is_below(far, near) ? -1 : 0;
  }
  return votes;
}

std::vector<Node> places_of(const MovingTree& tree, Node subtree) {
  std::vector<Node> places;
  for (const Node v : tree.preorder())
    if (v != tree.parent(subtree) && !tree.is_below(v, subtree)) places.push_back(v);
  return places;
}

std::vector<Node> subtrees_of(const MovingTree& tree) {
  std::vector<Node> subtrees(tree.preorder().begin() + 1, tree.preorder().end());
  return subtrees;
}

TEST(MovingTree, KnowsWhereLeavesPartAfterEveryMove) {
  core::Stream random = stream(1);
  for (const Object n : {2, 3, 9, 20}) {
    const Partition leaves = Partition::singletons(n);
    MovingTree tree(random_tree(leaves, random));
    for (int move = 0; move < 40; ++move) {
      const std::vector<Node> subtrees = subtrees_of(tree);
      const Node subtree = subtrees[random.below(subtrees.size())];
      const std::vector<Node> places = places_of(tree, subtree);
      tree.regraft(subtree, places[random.below(places.size())]);
      const Dendrogram made = tree.dendrogram(leaves);
      ASSERT_TRUE(made.complete());
      const MovingTree again(made);
      ASSERT_EQ(again.dendrogram(leaves), made);
      for (Object a = 0; a < n; ++a)
        for (Object b = 0; b < n; ++b) ASSERT_EQ(tree.size(tree.lca(a, b)), again.size(again.lca(a, b)));
    }
  }
}

/// Statements about three and four objects, objects for themselves and in initial clusters.
template <typename Check>
void for_random_votes(Check&& check) {
  core::Stream random = stream(2);
  for (const bool triplets : {true, false})
    for (const Object clusters : {3, 5, 9})
      for (int repetition = 0; repetition < 4; ++repetition) {
        const Object n = repetition % 2 == 0 ? clusters : 2 * clusters;
        const Partition leaves = repetition % 2 == 0 ? Partition::singletons(n) : testing::interleaved(n, clusters);
        const std::vector<Quadruplet> statements = random_statements(n, 60, triplets, random);
        const TreeVotes votes(leaves, listed(n, statements));
        if (triplets) {
          const TreeVotes same(leaves, listed_triplets(n, statements));
          for (Object leaf = 0; leaf < votes.leaves(); ++leaf)
            ASSERT_TRUE(std::ranges::equal(votes.triples(leaf), same.triples(leaf)));
        }
        check(random_tree(leaves, random), votes, statements);
      }
}

TEST(TreeVotes, AreThoseOfTheDefinition) {
  for_random_votes([](const Dendrogram& tree, const TreeVotes& votes, const std::vector<Quadruplet>& statements) {
    EXPECT_EQ(votes_for(MovingTree(tree), votes), votes_by_definition(tree, statements));
  });
}

TEST(TreeVotes, RefuseMoreAnswersThanTheyCanCount) {
  const core::TripletList list(3, {{0, 1, 2}, {0, 2, 1}});
  const auto votes_of = [&](std::int32_t times) {
    return TreeVotes(Partition::singletons(3), core::ListedTriplets(list, std::vector<std::int32_t>{times, 1}));
  };
  EXPECT_EQ(votes_of(1 << 28).triples(0).front().toward_a, (1 << 28) - 1);
  EXPECT_THROW(votes_of(1 << 29), core::UserError);
}

TEST(RegraftGains, AreDifferencesOfVotes) {
  for_random_votes([](const Dendrogram& begin, const TreeVotes& votes, const std::vector<Quadruplet>&) {
    const MovingTree tree(begin);
    RegraftGains gains(votes);
    for (const Node subtree : subtrees_of(tree)) {
      const linkage::Regraft best = gains.best(tree, subtree);
      std::int64_t most = 0;
      for (const Node onto : places_of(tree, subtree)) {
        MovingTree moved = tree;
        moved.regraft(subtree, onto);
        const std::int64_t gain = votes_for(moved, votes) - votes_for(tree, votes);
        ASSERT_EQ(gains.gain(tree, subtree, onto), gain);
        most = std::max(most, gain);
      }
      EXPECT_EQ(best.gain, most);
      EXPECT_EQ(gains.gain(tree, subtree, best.onto), most);
    }
  });
}

/// Places for a leaf in the tree of the leaves before it, each once: those of higher numbers hang around somewhere.
std::vector<Node> places_among_earlier(const MovingTree& tree, Object leaf) {
  const auto has_earlier = [&](Node v) {
    return std::ranges::any_of(tree.below(v), [&](Object other) { return other < leaf; });
  };
  std::vector<Node> places;
  for (const Node v : places_of(tree, leaf))
    if (tree.is_leaf(v) ? v < leaf : std::ranges::all_of(tree.children(v), has_earlier)) places.push_back(v);
  return places;
}

/// (2n - 3)!! trees have n leaves.
std::int64_t double_factorial(std::int64_t odd) {
  return odd < 2 ? 1 : odd * double_factorial(odd - 2);
}

/// All trees, each once, if leaf 0 comes first.
void for_each_tree(const MovingTree& tree, Object next, const std::function<void(const MovingTree&)>& use) {
  if (next == tree.leaves()) return use(tree);
  for (const Node onto : places_among_earlier(tree, next)) {
    MovingTree moved = tree;
    moved.regraft(next, onto);
    for_each_tree(moved, next + 1, use);
  }
}

TEST(SubtreeSearch, FindsTheBestOfAllTrees) {
  core::Stream random = stream(3);
  for (const bool triplets : {true, false})
    for (const Object n : {3, 4, 5, 6, 7}) {
      const Partition leaves = Partition::singletons(n);
      const TreeVotes votes(leaves,
                            listed(n, random_statements(n, 12 * static_cast<std::size_t>(n), triplets, random)));
      const Dendrogram begin = random_tree(leaves, random);
      std::int64_t most = votes_for(MovingTree(begin), votes), trees = 0;
      for_each_tree(MovingTree(begin), 1, [&](const MovingTree& tree) {
        most = std::max(most, votes_for(tree, votes));
        ++trees;
      });
      EXPECT_EQ(trees, double_factorial(2 * n - 3));
      SubtreeSearch search(votes, random);
      const linkage::FoundTree found = search.run(begin, {.restarts = 20});
      EXPECT_EQ(found.votes, most) << n;
      EXPECT_EQ(votes_for(MovingTree(found.tree), votes), most);
    }
}

TEST(SubtreeSearch, EndsWhereNoMoveGains) {
  core::Stream random = stream(4);
  for (const bool triplets : {true, false}) {
    const Object n = 24;
    const Partition leaves = Partition::singletons(n);
    const TreeVotes votes(leaves, listed(n, random_statements(n, 900, triplets, random)));
    SubtreeSearch search(votes, random);
    const linkage::FoundTree found = search.run(random_tree(leaves, random), {});
    EXPECT_GT(found.votes, found.votes_before);
    const MovingTree tree(found.tree);
    RegraftGains gains(votes);
    for (const Node subtree : subtrees_of(tree)) EXPECT_EQ(gains.best(tree, subtree).gain, 0);
  }
}

TEST(SubtreeSearch, EndsAfterSoManyLooks) {
  core::Stream random = stream(6);
  const Partition leaves = Partition::singletons(40);
  const TreeVotes votes(leaves, listed(40, random_statements(40, 3000, true, random)));
  const Dendrogram begin = random_tree(leaves, random);
  const auto found = [&](std::int64_t max_evaluations) {
    return SubtreeSearch(votes, stream(7)).run(begin, {.restarts = 3, .max_evaluations = max_evaluations});
  };
  const linkage::FoundTree free = found(std::int64_t{1} << 60);
  const std::int64_t most = free.looks / 8;
  const linkage::FoundTree ended = found(most);
  EXPECT_GE(ended.looks, most);
  EXPECT_LT(ended.looks, most + 9000) << "one subtree more than enough: each answer about three objects once";
  EXPECT_LT(ended.regrafts, free.regrafts);
  EXPECT_GT(ended.votes, ended.votes_before);
  EXPECT_LT(ended.votes, free.votes);
  EXPECT_EQ(votes_for(MovingTree(ended.tree), votes), ended.votes);
}

// A tree's own answers are all for it, so it is found from anywhere.
TEST(SubtreeSearch, FindsTheTreeThatAnswers) {
  core::Stream random = stream(5);
  const Object n = 30;
  const Partition leaves = Partition::singletons(n);
  const Dendrogram truth = MovingTree(random_tree(leaves, random)).dendrogram(leaves);
  const core::PairTable<Object> sizes = core::lca_sizes(truth);
  std::vector<core::Triplet> triplets;
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = 0; k < n; ++k)
        if (i != j && i != k && j != k && sizes(i, j) < sizes(i, k)) triplets.push_back({i, j, k});
  const TreeVotes votes(leaves, core::ListedTriplets(core::TripletList(n, triplets)));
  SubtreeSearch search(votes, random);
  EXPECT_EQ(search.run(random_tree(leaves, random), {.restarts = 4}).tree, truth);
}

TEST(SubtreeSearch, IsTheSameForAnyThreads) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(60, 7, 1.0), 7, 0.9, 0.6);
  const int threads = omp_get_max_threads();
  std::vector<Dendrogram> trees;
  for (const int count : {1, 3}) {
    omp_set_num_threads(count);
    trees.push_back(testing::tree_by("3-AL+search(restarts=2)", problem));
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(trees[0], trees[1]);
}

}  // namespace
}  // namespace tertium
