#include "partition/dense/leading_eigenvectors.hpp"

#include <algorithm>
#include <cmath>

#include "partition/dense/eigen_tracker.hpp"

namespace tertium::partition {
namespace {

/// The largest |A v - value v| among the first k pairs.
double largest_residual(const SymmetricOperator& a, bool centred, const EigenPairs& pairs, int k) {
  const Matrix vectors = pairs.vectors.first_cols(k);
  Matrix image = a.times(vectors);
  if (centred) center_columns(image);
  std::vector<double> squares(k);
  for (int i = 0; i < a.n; ++i)
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
    if (largest_residual(operator_of(a), false, pairs, k) <= kResidual * scale) return pairs.vectors.first_cols(k);
  }
  return symmetric_eigen(a).vectors.first_cols(k);
}

Matrix leading_centred_eigenvectors(const SymmetricOperator& a, int k, double residual) {
  constexpr int kSteps = 2, kRounds = 20;
  EigenTracker tracker(a.n, true, Precision::kDouble, 0.1 * residual, kSteps);
  for (int round = 1;; ++round) {
    const EigenPairs& pairs = tracker.update(
        a, [k](auto) { return k; }, kSteps);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (round == kRounds || largest_residual(a, true, pairs, k) <= residual * scale) return pairs.vectors.first_cols(k);
  }
}

}  // namespace tertium::partition
