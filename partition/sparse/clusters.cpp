#include "partition/sparse/clusters.hpp"

#include <algorithm>
#include <utility>

#include "embedding/dense/operators.hpp"
#include "embedding/dense/partial_eigen.hpp"
#include "partition/k_means/k_means.hpp"
#include "partition/sparse/resplit.hpp"

namespace tertium::partition {
namespace {

/// So few objects have a matrix of their own.
constexpr int kDense = 256;

core::Partition round(const kernels::SparseAdds3& scores, int k, core::Stream& centres) {
  constexpr double kResidual = 0.3;  // of the largest eigenvalue: refinement does the rest
  constexpr int kSome = 50000;       // rows that centres are made of
  const embedding::SymmetricOperator s = embedding::operator_of(scores);
  const int wanted = std::clamp(k - 1, 1, s.n - 1);
  return k_means_of_first(leading_centred_eigenvectors(s, wanted, s.n <= kDense ? 1e-8 : kResidual), k, kSome, centres);
}

}  // namespace

SparseClusters sparse_clusters(const kernels::SparseAdds3& scores, int k, int passes, double failure,
                               core::Stream& centres, core::Stream& vectors) {
  const core::Partition start = round(scores, k, centres);
  const double of_each = failure / (start.clusters() + 1);  // of each proof that may be tried
  Refined refined = refine(scores, start, passes);
  SparseProof proof = prove_optimal(scores, refined.clusters, vectors, of_each);
  for (core::Label tries = 0; tries < start.clusters() && !proof.proven; ++tries) {
    const core::Partition apart = resplit(scores, refined.clusters, vectors);
    if (apart == refined.clusters) break;
    Refined other = refine(scores, apart, passes);
    if (!(other.value > refined.value)) break;
    other.passes += refined.passes;
    refined = std::move(other);
    proof = prove_optimal(scores, refined.clusters, vectors, of_each);
  }
  proof.proven = proof.proven && refined.clusters.clusters() == k;  // of fewer it would be another program
  return {std::move(refined), proof};
}

}  // namespace tertium::partition
