#pragma once

#include "core/random/random.hpp"
#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// How many eigenvalues of P S P, P = I - 11^T / n, are above the edge of the noise of S: k clusters that show in S
/// make k - 1 of them. Of n x n noise of variance v the edge is 2 sqrt(n v) (Wigner), and of its finite size 1 +
/// n^(-2/3) times that, which a matrix of noise exceeds once in a hundred times (Tracy and Widom); v is that of S
/// without what stands out.
int standing_out(const Matrix& similarity);

/// The same of a matrix that is known by its products, as far as forty of them with some vectors more than stand out
/// show it: what is less than a third above the edge may be missed. v by the lengths of products with eight random
/// vectors of signs. For sums of whole numbers of which few meet in a pair: a row whose squares add up to d has an edge
/// wider by 1/d. At most 128.
int standing_out(const embedding::SymmetricOperator& similarity, core::Stream& stream);

}  // namespace tertium::partition
