// Lengths of branches: the loss and its derivatives against their definitions, fits against what makes them optimal, a
// planted additive tree, and that no interchange improves what was found.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "linkage/lengths/branch_sums.hpp"
#include "linkage/lengths/interchange_model.hpp"
#include "linkage/lengths/length_fit.hpp"
#include "linkage/lengths/length_search.hpp"
#include "linkage/lengths/path_answers.hpp"
#include "linkage/lengths/path_loss.hpp"
#include "linkage/lengths/rooting.hpp"
#include "metrics/measures/product_distances.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/plain_lengths.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Dendrogram;
using core::Node;
using core::Object;
using core::PairTable;
using core::Partition;
using core::Quadruplet;
using core::test::random_additive_tree;
using core::test::random_lengths;
using core::test::random_tree;
using linkage::Lengths;
using linkage::LengthSearch;
using linkage::MovingTree;
using linkage::PathAnswers;
using linkage::PathLoss;

constexpr double kRidge = 1e-3;

PathAnswers answers_of(const Partition& leaves, const std::vector<Quadruplet>& statements) {
  return {leaves, core::ListedQuadruplets(leaves.objects(), statements)};
}

/// Answers as often as the tree makes them likely, out of `times`.
std::vector<Quadruplet> likely_answers(const PairTable<double>& paths, int times) {
  std::vector<Quadruplet> statements;
  const Object n = paths.objects();
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = 0; k < j; ++k) {
        if (i == j || i == k) continue;
        const double near = 1.0 / (1.0 + std::exp(paths(i, j) - paths(i, k)));
        const auto so = static_cast<std::size_t>(std::lround(times * near));
        statements.insert(statements.end(), so, Quadruplet{i, j, i, k});
        statements.insert(statements.end(), static_cast<std::size_t>(times) - so, Quadruplet{i, k, i, j});
      }
  return statements;
}

TEST(PathLoss, AndItsDerivativesAreThoseOfTheDefinition) {
  for (const Partition& leaves : {Partition::singletons(9), testing::interleaved(16, 6), Partition::singletons(3)}) {
    const std::vector<Quadruplet> statements = core::test::random_statements(leaves.objects(), 300, 3);
    const Dendrogram tree = random_tree(leaves, 4);
    const MovingTree moving(tree);
    const PathAnswers answers = answers_of(leaves, statements);
    PathLoss loss(answers, kRidge);
    const Lengths at = random_lengths(static_cast<std::size_t>(moving.nodes()), 5);
    const auto plain = [&](const Lengths& x) { return testing::plain_length_loss(tree, x, statements, kRidge); };
    EXPECT_NEAR(loss.evaluate(moving, at), plain(at), 1e-12);
    Lengths slope(at.size()), bound(at.size());
    loss.gradient(moving, at, slope);
    loss.bound_curvatures(moving, bound);
    for (std::size_t v = 0; v + 1 < at.size(); ++v) {
      constexpr double kStep = 1e-4;
      Lengths more = at, less = at, unit(at.size(), 0.0), curvature(at.size()), above(at.size());
      more[v] += kStep;
      less[v] -= kStep;
      unit[v] = 1.0;
      EXPECT_NEAR(slope[v], (plain(more) - plain(less)) / (2 * kStep), 1e-7) << v;
      loss.evaluate(moving, at);
      loss.multiply(moving, unit, curvature);
      EXPECT_LE(curvature[v], bound[v] + 1e-12);
      loss.evaluate(moving, more);
      loss.gradient(moving, more, above);
      for (std::size_t u = 0; u + 1 < at.size(); ++u) EXPECT_NEAR(curvature[u], (above[u] - slope[u]) / kStep, 1e-4);
    }
  }
}

TEST(PathLoss, OfAnswersGivenOftenIsThatOfEachForItself) {
  const std::vector<Quadruplet> once = core::test::random_statements(6, 30, 1);
  std::vector<Quadruplet> often = once;
  often.insert(often.end(), once.begin(), once.end());
  const MovingTree tree(random_tree(6, 2));
  const Lengths at = random_lengths(11, 3);
  const PathAnswers one = answers_of(Partition::singletons(6), once),
                    other = answers_of(Partition::singletons(6), often);
  EXPECT_EQ(other.answers(), 2 * one.answers());
  EXPECT_EQ(other.questions(), one.questions());
  EXPECT_NEAR(PathLoss(one, kRidge).evaluate(tree, at), PathLoss(other, kRidge).evaluate(tree, at), 1e-14);
}

