#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// No row of a product is left out, nor any column.
inline constexpr int kAllColumns = std::numeric_limits<int>::min() / 2;

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

/// Some terms of a product: `depth` of them, of rows of A with a strip of B, added to C or, `first`, put into it.
template <typename Real>
struct ProductPart {
  const Real* a;
  std::size_t a_stride, a_step;
  const Real* b;
  std::size_t b_stride;  ///< columns of the strip
  Real* c;
  std::size_t c_stride;
  int depth;
  bool first;
};

/// B of a product A B, as that reads it: strips of three vectors of columns, one after the other, each by rows. Every
/// row of A passes over all of B, and what lies side by side costs no pages. Real is what its entries are rounded to.
template <typename Real = double>
class PackedFactor {
 public:
  static constexpr int kVector = 64 / sizeof(Real);
  static constexpr int kStrip = 3 * kVector;

  explicit PackedFactor(const Matrix& b) : PackedFactor(b, 0, b.rows()) {}
  /// Rows [begin, begin + depth) of b.
  PackedFactor(const Matrix& b, int begin, int depth);

  int depth() const { return depth_; }
  /// Columns, padding included.
  int padded() const { return padded_; }
  /// The strip that begins with that column, a multiple of kStrip: depth() rows of width() numbers each.
  const Real* strip(int column) const { return values_.get() + static_cast<std::size_t>(column) * depth_; }
  int width(int column) const { return std::min(kStrip, padded_ - column); }

 private:
  int depth_, padded_;
  hwy::AlignedFreeUniquePtr<Real[]> values_;
};

/// C = A B for some rows of A, which may be columns of another matrix; the padding of C included. Each entry is summed
/// in the order of the inner index with fused multiply-add. Of row r all columns from r + `from` on are made, and maybe
/// some before.
void multiply_rows(const Rows& a, const PackedFactor<double>& b, const MutableRows& c, int rows,
                   int from = kAllColumns);
/// The same with A, too, rounded to single precision; parts of a thousand terms are added up in double precision.
void multiply_rows(const Rows& a, const PackedFactor<float>& b, const MutableRows& c, int rows, int from = kAllColumns);

}  // namespace tertium::embedding
