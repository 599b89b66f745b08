#include "embedding/crowd/worker.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace tertium::embedding {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd from_free_entries(Index d) {
  MatrixXd selection = MatrixXd::Zero(d * d, d * (d + 1) / 2);
  Index free = 0;
  for (Index p = 0; p < d; ++p)
    for (Index q = p; q < d; ++q, ++free) selection(p + q * d, free) = selection(q + p * d, free) = 1.0;
  return selection;
}

/// Entry (ab, cd) is entry (ac, db) of the matrix, rows and columns numbered by pairs: what turns
/// sum W_pq W_rs (of a quadratic form in W) into W_pq (..) W_rs (a product of matrices), and back.
MatrixXd crossed(const MatrixXd& matrix, Index dim) {
  MatrixXd result(matrix.rows(), matrix.cols());
  for (Index a = 0; a < dim; ++a)
    for (Index b = 0; b < dim; ++b)
      for (Index c = 0; c < dim; ++c)
        for (Index d = 0; d < dim; ++d) result(a + b * dim, c + d * dim) = matrix(a + c * dim, d + b * dim);
  return result;
}

}  // namespace

Worker::Worker(Index dimensions)
    : from_free_(from_free_entries(dimensions)), mean_(MatrixXd::Identity(dimensions, dimensions)) {
  const VectorXd flat = mean_.reshaped();
  image_ = crossed(flat * flat.transpose(), dimensions);
}

void Worker::learn_matrix(const MatrixXd& squares, const MatrixXd& linear) {
  const Index d = mean_.rows(), free = from_free_.cols();
  // A score squared is x^T W y y^T W x, on average tr(W R_y W R_x).
  const MatrixXd precision =
      MatrixXd::Identity(free, free) - 2.0 * from_free_.transpose() * crossed(squares, d) * from_free_;
  const Eigen::LLT<MatrixXd> factor(precision);
  const VectorXd entries = factor.solve(from_free_.transpose() * linear.reshaped());
  const MatrixXd covariance = factor.solve(MatrixXd::Identity(free, free));
  mean_ = (from_free_ * entries).reshaped(d, d);
  image_ = crossed(from_free_ * (covariance + entries * entries.transpose()) * from_free_.transpose(), d);
  const double log_det = 2.0 * factor.matrixLLT().diagonal().array().log().sum();  // of the precision
  matrix_divergence_ = 0.5 * (covariance.trace() + entries.squaredNorm() - static_cast<double>(free) + log_det);
}

void Worker::learn_bias(double squares, double linear) {
  bias_variance_ = 1.0 / (1.0 - 2.0 * squares);
  bias_ = bias_variance_ * linear;
}

double Worker::divergence() const {
  return matrix_divergence_ + 0.5 * (squared_bias() - 1.0 - std::log(bias_variance_));
}

}  // namespace tertium::embedding
