#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/graphs/dasgupta.hpp"
#include "core/graphs/drawn_graph.hpp"
#include "problems/models/class_tree.hpp"
#include "problems/models/model.hpp"
#include "tests/core/generators.hpp"

namespace tertium::problems {
namespace {

/// The probability of every pair, from the definition.
core::Similarities probabilities(const core::ExpectedGraph& expected) {
  const core::Partition& classes = expected.tree.leaves();
  const core::PairTable<double> between = expected.between_classes();
  core::Similarities w(classes.objects());
  for (const core::Pair& pair : core::all_pairs(classes.objects())) {
    const core::Label a = classes[pair.i], b = classes[pair.j];
    w(pair.i, pair.j) = a == b ? expected.probabilities[a] : between(a, b);
  }
  return w;
}

double cost_by_pairs(const core::Dendrogram& tree, const core::ExpectedGraph& expected) {
  const core::Similarities w = probabilities(expected);
  const core::PairTable<core::Object> sizes = core::lca_sizes(tree);
  double cost = 0.0;
  for (core::PairIndex pair = 0; pair < w.pairs(); ++pair) cost += w[pair] * static_cast<double>(sizes[pair]);
  return cost;
}

TEST(Hsbm, ThreeLeavesOfThePaper) {
  const core::ExpectedGraph expected = parse_class_tree("((333:1.00, 333:0.49):0.49, 333:0.62):0.39");
  EXPECT_EQ(expected.tree.objects(), 999);
  EXPECT_EQ(expected.probabilities, (std::vector<double>{1.0, 0.49, 0.62, 0.49, 0.39}));
  EXPECT_EQ(expected.tree.merges()[0], (core::Merge{0, 1, 666}));
  EXPECT_EQ(expected.tree.merges()[1], (core::Merge{3, 2, 999}));
}

TEST(Hsbm, CompleteTreesGrowEvenlyToOne) {
  const core::ExpectedGraph expected = complete_class_tree(10, 4, 0.25);
  EXPECT_EQ(expected.tree.leaves().sizes(), (std::vector<core::Object>{2, 3, 2, 3}));
  EXPECT_EQ(expected.probabilities, (std::vector<double>{1, 1, 1, 1, 0.625, 0.625, 0.25}));
  core::Parameters parameters(find_model("hsbm").parameters);
  parameters.set("n", std::int64_t{256});
  parameters.set("leaves", std::int64_t{8});
  const ModelSample sample = find_model("hsbm").sample(parameters, {});
  EXPECT_NEAR(sample.get<core::ExpectedGraph>().probabilities.back(), 0.5, 1e-15);
  std::vector<core::Label> levels;
  for (const core::Partition& level : sample.get<core::Truth>()) levels.push_back(level.clusters());
  EXPECT_EQ(levels, (std::vector<core::Label>{2, 4, 8}));
  EXPECT_TRUE(core::refines(sample.get<core::Truth>()[2], sample.get<core::Truth>()[0]));
}

TEST(Hsbm, RefusesTreesThatAreNone) {
  const auto message = [](const std::string& text) {
    try {
      parse_class_tree(text);
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(
      message("(3:1, 4:0.5):0.7"),
      "[model] tree: a node has a larger probability than one of its parts (they must not decrease from the root) "
      "at character 17, write e.g. ((333:1, 333:0.49):0.49, 333:0.62):0.39");
  for (const char* text :
       {"", "(", "3", "3:", "3:0", "3:1.5", "3:nan", "0:1", "-3:1", "9999999:1", "(3:1):0.2", "(3:1,4:1)",
        "(3:1,4:1,5:1):0.2", "(3:1,4:1):1", "3:1)", "(3:1,4:1):0.2 x", "(,):0.1", "((3:1,4:1):0.2"})
    EXPECT_TRUE(message(text).starts_with("[model] tree: ")) << text << ": " << message(text);
  EXPECT_TRUE(message(std::string(100'000, '(')).starts_with("[model] tree: "));
  EXPECT_EQ(message(" ( 3 : 1 , 4 : 1 ) : 0 "), "none");
  const Model& model = find_model("hsbm");
  for (const auto& [name, value] :
       {std::pair("leaves", std::int64_t{6}), {"n", std::int64_t{3}}, {"n", std::int64_t{16}}}) {
    core::Parameters parameters(model.parameters);
    parameters.set(name, value);
    EXPECT_THROW(model.check(parameters), core::UserError) << name;
  }
}

TEST(Hsbm, DrawsEdgesWithTheirProbabilities) {
  const core::ExpectedGraph expected = parse_class_tree("((40:1, 60:0.3):0.1, 50:0.02):0.004");
  const core::Similarities p = probabilities(expected);
  constexpr int kDraws = 40;
  core::PairTable<std::int64_t> times(expected.tree.objects());
  for (std::uint64_t k = 0; k < kDraws; ++k) {
    const core::Graph graph = core::drawn_graph(expected, {.repetition = k});
    EXPECT_TRUE(graph.unweighted());
    graph.for_each_edge([&](core::Object u, core::Object v, double) { ++times(u, v); });
  }
  std::map<double, std::pair<double, double>> of;  // pairs and edges by probability
  for (core::PairIndex pair = 0; pair < p.pairs(); ++pair) {
    of[p[pair]].first += kDraws;
    of[p[pair]].second += static_cast<double>(times[pair]);
  }
  EXPECT_EQ(of.size(), 5U);
  for (const auto& [probability, count] : of)
    EXPECT_NEAR(count.second, probability * count.first, 4.5 * std::sqrt(count.first * probability * (1 - probability)))
        << probability;
  // The same bits for good.
  const core::Graph golden = core::drawn_graph(parse_class_tree("(5:0.5, 5:0.5):0.1"), {.master_seed = 1});
  std::vector<core::Pair> edges;
  golden.for_each_edge([&](core::Object u, core::Object v, double) { edges.push_back({u, v}); });
  EXPECT_EQ(
      edges,
      (std::vector<core::Pair>{
          {0, 1}, {0, 3}, {0, 8}, {1, 2}, {1, 8}, {2, 4}, {3, 4}, {3, 7}, {5, 9}, {6, 8}, {6, 9}, {7, 8}, {7, 9}}));
}

TEST(Hsbm, ExpectedCostsEqualTheSumOverPairs) {
  for (const char* text : {"((7:1, 5:0.49):0.49, 9:0.62):0.39", "(1:1, (1:0.5, 20:0.5):0.25):0", "8:0.5"}) {
    core::ExpectedGraph expected = parse_class_tree(text);
    const core::Object n = expected.tree.objects();
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const core::Dendrogram tree = core::test::random_tree(n, seed);
      EXPECT_NEAR(core::expected_cost(tree, expected), cost_by_pairs(tree, expected), 1e-9);
      const core::Dendrogram coarse = core::test::random_tree(core::test::random_partition(n, 4, seed), seed);
      EXPECT_NEAR(core::expected_cost(coarse, expected), cost_by_pairs(coarse, expected), 1e-9);
      const std::vector<core::Object> new_id = core::test::random_permutation(n, seed);
      EXPECT_NEAR(core::expected_cost(core::relabelled(tree, new_id), core::relabelled(expected, new_id)),
                  core::expected_cost(tree, expected), 1e-9);
    }
    // A tree of single objects that goes on to the model's: classes as caterpillars.
    core::Dendrogram truth(core::Partition::singletons(n));
    std::vector<core::Node> node;
    for (const std::vector<core::Object>& members : expected.tree.leaves().members()) {
      node.push_back(members.front());
      for (std::size_t k = 1; k < members.size(); ++k) node.back() = truth.merge(node.back(), members[k]);
    }
    for (const core::Merge& merge : expected.tree.merges())
      node.push_back(truth.merge(node[merge.left], node[merge.right]));
    EXPECT_NEAR(core::true_expected_cost(expected), cost_by_pairs(truth, expected), 1e-9);
  }
}

// The mean over trees inside the classes: over all ways to number the objects of a class.
TEST(Hsbm, TheTrueTreesCostIsTheMeanOverTreesInsideClasses) {
  const core::ExpectedGraph expected = parse_class_tree("((3:0.7, 4:0.5):0.3, 2:0.9):0.2");
  const core::Graph graph = core::drawn_graph(expected, {.master_seed = 5});
  const core::Partition& classes = expected.tree.leaves();
  double sum = 0.0, count = 0.0;
  std::vector<core::Object> order(9);
  for (core::Object i = 0; i < 9; ++i) order[i] = i;
  do {
    if (!std::ranges::is_sorted(order, {}, [&](core::Object i) { return classes[i]; })) continue;
    core::Dendrogram truth(core::Partition::singletons(9));
    std::vector<core::Node> node;
    std::size_t begin = 0;
    for (const core::Object size : classes.sizes()) {
      node.push_back(order[begin]);
      for (core::Object k = 1; k < size; ++k) node.back() = truth.merge(node.back(), order[begin + k]);
      begin += size;
    }
    for (const core::Merge& merge : expected.tree.merges())
      node.push_back(truth.merge(node[merge.left], node[merge.right]));
    sum += core::dasgupta_cost(truth, graph);
    count += 1.0;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(count, 6.0 * 24.0 * 2.0);
  EXPECT_NEAR(core::true_cost(graph, expected), sum / count, 1e-9);
}

}  // namespace
}  // namespace tertium::problems
