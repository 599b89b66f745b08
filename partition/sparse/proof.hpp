#pragma once

#include "core/clusterings/partition.hpp"
#include "core/random/random.hpp"
#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::partition {

/// Whether the matrix X* of a partition, X*_ij = 1/|C| inside a cluster C, is the optimum of SDP-k for AddS-3 scores.
struct SparseProof {
  bool proven = false;
  double penalty = 0.0;  ///< of the trace, in the dual point; at most 0: an object is nearer to another cluster
  double largest = 0.0;  ///< eigenvalue found of what the penalty must exceed
  double bound = 0.0;    ///< which that eigenvalue exceeds with probability `kProofFailure` at most
  int products = 0;      ///< with eight vectors
};

/// That a proof is wrong, over the random vectors that it begins with.
inline constexpr double kProofFailure = 1e-9;

/// The dual point of witness.hpp, without a matrix: its multipliers are nonnegative where all margins g_ib are, which
/// are means of scores between objects and clusters; and Lambda is positive semidefinite where lambda is at least the
/// largest eigenvalue of Pi (S + Gamma) Pi, Pi = I - X*, answers and k^2 blocks of rank one. lambda is little less than
/// the largest that leaves margins nonnegative. The eigenvalue is bounded by a Krylov space begun at random
/// (embedding::EigenRange), with a margin for the single precision of products. Not proven is not disproved.
/// Cost: some twenty products, 64 N bytes for each.
SparseProof prove_optimal(const kernels::SparseAdds3& scores, const core::Partition& partition, core::Stream& stream);

}  // namespace tertium::partition
