#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// A factor F of d columns with F F^T nearest to the symmetric m x m matrix among all positive semidefinite ones of
/// rank d at most, for m up to a few dozen: its d largest eigenvalues, those below 0 as 0. The columns are orthogonal,
/// by descending length; the sign of each is that of its largest entry, made positive. Jacobi's rotations: the same
/// bits on every machine.
Matrix nearest_factor(Matrix symmetric, int d);

}  // namespace tertium::embedding