/// Of a convex loss: lengths that are not 0 have no slope, the others none that would shrink them.
void expect_optimal(PathLoss& loss, const MovingTree& tree, const Lengths& lengths) {
  Lengths slope(lengths.size());
  loss.evaluate(tree, lengths);
  loss.gradient(tree, lengths, slope);
  for (Node v = 1; v < tree.nodes(); ++v) {
    if (v == tree.root()) continue;
    EXPECT_GE(lengths[v], 0.0);
    EXPECT_GT(slope[v], -1e-4) << v;
    if (lengths[v] > 1e-3) {
      EXPECT_LT(slope[v], 1e-4) << v;
    }
  }
}

TEST(LengthFit, IsOptimal) {
  int at_zero = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Partition leaves = seed % 2 == 0 ? Partition::singletons(10) : testing::interleaved(20, 8);
    const PathAnswers answers = answers_of(leaves, core::test::random_statements(leaves.objects(), 400, seed));
    PathLoss loss(answers, seed < 3 ? 1e-3 : 1e-6);
    const MovingTree tree = linkage::leaf_rooted(random_tree(leaves, seed));
    Lengths first(static_cast<std::size_t>(tree.nodes()), 1.0);
    first[0] = first[tree.root()] = 0.0;
    const linkage::LengthFit fit = linkage::fit_lengths(loss, tree, first);
    EXPECT_EQ(fit.lengths[0], 0.0);
    EXPECT_EQ(fit.lengths[tree.root()], 0.0);
    EXPECT_NEAR(fit.loss, loss.evaluate(tree, fit.lengths), 1e-14);
    expect_optimal(loss, tree, fit.lengths);
    at_zero += static_cast<int>(std::ranges::count(fit.lengths, 0.0)) - 2;
  }
  EXPECT_GT(at_zero, 5);  // else nothing was held back
}

// A step that takes lengths below 0 is cut there, and may then seem to bring nothing far from the best lengths.
TEST(LengthFit, EndsAtOneLossWhereverItBegins) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const auto n = static_cast<Object>(4 + seed % 5);
    const Partition leaves = Partition::singletons(n);
    const PathAnswers answers = answers_of(leaves, core::test::random_statements(n, 20 + 10 * (seed % 17), seed));
    PathLoss loss(answers, 1e-4);
    const MovingTree tree = linkage::leaf_rooted(random_tree(leaves, seed));
    std::vector<double> ends;
    for (const double length : {0.2, 1.0, 0.0}) {
      Lengths first(static_cast<std::size_t>(tree.nodes()), length);
      first[0] = first[tree.root()] = 0.0;
      ends.push_back(linkage::fit_lengths(loss, tree, std::move(first)).loss);
    }
    EXPECT_LT(std::ranges::max(ends) - std::ranges::min(ends), 1e-9) << seed;
  }
}

TEST(Interchange, DoneAgainUndoesIt) {
  MovingTree tree = linkage::leaf_rooted(random_tree(12, 3));
  const Dendrogram before = tree.dendrogram(Partition::singletons(12));
  int made = 0;
  for (Node v = 1; v < tree.nodes(); ++v) {
    if (v == tree.root() || tree.parent(v) == tree.root() || tree.parent(tree.parent(v)) == tree.root()) continue;
    linkage::interchange(tree, v);
    EXPECT_NE(tree.dendrogram(Partition::singletons(12)), before);
    linkage::interchange(tree, v);
    EXPECT_EQ(tree.dendrogram(Partition::singletons(12)), before);
    ++made;
  }
  EXPECT_EQ(made, 2 * (12 - 3));  // two across each branch between inner nodes
}

/// Trees of all shapes: a random one, and one that joins one leaf after the other.
std::vector<Dendrogram> trees_of(const Partition& leaves, std::uint64_t seed) {
  Dendrogram chain(leaves);
  Node joined = 0;
  for (Object k = 1; k < leaves.clusters(); ++k) joined = chain.merge(joined, k);
  return {random_tree(leaves, seed), chain};
}

