// Questions which two of three objects are closest: who knows the truth, who errs, what is charged; true trees.
#include "core/comparisons/closest_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/clusterings/ancestor_sizes.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/oracles.hpp"
#include "metrics/scores/score.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

constexpr CellKey kCell{.master_seed = 5};

template <typename Visit>
void for_each_triple(Object n, Visit&& visit) {
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = 0; k < n; ++k)
        if (i != j && i != k && j != k) visit(Triple{i, j, k});
}

Dendrogram tree_of(const char* shape, std::int64_t n, std::uint64_t seed) {
  const problems::Model& model = problems::find_model("planted-tree");
  Parameters values(model.parameters);
  values.set("n", n);
  values.set("shape", std::string(shape));
  return model.sample(values, CellKey{.master_seed = seed}).get<Dendrogram>();
}

TEST(ClosestPairs, BySimilarityIsThePairOfTheLargest) {
  const auto w = std::make_shared<const Similarities>(test::random_similarities(8, 1, 3));
  const auto truth = closest_pairs_by(w);
  for_each_triple(8, [&](const Triple& t) {
    const double without[] = {(*w)(t[1], t[2]), (*w)(t[0], t[2]), (*w)(t[0], t[1])};
    for (unsigned k = 0; k < 3; ++k)
      EXPECT_EQ(truth->left_out(t) >> k & 1, without[k] == *std::max_element(without, without + 3) ? 1U : 0U);
  });
}

TEST(ClosestPairs, ByTreeHaveTheSmallestCluster) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Dendrogram& tree : {test::random_tree(9, seed), tree_of("caterpillar", 9, seed),
                                   test::random_tree(test::random_partition(9, 4, seed), seed)}) {
      const PairTable<Object> sizes = lca_sizes(tree);
      const auto truth = closest_pairs_by(tree);
      for_each_triple(9, [&](const Triple& t) {
        const Object without[] = {sizes(t[1], t[2]), sizes(t[0], t[2]), sizes(t[0], t[1])};
        const Object least = *std::min_element(without, without + 3);
        for (unsigned k = 0; k < 3; ++k) EXPECT_EQ(truth->left_out(t) >> k & 1, without[k] == least ? 1U : 0U) << seed;
      });
    }
}

TEST(ClosestPairOracle, IsRightAndChargesOnceWithoutNoise) {
  const Dendrogram tree = test::random_tree(9, 3);
  const auto truth = closest_pairs_by(tree);
  ClosestPairOracle oracle(truth, kCell, 1.0, AnswerNoise::kPersistent);
  for_each_triple(9, [&](const Triple& t) { EXPECT_EQ(1U << oracle.left_out(t).value(), truth->left_out(t)); });
  EXPECT_EQ(oracle.raw_queries(), 9 * 8 * 7);
  EXPECT_EQ(oracle.charged_queries(), 84);
}

TEST(ClosestPairOracle, PersistentNoiseSticksAndIndependentNoiseDoesNot) {
  const auto truth = closest_pairs_by(test::random_tree(30, 3));
  for (const AnswerNoise noise : {AnswerNoise::kPersistent, AnswerNoise::kIndependent}) {
    ClosestPairOracle oracle(truth, kCell, 0.4, noise);
    int right = 0, questions = 0, same = 0;
    std::array<int, 3> wrong{};
    for_each_triple(30, [&](const Triple& t) {
      if (t[0] > t[1] || t[1] > t[2]) return;
      const unsigned answer = 1U << oracle.left_out(t).value();
      const Triple turned{t[2], t[0], t[1]};
      same += answer == 1U << (oracle.left_out(turned).value() + 2) % 3 ? 1 : 0;
      right += answer == truth->left_out(t) ? 1 : 0;
      if (answer != truth->left_out(t)) ++wrong[std::countr_zero(answer)];
      ++questions;
    });
    const double sd = std::sqrt(0.7 * 0.3 * questions);
    EXPECT_NEAR(right, 0.7 * questions, 4 * sd);
    const double again = noise == AnswerNoise::kPersistent ? 1.0 : 0.49 + 2 * 0.15 * 0.15;
    EXPECT_NEAR(same, again * questions, noise == AnswerNoise::kPersistent ? 0.0 : 4 * sd);
    for (const int count : wrong) EXPECT_GT(count, questions / 20) << "both wrong pairs are named";
    EXPECT_EQ(oracle.charged_queries(), noise == AnswerNoise::kPersistent ? questions : 2 * questions);
  }
}

TEST(ClosestPairOracle, DrawsOneOfTiedPairsForGood) {
  const auto truth = closest_pairs_by(std::make_shared<const Similarities>(20, 0.5));
  ClosestPairOracle oracle(truth, kCell, 1.0, AnswerNoise::kIndependent);
  std::array<int, 3> count{};
  for_each_triple(20, [&](const Triple& t) {
    if (t[0] > t[1] || t[1] > t[2]) return;
    const int answer = oracle.left_out(t).value();
    EXPECT_EQ(oracle.left_out(t), answer);
    ++count[answer];
  });
  for (const int one : count) EXPECT_NEAR(one, 20 * 19 * 18 / 18, 80);
}

