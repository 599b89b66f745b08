#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// An edge of an undirected graph, in either direction.
struct Edge {
  Object u = 0, v = 0;
  double weight = 1.0;
  bool operator==(const Edge&) const = default;
};

/// An undirected graph with weights, without loops: every edge is in the rows of both of its ends, neighbours
/// ascending. Vertices are objects, weights similarities; a pair without an edge has similarity 0. Weights are finite;
/// those of models and files are >= 0, those of a complete graph may be negative. If all are 1 none is stored.
///
/// Memory: 8 bytes a vertex and 8 an edge (24 with weights).
class Graph {
 public:
  /// No vertices.
  Graph() = default;
  /// Of edges in any order and direction: no loops, no two between the same vertices. O(edges log edges) time.
  Graph(Object vertices, std::vector<Edge> edges);
  /// Every edge once, in the row of its smaller end u: neighbours[begin[u]] .. neighbours[begin[u + 1]] are larger than
  /// u and ascend; `begin` has one entry more than there are vertices, `weights` one for every neighbour, or none if
  /// all are 1. Linear time.
  static Graph of_upper_rows(std::span<const std::int64_t> begin, std::span<const Object> neighbours,
                             std::span<const double> weights);

  Object vertices() const { return static_cast<Object>(begin_.size()) - 1; }
  std::int64_t edges() const { return static_cast<std::int64_t>(neighbours_.size()) / 2; }
  std::int64_t degree(Object v) const { return begin_[v + 1] - begin_[v]; }
  /// Of a vertex, ascending.
  std::span<const Object> neighbours(Object v) const { return row_of(neighbours_, v); }
  /// In the order of the neighbours; empty if all are 1.
  std::span<const double> weights(Object v) const {
    return unweighted() ? std::span<const double>{} : row_of(weights_, v);
  }
  bool unweighted() const { return weights_.empty(); }
  /// Sum over the edges.
  double total_weight() const { return total_weight_; }

  /// visit(u, v, weight) for every edge once, u < v, ascending.
  template <typename Visit>
  void for_each_edge(Visit&& visit) const {
    for (Object u = 0; u < vertices(); ++u)
      for (std::int64_t e = begin_[u]; e < begin_[u + 1]; ++e)
        if (neighbours_[e] > u) visit(u, neighbours_[e], unweighted() ? 1.0 : weights_[e]);
  }

  bool operator==(const Graph&) const = default;

 private:
  template <typename T>
  std::span<const T> row_of(const std::vector<T>& values, Object v) const {
    return std::span(values).subspan(static_cast<std::size_t>(begin_[v]), static_cast<std::size_t>(degree(v)));
  }

  std::vector<std::int64_t> begin_{0};  // of the rows; one more than vertices
  std::vector<Object> neighbours_;
  std::vector<double> weights_;
  double total_weight_ = 0.0;
};

/// The graph in which every pair is an edge, zero weights too.
Graph complete_graph(const PairTable<double>& similarity);
/// The same of whole numbers.
Graph complete_graph(const PairTable<std::int64_t>& similarity);

/// The same graph after the vertices are renumbered: vertex v becomes new_id[v]. Linear time.
Graph relabelled(const Graph& graph, std::span<const Object> new_id);

/// The graph of some vertices, ascending, and of the edges between them: chosen[k] becomes vertex k. Linear time.
Graph induced(const Graph& graph, std::span<const Object> chosen);

}  // namespace tertium::core