TEST(BranchSums, AreThoseOfEveryQuestionAtEveryBranch) {
  struct Case {
    Partition leaves;
    int statements;
  };
  for (const Case& one : std::vector<Case>{{Partition::singletons(4), 30},
                                           {Partition::singletons(13), 400},
                                           {testing::interleaved(16, 6), 300},
                                           {Partition::singletons(30), 20'000}})
    for (const Dendrogram& given : trees_of(one.leaves, 7)) {
      const PathAnswers answers = answers_of(
          one.leaves, core::test::random_statements(one.leaves.objects(), static_cast<std::size_t>(one.statements), 3));
      PathLoss loss(answers, kRidge);
      const MovingTree tree = linkage::leaf_rooted(given);
      loss.evaluate(tree, random_lengths(static_cast<std::size_t>(tree.nodes()), 5));
      const linkage::BranchSums sums(loss, tree);
      for (Node v = 0; v < tree.nodes(); ++v) {
        if (!linkage::is_inner_branch(tree, v)) continue;
        const linkage::SecondOrder found = sums.around(v), plain = testing::plain_second_order(loss, tree, v);
        for (int kind = 0; kind < linkage::kKinds; ++kind) {
          EXPECT_NEAR(found.slope[kind], plain.slope[kind], 1e-12);
          for (int other = 0; other < linkage::kKinds; ++other)
            EXPECT_NEAR(found.curvature[kind][other], plain.curvature[kind][other], 1e-12) << v << kind << other;
        }
      }
    }
}

// Answers that mean little: lengths are short, so that the second order tells nearly all.
TEST(Prospects, TellWhatAnInterchangeBrings) {
  const PathAnswers answers = answers_of(Partition::singletons(9), core::test::random_statements(9, 2000, 5));
  PathLoss loss(answers, kRidge);
  MovingTree tree = linkage::leaf_rooted(random_tree(9, 6));
  Lengths first(17, 0.1);
  first[0] = first[tree.root()] = 0.0;
  const linkage::LengthFit fit = linkage::fit_lengths(loss, tree, first);
  const double now = loss.evaluate(tree, fit.lengths);
  int better = 0;
  for (const linkage::Prospect& prospect : linkage::prospects(loss, tree, fit.lengths)) {
    Lengths there = fit.lengths;
    for (std::size_t k = 0; k < prospect.nodes.size(); ++k) there[prospect.nodes[k]] = prospect.lengths[k];
    linkage::interchange(tree, prospect.joined);
    const double gain = now - loss.evaluate(tree, there);
    linkage::interchange(tree, prospect.joined);
    EXPECT_NEAR(gain, prospect.gain, 1e-6 + 0.05 * std::abs(gain));
    better += gain > 0.0 ? 1 : 0;
  }
  EXPECT_GT(better, 0);
}

TEST(LengthSearch, FindsAPlantedTree) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Partition leaves = Partition::singletons(8);
    Dendrogram planted = random_tree(leaves, seed);
    Lengths lengths = random_lengths(15, seed);
    for (std::size_t v = 0; v + 1 < lengths.size(); ++v) lengths[v] += 0.3;
    planted.set_lengths(lengths);
    const PairTable<double> paths = core::path_lengths(planted);
    const PathAnswers answers = answers_of(leaves, likely_answers(paths, 400));
    PathLoss loss(answers, 1e-9);
    const linkage::FoundLengths found =
        LengthSearch(loss, linkage::leaf_rooted(random_tree(leaves, seed + 50))).run(100);
    EXPECT_GT(found.interchanges, 0);
    const PairTable<double> fitted =
        core::path_lengths(linkage::rooted_at(found.tree, leaves, found.fit.lengths, {1, 0.0}));
    // Triplets say nothing of what all leaves' branches have in common.
    const double common = fitted[0] - paths[0];
    EXPECT_LT(common, 0.05);  // the ridge keeps it short
    for (core::PairIndex p = 0; p < paths.pairs(); ++p) EXPECT_NEAR(fitted[p] - common, paths[p], 0.05);
  }
}

TEST(LengthSearch, EndsWhereNoPromisingInterchangeImproves) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Partition leaves = Partition::singletons(9);
    const PathAnswers answers = answers_of(leaves, core::test::random_statements(9, 150, seed));
    PathLoss loss(answers, kRidge);
    linkage::FoundLengths found = LengthSearch(loss, linkage::leaf_rooted(random_tree(leaves, seed))).run(1000);
    EXPECT_LE(found.fit.loss, found.loss_before);
    expect_optimal(loss, found.tree, found.fit.lengths);
    loss.evaluate(found.tree, found.fit.lengths);
    for (const linkage::Prospect& prospect : linkage::prospects(loss, found.tree, found.fit.lengths)) {
      if (prospect.gain <= LengthSearch::kLeastGain) continue;
      linkage::interchange(found.tree, prospect.joined);
      Lengths first(17, 0.3);
      first[0] = first[found.tree.root()] = 0.0;
      EXPECT_GT(linkage::fit_lengths(loss, found.tree, first).loss, found.fit.loss - 1e-6);
      linkage::interchange(found.tree, prospect.joined);
    }
  }
}

TEST(LengthSearch, WithoutRoundsKeepsTheTree) {
  const Partition leaves = Partition::singletons(9);
  const PathAnswers answers = answers_of(leaves, core::test::random_statements(9, 150, 1));
  PathLoss loss(answers, kRidge);
  const MovingTree tree = linkage::leaf_rooted(random_tree(leaves, 1));
  const linkage::FoundLengths kept = LengthSearch(loss, tree).run(0), found = LengthSearch(loss, tree).run(100);
  EXPECT_EQ(kept.tree.dendrogram(leaves), tree.dendrogram(leaves));
  EXPECT_EQ(kept.interchanges, 0);
  EXPECT_LT(found.fit.loss, kept.fit.loss);
}

