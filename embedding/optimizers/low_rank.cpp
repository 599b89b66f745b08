#include "embedding/optimizers/low_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/random/portable_math.hpp"
#include "embedding/dense/matrix.hpp"
#include "embedding/optimizers/small_eigen.hpp"

namespace tertium::embedding {
namespace {

using Row = std::vector<double>;

double dot(const Row& a, const Row& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// The right singular vectors of Y times their values, as columns.
Matrix right_factor(const Row& rows, std::size_t d) {
  const int width = static_cast<int>(d);
  Matrix gram(width, width);
  for (std::size_t begin = 0; begin < rows.size(); begin += d)
    for (int a = 0; a < width; ++a)
      for (int b = a; b < width; ++b) gram(a, b) += rows[begin + a] * rows[begin + b];
  for (int a = 0; a < width; ++a)
    for (int b = 0; b < a; ++b) gram(a, b) = gram(b, a);
  return nearest_factor(std::move(gram), width);
}

/// x^exponent for x > 0, the same bits everywhere.
double power(double x, double exponent) {
  const double log = x < 1.0 ? core::portable_log(x) : x > 1.0 ? -core::portable_log(1.0 / x) : 0.0;
  return core::portable_exp(exponent * log);
}

double length_of(const Matrix& factor, int column) {
  double sum = 0.0;
  for (int k = 0; k < factor.rows(); ++k) sum += factor(k, column) * factor(k, column);
  return std::sqrt(sum);
}

/// Rows times a matrix of d rows.
Row times(const Row& rows, const Matrix& right) {
  const auto d = static_cast<std::size_t>(right.rows()), width = static_cast<std::size_t>(right.cols());
  Row product(rows.size() / d * width, 0.0);
  for (std::size_t i = 0; i < rows.size() / d; ++i)
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t c = 0; c < width; ++c)
        product[i * width + c] += rows[i * d + a] * right(static_cast<int>(a), static_cast<int>(c));
  return product;
}

/// Rows along the principal axes that have a length: as many numbers as these are.
Row along_axes(const Row& rows, std::size_t d, int dimensions) {
  const Matrix factor = right_factor(rows, d);
  Matrix axes(factor.rows(), dimensions);
  for (int c = 0; c < dimensions; ++c)
    for (int k = 0; k < factor.rows(); ++k) axes(k, c) = factor(k, c) / length_of(factor, c);
  return times(rows, axes);
}

/// Where a round begins: places with their singular values, and the mean loss with its gradient there.
struct Place {
  LowRank at{};
  double loss = 0.0;
  Row gradient{};
};

class Rounds {
 public:
  Rounds(const Objective& objective, Row x, std::size_t d, const SchattenPenalty& penalty)
      : objective_(objective), penalty_(penalty), d_(d) {
    here_ = looked_at(shrunk(x, d, Row(d, 0.0)));
  }

  double value() const { return here_.loss + penalty_.value(here_.at.singular); }
  double loss() const { return here_.loss; }
  int dimensions() const {
    return static_cast<int>(std::ranges::count_if(here_.at.singular, [](double s) { return s > 0.0; }));
  }
  Row rows() const { return along_axes(here_.at.rows, d_, dimensions()); }

  /// False if no step is short enough.
  bool round() {
    constexpr int kMostTries = 60;
    const Row weights = penalty_.weights(here_.at.singular);
    for (int attempt = 0; attempt < kMostTries; ++attempt, step_ /= 2.0) {
      Place there = looked_at(stepped(weights));
      Row displacement = there.at.rows;
      for (std::size_t k = 0; k < displacement.size(); ++k) displacement[k] -= here_.at.rows[k];
      const double bound =
          here_.loss + dot(here_.gradient, displacement) + dot(displacement, displacement) / (2.0 * step_);
      if (!(there.loss <= bound)) continue;
      choose_step(displacement, there);
      here_ = std::move(there);
      drop_dimensions();
      return true;
    }
    return false;
  }

