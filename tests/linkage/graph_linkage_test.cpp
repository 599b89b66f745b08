// Linkage on the rows of a sparse graph against HC19 Algorithm 1 on the table of all pairs, tree for tree.
#include "linkage/graphs/graph_linkage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "linkage/agglomeration/agglomeration.hpp"
#include "linkage/average/average_linkage.hpp"
#include "tests/support/brute_force.hpp"

namespace tertium {
namespace {

using core::Edge;
using core::Graph;
using core::Object;
using linkage::GraphLinkage;
using linkage::TiePolicy;

constexpr GraphLinkage kAll[] = {GraphLinkage::kSingle, GraphLinkage::kComplete, GraphLinkage::kAverage};

core::Stream stream(std::uint64_t seed) {
  return {core::CellKey{.master_seed = seed}, core::Purpose::kTest};
}

/// Each pair is an edge with a probability; weights 1..levels, or uniform if there are none.
Graph random_graph(Object n, double density, std::uint64_t levels, std::uint64_t seed) {
  core::Stream random = stream(seed);
  std::vector<Edge> edges;
  for (Object u = 0; u < n; ++u)
    for (Object v = u + 1; v < n; ++v)
      if (random.uniform() < density)
        edges.push_back({u, v, levels == 0 ? random.uniform() : static_cast<double>(1 + random.below(levels))});
  return {n, edges};
}

core::Similarities table_of(const Graph& graph) {
  core::Similarities w(graph.vertices());
  graph.for_each_edge([&](Object u, Object v, double weight) { w(u, v) = weight; });
  return w;
}

/// Similarity of two clusters by the definition; means of whole numbers compare as fractions as long as these are
/// small.
double score(const core::Similarities& w, GraphLinkage linkage, const std::vector<Object>& g,
             const std::vector<Object>& h) {
  if (linkage != GraphLinkage::kAverage) return testing::extreme_similarity(w, g, h, linkage == GraphLinkage::kSingle);
  return static_cast<double>(testing::mean_similarity(w, g, h));
}

core::Dendrogram by_definition(const Graph& graph, GraphLinkage linkage) {
  const core::Similarities w = table_of(graph);
  return testing::agglomerate_by_definition(
      core::Partition::singletons(graph.vertices()),
      [&](const auto& g, std::size_t p, std::size_t q) { return score(w, linkage, g[p], g[q]); });
}

core::Dendrogram tree_of(const Graph& graph, GraphLinkage linkage, TiePolicy ties, std::uint64_t seed = 1) {
  return graph_linkage(graph, core::Partition::singletons(graph.vertices()), linkage, ties, {.master_seed = seed});
}

TEST(GraphLinkage, EqualsAlgorithm1) {
  std::uint64_t seed = 0;
  for (const Object n : {0, 1, 2, 3, 7, 24})
    for (const double density : {0.0, 0.08, 0.3, 0.8, 1.0})
      for (const std::uint64_t levels : {1, 3, 0}) {
        const Graph graph = random_graph(n, density, levels, ++seed);
        for (const GraphLinkage linkage : kAll)
          EXPECT_EQ(tree_of(graph, linkage, TiePolicy::kFirst), by_definition(graph, linkage))
              << n << " vertices, density " << density << ", levels " << levels << ", linkage "
              << static_cast<int>(linkage);
      }
}

// Each weight fits 32 bits, and so do the sums until the two pairs meet: those of their three edges do not.
TEST(GraphLinkage, SumsOfWeightsDoNotOverflow) {
  const Graph graph(5, {{0, 1, 1e9}, {2, 3, 1e9}, {0, 2, 7.2e8}, {0, 3, 7.2e8}, {1, 2, 7.2e8}, {0, 4, 1.0}});
  for (const GraphLinkage linkage : kAll)
    EXPECT_EQ(tree_of(graph, linkage, TiePolicy::kFirst), by_definition(graph, linkage));
}

TEST(GraphLinkage, AverageEqualsThatOfTheTable) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Object n = 150;
    const Graph graph = random_graph(n, 0.02 + 0.08 * static_cast<double>(seed), 1 + seed % 3, seed);
    core::PairTable<std::int64_t> table(n);
    graph.for_each_edge([&](Object u, Object v, double weight) { table(u, v) = std::llround(weight); });
    std::vector<core::Label> labels(n);
    core::Stream random = stream(100 + seed);
    for (core::Label& label : labels) label = static_cast<core::Label>(random.below(60));
    for (const core::Partition& leaves : {core::Partition::singletons(n), core::Partition(labels)}) {
      linkage::TieBreaker ties(TiePolicy::kFirst, {});
      EXPECT_EQ(graph_linkage(graph, leaves, GraphLinkage::kAverage, TiePolicy::kFirst, {}),
                average_linkage(table, leaves, ties));
    }
  }
}

