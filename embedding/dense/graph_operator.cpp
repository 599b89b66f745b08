#include "embedding/dense/graph_operator.hpp"

namespace tertium::embedding {
namespace {

constexpr std::size_t kAhead = 12;  // neighbours: about as long as memory takes

/// Rows of neighbours lie anywhere, and no processor guesses which is next.
void prefetch(const double* row, int stride) {
  for (int q = 0; q < stride; q += 8) __builtin_prefetch(row + q);
}

}  // namespace

SymmetricOperator operator_of(const core::Graph& graph) {
  const int n = graph.vertices();
  const auto times = [&graph, n](const Matrix& x) {
    Matrix y(n, x.cols());
    const int stride = x.stride();
#pragma omp parallel for schedule(guided)
    for (int v = 0; v < n; ++v) {
      double* const sum = y.row(v);
      const auto neighbours = graph.neighbours(v);
      const auto weights = graph.weights(v);
      for (std::size_t e = 0; e < neighbours.size(); ++e) {
        const double weight = weights.empty() ? 1.0 : weights[e];
        if (e + kAhead < neighbours.size()) prefetch(x.row(neighbours[e + kAhead]), stride);
        const double* const from = x.row(neighbours[e]);
        for (int q = 0; q < stride; ++q) sum[q] += weight * from[q];
      }
    }
    return y;
  };
  const auto dense = [&graph, n] {
    Matrix all(n, n);
    graph.for_each_edge([&](core::Object u, core::Object v, double weight) { all(u, v) = all(v, u) = weight; });
    return all;
  };
  return {n, times, dense};
}

}  // namespace tertium::embedding
