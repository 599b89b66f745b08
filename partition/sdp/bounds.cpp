// How near a solution is to the optimum, proven after the fact and whatever the iterations did.
//
// Below: X mixed with 11^T / n, and with I where the trace is fixed, just enough to have no negative entry.
// Above: for any G >= 0, <S,X> <= <S + G, X> <= <S + G, 11^T / n> + l (tr X - 1) with l the largest eigenvalue of
// P (S + G) P. With a penalty, v = l - lambda > 0 is mended by v (11^T - I), which costs v (n - 1). The multipliers of
// the last iteration are G = -rho U. That l is no less than the eigenvalue is shown by a Cholesky factorization.
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "partition/sdp/clustering_sdp.hpp"
#include "partition/sdp/largest_eigenvalue.hpp"

namespace tertium::partition {
namespace {

double smallest_entry(const Matrix& x) {
  double smallest = 0.0;
  for (int i = 0; i < x.rows(); ++i) smallest = std::min(smallest, *std::min_element(x.row(i), x.row(i) + x.cols()));
  return smallest;
}

double sum_of(const Matrix& a) {
  double sum = 0.0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) sum += a(i, j);
  return sum;
}

}  // namespace

double SdpBounds::relative_gap() const {
  return std::max(0.0, upper - lower) / std::max(1.0, std::abs(lower));
}

double feasible_value(const Matrix& s, const SdpProblem& problem, const SdpSolution& solution) {
  const int n = s.rows();
  const Matrix x = solution.dense();
  const double missing = -smallest_entry(x) * n, of_ones = sum_of(s) / n, of_x = dot(s, x);
  if (problem.form == SdpForm::kPenalty) {
    const double share = 1.0 / (1.0 + missing);
    return share * (of_x - problem.value * solution.trace) + (1.0 - share) * (of_ones - problem.value);
  }
  if (n < 2 || problem.value >= n) return problem.value >= n ? 0.0 : of_ones;  // X = I, and <S,I> = 0
  const double of_rest = (n - problem.value) / (n - 1.0);  // of what is mixed in, the part that is 11^T / n
  const double share = 1.0 / (1.0 + missing / of_rest);
  return share * of_x + (1.0 - share) * of_rest * of_ones;
}

SdpBounds ClusteringSdp::bounds(const SdpProblem& problem, const SdpSolution& solution) const {
  const int n = objects();
  Matrix above = s_;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) above(i, j) -= rho_ * std::min(t_(i, j), 0.0);
  const double largest = largest_eigenvalue(above, true, tracker_);
  const double of_ones = sum_of(above) / n;
  SdpBounds bounds;
  bounds.lower = feasible_value(s_, problem, solution);
  bounds.upper = problem.form == SdpForm::kTrace
                     ? of_ones + largest * (problem.value - 1.0)
                     : of_ones - problem.value + std::max(0.0, largest - problem.value) * (n - 1.0);
  return bounds;
}

}  // namespace tertium::partition
