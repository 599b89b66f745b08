// The registry of scores: every column against its formula, and what scores ask for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/clusterings/agreement.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/methods/step.hpp"
#include "metrics/measures/rand_index.hpp"
#include "metrics/scores/score.hpp"
#include "problems/models/class_tree.hpp"
#include "tests/core/generators.hpp"

namespace tertium::metrics {
namespace {

using Columns = std::map<std::string, double>;

constexpr core::Object kN = 24;

core::Problem scored_problem(std::uint64_t seed) {
  core::Problem problem;
  problem.objects = kN;
  problem.provide<core::Similarities>(
      std::make_shared<const core::Similarities>(core::test::random_similarities(kN, seed)));
  problem.provide<core::Graph>(
      std::make_shared<const core::Graph>(core::complete_graph(problem.get<core::Similarities>())));
  const auto ranking = std::make_shared<const core::PairRanking>(problem.get<core::Similarities>());
  problem.provide<core::PairRanking>(ranking);
  problem.provide<core::Quadruplets>(
      std::make_shared<const core::SampledQuadruplets>(ranking, core::CellKey{}, 0.2, 0.7));
  problem.provide<core::Triplets>(std::make_shared<const core::SampledTriplets>(
      std::make_shared<const core::AnchorRanking>(*ranking), core::CellKey{}, 0.2, 0.7));
  problem.provide<core::Truth>(core::Truth{core::test::random_partition(kN, 2, seed),
                                           core::test::random_partition(kN, 4, seed + 1),
                                           core::test::random_partition(kN, 7, seed + 2)});
  problem.provide<core::OddOneOutList>(
      std::make_shared<const core::OddOneOutList>(kN, std::vector<core::OddOneOut>{{0, 1, 2}, {3, 1, 4}, {5, 6, 0}}));
  problem.provide<core::HeldOut>(core::HeldOut{{0, 1, 0, 2}, {3, 4, 5, 6}, {7, 8, 9, 10}, {3, 4, 5, 6}});
  problem.provide<core::ClosestPairs>(core::closest_pairs_by(problem.share<core::Similarities>()));
  problem.provide<core::Dendrogram>(std::make_shared<const core::Dendrogram>(core::test::random_tree(kN, seed + 3)));
  problem.provide<core::ExpectedGraph>(
      std::make_shared<const core::ExpectedGraph>(problems::complete_class_tree(kN, 4, 0.1)));
  return problem;
}

Columns columns_of(const char* score, const core::Product& product, const core::Problem& problem) {
  Columns columns;
  find_score(score).compute(product, problem, columns);
  return columns;
}

/// Adjusted Rand index by looking at every pair of objects.
double ari_by_pairs(const core::Partition& a, const core::Partition& b) {
  double both = 0.0, only_a = 0.0, only_b = 0.0, neither = 0.0;
  for (const core::Pair& pair : core::all_pairs(a.objects())) {
    const bool in_a = a[pair.i] == a[pair.j], in_b = b[pair.i] == b[pair.j];
    (in_a ? (in_b ? both : only_a) : (in_b ? only_b : neither)) += 1.0;
  }
  const double bottom = (both + only_a) * (only_a + neither) + (both + only_b) * (only_b + neither);
  return bottom == 0.0 ? 1.0 : 2.0 * (both * neither - only_a * only_b) / bottom;
}

TEST(Scores, OfATreeAgainstTheTruth) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const core::Problem problem = scored_problem(10 * seed);
    const core::Dendrogram tree = core::test::random_tree(kN, seed);
    double aari = 0.0, by_depth = 0.0;
    Columns levels;
    const int depths[] = {1, 2, 3};  // of 2, 4 and 7 clusters
    for (std::size_t level = 0; level < 3; ++level) {
      const core::Partition& truth = problem.get<core::Truth>()[level];
      const double ari = ari_by_pairs(tree.cut(truth.clusters()), truth);
      levels["ari_level" + std::to_string(level + 1)] = ari;
      aari += ari / 3.0;
      by_depth += ari_by_pairs(tree.cut_at_depth(depths[level]), truth) / 3.0;
    }
    EXPECT_NEAR(columns_of("aari", tree, problem).at("aari"), aari, 1e-12);
    EXPECT_NEAR(columns_of("aari_depth", tree, problem).at("aari_depth"), by_depth, 1e-12);
    const Columns found = columns_of("ari_level", tree, problem);
    ASSERT_EQ(found.size(), levels.size());
    for (const auto& [name, value] : levels) EXPECT_NEAR(found.at(name), value, 1e-12) << name;
    EXPECT_EQ(columns_of("exact", tree, problem), (Columns{{"exact", 0.0}}));
  }
}

