#include "answers/tables/ceiling.hpp"

#include <algorithm>
#include <cmath>

namespace tertium::answers {
namespace {

/// E max p of a symmetric Dirichlet distribution. p is what c independent gamma variables of shape alpha are of their
/// sum, which has the mean c alpha and is independent of p, so that it is the mean of the largest variable, over c
/// alpha: the integral of 1 - F^c over x = e^u, F being the integral of x^alpha e^-x / Gamma(alpha) over u.
double mean_of_largest(double alpha, int choices) {
  constexpr int kSteps = 4000;
  const double spread = 12.0 / std::sqrt(alpha);
  const double begin = std::max(-40.0, std::log(alpha) - spread - 3.0);
  const double end = std::log(alpha + 12.0 * std::sqrt(alpha) + 40.0);
  const double step = (end - begin) / kSteps;
  const auto density = [&](double u) { return std::exp(alpha * u - std::exp(u) - std::lgamma(alpha)); };
  const auto above = [&](double below) { return 1.0 - std::pow(std::min(1.0, below), choices); };
  // Below the first point the density is x^alpha / Gamma(alpha), up to a factor of 1 + O(x).
  double below = density(begin) / alpha, integral = std::exp(begin) * above(below);
  for (int k = 0; k < kSteps; ++k) {
    const double u = begin + k * step, before = above(below) * std::exp(u);
    below += step / 6.0 * (density(u) + 4.0 * density(u + 0.5 * step) + density(u + step));
    integral += 0.5 * step * (before + above(below) * std::exp(u + step));
  }
  return integral / (choices * alpha);
}

}  // namespace

Ceiling ceiling_of(double agreement, int choices) {
  const double chance = 1.0 / choices, excess = agreement - chance;
  if (excess <= 0.0) return {chance, chance};
  if (agreement >= 1.0) return {1.0, 1.0};
  const double at_most = chance + std::sqrt((1.0 - chance) * excess);
  // E sum p^2 = (alpha + 1)/(c alpha + 1). Where almost nothing is above chance or below 1 the integral is left out.
  const double alpha = (1.0 - agreement) / (choices * excess);
  constexpr double kLeast = 1e-6, kMost = 1e6;
  if (alpha < kLeast) return {at_most, at_most};
  return {alpha > kMost ? chance : mean_of_largest(alpha, choices), at_most};
}

}  // namespace tertium::answers