 private:
  LowRank stepped(Row weights) const {
    Row y = here_.at.rows;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] -= step_ * here_.gradient[k];
    for (double& weight : weights) weight *= step_;
    return shrunk(y, d_, weights);
  }

  Place looked_at(LowRank at) const {
    const auto count = static_cast<double>(objective_.count());
    Place place{std::move(at), 0.0, {}};
    place.gradient.resize(place.at.rows.size());
    place.loss = objective_(place.at.rows, place.gradient) / count;
    if (!std::isfinite(place.loss)) core::fail("the embedding's loss is no longer a finite number");
    for (double& slope : place.gradient) slope /= count;
    return place;
  }

  /// As long as the curvature along the last displacement allows (Barzilai and Borwein 1988), at most ten times the
  /// last step.
  void choose_step(const Row& displacement, const Place& there) {
    constexpr double kLonger = 10.0;
    Row change = there.gradient;
    for (std::size_t k = 0; k < change.size(); ++k) change[k] -= here_.gradient[k];
    const double curved = dot(displacement, change), most = kLonger * step_;
    step_ = curved > 0.0 ? std::clamp(dot(displacement, displacement) / curved, step_ / kLonger, most) : most;
  }

  /// What is 0 stays 0: it is left out, once there is some of it.
  void drop_dimensions() {
    const int left = dimensions();
    if (left == 0 || left == static_cast<int>(d_)) return;
    here_.at.rows = along_axes(here_.at.rows, d_, left);
    here_.at.singular.resize(static_cast<std::size_t>(left));
    d_ = static_cast<std::size_t>(left);
    here_ = looked_at(std::move(here_.at));
  }

  const Objective& objective_;
  const SchattenPenalty& penalty_;
  std::size_t d_;
  Place here_{};
  double step_ = 10.0;
};

}  // namespace

double SchattenPenalty::value(const std::vector<double>& singular) const {
  double sum = 0.0;
  for (const double s : singular) sum += s > 0.0 ? power(s, p) : 0.0;
  return lambda * sum;
}

std::vector<double> SchattenPenalty::weights(const std::vector<double>& singular) const {
  Row slopes;
  for (const double s : singular)
    slopes.push_back(s > 0.0 ? lambda * p * power(s, p - 1.0) : std::numeric_limits<double>::infinity());
  return slopes;
}

LowRank shrunk(const std::vector<double>& rows, std::size_t d, const std::vector<double>& weights) {
  const Matrix factor = right_factor(rows, d);
  LowRank found;
  Matrix shrinking(factor.rows(), factor.rows());  // V diag(share) V^T
  for (int c = 0; c < factor.cols(); ++c) {
    const double length = length_of(factor, c);
    const double left = length > 0.0 ? std::max(0.0, length - weights[static_cast<std::size_t>(c)]) : 0.0;
    found.singular.push_back(left);
    if (left == 0.0) continue;
    const double share = left / (length * length * length);
    for (int a = 0; a < factor.rows(); ++a)
      for (int b = 0; b < factor.rows(); ++b) shrinking(a, b) += share * factor(a, c) * factor(b, c);
  }
  found.rows = times(rows, shrinking);
  return found;
}

LowRankFit minimize_low_rank(const Objective& objective, std::vector<double> x, std::size_t d,
                             const SchattenPenalty& penalty, int most, double tolerance) {
  constexpr std::size_t kLookBack = 10;
  Rounds rounds(objective, std::move(x), d, penalty);
  LowRankFit fit;
  fit.values.push_back(rounds.value());
  for (int iteration = 0; iteration < most && rounds.dimensions() > 0 && rounds.round(); ++iteration) {
    core::keep_to_limits();
    fit.values.push_back(rounds.value());
    const std::size_t now = fit.values.size() - 1;
    if (now >= kLookBack && fit.values[now - kLookBack] - fit.values[now] < tolerance * fit.values[now]) break;
  }
  fit.dimensions = rounds.dimensions();
  fit.loss = rounds.loss();
  fit.x = rounds.rows();
  return fit;
}

}  // namespace tertium::embedding