TEST(Scores, OfATreeThatIsTheTruth) {
  core::Problem problem = scored_problem(1);
  const core::Dendrogram tree = core::test::random_tree(kN, 5);
  problem.provide<core::Truth>(core::Truth{tree.cut(2), tree.cut(3), tree.cut(9)});
  EXPECT_EQ(columns_of("exact", tree, problem), (Columns{{"exact", 1.0}}));
  EXPECT_EQ(columns_of("exact", problem.get<core::Truth>().back(), problem), (Columns{{"exact", 1.0}}));
  EXPECT_EQ(columns_of("aari", tree, problem), (Columns{{"aari", 1.0}}));
  EXPECT_EQ(columns_of("ari_level", tree, problem),
            (Columns{{"ari_level1", 1.0}, {"ari_level2", 1.0}, {"ari_level3", 1.0}}));
}

TEST(Scores, OfTrueClustersThatAreClades) {
  core::Problem problem = scored_problem(1);
  const core::Dendrogram tree = core::test::random_tree(kN, 5);
  problem.provide<core::Truth>(core::Truth{tree.cut(2), tree.cut_at_depth(2), tree.cut(9)});
  EXPECT_EQ(columns_of("level_clades", tree, problem), (Columns{{"level_clades", 1.0}, {"exact_levels", 1.0}}));
  std::vector<core::Label> swapped(problem.get<core::Truth>()[0].labels().begin(),
                                   problem.get<core::Truth>()[0].labels().end());
  std::swap(swapped[0], *std::ranges::find_if(swapped, [&](core::Label label) { return label != swapped[0]; }));
  problem.provide<core::Truth>(core::Truth{core::Partition(swapped)});
  EXPECT_EQ(columns_of("level_clades", tree, problem), (Columns{{"level_clades", 0.0}, {"exact_levels", 0.0}}));
  const core::Partition halves = tree.cut(2);
  core::Object one = 0;
  while (halves.sizes()[halves[one]] == 1) ++one;
  std::vector<core::Label> alone(kN, 0);
  alone[one] = 1;  // and all others are no clade
  problem.provide<core::Truth>(core::Truth{core::Partition(alone)});
  EXPECT_EQ(columns_of("level_clades", tree, problem).at("level_clades"), 0.0) << "objects alone do not count";
  problem.provide<core::Truth>(core::Truth{core::Partition::singletons(kN)});
  EXPECT_EQ(columns_of("level_clades", tree, problem).at("level_clades"), 1.0);
}

// One of four inner clusters is shared; the root, which all trees have, is nobody's merit.
TEST(Scores, OfClustersOfTheTrueTree) {
  core::Problem problem;
  problem.objects = 6;
  const auto tree_of = [](const std::vector<std::pair<core::Node, core::Node>>& merges) {
    core::Dendrogram tree(core::Partition::singletons(6));
    for (const auto& [left, right] : merges) tree.merge(left, right);
    return tree;
  };
  const core::Dendrogram truth = tree_of({{0, 1}, {2, 3}, {4, 5}, {6, 7}, {9, 8}});
  problem.provide<core::Dendrogram>(std::make_shared<const core::Dendrogram>(truth));
  EXPECT_EQ(columns_of("clades", truth, problem), (Columns{{"clades", 1.0}, {"exact_tree", 1.0}}));
  EXPECT_EQ(columns_of("clades", tree_of({{0, 1}, {2, 4}, {3, 5}, {6, 7}, {9, 8}}), problem),
            (Columns{{"clades", 0.25}, {"exact_tree", 0.0}}));
}

TEST(Scores, OfAPartitionAgainstTheFinestTruth) {
  const core::Problem problem = scored_problem(2);
  const core::Partition partition = core::test::random_partition(kN, 5, 9);
  EXPECT_NEAR(columns_of("ari", partition, problem).at("ari"),
              ari_by_pairs(partition, problem.get<core::Truth>().back()), 1e-12);
  EXPECT_EQ(columns_of("ari", problem.get<core::Truth>().back(), problem), (Columns{{"ari", 1.0}}));
}

