#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// Numbers that <A, Z>, or <A, Z> - lambda tr Z, surely does not exceed for any Z with 0 <= Z <= I (as quadratic forms)
/// and Z 1 = 0, and that come near it: sums of the largest eigenvalues of P A P, or of what of them is above lambda.
///
/// With V diag(w) V^T >= P A P - t I on what is orthogonal to 1, <A, Z> <= t tr Z + sum of w, for Z <= I. All that
/// rounding and unfinished eigenvectors leave open is a little more, which a Cholesky factorization shows to be enough.
double bound_at_trace(const Matrix& a, double trace);
/// About so many eigenvalues are `expected` to be above lambda.
double bound_at_penalty(const Matrix& a, double lambda, int expected);

}  // namespace tertium::partition
