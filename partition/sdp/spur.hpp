#pragma once

#include <vector>

#include "partition/sdp/certified_sdp.hpp"

namespace tertium::partition {

struct SpurSettings {
  double comparisons = 0.0;  ///< c, of which the similarities were made; 0: they were not
  double penalty = 1.5;      ///< then the one of interest, in units of |S|_F / sqrt(n)
  /// Of <S,X> in the program with a penalty: 1, or 1/2 as in the authors' package, which sums one triangle of it.
  double objective = 0.5;
  int k_max = 20;         ///< the search ends there
  double stop_at = 0.99;  ///< a theta above which it ends at once
  SdpSettings sdp{};
};

struct SpurTheta {
  int k = 0;
  double theta = 0.0;
};

struct SpurResult {
  CertifiedSolution answer{};
  std::vector<SpurTheta> path{};
  int k_low = 1;       ///< clusters at the largest penalty
  int k_high = 1;      ///< clusters at the smallest penalty; where nobody had to know, the most it surely has
  int iterations = 0;  ///< of all programs
};

/// SPUR as modified in ADDS20: the number of clusters for which the solution of SDP-k looks most like the matrix of a
/// partition.
///
/// With c comparisons the penalties of interest are sqrt(c ln n / n) <= lambda <= c / n, and k_low, k_high the numbers
/// of clusters round(tr X) at their ends. For k = max(2, k_low), ..., k_high + 2: X_k solves SDP-k, and theta_k is the
/// sum of its round(tr X_k) largest eigenvalues over its trace; the first of largest theta is the answer, and one above
/// stop_at ends the search. The k ascend, so the penalties that belong to them (multipliers of tr X = k) descend, each
/// program begun where the last one ended; k_high is only computed when the penalties reach the smallest one.
///
/// Of similarities that are no sums of comparisons both ends are settings.penalty.
SpurResult spur(Matrix similarity, const SpurSettings& settings, core::Stream& stream);

}  // namespace tertium::partition