/// A tree without the order of its merges' children.
std::string text_of(const core::Dendrogram& tree) {
  std::string text;
  for (const auto& cluster : testing::clusters_made(tree)) {
    for (const Object i : cluster) text += static_cast<char>('0' + i);
    text += ' ';
  }
  return text;
}

/// Algorithm 1 with all trees that ties may lead to: calls visit(tree, probability).
void all_trees(const core::Similarities& w, GraphLinkage linkage, const std::vector<std::vector<Object>>& clusters,
               const std::string& merges, double probability, std::map<std::string, double>& of) {
  if (clusters.size() == 1) {
    of[merges] += probability;
    return;
  }
  std::vector<std::pair<std::size_t, std::size_t>> best;
  double most = 0.0;
  for (std::size_t p = 0; p < clusters.size(); ++p)
    for (std::size_t q = p + 1; q < clusters.size(); ++q) {
      const double value = score(w, linkage, clusters[p], clusters[q]);
      if (best.empty() || value > most) best.clear(), most = value;
      if (value == most) best.emplace_back(p, q);
    }
  for (const auto& [p, q] : best) {
    std::vector<std::vector<Object>> next = clusters;
    next[p].insert(next[p].end(), next[q].begin(), next[q].end());
    std::ranges::sort(next[p]);
    std::string made = merges;
    for (const Object i : next[p]) made += static_cast<char>('0' + i);
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(q));
    all_trees(w, linkage, next, made + ' ', probability / static_cast<double>(best.size()), of);
  }
}

// Each merge is uniform among the equally good ones, so every tree has a probability of its own.
TEST(GraphLinkage, RandomTiesAreUniform) {
  const Graph graphs[] = {{4, {{0, 1}, {1, 2}, {2, 3}}},
                          {5, {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {1, 3}}},
                          {4, {{0, 1, 2}, {0, 2, 2}, {1, 2, 2}, {2, 3, 1}, {0, 3, 1}}}};
  constexpr int kDraws = 6000;
  for (const Graph& graph : graphs)
    for (const GraphLinkage linkage : kAll) {
      std::vector<std::vector<Object>> singles;
      for (Object v = 0; v < graph.vertices(); ++v) singles.push_back({v});
      std::map<std::string, double> expected, found;
      all_trees(table_of(graph), linkage, singles, "", 1.0, expected);
      for (std::uint64_t seed = 0; seed < kDraws; ++seed)
        found[text_of(tree_of(graph, linkage, TiePolicy::kRandom, seed))] += 1.0;
      double chi2 = 0.0;
      for (const auto& [tree, probability] : expected) {
        const double wanted = probability * kDraws;
        chi2 += (found[tree] - wanted) * (found[tree] - wanted) / wanted;
      }
      EXPECT_EQ(found.size(), expected.size()) << "trees that the definition does not make";
      const double freedom = static_cast<double>(expected.size()) - 1.0;
      EXPECT_LT(chi2, freedom + 4.0 * std::sqrt(2.0 * freedom) + 4.0) << freedom << ", " << static_cast<int>(linkage);
    }
}

TEST(GraphLinkage, RefusesNegativeWeightsOfIncompleteGraphs) {
  const Graph graph(3, {{0, 1, -1.0}});
  for (const GraphLinkage linkage : kAll) EXPECT_THROW(tree_of(graph, linkage, TiePolicy::kFirst), core::ContractError);
}

}  // namespace
}  // namespace tertium
