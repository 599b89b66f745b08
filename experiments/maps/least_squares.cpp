#include "experiments/maps/least_squares.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "embedding/dense/symmetric_eigen.hpp"

namespace tertium::experiments {
namespace {

using embedding::Matrix;

constexpr double kNone = 1e-11;  // of the largest eigenvalue: inputs do not differ in that direction
constexpr double kLeast = 1e-8;  // of I - H: less is what only these rows tell of

double product(const double* a, const double* b, int count) {
  return std::inner_product(a, a + count, b, 0.0);
}

/// X^T X, the rows of `inputs` being X.
Matrix products_of(const Matrix& inputs) {
  Matrix products(inputs.cols(), inputs.cols());
  for (int k = 0; k < inputs.rows(); ++k)
    for (int i = 0; i < inputs.cols(); ++i)
      for (int j = 0; j < inputs.cols(); ++j) products(i, j) += inputs(k, i) * inputs(k, j);
  return products;
}

Matrix pseudo_inverse(Matrix symmetric) {
  const int n = symmetric.rows();
  const embedding::EigenPairs pairs = embedding::symmetric_eigen(std::move(symmetric));
  Matrix inverse(n, n);
  for (int c = 0; c < n && pairs.values[static_cast<std::size_t>(c)] > kNone * pairs.values.front(); ++c)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        inverse(i, j) += pairs.vectors(i, c) * pairs.vectors(j, c) / pairs.values[static_cast<std::size_t>(c)];
  return inverse;
}

/// matrix x.
std::vector<double> applied(const Matrix& matrix, const double* x) {
  std::vector<double> result;
  for (int i = 0; i < matrix.rows(); ++i) result.push_back(product(matrix.row(i), x, matrix.cols()));
  return result;
}

}  // namespace

LeastSquares::LeastSquares(const Matrix& inputs, std::vector<double> outputs)
    : inputs_(inputs), outputs_(std::move(outputs)), inverse_(pseudo_inverse(products_of(inputs))) {
  coefficients_ = applied(inverse_, applied(inputs_.transposed(), outputs_.data()).data());
}

double LeastSquares::residual(std::size_t row) const {
  return outputs_[row] - product(inputs_.row(static_cast<int>(row)), coefficients_.data(), inputs_.cols());
}

double LeastSquares::left_out_squares(std::span<const std::size_t> rows) const {
  const int count = static_cast<int>(rows.size());
  Matrix left(count, count);
  for (int a = 0; a < count; ++a) {
    const std::vector<double> image = applied(inverse_, inputs_.row(static_cast<int>(rows[a])));
    for (int b = 0; b < count; ++b)
      left(a, b) = (a == b ? 1.0 : 0.0) - product(image.data(), inputs_.row(static_cast<int>(rows[b])), inputs_.cols());
  }
  const embedding::EigenPairs pairs = embedding::symmetric_eigen(std::move(left));
  if (pairs.values.back() < kLeast) return std::numeric_limits<double>::infinity();
  double sum = 0.0;
  for (int c = 0; c < count; ++c) {
    double along = 0.0;
    for (int a = 0; a < count; ++a) along += pairs.vectors(a, c) * residual(rows[a]);
    along /= pairs.values[static_cast<std::size_t>(c)];
    sum += along * along;
  }
  return sum;
}

}  // namespace tertium::experiments
