#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "embedding/dense/matrix.hpp"

namespace tertium::experiments {

/// The fit of outputs by few inputs, a row each, with the least sum of squares; of equally good ones the shortest.
class LeastSquares {
 public:
  LeastSquares(const embedding::Matrix& inputs, std::vector<double> outputs);

  /// One for each input.
  const std::vector<double>& coefficients() const { return coefficients_; }
  /// The sum of squares by which the outputs of these rows are off from the fit to all others, without fitting again:
  /// of (I - H)^-1 residuals, H being the leverages of the rows. Infinite where others tell nothing of them.
  double left_out_squares(std::span<const std::size_t> rows) const;

 private:
  double residual(std::size_t row) const;

  const embedding::Matrix& inputs_;
  std::vector<double> outputs_;
  embedding::Matrix inverse_;  // of the inputs' products, where they differ
  std::vector<double> coefficients_;
};

}  // namespace tertium::experiments
