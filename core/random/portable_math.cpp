#include "core/random/portable_math.hpp"

#include <cmath>

namespace tertium::core {
namespace {

constexpr double kLn2 = 0.693147180559945309417;

}  // namespace

double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // m in [1/2, 1)
  if (m < 0.70710678118654752440) {
    m *= 2.0;
    --exponent;
  }
  // log m = 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...), |s| <= 0.1716
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double series = 0.0;
  for (int k = 21; k >= 1; k -= 2) series = series * s2 + 1.0 / k;
  return exponent * kLn2 + 2.0 * s * series;
}

double portable_exp(double x) {
  // ln 2 in two parts, the first of which has few enough bits that its small multiples are exact.
  constexpr double kLn2High = 0.693147180369123816490, kLn2Low = 1.90821492927058770002e-10;
  const double k = std::nearbyint(x / kLn2);
  const double r = (x - k * kLn2High) - k * kLn2Low;  // |r| <= 0.3466
  double series = 1.0;
  for (int n = 17; n >= 1; --n) series = 1.0 + series * r / n;
  return std::ldexp(series, static_cast<int>(k));
}

}  // namespace tertium::core
