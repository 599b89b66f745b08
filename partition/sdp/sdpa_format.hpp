#pragma once

#include <iosfwd>

#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// SDP-k in SDPA's sparse format, which generic solvers read: one psd block X of n x n, one diagonal block of the
/// slacks X_ij >= 0, i < j. O(n^4) work for such solvers, so some dozen objects.
void write_sdpa(std::ostream& out, const Matrix& similarity, double k);

}  // namespace tertium::partition
