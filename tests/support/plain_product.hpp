#pragma once

#include <cmath>
#include <utility>

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

/// The same in single precision, parts of 1024 terms each, which are added up in double precision.
inline embedding::Matrix plain_single_product(const embedding::Matrix& a, const embedding::Matrix& b) {
  embedding::Matrix c(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j) {
      float part = 0.0F;
      for (int k = 0; k < a.cols(); ++k) {
        part = std::fma(static_cast<float>(a(i, k)), static_cast<float>(b(k, j)), part);
        if (k % 1024 == 1023 || k + 1 == a.cols()) c(i, j) += std::exchange(part, 0.0F);
      }
    }
  return c;
}

}  // namespace tertium::testing