// A tree without lengths is cut, one with lengths falls into its parts, wherever its root is.
TEST(Scores, OfATreeAgainstTheFinestTruth) {
  const core::Problem problem = scored_problem(2);
  const core::Partition& truth = problem.get<core::Truth>().back();
  const core::Dendrogram tree = core::test::random_tree(kN, 3);
  EXPECT_NEAR(columns_of("ari", tree, problem).at("ari"), ari_by_pairs(tree.cut(truth.clusters()), truth), 1e-12);
  const core::Product additive = core::test::random_additive_tree(core::Partition::singletons(kN), 3);
  const core::Step& parts = core::find<core::Step>("step", "parts");
  core::Parameters parameters(parts.parameters);
  parameters.set("k", std::int64_t{truth.clusters()});
  std::map<std::string, double> reports;
  const core::Product expected = parts.run({problem, parameters, &additive, reports});
  EXPECT_NEAR(columns_of("ari", additive, problem).at("ari"), ari_by_pairs(std::get<core::Partition>(expected), truth),
              1e-12);
}

TEST(Scores, OfObjectsInWrongClasses) {
  core::Problem problem = scored_problem(2);
  const Columns none{{"classification_error", 0.0}};
  const core::Dendrogram tree = core::test::random_tree(kN, 5);
  problem.provide<core::Truth>(core::Truth{tree.cut(2), tree.cut(6)});
  EXPECT_EQ(columns_of("classification_error", tree, problem), none);
  EXPECT_EQ(columns_of("classification_error", problem.get<core::Truth>().back(), problem), none);
  // Two objects in clusters of their own, and labels in another order.
  std::vector<core::Label> labels;
  for (core::Object i = 0; i < kN; ++i) labels.push_back(i < 2 ? 10 + i : 5 - tree.cut(6)[i]);
  const Columns found = columns_of("classification_error", core::Partition(labels), problem);
  EXPECT_DOUBLE_EQ(found.at("classification_error"), 2.0 / kN);
}

TEST(Scores, OfATreeWithoutTheTruth) {
  const core::Problem problem = scored_problem(3);
  const core::Dendrogram tree = core::test::random_tree(kN, 6);
  const core::PairTable<core::Object> sizes = core::lca_sizes(tree);
  double cost = 0.0;
  for (core::PairIndex pair = 0; pair < sizes.pairs(); ++pair)
    cost += problem.get<core::Similarities>()[pair] * sizes[pair];
  const Columns dasgupta = columns_of("dasgupta_cost", tree, problem);
  ASSERT_EQ(dasgupta.size(), 1U);
  EXPECT_NEAR(dasgupta.at("dasgupta_cost"), cost, 1e-9);

  std::int64_t revenue = 0, statements = 0;
  double satisfied = 0.0;
  const auto count = [&](core::Object more, core::Object less) {
    ++statements;
    revenue += less - more;
    satisfied += more < less ? 1.0 : more == less ? 0.5 : 0.0;
  };
  core::for_each_comparison(problem.get<core::Quadruplets>(), [&](core::Rank more, core::Rank less) {
    count(sizes[problem.get<core::Quadruplets>().pair_at(more)], sizes[problem.get<core::Quadruplets>().pair_at(less)]);
  });
  Columns found = columns_of("agreement", tree, problem);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found.at("revenue"), static_cast<double>(revenue));
  EXPECT_NEAR(found.at("normalised_revenue"),
              static_cast<double>(revenue) / static_cast<double>(statements) / static_cast<double>(kN), 1e-12);
  EXPECT_NEAR(found.at("satisfied"), satisfied / static_cast<double>(statements), 1e-12);

  revenue = statements = 0;
  satisfied = 0.0;
  core::for_each_triplet(problem.get<core::Triplets>(),
                         [&](const core::Triplet& t) { count(sizes(t.anchor, t.near), sizes(t.anchor, t.far)); });
  found = columns_of("triplet_agreement", tree, problem);
  EXPECT_EQ(found.at("triplet_revenue"), static_cast<double>(revenue));
  EXPECT_NEAR(found.at("triplet_satisfied"), satisfied / static_cast<double>(statements), 1e-12);
}

