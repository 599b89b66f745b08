#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// Rows of a matrix: `stride` doubles apart, and their entries `step`.
struct Rows {
  const double* data = nullptr;
  int stride = 0, step = 1;
};
/// Rows a multiple of Matrix::kAlign doubles apart, the first of them aligned.
struct MutableRows {
  double* data = nullptr;
  int stride = 0;
};

/// What multiply does for some rows of A, which may be columns of another matrix: C = A B, B with aligned rows, with
/// `rows` rows, `depth` terms and `cols` columns, padding included.
void multiply_rows(const Rows& a, const Rows& b, const MutableRows& c, int rows, int depth, int cols);

}  // namespace tertium::embedding
