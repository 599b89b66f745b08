#pragma once

#include <algorithm>
#include <cstddef>

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// Rows of a matrix: `stride` doubles apart, and their entries `step`.
struct Rows {
  const double* data = nullptr;
  int stride = 0, step = 1;
};
/// Rows a multiple of Matrix::kAlign doubles apart, the first of them aligned.
struct MutableRows {
  double* data = nullptr;
  int stride = 0;
};

/// B of a product A B, as that reads it: strips of 24 columns, one after the other, each by rows. Every row of A passes
/// over all of B, and what lies side by side costs no pages.
class PackedFactor {
 public:
  static constexpr int kStrip = 3 * Matrix::kAlign;

  explicit PackedFactor(const Matrix& b) : PackedFactor(b, 0, b.rows()) {}
  /// Rows [begin, begin + depth) of b.
  PackedFactor(const Matrix& b, int begin, int depth);

  int depth() const { return depth_; }
  /// Of the product, padding included.
  int padded() const { return padded_; }
  /// The strip that begins with that column, a multiple of kStrip: depth() rows of width() doubles each.
  const double* strip(int column) const { return values_.row(0) + static_cast<std::size_t>(column) * depth_; }
  int width(int column) const { return std::min(kStrip, padded_ - column); }

 private:
  int depth_, padded_;
  Matrix values_;
};

/// C = A B for some rows of A, which may be columns of another matrix; the padding of C included. Each entry is summed
/// in the order of the inner index with fused multiply-add.
void multiply_rows(const Rows& a, const PackedFactor& b, const MutableRows& c, int rows);

}  // namespace tertium::embedding
