#pragma once

#include <vector>

#include "embedding/dense/eigen_tracker.hpp"

namespace tertium::embedding {

/// Bounds of the largest eigenvalue of a symmetric matrix that is known by its products, by a Krylov space begun with
/// random vectors (block Lanczos, all vectors made orthogonal to all).
///
/// The largest value theta in the space is at most the eigenvalue. Of one vector drawn uniformly from the sphere and m
/// products, Kuczynski and Wozniakowski (SIAM J. Matrix Anal. 1992) prove
///     P(eigenvalue - theta > e (largest - smallest)) <= 1.648 sqrt(n) exp(-sqrt(e) (2m - 1));
/// a block contains the space of each of its vectors, so all of them must fail. The spread is not known either: the
/// same of the negative matrix bounds it by that of the space, divided by 1 - 2 e.
class EigenRange {
 public:
  /// `start`: n x b, columns drawn independently from the normal distribution of an invariant space of `dimensions`, to
  /// which all images belong, too.
  EigenRange(SymmetricOperator a, int dimensions, Matrix start);

  /// One product with b columns more; to be called at least once. False once the space would be everything, and then
  /// nothing is done.
  bool grow();

  int products() const { return products_; }
  /// The largest and smallest value in the space.
  double largest() const { return values_.front(); }
  double smallest() const { return values_.back(); }
  /// What the largest eigenvalue exceeds with at most that probability; infinite where too few products tell nothing.
  double upper_bound(double failure) const;
  /// The vector of largest().
  std::vector<double> leading_vector() const;

 private:
  SymmetricOperator a_;
  int dimensions_, width_;
  std::vector<Matrix> blocks_;
  Matrix next_;
  Matrix h_{};
  std::vector<double> values_{};
  Matrix leading_{};  ///< coefficients
  int products_ = 0;
};

/// The share e of the spread in the bound above, for blocks of that width.
double random_start_error(int dimensions, int width, int products, double failure);

}  // namespace tertium::embedding
