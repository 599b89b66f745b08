#pragma once

#include <optional>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/matrix.hpp"

namespace tertium::partition {

using embedding::EigenPairs;
using embedding::EigenTracker;
using embedding::Matrix;

/// Which of the two semidefinite programs, both over X symmetric positive semidefinite, X >= 0 entrywise, X 1 = 1:
///     kPenalty  maximize <S,X> - value tr X     (SDP-lambda)
///     kTrace    maximize <S,X>, tr X = value    (SDP-k)
enum class SdpForm { kPenalty, kTrace };
struct SdpProblem {
  SdpForm form = SdpForm::kTrace;
  double value = 2.0;
};

struct SdpSettings {
  double tolerance = 1e-3;  ///< of both relative residuals
  int iterations = 5000;    ///< at most
};

/// X = 11^T / n + V diag(weights) V^T, positive semidefinite with row sums 1; its entries are nonnegative up to the
/// primal residual.
struct SdpSolution {
  std::vector<double> weights{};  ///< positive, descending
  Matrix vectors{};               ///< n x rank, orthonormal, orthogonal to 1
  double trace = 1.0;
  double lambda = 0.0;  ///< penalty of the trace: given, or the multiplier of its constraint
  int iterations = 0;
  double primal_residual = 0.0;  ///< |X - Y| / |X|, Y >= 0 the nonnegative iterate
  double dual_residual = 0.0;    ///< relative change of Y, in units of the multipliers
  bool converged = false;

  int rank() const { return 1 + static_cast<int>(weights.size()); }
  /// round(tr X).
  int clusters() const;
  /// Sum of the clusters() largest eigenvalues over the trace: 1 where X is the matrix of a partition.
  double theta() const;
  /// Points whose distances are those of the rows of X: n x (rank - 1).
  Matrix rows_as_points() const;
  /// X itself.
  Matrix dense() const;
};

/// The nearest X of that trace whose eigenvectors beside 1 are these: their values less a threshold, where positive.
SdpSolution nearest_of_trace(const EigenPairs& pairs, double trace);

/// A proven interval for the optimal value.
struct SdpBounds {
  double lower = 0.0;  ///< value of a feasible matrix
  double upper = 0.0;  ///< value of a feasible point of the dual
  /// (upper - lower) / |lower|: the same for all units of the similarities; 0 where both are 0, 1 where only `lower`
  /// is.
  double relative_gap() const;
};

/// Solves semidefinite programs of one similarity matrix, one after the other, each begun where the last one ended.
///
/// Source: the program, Yan, Sarkar, Cheng, AISTATS 2018; ADDS20. The method is the alternating direction method of
/// multipliers between { X psd, X 1 = 1 (tr X = k) } and { Y >= 0 }. X 1 = 1 and X psd mean X = 11^T / n + Z, Z psd,
/// Z 1 = 0; so the first set, too, has a projection in closed form, by the eigenpairs of P A P: their values less a
/// threshold, where positive. The threshold is lambda / rho, or what makes the trace k. The state is one matrix
/// T = X + U: Y = max(T, 0), U = min(T, 0), Y - U = |T|. Over-relaxed by 1.8; rho balances the residuals.
/// Where a hundred iterations come no nearer, eigenpairs are made more exactly from then on, and for the rest of that
/// program residuals are balanced evenly. Products of iterations, and of the projections of a lower bound, are in
/// single precision where there are many objects and the tolerance is coarse.
///
/// Guarantee: converges to the optimum; bounds() proves, in double precision, how near it is, whatever the iterations
/// did. Cost of an iteration: 2 (r + 2 b) n^2 operations for r eigenpairs followed with b vectors; 9 n^3 where all are
/// made (rank above n/3). 3 n^2 doubles. Deterministic, the same bits for any number of threads.
class ClusteringSdp {
 public:
  explicit ClusteringSdp(Matrix similarity, const SdpSettings& settings = {});

  /// `converged` tells whether both residuals are within the tolerance. 1 <= k <= n for kTrace, lambda >= 0 for
  /// kPenalty.
  SdpSolution solve(const SdpProblem& problem);
  /// The same to a primal residual of `share` of the tolerance, and a dual one of twice that, with the primal one kept
  /// at a tenth of the dual one: after as many iterations bounds are nearest then, for what is nearly nonnegative is
  /// easily mended, and multipliers settle sooner under a large rho.
  SdpSolution solve_for_bounds(const SdpProblem& problem, double share = 1.0) {
    return solve_for_bounds(problem, share, settings_.iterations);
  }
  /// In at most so many iterations.
  SdpSolution solve_for_bounds(const SdpProblem& problem, double share, int iterations);

  /// Of the problem that was solved last. `near` has a trace that is feasible: where it is the optimum, or nearly, but
  /// no witness says so, its value is the nearest lower bound, and the only one that costs nothing.
  SdpBounds bounds(const SdpProblem& problem, const SdpSolution& solution,
                   const std::optional<core::Partition>& near = std::nullopt) const;

  /// The similarities in units of 2^exponent(), near 1.
  const Matrix& similarity() const { return s_; }
  int exponent() const { return exponent_; }
  int objects() const { return s_.rows(); }
  const SdpSettings& settings() const { return settings_; }

 private:
  struct Aim {
    double tolerance, primal_to_dual, dual;  ///< of the primal residual; balance; of the dual one, in tolerances
  };
  struct Residuals {
    double primal = 0.0, dual = 0.0;
  };
  /// In units of 2^exponent(), as s_ is, and only here.
  SdpProblem in_units(const SdpProblem& problem) const;
  /// At least `known`, and sought only until it is `enough`.
  double lower_bound(const SdpProblem& problem, const SdpSolution& solution, double known, double enough) const;
  double value_of(const SdpProblem& problem, const core::Partition& partition) const;
  double upper_bound(const SdpProblem& problem, const SdpSolution& solution) const;
  void project(const SdpProblem& problem, SdpSolution& solution);
  SdpSolution iterate(const SdpProblem& problem, const Aim& aim, int iterations);
  Residuals update(const SdpSolution& solution);
  void change_rho(double factor);

  int exponent_;
  Matrix s_;
  SdpSettings settings_;
  double norm_;  ///< |S|_F
  double rho_;
  Matrix t_;  ///< X + U
  Matrix a_;  ///< |T| + S / rho
  embedding::Precision precision_;
  EigenTracker tracker_;
  int eigen_steps_ = 1;  ///< of each iteration; more once iterations came no nearer
};

}  // namespace tertium::partition
