// Linkage++ and PCA+ on graphs whose tree is known, and where little is left to find.
#include "linkage/linkage_plus/linkage_plus.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/graphs/dasgupta.hpp"
#include "core/methods/method.hpp"
#include "embedding/dense/projection.hpp"
#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::Dendrogram;
using core::Graph;
using core::Object;
using core::Outcome;
using core::Partition;

core::Problem problem_of(Graph graph) {
  core::Problem problem;
  problem.cell = testing::cell_of(1);
  problem.objects = graph.vertices();
  problem.provide<core::Graph>(std::make_shared<const Graph>(std::move(graph)));
  return problem;
}

Outcome run(const std::string& method, const core::Problem& problem,
            const std::vector<std::pair<std::string, core::ParameterValue>>& values = {}) {
  core::Method found = core::find_method(method);
  for (const auto& [name, value] : values) core::set_parameter(found, name, value);
  return core::run_method(found, problem);
}

const Dendrogram& tree_of(const Outcome& outcome) {
  return std::get<Dendrogram>(outcome.product);
}

/// Interleaved classes: vertex v is in class v mod k; edges with the probabilities of their classes.
Graph block_graph(Object n, const std::vector<std::vector<double>>& p, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  const auto k = static_cast<Object>(p.size());
  std::vector<core::Edge> edges;
  for (Object u = 0; u < n; ++u)
    for (Object v = u + 1; v < n; ++v)
      if (stream.uniform() < p[u % k][v % k]) edges.push_back({u, v});
  return Graph(n, std::move(edges));
}

Partition classes(Object n, const std::vector<core::Label>& of_class) {
  std::vector<core::Label> labels;
  for (Object v = 0; v < n; ++v) labels.push_back(of_class[static_cast<std::size_t>(v) % of_class.size()]);
  return Partition(labels);
}

// The instance of the paper's Figure 3, smaller and with wider gaps: the columns of classes 1 and 2 are nearest.
const std::vector<std::vector<double>> kThreeLeaves{{1.0, 0.5, 0.35}, {0.5, 0.5, 0.35}, {0.35, 0.35, 0.62}};

TEST(LinkagePlusPlus, FindsTheThreeLeavesWherePcaPlusJoinsThemWrongly) {
  const core::Problem problem = problem_of(block_graph(450, kThreeLeaves, 1));
  const Outcome found = run("Linkage++", problem, {{"k", std::int64_t{3}}});
  EXPECT_EQ(tree_of(found).cut(3), classes(450, {0, 1, 2}));
  EXPECT_EQ(tree_of(found).cut(2), classes(450, {0, 0, 1}));
  EXPECT_EQ(found.reports.at("tree_cost"), core::dasgupta_cost(tree_of(found), problem.get<core::Graph>()));
  const Outcome by_places = run("PCA+", problem, {{"k", std::int64_t{3}}});
  EXPECT_EQ(tree_of(by_places).cut(3), classes(450, {0, 1, 2}));
  EXPECT_EQ(tree_of(by_places).cut(2), classes(450, {0, 1, 1}));
  EXPECT_GT(by_places.reports.at("tree_cost"), found.reports.at("tree_cost"));
}

TEST(LinkagePlusPlus, TakesTheCheapestOfAllGuesses) {
  const core::Problem problem = problem_of(block_graph(120, kThreeLeaves, 2));
  const Outcome found = run("Linkage++", problem);
  double least = 1e300;
  for (std::int64_t k = 2; k <= 10; ++k) {
    const Outcome of_k = run("Linkage++", problem, {{"k", k}});
    EXPECT_EQ(of_k.reports.at("k_hat"), static_cast<double>(k));
    least = std::min(least, of_k.reports.at("tree_cost"));
  }
  EXPECT_EQ(found.reports.at("tree_cost"), least);
}

TEST(LinkagePlusPlus, StopsAtTenthsOfTheObjectsToo) {
  const Graph graph = block_graph(60, kThreeLeaves, 4);
  const std::vector<PlacePair> nearest = euclidean_spanning_tree(embedding::projected(graph, 4), 4);
  const auto least_of = [&](const std::vector<int>& stops) {
    double least = 1e300;
    for (const int k : stops)
      least = std::min(least, core::dasgupta_cost(linkage_plus(graph, nearest, k, Top::kDensity), graph));
    return least;
  };
  const core::Problem problem = problem_of(graph);
  const auto cost_of = [&](const char* breakpoints) {
    return run("Linkage++", problem, {{"breakpoints", breakpoints}, {"dimensions", std::int64_t{4}}})
        .reports.at("tree_cost");
  };
  const double tenths = least_of({6, 12, 18, 24, 30, 36, 42, 48, 54});
  EXPECT_EQ(cost_of("tenths"), tenths);
  EXPECT_EQ(cost_of("powers"), least_of({2, 4, 8, 16, 32}));
  EXPECT_EQ(cost_of("both"), std::min(cost_of("classes"), tenths));
}

TEST(LinkagePlusPlus, TriesEveryDimensionWithTenthsUnlessItIsGiven) {
  const core::Problem problem = problem_of(block_graph(60, kThreeLeaves, 4));
  const auto cost_in = [&](std::int64_t d, std::int64_t most) {
    return run("Linkage++", problem, {{"breakpoints", "tenths"}, {"dimensions", d}, {"k_max", most}})
        .reports.at("tree_cost");
  };
  const std::vector<double> costs{cost_in(2, 4), cost_in(3, 4), cost_in(4, 4)};
  EXPECT_EQ(cost_in(0, 4), std::ranges::min(costs));
  EXPECT_LT(std::ranges::min(costs), cost_in(4, 4));
}

