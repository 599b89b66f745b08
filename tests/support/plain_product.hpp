#pragma once

#include <cmath>

#include "embedding/dense/matrix.hpp"

namespace tertium::testing {

/// A B as its definition has it, summed in the order of the inner index with fused multiply-add.
inline embedding::Matrix plain_product(const embedding::Matrix& a, const embedding::Matrix& b) {
  embedding::Matrix c(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j)
      for (int k = 0; k < a.cols(); ++k) c(i, j) = std::fma(a(i, k), b(k, j), c(i, j));
  return c;
}

}  // namespace tertium::testing
