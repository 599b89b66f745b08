#pragma once

#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// Unit eigenvectors of the k largest eigenvalues of a symmetric matrix, as columns, to residuals of 1e-8 of the
/// largest value in modulus among them; 1 <= k <= n.
Matrix leading_eigenvectors(Matrix a, int k);

/// The same of P A P, P = I - 11^T / n, to residuals of `residual` of the largest value, or as near as 80 products with
/// a few columns come; 1 <= k < n.
Matrix leading_centred_eigenvectors(const SymmetricOperator& a, int k, double residual);

}  // namespace tertium::embedding
