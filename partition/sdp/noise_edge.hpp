#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// How many eigenvalues of P S P, P = I - 11^T / n, are above the edge of the noise of S: k clusters that show in S
/// make k - 1 of them. Of n x n noise of variance v the edge is 2 sqrt(n v) (Wigner), and of its finite size 1 +
/// n^(-2/3) times that, which a matrix of noise exceeds once in a hundred times (Tracy and Widom); v is that of S
/// without what stands out.
int standing_out(const Matrix& similarity);

}  // namespace tertium::partition