/// The four of them share nothing but the paths.
TEST(Lengths, TheRootChangesNoPathAndCutsAtOneDistance) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(20, 5, 0.4), 5, 0.5, 0.8);
  const Dendrogram middle = testing::tree_by("AddS-3+AL+lengths", problem);
  const Dendrogram given = testing::tree_by("AddS-3+AL+lengths(root=given)", problem);
  ASSERT_TRUE(middle.has_lengths());
  EXPECT_EQ(core::path_lengths(middle), core::path_lengths(given));  // sums of such lengths are exact
  EXPECT_NE(middle, given);
  const core::Product product = middle;
  const metrics::ProductDistances apart(product);
  EXPECT_EQ(apart(3, 11), core::path_lengths(middle)(3, 11));
  for (const Dendrogram& tree : {middle, given}) {
    const std::vector<double> distance = core::root_distances(tree);
    for (std::size_t t = 1; t < tree.merges().size(); ++t)
      EXPECT_GE(distance[tree.leaf_count() + t - 1], distance[tree.leaf_count() + t]);
  }
}

TEST(Lengths, KeepTheGivenRootWhereTheTreeStays) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(15, 6, 0.4), 6, 0.5, 0.8);
  const Dendrogram before = testing::tree_by("AddS-3+AL", problem);
  const Dendrogram tree = testing::tree_by("AddS-3+AL+lengths(root=given, interchanges=0)", problem);
  EXPECT_EQ(core::lca_sizes(tree), core::lca_sizes(before));
}

TEST(Lengths, DoNotDependOnThreads) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(50, 7, 0.4), 7, 0.9, 0.8);
  const int threads = omp_get_max_threads();
  std::vector<Dendrogram> trees;
  for (const int count : {1, 4}) {
    omp_set_num_threads(count);
    trees.push_back(testing::tree_by("AddS-3+AL+lengths(interchanges=3)", problem));
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(trees[0], trees[1]);
}

TEST(Lengths, DoNotDependOnHowObjectsAreNumbered) {
  const Dendrogram planted = random_additive_tree(Partition::singletons(10), 3);
  const std::vector<Quadruplet> statements = likely_answers(core::path_lengths(planted), 20);
  const std::vector<Object> new_id = core::test::random_permutation(10, 4);
  std::vector<Quadruplet> renumbered;
  for (const auto& [i, j, k, l] : statements) renumbered.push_back({new_id[i], new_id[j], new_id[k], new_id[l]});
  const auto paths_by = [](const std::vector<Quadruplet>& answers) {
    core::Problem problem;
    problem.objects = 10;
    problem.provide<core::Quadruplets>(std::make_shared<core::ListedQuadruplets>(10, answers));
    return core::path_lengths(testing::tree_by("AddS-4+AL+lengths", problem));
  };
  const PairTable<double> one = paths_by(statements), other = paths_by(renumbered);
  for (Object i = 0; i < 10; ++i)
    for (Object j = 0; j < i; ++j) EXPECT_NEAR(one(i, j), other(new_id[i], new_id[j]), 2e-3);
}

// Problems of which steps cut at 0, or interchanges given up too early, left more to be found.
TEST(Lengths, FittedAgainAreNoBetter) {
  for (const std::uint64_t seed : {48, 178, 513, 641, 705, 714, 772, 786, 882, 883, 981, 989, 996}) {
    core::Problem problem;
    problem.objects = static_cast<Object>(5 + seed % 8);
    problem.provide<core::Quadruplets>(std::make_shared<core::ListedQuadruplets>(
        problem.objects, core::test::random_statements(problem.objects, 20 + 20 * (seed % 10), seed)));
    const auto loss = [&](const char* name) {
      return core::run_method(core::find_method(name), problem).reports.at("loss");
    };
    EXPECT_LT(loss("4-AL+search+lengths") - loss("4-AL+search+lengths+lengths"), 1e-9) << seed;
  }
}

TEST(Lengths, OfFewObjects) {
  for (const Object n : {1, 2, 3}) {
    const core::Problem problem = testing::problem_of(testing::planted_similarities(n, 1, 0.4), 1, 1.0, 1.0);
    for (const char* name : {"AddS-3+AL+lengths", "AddS-4+AL+lengths(root=given)"}) {
      const Dendrogram tree = testing::tree_by(name, problem);
      EXPECT_TRUE(tree.complete());
      EXPECT_EQ(std::ssize(tree.lengths()), 2 * n - 1);
    }
  }
}

}  // namespace
}  // namespace tertium
