#pragma once

#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// The eigenpairs of largest absolute value, those first; and the largest |A v - value v| among them, v of length 1.
struct PartialEigen {
  EigenPairs pairs{};
  double residual = 0.0;
  int applied = 0;  ///< of A with a block of vectors; 0: LAPACK made all pairs
};

/// The k eigenpairs of largest absolute value of a symmetric matrix, to residuals of `residual` of the largest value in
/// modulus, or as near as 600 products with a block come; 0 <= k <= n. Each vector's entry of largest modulus is
/// positive.
///
/// Block Lanczos from k + 4 random vectors (of a stream of its own: the same for every matrix of that size), with full
/// orthogonalization and thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 2000): a space of eight blocks is
/// reduced to its best quarter and grown again. Values of up to k + 4 equal ones are found. Where an eighth of all
/// pairs is wanted, and for n <= 64, LAPACK makes all of them. Memory: 16 n (k + 4) doubles.
PartialEigen largest_by_modulus(const SymmetricOperator& a, int k, double residual = 1e-8);

/// Unit eigenvectors of the k largest eigenvalues of a symmetric matrix, as columns, to residuals of 1e-8 of the
/// largest value in modulus among them; 1 <= k <= n.
Matrix leading_eigenvectors(Matrix a, int k);

/// The same of P A P, P = I - 11^T / n, to residuals of `residual` of the largest value, or as near as 80 products with
/// a few columns come; 1 <= k < n.
Matrix leading_centred_eigenvectors(const SymmetricOperator& a, int k, double residual);

}  // namespace tertium::embedding
