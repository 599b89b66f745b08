#pragma once

#include <cmath>

namespace tertium::embedding {

/// ln Gamma(x) for x > 0 to about 1e-14: Stirling's series from 12 on, the recurrence below.
inline double log_gamma(double x) {
  constexpr double kHalfLogTwoPi = 0.91893853320467274178;
  double factors = 1.0;
  for (; x < 12.0; x += 1.0) factors *= x;
  const double y = 1.0 / (x * x);
  const double rest =
      1 / 12. - y * (1 / 360. - y * (1 / 1260. - y * (1 / 1680. - y * (1 / 1188. - y * 691 / 360360.))));
  return (x - 0.5) * std::log(x) - x + kHalfLogTwoPi + rest / x - std::log(factors);
}

/// The derivative of ln Gamma, likewise.
inline double digamma(double x) {
  double terms = 0.0;
  for (; x < 12.0; x += 1.0) terms += 1.0 / x;
  const double y = 1.0 / (x * x);
  const double rest = 1 / 12. - y * (1 / 120. - y * (1 / 252. - y * (1 / 240. - y * (1 / 132. - y * 691 / 32760.))));
  return std::log(x) - 0.5 / x - y * rest - terms;
}

}  // namespace tertium::embedding
