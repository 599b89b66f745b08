#pragma once

#include "embedding/dense/matrix.hpp"

// Programs are solved, and proofs made, of similarities near 1: what counts as nothing is the same for all units, and
// no square is too small or too large for a double. Units are powers of two, so that nothing is rounded.
namespace tertium::partition {

using embedding::Matrix;

/// e with the largest modulus of the entries in [2^e, 2^(e+1)); 0 where all are 0, or some are no finite numbers.
int exponent_of(const Matrix& a);

/// a 2^exponent.
Matrix scaled(Matrix a, int exponent);

/// |a|_F / sqrt(n), for n x n.
double norm_per_row(const Matrix& a);

}  // namespace tertium::partition
