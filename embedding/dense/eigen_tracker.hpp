#pragma once

#include <functional>
#include <span>

#include "core/random/random.hpp"
#include "embedding/dense/symmetric_eigen.hpp"

namespace tertium::embedding {

/// A symmetric matrix that is known by its products with a few columns.
struct SymmetricOperator {
  int n = 0;
  std::function<Matrix(const Matrix&)> times;
  std::function<Matrix()> dense;  ///< all of it; asked for only where n is small beside the number of vectors wanted
};
/// Products with a matrix that is there, and stays.
SymmetricOperator operator_of(const Matrix& a, Precision precision = Precision::kDouble);

/// P A P, P = I - 11^T / n, less so much 11^T / n that 1 belongs to the smallest eigenvalue.
Matrix centred_matrix(Matrix a);

/// The largest eigenpairs of symmetric matrices that change little from one to the next.
///
/// Idea: the vectors V of the last matrix, with a few more than were wanted, and their residuals R = A V - V (V^T A V)
/// span a space in which the new ones are found (Rayleigh and Ritz): two products of A with a few vectors. Once a
/// third of all pairs is wanted, LAPACK makes all of them. What the first way finds are lower bounds of the
/// eigenvalues, near them if A changed little.
class EigenTracker {
 public:
  /// `centred`: of P A P, P = I - 11^T / n, with vectors orthogonal to 1. Residuals below `settled` of the largest
  /// value are left alone. `first_steps` are taken from random vectors, at least; of these there are `first_size`, or a
  /// few. In single `precision` products are made; vectors are as nearly orthogonal to each other as that lets, and
  /// each has length 1, and is orthogonal to 1, in double precision.
  EigenTracker(int n, bool centred, double settled = 1e-9, int first_steps = 8, int first_size = 0,
               Precision precision = Precision::kDouble);

  /// How many of the values, which begin with the largest, are wanted.
  using Count = std::function<int(std::span<const double>)>;
  /// At least as many pairs of `a` as `count` wants of them, at most n; `steps` of Rayleigh and Ritz. Each takes one
  /// product with a, beside a first one that is saved where a is what it was the last time.
  const EigenPairs& update(const SymmetricOperator& a, const Count& count, int steps = 1, bool same_as_last = false);
  const EigenPairs& update(const Matrix& a, const Count& count, int steps = 1) {
    return update(operator_of(a, precision_), count, steps);
  }

  /// The largest |A v - value v| of the first k pairs, v of length 1, after an update of several steps; 0 where all
  /// pairs were made at once.
  double residual(int k) const;

  /// Decompositions of the whole matrix so far.
  int full_decompositions() const { return full_decompositions_; }

 private:
  bool by_lapack() const;
  void decompose(Matrix a);
  Matrix applied(const SymmetricOperator& a, const Matrix& columns) const;
  void step(const SymmetricOperator& a, bool keep_image);
  void grow(int cols);
  void project_out(Matrix& columns, const Matrix& basis) const;

  int n_;
  double settled_;
  bool centred_;
  int first_steps_;
  Precision precision_;
  int size_;  ///< of the basis
  int full_decompositions_ = 0;
  int updates_ = 0;  ///< in single precision
  EigenPairs pairs_{};
  Matrix image_{};  ///< A times the vectors, or of other width than they are: not known
  core::Stream stream_{core::CellKey{}, core::Purpose::kSubspace};
};

}  // namespace tertium::embedding
