#include "core/graphs/graph.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"
#include "core/clusterings/partition.hpp"

namespace tertium::core {
namespace {

/// Rows of the smaller ends, as Graph::of_upper_rows takes them, filled in ascending order.
struct UpperRows {
  explicit UpperRows(Object vertices) { begin.reserve(static_cast<std::size_t>(vertices) + 1); }

  void add(Object neighbour, double weight) {
    neighbours.push_back(neighbour);
    weights.push_back(weight);
  }
  void end_row() { begin.push_back(std::ssize(neighbours)); }
  Graph graph() {
    if (std::ranges::all_of(weights, [](double weight) { return weight == 1.0; })) weights.clear();
    return Graph::of_upper_rows(begin, neighbours, weights);
  }

  std::vector<std::int64_t> begin{0};
  std::vector<Object> neighbours;
  std::vector<double> weights;
};

Graph graph_of_sorted(Object vertices, std::span<const Edge> edges) {
  UpperRows rows(vertices);
  std::size_t next = 0;
  for (Object u = 0; u < vertices; ++u) {
    for (; next < edges.size() && edges[next].u == u; ++next) rows.add(edges[next].v, edges[next].weight);
    rows.end_row();
  }
  expects(next == edges.size(), "edges end at vertices of the graph");
  return rows.graph();
}

template <typename T>
Graph complete(const PairTable<T>& similarity) {
  UpperRows rows(similarity.objects());
  PairIndex pair = 0;
  for (Object u = 0; u < similarity.objects(); ++u) {
    for (Object v = u + 1; v < similarity.objects(); ++v) rows.add(v, static_cast<double>(similarity[pair++]));
    rows.end_row();
  }
  return rows.graph();
}

}  // namespace

Graph::Graph(Object vertices, std::vector<Edge> edges) {
  for (Edge& edge : edges)
    if (edge.u > edge.v) std::swap(edge.u, edge.v);
  std::ranges::sort(edges, {}, [](const Edge& edge) { return std::pair(edge.u, edge.v); });
  *this = graph_of_sorted(vertices, edges);
}

Graph Graph::of_upper_rows(std::span<const std::int64_t> begin, std::span<const Object> neighbours,
                           std::span<const double> weights) {
  const auto n = static_cast<Object>(begin.size()) - 1;
  Graph graph;
  graph.begin_.assign(begin.size(), 0);
  for (Object u = 0; u < n; ++u)
    for (std::int64_t e = begin[u]; e < begin[u + 1]; ++e) {
      expects(neighbours[e] > (e == begin[u] ? u : neighbours[e - 1]) && neighbours[e] < n,
              "upper rows ascend, without loops or repetitions");
      ++graph.begin_[u + 1];
      ++graph.begin_[neighbours[e] + 1];
    }
  for (Object u = 0; u < n; ++u) graph.begin_[u + 1] += graph.begin_[u];
  graph.neighbours_.resize(2 * neighbours.size());
  graph.weights_.resize(2 * weights.size());
  // When the turn comes to u all smaller neighbours are in its row, ascending: the larger ones follow.
  std::vector<std::int64_t> end(graph.begin_.begin(), graph.begin_.end() - 1);
  for (Object u = 0; u < n; ++u)
    for (std::int64_t e = begin[u]; e < begin[u + 1]; ++e) {
      const std::int64_t to_u = end[u]++;
      const std::int64_t to_v = end[neighbours[e]]++;
      graph.neighbours_[to_u] = neighbours[e];
      graph.neighbours_[to_v] = u;
      if (!weights.empty()) graph.weights_[to_u] = graph.weights_[to_v] = weights[e];
    }
  for (const double weight : weights) {
    expects(std::isfinite(weight), "weights of a graph are finite");
    graph.total_weight_ += weight;
  }
  if (weights.empty()) graph.total_weight_ = static_cast<double>(neighbours.size());
  return graph;
}

Graph complete_graph(const PairTable<double>& similarity) {
  return complete(similarity);
}

Graph complete_graph(const PairTable<std::int64_t>& similarity) {
  return complete(similarity);
}

Graph relabelled(const Graph& graph, std::span<const Object> new_id) {
  const Object n = graph.vertices();
  const std::vector<Object> old_id = inverse(new_id);
  std::vector<std::int64_t> begin(new_id.size() + 1, 0);
  graph.for_each_edge([&](Object u, Object v, double) { ++begin[std::min(new_id[u], new_id[v]) + 1]; });
  for (Object v = 0; v < n; ++v) begin[v + 1] += begin[v];
  std::vector<Object> neighbours(static_cast<std::size_t>(graph.edges()));
  std::vector<double> weights(graph.unweighted() ? 0 : neighbours.size());
  // Larger ends are dealt to the rows of the smaller ones in ascending order, so no row needs sorting.
  std::vector<std::int64_t> end(begin.begin(), begin.end() - 1);
  for (Object large = 0; large < n; ++large) {
    const Object v = old_id[large];
    for (std::int64_t k = 0; k < graph.degree(v); ++k) {
      const Object small = new_id[graph.neighbours(v)[k]];
      if (small > large) continue;
      if (!graph.unweighted()) weights[end[small]] = graph.weights(v)[k];
      neighbours[end[small]++] = large;
    }
  }
  return Graph::of_upper_rows(begin, neighbours, weights);
}

Graph induced(const Graph& graph, std::span<const Object> chosen) {
  std::vector<Object> number(static_cast<std::size_t>(graph.vertices()), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k) number[chosen[k]] = static_cast<Object>(k);
  UpperRows rows(static_cast<Object>(chosen.size()));
  for (const Object u : chosen) {
    for (std::int64_t k = 0; k < graph.degree(u); ++k) {
      const Object v = graph.neighbours(u)[k];
      if (v > u && number[v] >= 0) rows.add(number[v], graph.unweighted() ? 1.0 : graph.weights(u)[k]);
    }
    rows.end_row();
  }
  return rows.graph();
}

}  // namespace tertium::core
