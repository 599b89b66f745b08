#include "partition/sdp/scale.hpp"

#include <algorithm>
#include <cmath>

namespace tertium::partition {

int exponent_of(const Matrix& a) {
  double largest = 0.0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) largest = std::max(largest, std::abs(a(i, j)));
  return largest > 0.0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
}

Matrix scaled(Matrix a, int exponent) {
  if (exponent == 0) return a;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) a(i, j) = std::ldexp(a(i, j), exponent);
  return a;
}

double norm_per_row(const Matrix& a) {
  const int exponent = exponent_of(a);
  const Matrix own = scaled(a, -exponent);
  return a.rows() == 0 ? 0.0 : std::ldexp(std::sqrt(dot(own, own) / a.rows()), exponent);
}

}  // namespace tertium::partition
