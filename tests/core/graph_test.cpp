#include "core/graphs/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

std::vector<Object> neighbours(const Graph& graph, Object v) {
  return {graph.neighbours(v).begin(), graph.neighbours(v).end()};
}

TEST(Graphs, RowsHoldEveryEdgeAtBothEnds) {
  const Graph graph(5, {{3, 1, 0.5}, {0, 1, 2.0}, {4, 0, 0.0}});
  EXPECT_EQ(graph.vertices(), 5);
  EXPECT_EQ(graph.edges(), 3);
  EXPECT_FALSE(graph.unweighted());
  EXPECT_EQ(graph.total_weight(), 2.5);
  EXPECT_EQ(neighbours(graph, 0), (std::vector<Object>{1, 4}));
  EXPECT_EQ(neighbours(graph, 1), (std::vector<Object>{0, 3}));
  EXPECT_EQ(neighbours(graph, 2), std::vector<Object>{});
  EXPECT_EQ(graph.weights(1)[1], 0.5);
  EXPECT_EQ(graph.weights(3)[0], 0.5);
}

TEST(Graphs, WeightsOfOneAreNotStored) {
  const Graph graph(3, {{0, 2}, {1, 2}});
  EXPECT_TRUE(graph.unweighted());
  EXPECT_TRUE(graph.weights(2).empty());
  EXPECT_EQ(graph.total_weight(), 2.0);
  EXPECT_EQ(Graph(0, {}).vertices(), 0);
  EXPECT_EQ(Graph().vertices(), 0);
  EXPECT_EQ(Graph(2, {}).edges(), 0);
}

TEST(Graphs, RefusesWhatIsNoGraph) {
  EXPECT_THROW(Graph(3, {{1, 1}}), ContractError);
  EXPECT_THROW(Graph(3, {{1, 2}, {2, 1}}), ContractError);
  EXPECT_THROW(Graph(3, {{1, 3}}), ContractError);
  EXPECT_THROW(Graph(3, {{-1, 2}}), ContractError);
  EXPECT_THROW(Graph(3, {{0, 1, std::numeric_limits<double>::infinity()}}), ContractError);
}

TEST(Graphs, CompleteGraphsHoldTheTable) {
  const Similarities w = test::random_similarities(6, 1, 3);
  const Graph graph = complete_graph(w);
  EXPECT_EQ(graph.edges(), 15);
  graph.for_each_edge([&](Object u, Object v, double weight) { EXPECT_EQ(weight, w(u, v)); });
  const std::vector<Object> new_id = test::random_permutation(6, 2);
  EXPECT_EQ(relabelled(graph, new_id), complete_graph(relabelled(w, new_id)));
  EXPECT_EQ(complete_graph(PairTable<std::int64_t>(3, 1)), Graph(3, {{0, 1}, {0, 2}, {1, 2}}));
}

TEST(Graphs, RelabelledAndInducedKeepTheEdges) {
  Stream random = test::stream(3);
  std::vector<Edge> edges;
  for (Object u = 0; u < 20; ++u)
    for (Object v = u + 1; v < 20; ++v)
      if (random.below(4) == 0) edges.push_back({v, u, random.uniform()});
  const Graph graph(20, edges);
  const std::vector<Object> new_id = test::random_permutation(20, 4);
  std::vector<Edge> renamed = edges;
  for (Edge& edge : renamed) edge = {new_id[edge.u], new_id[edge.v], edge.weight};
  EXPECT_EQ(relabelled(graph, new_id), Graph(20, renamed));
  const std::vector<Object> chosen{2, 3, 5, 7, 11, 13, 17, 19};
  std::vector<Edge> kept;
  for (const Edge& edge : edges) {
    const auto u = std::ranges::find(chosen, edge.u), v = std::ranges::find(chosen, edge.v);
    if (u != chosen.end() && v != chosen.end())
      kept.push_back({static_cast<Object>(u - chosen.begin()), static_cast<Object>(v - chosen.begin()), edge.weight});
  }
  EXPECT_EQ(induced(graph, chosen), Graph(8, kept));
}

}  // namespace
}  // namespace tertium::core
