#include "partition/sdp/eigen_bound.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/partial_eigen.hpp"

namespace tertium::partition {
namespace {

using embedding::EigenPairs;

/// t I + V diag(w) V^T - P A P, positive definite on 1, too.
Matrix slack_of(const Matrix& a, const Matrix& vectors, std::span<const double> weights, double t) {
  Matrix scaled = vectors;
  for (int i = 0; i < scaled.rows(); ++i)
    for (int c = 0; c < scaled.cols(); ++c) scaled(i, c) *= weights[c];
  Matrix slack = multiply(scaled, vectors.transposed());
  const Matrix centred = centred_matrix(a);
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) slack(i, j) -= centred(i, j);
    slack(i, i) += t;
  }
  return slack;
}

/// About the smallest multiple of `lift` that makes it positive definite, surely enough.
double enough(const Matrix& slack, const Matrix& lift, double scale) {
  constexpr double kFirst = 1e-11, kLast = 1e3, kTimes = 512.0;
  constexpr int kHalvings = 3;
  const auto is_enough = [&](double times) {
    Matrix lifted = slack;
    for (int i = 0; i < lifted.rows(); ++i)
      for (int j = 0; j < lifted.cols(); ++j) lifted(i, j) += times * lift(i, j);
    return is_positive_definite(std::move(lifted), 0.0);
  };
  double times = kFirst * scale;
  while (!is_enough(times)) {
    times *= kTimes;
    if (!(times < kLast * scale))
      core::fail("no bound of an eigenvalue was found (the similarities are not finite), check them");
  }
  double step = kTimes;
  for (int halving = 0; halving < kHalvings && times > kFirst * scale; ++halving) {
    step = std::sqrt(step);
    if (is_enough(times / step)) times /= step;
  }
  return times;
}

/// share I + V V^T, V of so many columns of `vectors`.
Matrix lift_of(const Matrix& vectors, int columns, double share) {
  const Matrix own = vectors.first_cols(columns);
  Matrix lift = multiply(own, own.transposed());
  for (int i = 0; i < lift.rows(); ++i) lift(i, i) += share;
  return lift;
}

/// The largest pairs of P A P beside that of 1: those of largest modulus once all values are lifted by |A|_F.
EigenPairs largest_centred(const Matrix& a, double scale, int count) {
  constexpr double kResidual = 1e-5;
  const auto times = [&](Matrix x) {
    center_columns(x);
    Matrix y = multiply(a, x);
    center_columns(y);
    for (int i = 0; i < y.rows(); ++i)
      for (int c = 0; c < y.cols(); ++c) y(i, c) += scale * x(i, c);
    return y;
  };
  const auto dense = [&] {
    Matrix identity(a.rows(), a.rows());
    for (int i = 0; i < a.rows(); ++i) identity(i, i) = 1.0;
    return times(std::move(identity));
  };
  EigenPairs pairs = embedding::largest_by_modulus({a.rows(), times, dense}, count, kResidual).pairs;
  for (double& value : pairs.values) value -= scale;
  return pairs;
}

}  // namespace

double bound_at_trace(const Matrix& a, double trace) {
  const double scale = std::sqrt(dot(a, a));
  const int wanted = static_cast<int>(std::ceil(trace));
  if (scale == 0.0 || wanted == 0) return 0.0;
  const EigenPairs pairs = largest_centred(a, scale, wanted);
  const double t = pairs.values.back();
  std::vector<double> weights(pairs.values.size());
  double sum = t * trace;
  for (std::size_t c = 0; c < weights.size(); ++c) sum += weights[c] = std::max(0.0, pairs.values[c] - t);
  return sum + trace * enough(slack_of(a, pairs.vectors, weights, t), lift_of(pairs.vectors, 0, 1.0), scale);
}

double bound_at_penalty(const Matrix& a, double lambda, int expected) {
  const double scale = std::sqrt(dot(a, a)) + lambda;
  if (scale == 0.0) return 0.0;
  constexpr int kMore = 8;
  const EigenPairs pairs = largest_centred(a, scale, std::min(a.rows() - 1, expected + kMore));
  std::vector<double> weights(pairs.values.size());
  double sum = 0.0;
  for (std::size_t c = 0; c < weights.size(); ++c) sum += weights[c] = std::max(0.0, pairs.values[c] - lambda);
  // What is open lies mostly among these vectors: lift them, and what is orthogonal to them little.
  constexpr double kBeside = 1.0 / 16.0;
  const int columns = pairs.vectors.cols();
  const double lifted =
      enough(slack_of(a, pairs.vectors, weights, lambda), lift_of(pairs.vectors, columns, kBeside), scale);
  return sum + (columns + kBeside * (a.rows() - 1.0)) * lifted;
}

}  // namespace tertium::partition
