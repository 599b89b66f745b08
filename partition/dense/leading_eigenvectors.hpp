#pragma once

#include "partition/dense/matrix.hpp"

namespace tertium::partition {

/// Unit eigenvectors of the k largest eigenvalues of a symmetric matrix, as columns, to residuals of 1e-8 of the
/// largest value in modulus among them; 1 <= k <= n.
Matrix leading_eigenvectors(const Matrix& a, int k);

}  // namespace tertium::partition
