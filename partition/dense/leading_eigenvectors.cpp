#include "partition/dense/leading_eigenvectors.hpp"

#include <algorithm>
#include <cmath>

#include "partition/dense/eigen_tracker.hpp"

namespace tertium::partition {
namespace {

/// The largest |A v - value v| among the first k pairs.
double largest_residual(const Matrix& a, const EigenPairs& pairs, int k) {
  const Matrix vectors = pairs.vectors.first_cols(k);
  const Matrix image = multiply(a, vectors);
  std::vector<double> squares(k);
  for (int i = 0; i < a.rows(); ++i)
    for (int c = 0; c < k; ++c) {
      const double rest = image(i, c) - pairs.values[c] * vectors(i, c);
      squares[c] += rest * rest;
    }
  return std::sqrt(*std::ranges::max_element(squares));
}

}  // namespace

Matrix leading_eigenvectors(const Matrix& a, int k) {
  constexpr int kSteps = 20, kRounds = 15;
  constexpr double kResidual = 1e-8;
  EigenTracker tracker(a.rows(), false, Precision::kDouble);
  for (int round = 0; round < kRounds; ++round) {
    const EigenPairs& pairs = tracker.update(
        a, [k](auto) { return k; }, kSteps);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (largest_residual(a, pairs, k) <= kResidual * scale) return pairs.vectors.first_cols(k);
  }
  return symmetric_eigen(a).vectors.first_cols(k);
}

}  // namespace tertium::partition
