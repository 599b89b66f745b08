#include "embedding/dense/eigen_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::embedding {

EigenRange::EigenRange(SymmetricOperator a, int dimensions, Matrix start)
    : a_(std::move(a)), dimensions_(dimensions), width_(start.cols()), next_(orthonormal(std::move(start))) {}

bool EigenRange::grow() {
  const int before = h_.rows(), added = next_.cols();
  if (added == 0 || before + added > dimensions_) return false;
  blocks_.push_back(std::move(next_));
  Matrix image = a_.times(blocks_.back());
  Matrix h(before + added, before + added);
  for (int i = 0; i < before; ++i) std::copy_n(h_.row(i), before, h.row(i));
  std::vector<Matrix> within;
  int row = 0;
  for (const Matrix& block : blocks_) {
    within.push_back(multiply_transposed(block, image));
    for (int i = 0; i < block.cols(); ++i, ++row)
      for (int c = 0; c < added; ++c) h(row, before + c) = h(before + c, row) = within.back()(i, c);
  }
  h_ = std::move(h);
  EigenPairs pairs = symmetric_eigen(h_);
  values_ = std::move(pairs.values);
  leading_ = pairs.vectors.first_cols(1);
  for (std::size_t b = 0; b < blocks_.size(); ++b) subtract(image, multiply(blocks_[b], within[b]));
  // Once more: making short columns long takes what rounding left of the space along.
  image = orthonormal(std::move(image));
  for (const Matrix& block : blocks_) subtract(image, multiply(block, multiply_transposed(block, image)));
  next_ = orthonormal(std::move(image));
  ++products_;
  return true;
}

double random_start_error(int dimensions, int width, int products, double failure) {
  // Half of the failures for either end of the spectrum; a block fails with all of its vectors.
  const double of_vector = std::pow(failure / 2.0, 1.0 / width);
  const double root = std::log(1.648 * std::sqrt(dimensions) / of_vector) / (2.0 * products - 1.0);
  return root * root;
}

double EigenRange::upper_bound(double failure) const {
  core::expects(products_ > 0, "a space that is not empty");
  const double error = random_start_error(dimensions_, width_, products_, failure);
  if (error >= 0.5) return std::numeric_limits<double>::infinity();
  return largest() + error / (1.0 - 2.0 * error) * (largest() - smallest());
}

std::vector<double> EigenRange::leading_vector() const {
  std::vector<double> vector(static_cast<std::size_t>(a_.n));
  int row = 0;
  for (const Matrix& block : blocks_) {
    for (int i = 0; i < a_.n; ++i)
      for (int c = 0; c < block.cols(); ++c) vector[static_cast<std::size_t>(i)] += block(i, c) * leading_(row + c, 0);
    row += block.cols();
  }
  return vector;
}

}  // namespace tertium::embedding
