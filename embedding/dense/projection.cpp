#include "embedding/dense/projection.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "embedding/dense/operators.hpp"
#include "embedding/dense/partial_eigen.hpp"

namespace tertium::embedding {
namespace {

/// The rows of a matrix as places; coordinates beyond its columns are 0.
core::Coordinates places_of(const Matrix& rows, int dimensions) {
  core::Coordinates places{rows.rows(), dimensions, {}};
  places.values.assign(static_cast<std::size_t>(rows.rows()) * static_cast<std::size_t>(dimensions), 0.0);
  for (int v = 0; v < rows.rows(); ++v)
    std::copy_n(rows.row(v), std::min(rows.cols(), dimensions),
                places.values.begin() + static_cast<std::ptrdiff_t>(v) * dimensions);
  return places;
}

/// Rows that do not count become 0.
void keep_rows(Matrix& a, std::span<const char> in_first, bool first) {
  for (int v = 0; v < a.rows(); ++v)
    if ((in_first[v] != 0) != first) std::fill_n(a.row(v), a.cols(), 0.0);
}

/// The first d left singular vectors of the columns of one half: eigenvectors of A P A, P the projector on that half.
Matrix left_vectors(const SymmetricOperator& a, int d, std::span<const char> in_first, bool first) {
  const auto times = [&a, in_first, first](const Matrix& x) {
    Matrix inner = a.times(x);
    keep_rows(inner, in_first, first);
    return a.times(inner);
  };
  const auto dense = [&a, times] {
    Matrix identity(a.n, a.n);
    for (int i = 0; i < a.n; ++i) identity(i, i) = 1.0;
    return times(identity);
  };
  return largest_by_modulus({a.n, times, dense}, d).pairs.vectors;
}

}  // namespace

std::shared_ptr<const core::Graph> graph_of(const core::StepRun& run) {
  if (run.input == nullptr) return run.problem.share<core::Graph>();
  return std::visit([](const auto& table) { return std::make_shared<const core::Graph>(complete_graph(*table)); },
                    std::get<core::SimilarityMatrix>(*run.input));
}

core::Coordinates projected(const core::Graph& graph, int d) {
  EigenPairs pairs = largest_by_modulus(operator_of(graph), std::min(d, graph.vertices())).pairs;
  for (int v = 0; v < pairs.vectors.rows(); ++v)
    for (int c = 0; c < pairs.vectors.cols(); ++c) pairs.vectors(v, c) *= std::abs(pairs.values[c]);
  core::Coordinates places = places_of(pairs.vectors, d);
  places.objects = graph.vertices();
  places.values.resize(static_cast<std::size_t>(graph.vertices()) * static_cast<std::size_t>(d), 0.0);
  return places;
}

ProjectionByHalves::ProjectionByHalves(const core::Graph& graph, int d, std::span<const char> in_first) {
  const SymmetricOperator a = operator_of(graph);
  of_first_ = left_vectors(a, d, in_first, true);
  of_second_ = left_vectors(a, d, in_first, false);
  first_ = a.times(of_second_);
  second_ = a.times(of_first_);
  keep_rows(first_, in_first, true);
  keep_rows(second_, in_first, false);
}

core::Coordinates ProjectionByHalves::places(int k) const {
  // Column v of the first half becomes U U^T A e_v, U of the second half; in the basis Q of both spaces, Q^T U (A U)^T
  // e_v.
  const Matrix u = of_second_.first_cols(k), other = of_first_.first_cols(k);
  const Matrix basis = orthonormal(Matrix::hstack(u, other));
  Matrix places = multiply(first_.first_cols(k), multiply_transposed(u, basis));
  const Matrix of_second = multiply(second_.first_cols(k), multiply_transposed(other, basis));
  for (int v = 0; v < places.rows(); ++v)
    for (int c = 0; c < places.cols(); ++c) places(v, c) += of_second(v, c);
  return places_of(places, 2 * k);
}

core::Cost projection_cost(const core::ProblemSize& size, double d) {
  const double n = size.objects, edges = size.edges();
  return {12.0 * edges * (d + 4.0), 8.0 * edges + 128.0 * n * (d + 4.0)};
}

}  // namespace tertium::embedding
