#include "embedding/dense/leading_eigenvectors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "embedding/dense/eigen_tracker.hpp"

namespace tertium::embedding {

Matrix leading_eigenvectors(Matrix a, int k) {
  constexpr int kSteps = 20, kRounds = 15;
  constexpr double kResidual = 1e-8;
  EigenTracker tracker(a.rows(), false);
  for (int round = 0; round < kRounds; ++round) {
    const EigenPairs& pairs = tracker.update(
        operator_of(a), [k](auto) { return k; }, kSteps, round > 0);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (tracker.residual(k) <= kResidual * scale) return pairs.vectors.first_cols(k);
  }
  return symmetric_eigen(std::move(a)).vectors.first_cols(k);
}

Matrix leading_centred_eigenvectors(const SymmetricOperator& a, int k, double residual) {
  constexpr int kSteps = 2, kRounds = 20;
  EigenTracker tracker(a.n, true, 0.1 * residual, kSteps);
  for (int round = 1;; ++round) {
    const EigenPairs& pairs = tracker.update(
        a, [k](auto) { return k; }, kSteps, round > 1);
    const double scale = std::max(std::abs(pairs.values.front()), std::abs(pairs.values[k - 1]));
    if (round == kRounds || tracker.residual(k) <= residual * scale) return pairs.vectors.first_cols(k);
  }
}

}  // namespace tertium::embedding
