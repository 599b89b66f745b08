#pragma once

#include <cstdint>

#include "core/instance.hpp"
#include "core/quadruplets.hpp"

namespace tertium::kernels {

/// MulK-4, the passive quadruplet kernel (HC19 eq. 3): K_ij = sum over {k,l} and r not in {i,j} of c(ir;kl) c(jr;kl).
///
/// With every comparison given, the inner sum over {k,l} depends on two ranks only: M - 2 |rank(ir) - rank(jr)| without
/// ties, O(N^3) in all. Else outer products per reference pair {k,l} over the comparisons that exist: O(N M (1 + p^2
/// N^2 / 4)) work. OpenMP over reference pairs; integer sums, so the same for any number of threads.
core::PairTable<std::int64_t> mulk4(const core::Quadruplets& quadruplets,
                                    const core::SparseQuadruplets* sparse = nullptr);

/// MulK-4 of all comparisons, each given and true: O(N^3) time. Lanes of 32 bits are used where sums fit; `wide` asks
/// for 64 bits all the same.
core::PairTable<std::int64_t> mulk4_complete(const core::PairRanking& ranking, bool wide = false);

/// A kernel, and the number of comparisons that it was made of.
struct CountedKernel {
  core::PairTable<std::int64_t> kernel;
  std::int64_t comparisons = 0;
};

/// MulK-4 by popcounts over panels of the sign table: N^3 M / 128 word products whatever p is.
CountedKernel mulk4_dense(const core::Quadruplets& quadruplets);

/// The terms r = i and r = j of the kernel if the degenerate comparisons c(ii;kl) = +1 are sampled like all others,
/// with probability p (the reading `sampled`): sum over {k,l} of c(ij;kl) (d(i;kl) + d(j;kl)), d = 1 if sampled.
core::PairTable<std::int64_t> sampled_self_terms(const core::Quadruplets& quadruplets,
                                                 const core::SparseQuadruplets& sparse, const core::CellKey& cell,
                                                 double p);

/// The MulK-4 kernel of an instance, made once for all methods. `time` grows by what that took.
const core::PairTable<std::int64_t>& shared_mulk4(const core::Instance& instance, core::KernelTime* time);

}  // namespace tertium::kernels
