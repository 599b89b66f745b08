#include "partition/sdp/clustering_sdp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "partition/sdp/admm_pass.hpp"
#include "partition/sdp/scale.hpp"

namespace tertium::partition {
namespace {

constexpr double kBalance = 1.6;    // factor of rho
constexpr int kBalanceEvery = 10;   // iterations
constexpr int kBalanceLess = 200;   // iterations after which it is done less often, and only when far off
constexpr int kBalanceSeldom = 50;  // iterations
constexpr int kMostEigenSteps = 8;  // of an iteration

// Where iterations begin, as measured on digits of n = 500 to 2000 and on planted clusters around their threshold.
constexpr double kFirstRho = 0.6;  // of |S|
constexpr int kFirstShare = 8;     // one of so many eigenpairs is followed from the first one on: some are soon wanted,
constexpr int kFirstSteps = 2;     // and a basis that grows costs more than one that shrinks

// Single precision serves products of iterations, which only have to come near; what is proven of them is not made of
// it.
constexpr double kSingleEnough = 1e-3;  // tolerance
constexpr int kSingleFrom = 256;        // objects

/// Whether iterations come nearer to their aim.
class NoProgress {
 public:
  /// After each iteration; true, once in a hundred, where the nearest of these was almost no nearer than any before.
  bool after(double far) {
    constexpr int kLook = 100;
    constexpr double kNoProgressRatio = 0.8;
    nearest_ = std::min(nearest_, far);
    if (++iterations_ % kLook != 0) return false;
    const bool still = nearest_ > kNoProgressRatio * before_;
    before_ = std::min(before_, std::exchange(nearest_, std::numeric_limits<double>::infinity()));
    return still;
  }

 private:
  int iterations_ = 0;
  double nearest_ = std::numeric_limits<double>::infinity(), before_ = nearest_;
};

/// The threshold that makes sum over i of max(0, values_i - threshold) equal to `sum`; values descend.
double simplex_threshold(std::span<const double> values, double sum) {
  double threshold = values.empty() ? 0.0 : values[0], total = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += values[i];
    const double candidate = (total - sum) / static_cast<double>(i + 1);
    if (values[i] <= candidate) break;
    threshold = candidate;
  }
  return threshold;
}

int count_above(std::span<const double> values, double threshold) {
  return static_cast<int>(std::ranges::count_if(values, [&](double value) { return value > threshold; }));
}

/// X of the pairs above a threshold, less it.
void shrink(const EigenPairs& pairs, double threshold, SdpSolution& solution) {
  const int rank = count_above(pairs.values, threshold);
  solution.vectors = pairs.vectors.first_cols(rank);
  solution.weights.assign(pairs.values.begin(), pairs.values.begin() + rank);
  solution.trace = 1.0;
  for (double& weight : solution.weights) solution.trace += weight -= threshold;
}

/// W with W W^T = X.
Matrix square_root(const SdpSolution& solution, int n) {
  Matrix w(n, solution.rank());
  for (int i = 0; i < n; ++i) {
    w(i, 0) = 1.0 / std::sqrt(static_cast<double>(n));
    for (int c = 1; c < w.cols(); ++c) w(i, c) = solution.vectors(i, c - 1) * std::sqrt(solution.weights[c - 1]);
  }
  return w;
}

embedding::Precision precision_for(int n, double tolerance) {
  return n >= kSingleFrom && tolerance >= kSingleEnough ? embedding::Precision::kSingle : embedding::Precision::kDouble;
}

}  // namespace

int SdpSolution::clusters() const {
  return std::max(1, static_cast<int>(std::lround(trace)));
}

double SdpSolution::theta() const {
  std::vector<double> values = weights;
  values.push_back(1.0);
  std::ranges::sort(values, std::greater<>());
  double sum = 0.0;
  for (int c = 0; c < std::min<int>(clusters(), static_cast<int>(values.size())); ++c) sum += values[c];
  return sum / trace;
}

Matrix SdpSolution::rows_as_points() const {
  Matrix points = vectors;
  for (int i = 0; i < points.rows(); ++i)
    for (int c = 0; c < points.cols(); ++c) points(i, c) *= weights[c];
  return points;
}

Matrix SdpSolution::dense() const {
  return times_own_transpose(square_root(*this, vectors.rows()));
}

SdpSolution nearest_of_trace(const EigenPairs& pairs, double trace) {
  SdpSolution solution;
  shrink(pairs, simplex_threshold(pairs.values, trace - 1.0), solution);
  return solution;
}

