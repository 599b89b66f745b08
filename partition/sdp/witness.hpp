#pragma once

#include "core/clusterings/partition.hpp"
#include "partition/sdp/clustering_sdp.hpp"

namespace tertium::partition {

/// Penalties of the trace for which the matrix X* of a partition, X*_ij = 1/|C| inside a cluster C, may be shown to be
/// the optimum: `low` is about the largest eigenvalue of the noise, Pi S Pi with Pi = I - X*; up to `high` the
/// multipliers below are nonnegative.
struct WitnessInterval {
  double low = 0.0;
  double high = 0.0;
};
WitnessInterval witness_interval(const Matrix& similarity, const core::Partition& partition);

/// Whether a point of the dual proves that X* is the one optimum with penalty `lambda`, and so the one of its trace.
///
/// The multipliers alpha of X 1 = 1 are forced by Lambda X* = 0, the row sums of those of X >= 0 too (Yan, Sarkar,
/// Cheng 2018; ADDS20, Proposition 1): with r_ib the mean similarity of i to cluster b, m_ab that of a and b,
///     alpha_i = r_ia - m_aa / 2 - lambda / (2 n_a),
///     g_ib = r_ia - r_ib + (m_bb - m_aa) / 2 - lambda (1/n_a + 1/n_b) / 2,   i in a.
/// Gamma_ij = g_ib g_ja / mean g is chosen for i in a, j in b (0 inside clusters): nonnegative as soon as all g are.
/// What remains is whether Lambda = 1 alpha^T + alpha 1^T - S + lambda I - Gamma is positive definite beside the
/// clusters: one Cholesky factorization.
bool proves_optimal(const Matrix& similarity, const core::Partition& partition, double lambda);

/// X* as a solution: its weights are 1.
SdpSolution solution_of(const core::Partition& partition);

}  // namespace tertium::partition