// Revenue and cost are two sides of one thing, and so are their bounds.
TEST(Scores, RevenueAndCostAreBesideTheirBounds) {
  core::Problem problem = scored_problem(2);
  const core::Dendrogram tree = core::test::random_tree(kN, 9);
  const Columns found = columns_of("similarity_revenue", tree, problem);
  const double cost = columns_of("dasgupta_cost", tree, problem).at("dasgupta_cost");
  const double least = found.at("dasgupta_cost_bound"), most = found.at("similarity_revenue_bound");
  EXPECT_NEAR(cost - least, most - found.at("similarity_revenue"), 1e-9 * cost);
  EXPECT_NEAR(found.at("dasgupta_share"), least / cost, 1e-12);
  EXPECT_NEAR(found.at("revenue_share"), found.at("similarity_revenue") / most, 1e-12);
  const auto sum = [&](const core::Similarities& all) {
    double total = 0.0;
    for (const double s : all.values()) total += s;
    return total;
  };
  const double random = (2.0 * kN + 2.0) / 3.0 * sum(problem.get<core::Similarities>());  // cost, in the mean
  EXPECT_NEAR(found.at("share_beyond_random"), (random - cost) / (random - least), 1e-9);
  EXPECT_LE(found.at("share_beyond_random"), 1.0);
  core::Similarities below(kN, -1.0);
  problem.provide<core::Similarities>(std::make_shared<const core::Similarities>(below));
  EXPECT_TRUE(std::isnan(columns_of("similarity_revenue", tree, problem).at("dasgupta_share")))
      << "a share of a cost that is below 0";
}

TEST(Scores, OfAnswersHeldOut) {
  core::Problem problem;
  problem.objects = 4;
  problem.provide<core::HeldOut>(core::HeldOut{{0, 1, 0, 2}, {0, 2, 0, 1}, {0, 3, 0, 2}, {0, 1, 2, 3}});
  // On a line at 0, 1, 2, 4: the second and the third are contradicted, and the fourth, the others are not.
  const core::Coordinates line{4, 1, {0.0, 1.0, 2.0, 4.0}};
  EXPECT_EQ(columns_of("held_out_error", line, problem).at("held_out_error"), 0.5);
  // By products the larger the better: the first and the third are contradicted.
  const core::Coordinates ray{4, 1, {1.0, 1.0, 2.0, 0.4}, core::Likeness::kProduct};
  EXPECT_EQ(columns_of("held_out_error", ray, problem).at("held_out_error"), 0.5);
  core::Dendrogram tree(core::Partition::singletons(4));
  const core::Node first = tree.merge(0, 1);
  tree.merge(first, tree.merge(2, 3));
  // The second is contradicted; the third and the fourth are ties.
  EXPECT_EQ(columns_of("held_out_error", tree, problem).at("held_out_error"), 0.5);
  core::PairTable<std::int64_t> near(4);
  for (core::Object i = 0; i < 4; ++i)
    for (core::Object j = i + 1; j < 4; ++j) near(i, j) = j - i == 1 ? 2 : -j;
  const core::SimilarityMatrix alike(std::make_shared<const core::PairTable<std::int64_t>>(near));
  // Of 0 and 1 (2), 0 and 2 (-2), 0 and 3 (-3), 2 and 3 (2): the second and the third are contradicted, the last a tie.
  EXPECT_EQ(columns_of("held_out_error", alike, problem).at("held_out_error"), 0.625);
  EXPECT_FALSE(find_score("held_out_error").applies(core::ProductKind::kPartition, problem.provides()));
}

/// Any product of the kind.
core::Product product_of(core::ProductKind kind) {
  switch (kind) {
    case core::ProductKind::kTree:
      return core::test::random_tree(kN, 1);
    case core::ProductKind::kPartition:
      return core::test::random_partition(kN, 3, 1);
    case core::ProductKind::kSimilarity:
      return core::SimilarityMatrix(std::make_shared<const core::Similarities>(core::test::random_similarities(kN, 1)));
    case core::ProductKind::kCoordinates:
      break;
  }
  return core::Coordinates{kN, 2, std::vector<double>(2 * kN, 0.5)};
}

