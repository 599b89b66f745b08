// Average and complete linkage follow nearest neighbours, under both tie rules. So does single linkage under `random`.
// Under `first` it cannot: a merge may bring a third cluster an equally good pair of an earlier place. There the edges
// of one weight are taken together (Kruskal 1956): of the clusters that they join into one, the first absorbs the
// others, always the first of those that it is joined to.
#include "linkage/graphs/graph_linkage.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "linkage/average/average_linkage.hpp"
#include "linkage/graphs/cluster_tree.hpp"
#include "linkage/graphs/neighbour_chain.hpp"

namespace tertium::linkage {
namespace {

using core::Edge;
using core::Object;

/// Which of the links' types holds sums of all weights exactly.
enum class Sums { kSmallIntegers, kIntegers, kDoubles };

Sums sums_of(const core::Graph& graph) {
  bool whole = true;
  double total = 0.0;
  graph.for_each_edge([&](Object, Object, double weight) {
    whole = whole && weight == std::floor(weight);
    total += std::abs(weight);
  });
  if (!whole || total >= 0x1p53) return Sums::kDoubles;
  return total <= std::numeric_limits<std::int32_t>::max() ? Sums::kSmallIntegers : Sums::kIntegers;
}

core::PairTable<double> table_of(const core::Graph& graph) {
  core::PairTable<double> table(graph.vertices());
  core::PairIndex pair = 0;
  graph.for_each_edge([&](Object, Object, double weight) { table[pair++] = weight; });
  return table;
}

core::Dendrogram average(const core::Graph& graph, const core::Partition& leaves, TiePolicy ties,
                         const core::CellKey& cell) {
  if (is_complete(graph)) {
    TieBreaker breaker(ties, cell);
    return average_linkage(table_of(graph), leaves, breaker);
  }
  switch (sums_of(graph)) {
    case Sums::kSmallIntegers:
      return NeighbourChain<AverageLink<std::int32_t>>(graph, leaves, ties, cell).run();
    case Sums::kIntegers:
      return NeighbourChain<AverageLink<std::int64_t>>(graph, leaves, ties, cell).run();
    case Sums::kDoubles:
      break;
  }
  return NeighbourChain<AverageLink<double>>(graph, leaves, ties, cell).run();
}

/// Merges the clusters that edges of one weight join. `reached` holds 0 for every slot, before and after.
void merge_level(std::span<const Edge> edges, ClusterTree& tree, std::vector<char>& reached) {
  std::vector<std::pair<int, int>> joined;  // both ways
  for (const Edge& edge : edges) {
    const int a = tree.find(edge.u), b = tree.find(edge.v);
    if (a == b) continue;
    joined.emplace_back(a, b);
    joined.emplace_back(b, a);
  }
  std::ranges::sort(joined);
  std::priority_queue<int, std::vector<int>, std::greater<>> open;
  const auto reach_partners = [&](int slot) {
    for (auto pair = std::ranges::lower_bound(joined, std::pair(slot, 0)); pair != joined.end() && pair->first == slot;
         ++pair)
      if (std::exchange(reached[pair->second], 1) == 0) open.push(pair->second);
  };
  for (const auto& [first, partner] : joined) {
    if (std::exchange(reached[first], 1) != 0) continue;
    for (reach_partners(first); !open.empty();) {
      const int next = open.top();
      open.pop();
      tree.merge(first, next);
      reach_partners(next);
    }
  }
  for (const auto& [slot, partner] : joined) reached[slot] = 0;
}

core::Dendrogram single_first(const core::Graph& graph, const core::Partition& leaves, core::Stream& stream) {
  ClusterTree tree(leaves);
  const bool all_pairs = is_complete(graph);
  std::vector<char> reached(leaves.clusters(), 0);
  std::vector<Edge> edges;
  graph.for_each_edge([&](Object u, Object v, double weight) {
    core::expects(weight >= 0.0 || all_pairs, "weights >= 0, or a complete graph");
    if (weight > 0.0 || all_pairs) edges.push_back({leaves[u], leaves[v], weight});
  });
  if (!graph.unweighted()) std::ranges::stable_sort(edges, std::ranges::greater(), &Edge::weight);
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].weight == edges[begin].weight) ++end;
    merge_level(std::span(edges).subspan(begin, end - begin), tree, reached);
  }
  tree.merge_rest(TiePolicy::kFirst, stream);
  return tree.take_tree();
}

}  // namespace

core::Dendrogram graph_linkage(const core::Graph& graph, const core::Partition& leaves, GraphLinkage linkage,
                               TiePolicy ties, const core::CellKey& cell) {
  core::expects(graph.vertices() == leaves.objects(), "leaves of the graph's vertices");
  switch (linkage) {
    case GraphLinkage::kAverage:
      return average(graph, leaves, ties, cell);
    case GraphLinkage::kComplete:
      return NeighbourChain<CompleteLink>(graph, leaves, ties, cell).run();
    case GraphLinkage::kSingle:
      break;
  }
  if (ties == TiePolicy::kRandom) return NeighbourChain<SingleLink>(graph, leaves, ties, cell).run();
  core::Stream unused(cell, core::Purpose::kTies);
  return single_first(graph, leaves, unused);
}

namespace {

/// Of an edge: links of both ends, which grow as rows are joined; or the edges and, of those of one weight, what they
/// join, while both lists grow.
double bytes_of_edge(GraphLinkage linkage) {
  constexpr double kJoinedRows = 1.2;
  switch (linkage) {
    case GraphLinkage::kAverage:
      return 2.0 * sizeof(AverageLink<std::int32_t>);
    case GraphLinkage::kComplete:
      return kJoinedRows * 2.0 * sizeof(CompleteLink);
    case GraphLinkage::kSingle:
      break;
  }
  constexpr double kGrown = 1.75;
  return sizeof(Edge) + kGrown * 2.0 * sizeof(std::pair<int, int>);
}

}  // namespace

core::StepCost graph_cost(const core::ProblemSize& size, GraphLinkage linkage) {
  const double edges = size.edges(), levels = std::log2(2.0 + size.objects);
  const double step = linkage == GraphLinkage::kAverage ? 40.0 : linkage == GraphLinkage::kSingle ? 14.0 : 7.0;
  const double made = size.graph_edges ? 0.0 : 24.0 * edges;  // the complete graph of similarities
  return {
      {step * edges * levels + 1000.0 * size.objects, made + bytes_of_edge(linkage) * edges + 300.0 * size.objects}};
}

}  // namespace tertium::linkage
