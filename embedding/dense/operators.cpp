// The product of an adjacency matrix and a block of columns: rows of the block are added up neighbour by neighbour,
// with the sums in vector registers.
#include "embedding/dense/operators.hpp"

#include <algorithm>
#include <cstddef>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/dense/operators.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAhead = 12;  // neighbours: about as long as memory takes

/// kVectors vectors of columns, from `first` on, of the sum over the neighbours of v.
template <int kVectors>
HWY_INLINE void sum_neighbours(const core::Graph& graph, core::Object v, const Matrix& x, std::size_t first,
                               double* to) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto neighbours = graph.neighbours(v);
  const auto weights = graph.weights(v);
  hn::Vec<decltype(d)> sums[kVectors];
  for (auto& sum : sums) sum = hn::Zero(d);
  for (std::size_t e = 0; e < neighbours.size(); ++e) {
    // Rows of neighbours lie anywhere, and no processor guesses which is next.
    if (e + kAhead < neighbours.size())
      for (std::size_t q = 0; q < kVectors * lanes; q += Matrix::kAlign)
        __builtin_prefetch(x.row(neighbours[e + kAhead]) + first + q);
    const double* const from = x.row(neighbours[e]) + first;
    const auto weight = hn::Set(d, weights.empty() ? 1.0 : weights[e]);
    for (int k = 0; k < kVectors; ++k) sums[k] = hn::Add(sums[k], hn::Mul(weight, hn::Load(d, from + k * lanes)));
  }
  for (int k = 0; k < kVectors; ++k) hn::Store(sums[k], d, to + first + k * lanes);
}

void sum_all_neighbours(const core::Graph& graph, core::Object v, const Matrix& x, double* to) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, 8>()), columns = x.stride();
  std::size_t first = 0;
  for (; first + 4 * lanes <= columns; first += 4 * lanes) sum_neighbours<4>(graph, v, x, first, to);
  for (; first + 2 * lanes <= columns; first += 2 * lanes) sum_neighbours<2>(graph, v, x, first, to);
  for (; first < columns; first += lanes) sum_neighbours<1>(graph, v, x, first, to);
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(sum_all_neighbours);

SymmetricOperator operator_of(const core::Graph& graph) {
  const int n = graph.vertices();
  const auto times = [&graph, n](const Matrix& x) {
    Matrix y(n, x.cols());
#pragma omp parallel for schedule(guided)
    for (int v = 0; v < n; ++v) HWY_DYNAMIC_DISPATCH(sum_all_neighbours)(graph, v, x, y.row(v));
    return y;
  };
  const auto dense = [&graph, n] {
    Matrix all(n, n);
    graph.for_each_edge([&](core::Object u, core::Object v, double weight) { all(u, v) = all(v, u) = weight; });
    return all;
  };
  return {n, times, dense};
}

SymmetricOperator operator_of(const kernels::SparseAdds3& scores) {
  const int n = scores.objects();
  const auto times = [&scores, n](const Matrix& x) {
    Matrix y(n, x.cols());
    scores.multiply(x.row(0), y.row(0), x.stride());
    return y;
  };
  const auto dense = [times, n] {
    Matrix identity(n, n);
    for (int i = 0; i < n; ++i) identity(i, i) = 1.0;
    return times(identity);
  };
  return {n, times, dense};
}

}  // namespace tertium::embedding
#endif
