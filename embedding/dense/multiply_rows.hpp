#pragma once

#include "embedding/dense/matrix.hpp"

namespace tertium::embedding {

/// Rows of a matrix: a multiple of Matrix::kAlign doubles apart, the first of them aligned.
struct Rows {
  const double* data = nullptr;
  int stride = 0;
};
struct MutableRows {
  double* data = nullptr;
  int stride = 0;
};

/// What multiply does for some rows of A: C = A B with `rows` rows, `depth` terms and `cols` columns, padding included.
void multiply_rows(const Rows& a, const Rows& b, const MutableRows& c, int rows, int depth, int cols);

}  // namespace tertium::embedding
