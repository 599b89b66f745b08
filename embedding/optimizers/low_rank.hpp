#pragma once

#include <vector>

#include "embedding/losses/objective.hpp"

namespace tertium::embedding {

/// lambda times the sum of the singular values to the power of p: 0 < p < 1 the Schatten quasi-norm, 1 the nuclear
/// norm.
struct SchattenPenalty {
  double lambda = 0.0;
  double p = 0.5;

  double value(const std::vector<double>& singular) const;
  /// Its slopes at these values, of which the majorant is made; infinite at 0.
  std::vector<double> weights(const std::vector<double>& singular) const;
};

/// Rows of numbers, and the singular values of that matrix, descending.
struct LowRank {
  std::vector<double> rows{};
  std::vector<double> singular{};
};

/// The matrix Z that makes |Z - Y|^2 / 2 and the sum of weights times singular values least, for weights that ascend:
/// that of Y with its singular values less the weights, where that is positive (Lu, Tang, Yan, Lin, CVPR 2014). Y has
/// N rows of d numbers.
LowRank shrunk(const std::vector<double>& rows, std::size_t d, const std::vector<double>& weights);

struct LowRankFit {
  std::vector<double> x{};       ///< N rows along the principal axes, the longest first
  int dimensions = 0;            ///< that are left; 0: all places are the same
  double loss = 0.0;             ///< mean of a statement, without the penalty
  std::vector<double> values{};  ///< mean loss and penalty, after every iteration; never rises
};

/// From x, N rows of d numbers, at most so many iterations, or until ten lower the value by less than a share of it.
///
/// Iteratively reweighted singular values: the penalty is concave, so it is below its tangent at the values of the
/// last round; a step along the gradient, then these values less the tangent's slopes times the step. Steps are those
/// of Barzilai and Borwein, halved until the loss is below its own bound, so no round makes the value larger.
LowRankFit minimize_low_rank(const Objective& objective, std::vector<double> x, std::size_t d,
                             const SchattenPenalty& penalty, int most, double tolerance);

}  // namespace tertium::embedding
