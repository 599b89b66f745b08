#pragma once

#include <optional>

#include "core/random/random.hpp"
#include "partition/sdp/witness.hpp"

namespace tertium::partition {

/// A solution with what is proven of it.
struct CertifiedSolution {
  SdpSolution solution{};
  double gap = 0.0;                             ///< relative; 0 with an optimum
  std::optional<core::Partition> optimum = {};  ///< a partition whose matrix is proven to be the optimum
  bool certified() const { return optimum.has_value(); }
};

/// Throws UserError unless the solution converged.
void expect_converged(const SdpProblem& problem, const SdpSolution& solution);

/// The partition in k clusters that the leading eigenvectors of P S P suggest, if a witness proves that its matrix is
/// the optimum of trace k. Costs some products with S, and a Cholesky factorization where it may hold.
std::optional<core::Partition> proven_guess(const Matrix& similarity, int k, core::Stream& stream);

/// Rounds a solution near the matrix of a partition, and gives that where a witness proves it to be the optimum; else
/// the solution with the gap between its bounds, solved further (in steps, to a quarter of the residuals) as long as
/// that is more than three times the tolerance and a step takes no more iterations than all before it. No
/// partition has a trace that is no whole number.
CertifiedSolution certify(ClusteringSdp& sdp, const SdpProblem& problem, SdpSolution solution, core::Stream& stream);

/// The optimum: by a guess that is proven where there is one, else solved and certified. Throws UserError where the
/// iterations do not converge.
CertifiedSolution solve_certified(ClusteringSdp& sdp, const SdpProblem& problem, core::Stream& stream);

/// What k-means rounds a solution by.
enum class Rounding {
  kRows,          ///< the rows of X (ADDS20)
  kEigenvectors,  ///< as many of its leading eigenvectors as it has clusters (ADDS20, appendix)
};

/// The partition that is proven, or that of a solution, as many clusters as X has.
core::Partition round_solution(const CertifiedSolution& answer, Rounding rounding, core::Stream& stream);
core::Partition round_solution(const SdpSolution& solution, Rounding rounding, core::Stream& stream);

}  // namespace tertium::partition
