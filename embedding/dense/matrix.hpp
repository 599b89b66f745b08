#pragma once

#include <hwy/aligned_allocator.h>

#include <cstddef>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/methods/step.hpp"

namespace tertium::embedding {

/// A dense matrix of doubles by rows. Rows begin at multiples of 64 bytes; what lies between the columns and the next
/// row stays zero, so vector code needs no ends.
class Matrix {
 public:
  static constexpr int kAlign = 8;  ///< doubles

  Matrix() = default;
  /// All zero.
  Matrix(int rows, int cols);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  /// Doubles from one row to the next.
  int stride() const { return stride_; }
  double* row(int i) { return values_.data() + static_cast<std::size_t>(i) * stride_; }
  const double* row(int i) const { return values_.data() + static_cast<std::size_t>(i) * stride_; }
  double& operator()(int i, int j) { return row(i)[j]; }
  double operator()(int i, int j) const { return row(i)[j]; }

  Matrix transposed() const;
  /// Columns [0, count).
  Matrix first_cols(int count) const;
  /// The columns of both.
  static Matrix hstack(const Matrix& left, const Matrix& right);

 private:
  struct Aligned {  // copies, which Highway's own vector does not
    Aligned() = default;
    explicit Aligned(std::size_t n);
    Aligned(const Aligned& other);
    Aligned& operator=(const Aligned& other);
    Aligned(Aligned&&) noexcept = default;
    Aligned& operator=(Aligned&&) noexcept = default;
    ~Aligned() = default;
    double* data() { return pointer.get(); }
    const double* data() const { return pointer.get(); }
    std::size_t size = 0;
    hwy::AlignedFreeUniquePtr<double[]> pointer{};
  };
  int rows_ = 0, cols_ = 0, stride_ = 0;
  Aligned values_{};
};

/// The symmetric matrix of a table of similarities; zero diagonal.
Matrix symmetric_matrix(const core::Similarities& similarity);
/// Of the similarities that a step works on: those of the step before, else the true ones.
Matrix similarities_of(const core::StepRun& run);

/// What the factors of a product are rounded to, and sums of a thousand terms made in: kSingle takes half the time, and
/// leaves 1e-7 of the lengths of a row and a column.
enum class Precision { kDouble, kSingle };
/// Which entries of a product are made: all, or those with j >= i, and others are anything.
enum class Part { kAll, kUpper };

/// C = A B. Every entry is summed in the order of the inner index by fused multiply-adds: the same bits on every
/// instruction set and for any number of threads. 2 n m k operations; OpenMP over rows of A.
Matrix multiply(const Matrix& a, const Matrix& b, Precision precision = Precision::kDouble);

/// W W^T, in half the time.
Matrix times_own_transpose(const Matrix& w);

/// C = A^T B, for A and B of many rows and few columns, without the transpose. Rows are summed in blocks of fixed size:
/// the same bits for any number of threads.
Matrix multiply_transposed(const Matrix& a, const Matrix& b, Precision precision = Precision::kDouble,
                           Part part = Part::kAll);

/// a and b as vectors: the sum over all entries of their products, by rows.
double dot(const Matrix& a, const Matrix& b);

/// Subtracts from every column its mean: A becomes P A, P = I - 11^T / n. OpenMP over blocks of rows of a fixed size,
/// as the two below: the same bits for any number of threads.
void center_columns(Matrix& a);

/// A -= B.
void subtract(Matrix& a, const Matrix& b);

/// The sums of the squares of every column.
std::vector<double> column_squares(const Matrix& a);

}  // namespace tertium::embedding
