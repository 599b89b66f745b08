#include "partition/sdp/certified_sdp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

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

/// The partition that a program with one solution has.
std::optional<core::Partition> only_solution(const SdpProblem& problem, int n) {
  if (problem.form != SdpForm::kTrace) return std::nullopt;
  if (problem.value >= n) return core::Partition::singletons(n);
  if (problem.value <= 1.0) return core::Partition(std::vector<core::Label>(n, 0));
  return std::nullopt;
}

/// The partition near a solution, if there is one of a trace that is feasible.
std::optional<core::Partition> near_partition(const SdpProblem& problem, const SdpSolution& solution,
                                              core::Stream& stream) {
  if (!(solution.theta() > kNearPartition) || std::abs(solution.trace - solution.clusters()) >= 0.05)
    return std::nullopt;
  const bool penalty = problem.form == SdpForm::kPenalty;
  if (!penalty && problem.value != solution.clusters()) return std::nullopt;
  core::Partition partition = round_solution(solution, Rounding::kRows, stream);
  if (partition.clusters() != solution.clusters()) return std::nullopt;
  return partition;
}

/// Whether it is proven to be the optimum.
bool is_optimum(const ClusteringSdp& sdp, const SdpProblem& problem, const SdpSolution& solution,
                const core::Partition& partition) {
  const bool penalty = problem.form == SdpForm::kPenalty;
  const double lambda = std::ldexp(penalty ? problem.value : solution.lambda, -sdp.exponent());
  return penalty ? proves_optimal(sdp.similarity(), partition, lambda) : is_proven(sdp.similarity(), partition, lambda);
}

}  // namespace

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

CertifiedSolution certify(ClusteringSdp& sdp, const SdpProblem& problem, SdpSolution solution, core::Stream& stream) {
  constexpr double kGap = 3.0, kLeastGap = 1e-6;     // of the tolerance; no matter how small that is
  constexpr std::array kShares = {0.5, 0.35, 0.25};  // steps are short: near c* some more iterations halve the gap
  if (auto only = only_solution(problem, sdp.objects())) return {std::move(solution), 0.0, std::move(only)};
  for (std::size_t share = 0;; ++share) {
    auto partition = near_partition(problem, solution, stream);
    if (partition && is_optimum(sdp, problem, solution, *partition)) {
      SdpSolution exact = solution_of(*partition);
      exact.lambda = solution.lambda;
      exact.iterations = solution.iterations;
      return {std::move(exact), 0.0, std::move(partition)};
    }
    const double gap = sdp.bounds(problem, solution, partition).relative_gap();
    const bool near = gap <= std::max(kLeastGap, kGap * sdp.settings().tolerance);
    if (near || share == kShares.size()) return {std::move(solution), gap, std::nullopt};
    // What takes longer than all so far makes almost no progress.
    SdpSolution further = sdp.solve_for_bounds(problem, kShares[share], solution.iterations);
    further.iterations += solution.iterations;
    if (!further.converged) {
      solution.iterations = further.iterations;
      return {std::move(solution), gap, std::nullopt};
    }
    solution = std::move(further);
  }
}

CertifiedSolution solve_certified(ClusteringSdp& sdp, const SdpProblem& problem, core::Stream& stream) {
  const bool whole = problem.form == SdpForm::kTrace && problem.value == std::floor(problem.value);
  if (whole)
    if (auto guess = proven_guess(sdp.similarity(), static_cast<int>(problem.value), stream))
      return {solution_of(*guess), 0.0, std::move(guess)};
  SdpSolution solution = sdp.solve_for_bounds(problem);
  expect_converged(problem, solution);
  return certify(sdp, problem, std::move(solution), stream);
}

core::Partition round_solution(const CertifiedSolution& answer, Rounding rounding, core::Stream& stream) {
  return answer.optimum ? *answer.optimum : round_solution(answer.solution, rounding, stream);
}

core::Partition round_solution(const SdpSolution& solution, Rounding rounding, core::Stream& stream) {
  const int k = solution.clusters();
  if (rounding == Rounding::kRows) return k_means(solution.rows_as_points(), k, stream);
  // The leading eigenvector of X is constant: it tells nothing.
  return k_means(solution.vectors.first_cols(std::min(k, solution.rank()) - 1), k, stream);
}

}  // namespace tertium::partition
