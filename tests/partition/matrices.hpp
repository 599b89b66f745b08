#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "partition/dense/matrix.hpp"
#include "tests/support/problems.hpp"

// Symmetric matrices to solve programs of, and what to look at in them.
namespace tertium::testing {

/// Standard normal entries: indefinite, no clusters.
inline partition::Matrix random_symmetric(int n, std::uint64_t seed) {
  core::Stream stream(cell_of(seed), core::Purpose::kTest);
  partition::Matrix a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) a(i, j) = a(j, i) = stream.normal();
  return a;
}

inline partition::Matrix random_matrix(int rows, int cols, std::uint64_t seed) {
  core::Stream stream(cell_of(seed), core::Purpose::kTest);
  partition::Matrix a(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) a(i, j) = stream.normal();
  return a;
}

/// k interleaved clusters: 1 inside, 0 between them, and noise.
inline partition::Matrix planted_matrix(int n, int k, double noise, std::uint64_t seed) {
  partition::Matrix a = random_symmetric(n, seed);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = i == j ? 0.0 : noise * a(i, j) + (i % k == j % k ? 1.0 : 0.0);
  return a;
}

inline double largest_difference(const partition::Matrix& a, const partition::Matrix& b) {
  EXPECT_TRUE(a.rows() == b.rows() && a.cols() == b.cols());
  double largest = 0.0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) largest = std::max(largest, std::abs(a(i, j) - b(i, j)));
  return largest;
}

inline bool same_entries(const partition::Matrix& a, const partition::Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j)
      if (a(i, j) != b(i, j)) return false;
  return true;
}

}  // namespace tertium::testing
