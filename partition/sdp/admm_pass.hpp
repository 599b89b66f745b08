#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::Matrix;

/// Sums of squares over all entries.
struct AdmmNorms {
  double x = 0.0, u = 0.0;        ///< X and the new U
  double x_minus_y = 0.0;         ///< X less the new Y
  double y_minus_y_before = 0.0;  ///< the new Y less the old one
};

/// One pass over the state of the method: X = W W^T, made in that precision, then T <- relaxation X + (T > 0 ?
/// (1 - relaxation) T : T), then A <- |T| + S / rho. W is n x r; all are symmetric, so one half is made. Norms are
/// summed by rows; OpenMP over rows.
AdmmNorms admm_pass(const Matrix& w, const Matrix& s, double rho, Matrix& t, Matrix& a,
                    embedding::Precision precision = embedding::Precision::kDouble);

}  // namespace tertium::partition