// What a score says of itself is what it takes, wherever it is registered.
TEST(Scores, TakeWhatTheySay) {
  core::Problem everything = scored_problem(4);
  for (const Score& score : core::all<Score>())
    for (const core::ProductKind kind : core::kAllProductKinds) {
      EXPECT_EQ(score.applies(kind, everything.provides()), score.of.contains(kind)) << score.name;
      for (const core::Provision provision : core::kAllProvisions)
        EXPECT_EQ(score.applies(kind, everything.provides() - core::Provisions{provision}),
                  score.of.contains(kind) && !score.needs.contains(provision));
      if (!score.of.contains(kind) || score.compute_again) continue;  // those have tests with methods
      core::Problem bare = scored_problem(4);
      bare.keep_only(score.needs);
      Columns with, without;
      score.compute(product_of(kind), everything, with);
      score.compute(product_of(kind), bare, without);
      EXPECT_FALSE(with.empty()) << score.name;
      EXPECT_EQ(with, without) << score.name;
      for (const auto& [column, value] : with)  // bounds of claims rest on the range
        EXPECT_TRUE(!std::isfinite(value) || (value >= score.range.low && value <= score.range.high)) << column;
    }
  EXPECT_THROW(find_score("aarI"), core::UsageError);
}

// The numbers that objects have mean nothing to a score.
TEST(Scores, DoNotCareHowObjectsAreNumbered) {
  const core::Problem problem = scored_problem(5);
  const std::vector<core::Object> new_id = core::test::random_permutation(kN, 3);
  core::Problem other = scored_problem(5);
  other.provide<core::Similarities>(
      std::make_shared<const core::Similarities>(core::relabelled(problem.get<core::Similarities>(), new_id)));
  other.provide<core::Graph>(std::make_shared<const core::Graph>(core::relabelled(problem.get<core::Graph>(), new_id)));
  other.provide<core::ExpectedGraph>(
      std::make_shared<const core::ExpectedGraph>(core::relabelled(problem.get<core::ExpectedGraph>(), new_id)));
  core::Truth truth;
  for (const core::Partition& level : problem.get<core::Truth>()) truth.push_back(core::relabelled(level, new_id));
  other.provide<core::Truth>(std::move(truth));
  core::HeldOut held_out;
  for (const core::Quadruplet& s : problem.get<core::HeldOut>())
    held_out.push_back({new_id[s.i], new_id[s.j], new_id[s.k], new_id[s.l]});
  other.provide<core::HeldOut>(std::move(held_out));
  other.provide<core::Dendrogram>(
      std::make_shared<const core::Dendrogram>(core::relabelled(problem.get<core::Dendrogram>(), new_id)));
  std::vector<core::Quadruplet> statements;
  const std::vector<core::Pair> pairs = core::all_pairs(kN);
  core::for_each_comparison(problem.get<core::Quadruplets>(), [&](core::Rank more, core::Rank less) {
    const core::Pair a = pairs[problem.get<core::Quadruplets>().pair_at(more)],
                     b = pairs[problem.get<core::Quadruplets>().pair_at(less)];
    statements.push_back({new_id[a.i], new_id[a.j], new_id[b.i], new_id[b.j]});
  });
  other.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(kN, statements));
  std::vector<core::Triplet> triplets;
  core::for_each_triplet(problem.get<core::Triplets>(), [&](const core::Triplet& t) {
    triplets.push_back({new_id[t.anchor], new_id[t.near], new_id[t.far]});
  });
  other.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(kN, triplets)));
  std::vector<core::OddOneOut> answers;
  for (const core::OddOneOut& t : problem.get<core::OddOneOutList>().answers())
    answers.push_back({new_id[t.a], new_id[t.b], new_id[t.odd]});
  other.provide<core::OddOneOutList>(std::make_shared<const core::OddOneOutList>(kN, answers));
  for (const Score& score : core::all<Score>())
    for (const core::ProductKind kind : core::kAllProductKinds) {
      if (!score.of.contains(kind) || score.compute_again) continue;
      Columns here, there;
      score.compute(product_of(kind), problem, here);
      score.compute(core::relabelled(product_of(kind), new_id), other, there);
      ASSERT_EQ(here.size(), there.size());
      for (const auto& [name, value] : here)
        EXPECT_NEAR(value, there.at(name), 1e-9 * std::max(1.0, std::abs(value))) << score.name << ": " << name;
    }
}

}  // namespace
}  // namespace tertium::metrics
