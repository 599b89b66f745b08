#include "embedding/dense/sparse_operator.hpp"

namespace tertium::embedding {

SymmetricOperator operator_of(const kernels::SparseAdds3& scores) {
  const int n = scores.objects();
  const auto times = [&scores, n](const Matrix& x) {
    Matrix y(n, x.cols());
    scores.multiply(x.row(0), y.row(0), x.stride());
    return y;
  };
  const auto dense = [times, n] {
    Matrix identity(n, n);
    for (int i = 0; i < n; ++i) identity(i, i) = 1.0;
    return times(identity);
  };
  return {n, times, dense};
}

}  // namespace tertium::embedding
