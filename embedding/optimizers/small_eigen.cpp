#include "embedding/optimizers/small_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tertium::embedding {
namespace {

/// Makes entry (p, q) zero by a rotation of both rows and columns; the columns of `vectors` follow.
void rotate(SmallMatrix& a, SmallMatrix& vectors, std::size_t p, std::size_t q) {
  const double theta = (a(q, q) - a(p, p)) / (2.0 * a(p, q));
  const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
  const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
  const auto turn = [c, s](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  for (std::size_t k = 0; k < a.rows; ++k) turn(a(k, p), a(k, q));
  for (std::size_t k = 0; k < a.rows; ++k) turn(a(p, k), a(q, k));
  for (std::size_t k = 0; k < a.rows; ++k) turn(vectors(k, p), vectors(k, q));
}

/// Makes the matrix diagonal; returns the eigenvectors as columns.
SmallMatrix diagonalize(SmallMatrix& a) {
  constexpr int kMostSweeps = 60;
  constexpr double kNothing = 1e-30;  // of the squares of all entries
  SmallMatrix vectors(a.rows, a.rows);
  for (std::size_t k = 0; k < a.rows; ++k) vectors(k, k) = 1.0;
  double all = 0.0;
  for (const double value : a.values) all += value * value;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double off = 0.0;
    for (std::size_t p = 0; p < a.rows; ++p)
      for (std::size_t q = p + 1; q < a.rows; ++q) off += a(p, q) * a(p, q);
    if (off <= kNothing * all) break;
    for (std::size_t p = 0; p < a.rows; ++p)
      for (std::size_t q = p + 1; q < a.rows; ++q)
        if (a(p, q) * a(p, q) > kNothing * kNothing * all) rotate(a, vectors, p, q);
  }
  return vectors;
}

}  // namespace

SmallMatrix nearest_factor(SmallMatrix symmetric, std::size_t d) {
  const SmallMatrix vectors = diagonalize(symmetric);
  std::vector<std::size_t> order(symmetric.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return symmetric(a, a) > symmetric(b, b); });
  SmallMatrix factor(symmetric.rows, d);
  for (std::size_t c = 0; c < std::min(d, order.size()); ++c) {
    const double length = std::sqrt(std::max(0.0, symmetric(order[c], order[c])));
    double largest = 0.0;
    for (std::size_t k = 0; k < vectors.rows; ++k)
      if (std::abs(vectors(k, order[c])) > std::abs(largest)) largest = vectors(k, order[c]);
    for (std::size_t k = 0; k < vectors.rows; ++k)
      factor(k, c) = (largest < 0.0 ? -length : length) * vectors(k, order[c]);
  }
  return factor;
}

}  // namespace tertium::embedding
