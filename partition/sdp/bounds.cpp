// How near a solution is to the optimum, proven after the fact and whatever the iterations did.
//
// Below: some projections between { X psd, X 1 = 1, tr X as it is } and { X >= 0 } from the solution on, the second one
// overdone; what of the best one is still negative, mixed with 11^T / n, and with I where the trace is fixed, just
// enough. Or the matrix of a partition near the solution, which needs no mending.
// Above: for any G >= 0, <S,X> <= <S + G, X> = <S + G, 11^T / n> + <S + G, Z>, Z = X - 11^T / n. Rows of X >= 0 sum to
// 1, so no eigenvalue of Z is above 1: what eigen_bound.hpp is for. The multipliers of the last iteration are G = -rho
// U.
#include <algorithm>
#include <cmath>
#include <limits>

#include "partition/sdp/clustering_sdp.hpp"
#include "partition/sdp/eigen_bound.hpp"

namespace tertium::partition {
namespace {

constexpr double kLittle = 0.1;  // of the tolerance: what is no more of the value is not worth another projection

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

/// The value of a mixture of x, which is psd with row sums 1 and that trace, with what has no negative entry.
double feasible_value(const Matrix& s, const SdpProblem& problem, const Matrix& x, double trace) {
  const int n = s.rows();
  const double missing = -smallest_entry(x) * n, of_ones = sum_of(s) / n, of_x = dot(s, x);
  if (problem.form == SdpForm::kPenalty) {
    const double share = 1.0 / (1.0 + missing);
    return share * (of_x - problem.value * trace) + (1.0 - share) * (of_ones - problem.value);
  }
  const double of_rest = (n - trace) / (n - 1.0);  // of what is mixed in, the part that is 11^T / n
  const double share = 1.0 / (1.0 + missing / of_rest);
  return share * of_x + (1.0 - share) * of_rest * of_ones;
}

}  // namespace

double SdpBounds::relative_gap() const {
  const double width = upper - lower;
  if (std::isnan(width)) return 1.0;
  if (!(width > 0.0)) return 0.0;
  return width / (lower == 0.0 ? std::abs(upper) : std::abs(lower));
}

double ClusteringSdp::value_of(const SdpProblem& problem, const core::Partition& partition) const {
  const std::vector<core::Object> sizes = partition.sizes();
  double value = problem.form == SdpForm::kPenalty ? -problem.value * partition.clusters() : 0.0;
  for (int i = 0; i < objects(); ++i) {
    double sum = 0.0;
    for (int j = 0; j < objects(); ++j)
      if (partition[j] == partition[i]) sum += s_(i, j);
    value += sum / sizes[partition[i]];
  }
  return value;
}

double ClusteringSdp::lower_bound(const SdpProblem& problem, const SdpSolution& solution, double known,
                                  double enough) const {
  constexpr int kProjections = 5;
  // Negative entries become twice as positive; without that it takes thrice the steps.
  constexpr double kOverdone = 3.0;
  if (known >= enough) return known;
  const int n = objects();
  Matrix x = solution.dense();
  double best = std::max(known, feasible_value(s_, problem, x, solution.trace));
  EigenTracker tracker = tracker_;
  const int followed = static_cast<int>(solution.weights.size());
  Matrix above(n, n);
  for (int step = 0; step < kProjections && best < enough && followed > 0; ++step) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) above(i, j) = std::max(x(i, j), (1.0 - kOverdone) * x(i, j));
    const EigenPairs& pairs = tracker.update(above, [&](auto) { return followed; });
    x = nearest_of_trace(pairs, solution.trace).dense();
    const double value = feasible_value(s_, problem, x, solution.trace);
    if (value - best < kLittle * settings_.tolerance * std::abs(best) && step > 0) break;  // the first one may lose
    best = std::max(best, value);
  }
  return best;
}

double ClusteringSdp::upper_bound(const SdpProblem& problem, const SdpSolution& solution) const {
  const int n = objects(), rank = static_cast<int>(solution.weights.size());
  Matrix above = s_;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) above(i, j) -= rho_ * std::min(t_(i, j), 0.0);
  const double of_ones = sum_of(above) / n;
  if (problem.form == SdpForm::kTrace) return of_ones + bound_at_trace(above, problem.value - 1.0);
  return of_ones - problem.value + bound_at_penalty(above, problem.value, rank);
}

SdpBounds ClusteringSdp::bounds(const SdpProblem& problem, const SdpSolution& solution,
                                const std::optional<core::Partition>& near) const {
  const SdpProblem own = in_units(problem);
  SdpBounds bounds;
  if (own.form == SdpForm::kTrace && own.value >= objects()) return bounds;  // X = I, and <S,I> = 0
  bounds.upper = upper_bound(own, solution);
  const double known = near ? value_of(own, *near) : -std::numeric_limits<double>::infinity();
  const double enough = bounds.upper - kLittle * settings_.tolerance * std::abs(bounds.upper);
  bounds.lower = lower_bound(own, solution, known, enough);
  return {std::ldexp(bounds.lower, exponent_), std::ldexp(bounds.upper, exponent_)};
}

}  // namespace tertium::partition