TEST(ClosestPairOracle, RefusesNewQuestionsWhenTheBudgetIsUsedUp) {
  const auto truth = closest_pairs_by(test::random_tree(9, 3));
  ClosestPairOracle oracle(truth, kCell, 1.0, AnswerNoise::kPersistent, 2);
  EXPECT_TRUE(oracle.left_out({0, 1, 2}) && oracle.left_out({0, 1, 3}) && oracle.left_out({2, 1, 0}));
  EXPECT_FALSE(oracle.left_out({0, 1, 4}));
  EXPECT_TRUE(oracle.left_out({0, 1, 2}));
  EXPECT_EQ(oracle.charged_queries(), 2);
}

TEST(PlantedTree, HasTheShapeThatItSays) {
  for (const std::int64_t n : {1, 2, 3, 16, 33})
    for (const char* shape : {"uniform", "balanced", "caterpillar"}) {
      const Dendrogram tree = tree_of(shape, n, 1);
      EXPECT_EQ(tree.objects(), n);
      EXPECT_TRUE(tree.complete());
    }
  const Dendrogram balanced = tree_of("balanced", 16, 1), chain = tree_of("caterpillar", 16, 1);
  for (const Label k : {2, 4, 8})
    for (const Object size : balanced.cut(k).sizes()) EXPECT_EQ(size, 16 / k);
  for (std::size_t t = 0; t < 15; ++t) EXPECT_EQ(chain.merges()[t].size, static_cast<Object>(t) + 2);
}

// 15 trees of four labelled leaves.
TEST(PlantedTree, OfUniformShapeIsEachTreeAsOften) {
  std::map<std::vector<Object>, int> count;
  constexpr int kDraws = 3000;
  for (int seed = 0; seed < kDraws; ++seed) {
    const PairTable<Object> sizes = lca_sizes(tree_of("uniform", 4, static_cast<std::uint64_t>(seed)));
    ++count[{sizes.values().begin(), sizes.values().end()}];
  }
  EXPECT_EQ(count.size(), 15U);
  for (const auto& [tree, times] : count) EXPECT_NEAR(times, kDraws / 15.0, 5 * std::sqrt(kDraws / 15.0));
}

TEST(BinaryTree, BecomesOneDendrogramHoweverItIsTold) {
  const std::vector<Children> one{{0, 1}, {2, 3}, {4, 5}}, turned{{6, 5}, {1, 0}, {3, 2}};
  EXPECT_EQ(dendrogram_by_size(Partition::singletons(4), one, 6),
            dendrogram_by_size(Partition::singletons(4), turned, 4));
  EXPECT_THROW(dendrogram_by_size(Partition::singletons(4), std::vector<Children>{{0, 1}, {2, 3}}, 4), ContractError);
}

TEST(TreeScores, CountClustersAndTriplesOfTheTrueTree) {
  Problem problem;
  problem.cell = kCell;
  problem.objects = 5;
  const auto tree_from = [](const std::vector<Children>& merges) {
    Dendrogram tree(Partition::singletons(5));
    for (const auto& [left, right] : merges) tree.merge(left, right);
    return tree;
  };
  problem.provide<Dendrogram>(std::make_shared<const Dendrogram>(tree_from({{0, 1}, {2, 3}, {5, 6}, {4, 7}})));
  const auto columns_of = [&](const char* score, const Dendrogram& tree) {
    std::map<std::string, double> columns;
    metrics::find_score(score).compute(tree, problem, columns);
    return columns;
  };
  const Dendrogram same = tree_from({{3, 2}, {0, 1}, {6, 5}, {7, 4}}),
                   other = tree_from({{0, 1}, {2, 4}, {3, 5}, {6, 7}});
  EXPECT_EQ(columns_of("clades", same), (std::map<std::string, double>{{"clades", 1.0}, {"exact_tree", 1.0}}));
  EXPECT_EQ(columns_of("clades", other).at("exact_tree"), 0.0);
  EXPECT_NEAR(columns_of("clades", other).at("clades"), 1.0 / 3.0, 1e-12);
  EXPECT_EQ(columns_of("triples", same).at("triples"), 1.0);
  EXPECT_NEAR(columns_of("triples", other).at("triples"), 0.5, 1e-12);
}

TEST(QuestionsScheme, NeedsSimilaritiesOrATree) {
  const problems::Scheme& scheme = problems::find_scheme("questions");
  EXPECT_TRUE(scheme.adds({Provision::kTriplets}).empty());
  EXPECT_TRUE(scheme.adds({Provision::kTrueTree}).contains(Provision::kClosestPairs));
  Parameters values(scheme.parameter_infos());
  values.set("count", std::string("2*n"));
  values.set("noise", std::string("independent"));
  problems::ModelSample sample;
  sample.objects = 12;
  sample.provide<Dendrogram>(test::random_tree(12, 1));
  const Problem problem = problems::assemble(std::move(sample), scheme, values, kCell).problem;
  EXPECT_EQ(problem.questions.most, 24);
  EXPECT_EQ(problem.questions.noise, AnswerNoise::kIndependent);
  ClosestPairOracle oracle = make_closest_pair_oracle(problem);
  for_each_triple(12, [&](const Triple& t) {
    const auto answer = oracle.left_out(t);
    EXPECT_TRUE(!answer || 1U << *answer == closest_pairs_by(problem.get<Dendrogram>())->left_out(t));
  });
  EXPECT_EQ(oracle.charged_queries(), 24);
}

}  // namespace
}  // namespace tertium::core
