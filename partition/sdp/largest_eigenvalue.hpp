#pragma once

#include "embedding/dense/eigen_tracker.hpp"

namespace tertium::partition {

using embedding::EigenPairs;
using embedding::EigenTracker;
using embedding::Matrix;

/// A number that the largest eigenvalue of a symmetric matrix (of P A P if `centred`) surely does not exceed, and that
/// is near it: what `tracker`, a copy of which begins near the eigenvectors, finds, raised until a Cholesky
/// factorization shows it.
double largest_eigenvalue(const Matrix& a, bool centred, EigenTracker tracker);

}  // namespace tertium::partition
