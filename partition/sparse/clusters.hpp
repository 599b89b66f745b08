#pragma once

#include "core/random/random.hpp"
#include "kernels/additive/sparse_adds3.hpp"
#include "partition/sparse/proof.hpp"
#include "partition/sparse/refine.hpp"

namespace tertium::partition {

struct SparseClusters {
  Refined refined;
  SparseProof proof;
};

/// k clusters, 1 <= k <= n, n > 1: rough eigenvectors, k-means, refinement of at most so many passes, and a proof that
/// is wrong with a probability of at most `failure`. Clusters are split and joined while that makes it better
/// (resplit). `centres` is what k-means draws from, `vectors` what proofs do.
SparseClusters sparse_clusters(const kernels::SparseAdds3& scores, int k, int passes, double failure,
                               core::Stream& centres, core::Stream& vectors);

}  // namespace tertium::partition
