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
  double bound = 0.0;    ///< which that eigenvalue exceeds with at most the given probability; 0: not known
  int products = 0;      ///< with eight vectors
};

/// With eight vectors, at most.
inline constexpr int kProofProducts = 64;
/// About, for memory: a proof that is out of sight ends at the first look, of clusters as in the planted flat model
/// with delta = .5.
double expected_proof_products(double objects, double answers, double clusters, double eps);

/// The dual point of witness.hpp, without a matrix: its multipliers are nonnegative where all margins g_ib are, which
/// are means of scores between objects and clusters; and Lambda is positive semidefinite where lambda is at least the
/// largest eigenvalue of Pi (S + Gamma) Pi, Pi = I - X*, answers and k^2 blocks of rank one. lambda is little less than
/// the largest that leaves margins nonnegative. The eigenvalue is bounded by a Krylov space begun at random
/// (embedding::EigenRange), with a margin for the single precision of products. Not proven is not disproved.
/// Wrong with a probability of at most `failure`, over the random vectors that the space begins with.
/// Cost: some twenty products, at most kProofProducts; 64 N bytes for each.
SparseProof prove_optimal(const kernels::SparseAdds3& scores, const core::Partition& partition, core::Stream& stream,
                          double failure);

}  // namespace tertium::partition
