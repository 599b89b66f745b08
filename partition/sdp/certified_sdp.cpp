#include "partition/sdp/certified_sdp.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "partition/k_means/k_means.hpp"

namespace tertium::partition {
namespace {

constexpr double kNearPartition = 0.95;  // theta from which rounding is tried

/// Whether some penalty proves the partition: one given, or the middle of those that may.
bool is_proven(const Matrix& s, const core::Partition& partition, std::optional<double> lambda) {
  if (lambda && proves_optimal(s, partition, *lambda)) return true;
  const WitnessInterval interval = witness_interval(s, partition);
  if (interval.low >= interval.high || std::isinf(interval.high)) return false;
  return proves_optimal(s, partition, (interval.low + interval.high) / 2.0);
}

bool has_one_solution(const SdpProblem& problem, int n) {
  return problem.form == SdpForm::kTrace && (problem.value <= 1.0 || problem.value >= n);
}

}  // namespace

bool CertifiedSolution::certified() const {
  return gap <= kCertifiedGap;
}

void expect_converged(const SdpProblem& problem, const SdpSolution& solution) {
  if (solution.converged) return;
  core::fail(
      "the semidefinite program with {} = {:g} did not converge in {} iterations (its residuals are {:.1e} and "
      "{:.1e}), raise iterations or tolerance",
      problem.form == SdpForm::kTrace ? "k" : "lambda", problem.value, solution.iterations, solution.primal_residual,
      solution.dual_residual);
}

std::optional<core::Partition> proven_guess(const Matrix& s, int k, core::Stream& stream) {
  if (k < 2 || k >= s.rows()) return std::nullopt;
  EigenTracker tracker(s.rows(), true);
  const EigenPairs& pairs = tracker.update(s, [&](auto) { return k - 1; });
  const core::Partition partition = k_means(pairs.vectors.first_cols(k - 1), k, stream);
  if (partition.clusters() != k || !is_proven(s, partition, std::nullopt)) return std::nullopt;
  return partition;
}

CertifiedSolution certify(const ClusteringSdp& sdp, const SdpProblem& problem, const SdpSolution& solution,
                          core::Stream& stream) {
  const Matrix& s = sdp.similarity();
  if (has_one_solution(problem, sdp.objects())) return {solution, 0.0};
  if (solution.theta() > kNearPartition && std::abs(solution.trace - solution.clusters()) < 0.05) {
    const core::Partition partition = round_solution(solution, Rounding::kRows, stream);
    const bool penalty = problem.form == SdpForm::kPenalty;
    const bool proven =
        partition.clusters() == solution.clusters() &&
        (penalty ? proves_optimal(s, partition, problem.value) : is_proven(s, partition, solution.lambda));
    if (proven) {
      SdpSolution exact = solution_of(partition);
      exact.lambda = solution.lambda;
      exact.iterations = solution.iterations;
      exact.primal_residual = exact.dual_residual = 0.0;
      return {std::move(exact), 0.0};
    }
  }
  return {solution, sdp.bounds(problem, solution).relative_gap()};
}

CertifiedSolution solve_certified(ClusteringSdp& sdp, const SdpProblem& problem, core::Stream& stream) {
  if (problem.form == SdpForm::kTrace)
    if (const auto guess = proven_guess(sdp.similarity(), static_cast<int>(problem.value), stream))
      return {solution_of(*guess), 0.0};
  const SdpSolution solution = sdp.solve(problem);
  expect_converged(problem, solution);
  return certify(sdp, problem, solution, stream);
}

core::Partition round_solution(const SdpSolution& solution, Rounding rounding, core::Stream& stream) {
  const int k = solution.clusters();
  if (rounding == Rounding::kRows) return k_means(solution.rows_as_points(), k, stream);
  // The leading eigenvector of X is constant: it tells nothing.
  return k_means(solution.vectors.first_cols(std::min(k, solution.rank()) - 1), k, stream);
}

}  // namespace tertium::partition