TEST(LinkagePlusPlus, SplitsHalvesToo) {
  const core::Problem problem = problem_of(block_graph(120, {{0.9, 0.5, 0.1}, {0.5, 0.9, 0.1}, {0.1, 0.1, 0.9}}, 3));
  const Outcome found = run("Linkage++", problem, {{"projection", "split"}, {"k", std::int64_t{3}}});
  EXPECT_EQ(tree_of(found).cut(3), classes(120, {0, 1, 2}));
  EXPECT_EQ(tree_of(found).cut(2), classes(120, {0, 0, 1}));
}

/// Phase 2 from the definition: densities of all pairs of clusters counted anew, and the maximum rule.
Dendrogram plain_linkage_plus(const Graph& graph, const std::vector<PlacePair>& nearest, int k) {
  const Object n = graph.vertices();
  Dendrogram tree(Partition::singletons(n));
  std::vector<std::vector<Object>> clusters;
  std::vector<core::Node> nodes;
  for (Object v = 0; v < n; ++v) clusters.push_back({v}), nodes.push_back(v);
  const auto join = [&](std::size_t p, std::size_t q) {
    nodes[p] = tree.merge(nodes[p], nodes[q]);
    clusters[p].insert(clusters[p].end(), clusters[q].begin(), clusters[q].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(q));
    nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(q));
  };
  const auto cluster_of = [&](Object v) {
    std::size_t p = 0;
    while (std::ranges::find(clusters[p], v) == clusters[p].end()) ++p;
    return p;
  };
  for (std::size_t m = 0; static_cast<int>(clusters.size()) > k; ++m) {
    const std::size_t p = cluster_of(nearest[m].i), q = cluster_of(nearest[m].j);
    join(std::min(p, q), std::max(p, q));
  }
  std::vector<std::vector<double>> density(clusters.size(), std::vector<double>(clusters.size(), 0.0));
  for (std::size_t p = 0; p < clusters.size(); ++p)
    for (std::size_t q = 0; q < clusters.size(); ++q) {
      graph.for_each_edge([&](Object u, Object v, double weight) {
        if ((cluster_of(u) == p && cluster_of(v) == q) || (cluster_of(u) == q && cluster_of(v) == p))
          density[p][q] += weight;
      });
      density[p][q] /= static_cast<double>(clusters[p].size() * clusters[q].size());
    }
  while (clusters.size() > 1) {
    std::size_t best_p = 0, best_q = 1;
    for (std::size_t p = 0; p < clusters.size(); ++p)
      for (std::size_t q = p + 1; q < clusters.size(); ++q)
        if (density[p][q] > density[best_p][best_q]) best_p = p, best_q = q;
    join(best_p, best_q);
    for (std::size_t c = 0; c < density.size(); ++c)
      density[c][best_p] = density[best_p][c] = std::max(density[best_p][c], density[best_q][c]);
    density.erase(density.begin() + static_cast<std::ptrdiff_t>(best_q));
    for (auto& row : density) row.erase(row.begin() + static_cast<std::ptrdiff_t>(best_q));
  }
  return tree;
}

TEST(LinkagePlusPlus, EqualsItsDefinition) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Graph graph = block_graph(40, {{0.7, 0.4, 0.2}, {0.4, 0.7, 0.2}, {0.2, 0.2, 0.7}}, seed);
    const std::vector<PlacePair> nearest = euclidean_spanning_tree(embedding::projected(graph, 5), 5);
    for (const int k : {1, 2, 5, 11, 40, 60})
      EXPECT_EQ(linkage_plus(graph, nearest, k, Top::kDensity), plain_linkage_plus(graph, nearest, k)) << k;
    EXPECT_EQ(linkage_plus(graph, nearest, 5, Top::kSingle), plain_linkage_plus(graph, nearest, 1));
  }
}

TEST(LinkagePlusPlus, HasAnOutcomeWhateverTheGraph) {
  std::vector<core::Edge> complete, two_parts;
  for (Object u = 0; u < 9; ++u)
    for (Object v = u + 1; v < 9; ++v) complete.push_back({u, v, 0.5});
  for (Object u = 0; u < 8; ++u)
    for (Object v = u + 1; v < 8; ++v)
      if (u / 4 == v / 4) two_parts.push_back({u, v});
  for (const char* projection : {"svd", "split"})
    for (const Graph& graph : {Graph(0, {}), Graph(1, {}), Graph(2, {}), Graph(2, {{0, 1}}), Graph(7, {}),
                               Graph(7, {{2, 5}}), Graph(9, complete), Graph(12, two_parts)}) {
      const Outcome found = run("Linkage++", problem_of(graph), {{"projection", projection}});
      EXPECT_TRUE(tree_of(found).complete());
      EXPECT_EQ(tree_of(found).objects(), graph.vertices());
      EXPECT_GE(tree_of(run("PCA+", problem_of(graph))).merges().size() + 1, 1U);
    }
  // Vertices without edges come together first, then the parts.
  const Outcome parts = run("Linkage++", problem_of(Graph(12, two_parts)), {{"k", std::int64_t{3}}});
  EXPECT_EQ(tree_of(parts).cut(3), Partition(std::vector<core::Label>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
}

TEST(LinkagePlusPlus, FollowsSimilarities) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(40, 1, 0.02), 1);
  for (const char* method : {"AddS-4+Linkage++", "4K+PCA+", "MulK-4+Linkage+++cut"}) {
    const core::Product product = run(method, problem).product;
    const auto* tree = std::get_if<Dendrogram>(&product);
    EXPECT_TRUE(tree == nullptr || tree->cut(4) == testing::interleaved(40, 4)) << method;
  }
}

}  // namespace
}  // namespace tertium::linkage