ClusteringSdp::ClusteringSdp(Matrix similarity, const SdpSettings& settings)
    : exponent_(exponent_of(similarity)),
      s_(scaled(std::move(similarity), -exponent_)),
      settings_(settings),
      norm_(std::sqrt(dot(s_, s_))),
      rho_(kFirstRho * norm_),
      t_(s_.rows(), s_.rows()),
      a_(s_.rows(), s_.rows()),
      precision_(precision_for(s_.rows(), settings.tolerance)),
      tracker_(s_.rows(), true, 1e-3 * settings.tolerance, kFirstSteps, s_.rows() / kFirstShare, precision_) {
  const int n = s_.rows();
  if (!(rho_ > 0.0)) rho_ = 1.0;
  for (int i = 0; i < n; ++i) std::fill_n(t_.row(i), n, 1.0 / n);
  change_rho(1.0);
}

void ClusteringSdp::change_rho(double factor) {
  rho_ *= factor;
  for (int i = 0; i < objects(); ++i)
    for (int j = 0; j < objects(); ++j) {
      if (t_(i, j) < 0.0) t_(i, j) /= factor;
      a_(i, j) = std::abs(t_(i, j)) + s_(i, j) / rho_;
    }
}

void ClusteringSdp::project(const SdpProblem& problem, SdpSolution& solution) {
  const auto threshold_of = [&](std::span<const double> values) {
    return problem.form == SdpForm::kPenalty ? problem.value / rho_ : simplex_threshold(values, problem.value - 1.0);
  };
  const auto count = [&](std::span<const double> values) { return count_above(values, threshold_of(values)); };
  const EigenPairs& pairs = tracker_.update(a_, count, eigen_steps_);
  const double threshold = threshold_of(pairs.values);
  shrink(pairs, threshold, solution);
  solution.lambda = std::ldexp(threshold * rho_, exponent_);
}

ClusteringSdp::Residuals ClusteringSdp::update(const SdpSolution& solution) {
  const AdmmNorms norms = admm_pass(square_root(solution, objects()), s_, rho_, t_, a_, precision_);
  // Where no entry is at its bound, U = 0: then S tells how large multipliers might be.
  const double of_u = std::max(std::sqrt(norms.u), 0.1 * norm_ / rho_);
  return {std::sqrt(norms.x_minus_y / norms.x), of_u > 0.0 ? std::sqrt(norms.y_minus_y_before) / of_u : 0.0};
}

SdpProblem ClusteringSdp::in_units(const SdpProblem& problem) const {
  return problem.form == SdpForm::kTrace ? problem : SdpProblem{problem.form, std::ldexp(problem.value, -exponent_)};
}

SdpSolution ClusteringSdp::solve(const SdpProblem& problem) {
  return iterate(problem, {settings_.tolerance, 1.0, 1.0}, settings_.iterations);
}

SdpSolution ClusteringSdp::solve_for_bounds(const SdpProblem& problem, double share, int iterations) {
  return iterate(problem, {share * settings_.tolerance, 0.1, 2.0}, iterations);
}

SdpSolution ClusteringSdp::iterate(const SdpProblem& problem, const Aim& aim, int iterations) {
  core::expects(
      problem.form == SdpForm::kPenalty ? problem.value >= 0.0 : problem.value >= 1.0 && problem.value <= objects(),
      "a penalty of at least 0, or a trace between 1 and n: else no matrix is feasible");
  const SdpProblem own = in_units(problem);
  double primal_to_dual = aim.primal_to_dual;
  NoProgress no_progress;
  SdpSolution solution;
  solution.vectors = Matrix(objects(), 0);
  while (solution.iterations < iterations && !solution.converged) {
    core::keep_to_limits();
    project(own, solution);
    const Residuals residuals = update(solution);
    ++solution.iterations;
    solution.primal_residual = residuals.primal;
    solution.dual_residual = residuals.dual;
    const double far = std::max(residuals.primal, residuals.dual / aim.dual);
    solution.converged = far <= aim.tolerance;
    if (no_progress.after(far)) {  // eigenvectors turn faster than they are followed, under so large a rho
      eigen_steps_ = std::min(2 * eigen_steps_, kMostEigenSteps);
      primal_to_dual = 1.0;
    }
    const bool often = solution.iterations <= kBalanceLess;
    if (solution.converged || solution.iterations % (often ? kBalanceEvery : kBalanceSeldom) != 0) continue;
    const double apart = often ? 1.5 : 5.0;
    if (residuals.primal > apart * primal_to_dual * residuals.dual) change_rho(kBalance);
    if (residuals.dual > apart * residuals.primal / primal_to_dual) change_rho(1.0 / kBalance);
  }
  return solution;
}

}  // namespace tertium::partition
