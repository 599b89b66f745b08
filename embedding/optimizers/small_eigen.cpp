#include "embedding/optimizers/small_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tertium::embedding {
namespace {

/// Makes entry (p, q) zero by a rotation of both rows and columns; the columns of `vectors` follow.
void rotate(Matrix& a, Matrix& vectors, int p, int q) {
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
  const auto turn = [c, s](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  for (int k = 0; k < a.rows(); ++k) turn(a(k, p), a(k, q));
  for (int k = 0; k < a.rows(); ++k) turn(a(p, k), a(q, k));
  for (int k = 0; k < a.rows(); ++k) turn(vectors(k, p), vectors(k, q));
}

/// Makes the matrix diagonal; returns the eigenvectors as columns.
Matrix diagonalize(Matrix& a) {
  constexpr int kMostSweeps = 60;
  constexpr double kNothing = 1e-30;  // of the squares of all entries
  Matrix vectors(a.rows(), a.rows());
  for (int k = 0; k < a.rows(); ++k) vectors(k, k) = 1.0;
  double all = 0.0;
  for (int p = 0; p < a.rows(); ++p)
    for (int q = 0; q < a.cols(); ++q) all += a(p, q) * a(p, q);
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double off = 0.0;
    for (int p = 0; p < a.rows(); ++p)
      for (int q = p + 1; q < a.rows(); ++q) off += a(p, q) * a(p, q);
    if (off <= kNothing * all) break;
    for (int p = 0; p < a.rows(); ++p)
      for (int q = p + 1; q < a.rows(); ++q)
        if (a(p, q) * a(p, q) > kNothing * kNothing * all) rotate(a, vectors, p, q);
  }
  return vectors;
}

}  // namespace

Matrix nearest_factor(Matrix symmetric, int d) {
  const Matrix vectors = diagonalize(symmetric);
  std::vector<int> order(static_cast<std::size_t>(symmetric.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return symmetric(a, a) > symmetric(b, b); });
  Matrix factor(symmetric.rows(), d);
  for (int c = 0; c < std::min(d, symmetric.rows()); ++c) {
    const double length = std::sqrt(std::max(0.0, symmetric(order[c], order[c])));
    double largest = 0.0;
    for (int k = 0; k < vectors.rows(); ++k)
      if (std::abs(vectors(k, order[c])) > std::abs(largest)) largest = vectors(k, order[c]);
    for (int k = 0; k < vectors.rows(); ++k) factor(k, c) = (largest < 0.0 ? -length : length) * vectors(k, order[c]);
  }
  return factor;
}

}  // namespace tertium::embedding
