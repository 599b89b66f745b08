#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include "embedding/losses/losses.hpp"
#include "embedding/terms/terms.hpp"

// The losses straight from their formulas, one statement after the other.
namespace tertium::embedding::plain {

struct Contribution {
  double value = 0.0;
  double by_near = 0.0, by_far = 0.0;  // d loss / da, d loss / db
};

inline Contribution contribution(const StudentLoss& loss, double a, double b) {
  const double alpha = loss.alpha, half = (alpha + 1.0) / 2.0;
  const auto kernel = [&](double x) { return half == 1.0 ? 1.0 / (1.0 + x) : std::pow(1.0 + x / alpha, -half); };
  const double ka = kernel(a), kb = kernel(b);
  const double p = ka / (ka + kb);
  const double ga = loss.legacy ? ka : 1.0 / (1.0 + a / alpha), gb = loss.legacy ? kb : 1.0 / (1.0 + b / alpha);
  return {-std::log(p), half / alpha * (1.0 - p) * ga, -half / alpha * (1.0 - p) * gb};
}

inline Contribution contribution(const GaussianLoss&, double a, double b) {
  const double miss = 1.0 / (1.0 + std::exp(b - a));
  return {std::max(0.0, a - b) + std::log1p(std::exp(-std::abs(a - b))), miss, -miss};
}

inline Contribution contribution(const CrowdKernelLoss& loss, double a, double b) {
  const double sum = a + b + 2.0 * loss.mu;
  return {-std::log((b + loss.mu) / sum), 1.0 / sum, 1.0 / sum - 1.0 / (b + loss.mu)};
}

inline Contribution contribution(const HingeLoss&, double a, double b) {
  const double value = a + 1.0 - b;
  return value > 0.0 ? Contribution{value, 1.0, -1.0} : Contribution{};
}

inline Contribution contribution(const SoftOrdinalLoss& loss, double a, double b) {
  const double excess = std::sqrt(a) + loss.margin - std::sqrt(b);
  return excess > 0.0 ? Contribution{excess * excess, excess / std::sqrt(a), -excess / std::sqrt(b)} : Contribution{};
}

inline Contribution contribution(const SmoothOrdinalLoss& loss, double a, double b) {
  const double near = std::sqrt(a + SmoothOrdinalLoss::kRounding), far = std::sqrt(b + SmoothOrdinalLoss::kRounding);
  const double short_by = near + loss.margin - far, miss = 1.0 / (1.0 + std::exp(-short_by));
  return {std::max(0.0, short_by) + std::log1p(std::exp(-std::abs(short_by))), miss / (2.0 * near),
          -miss / (2.0 * far)};
}

/// The loss of x, and what Objective::along adds up for the direction v.
inline double plain_along(const Terms& terms, const Loss& loss, std::span<const double> x, std::span<const double> v,
                          std::span<double> result) {
  const auto n = static_cast<std::size_t>(terms.objects);
  const std::size_t d = x.size() / n, e = v.size() / n;
  const auto squared_distance = [&](Object i, Object j) {
    double sum = 0.0;
    for (std::size_t c = 0; c < d; ++c) sum += std::pow(x[i * d + c] - x[j * d + c], 2);
    return sum;
  };
  const auto pull = [&](Object i, Object j, double slope) {
    for (std::size_t c = 0; c < e; ++c) {
      const double way = 2.0 * slope * (v[i * e + c] - v[j * e + c]);
      result[i * e + c] += way;
      result[j * e + c] -= way;
    }
  };
  std::fill(result.begin(), result.end(), 0.0);
  double value = 0.0;
  for (const core::Quadruplet& s : terms.statements) {
    const double a = squared_distance(s.i, s.j), b = squared_distance(s.k, s.l);
    const Contribution term = std::visit([&](const auto& kind) { return contribution(kind, a, b); }, loss);
    value += term.value;
    pull(s.i, s.j, term.by_near);
    pull(s.k, s.l, term.by_far);
  }
  return value;
}

}  // namespace tertium::embedding::plain
