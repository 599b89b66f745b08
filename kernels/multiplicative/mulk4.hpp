#pragma once

#include <cstdint>

#include "core/base/team.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/methods/step.hpp"
#include "kernels/additive/counted_kernel.hpp"
#include "kernels/bits/popcount_gram.hpp"

namespace tertium::kernels {

/// MulK-4, the passive quadruplet kernel (HC19 eq. 3): K_ij = sum over {k,l} and r not in {i,j} of c(ir;kl) c(jr;kl).
///
/// With every comparison given, the inner sum over {k,l} depends on two ranks only: mulk4_complete. Else mulk4_dense,
/// mulk4_visits or mulk4_sparse, whichever is predicted to be faster on this machine. OpenMP inside; integer sums, so
/// the same for any number of threads. A team shares the work of every version (mulk4_listed apart) and has the same
/// integers in the end: panels, or tiles, are dealt out, and the sums added up.
core::PairTable<std::int64_t> mulk4(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());

/// MulK-4 of all comparisons, each given and true: O(N^3) time. Lanes of 32 bits are used where sums fit; `wide` asks
/// for 64 bits all the same.
core::PairTable<std::int64_t> mulk4_complete(const core::PairRanking& ranking, bool wide = false,
                                             core::Team& team = core::Team::alone());

/// MulK-4 by popcounts over panels of the sign table: N^3 M / 128 word products whatever p is.
CountedKernel mulk4_dense(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());

/// MulK-4 by visits: for every anchor, a row adds up the columns of all other rows where it has a one: N^2 M p vector
/// additions for up to 256 or 512 objects.
CountedKernel mulk4_visits(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());
/// For one thread, with a proportion p of the comparisons.
double mulk4_visits_bytes(double objects, double p, bool with_signs);

/// MulK-4 by outer products for every anchor and reference: N M (1 + 2 pN + (pN)^2 / 2) steps. N <= 32767.
CountedKernel mulk4_sparse(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());

/// MulK-4 of a list of comparisons: work and memory follow the list, not the table. O(M + |Q|^2 / M + N^2).
CountedKernel mulk4_listed(const core::Quadruplets& quadruplets);

/// What making MulK-4 of these comparisons is predicted to take.
struct Mulk4Cost {
  double dense_steps = 0.0;   ///< of mulk4_dense: 1e9 a second where two vectors of ones are counted a cycle
  double visit_steps = 0.0;   ///< of mulk4_visits; half as fast
  double sparse_steps = 0.0;  ///< of mulk4_sparse
  double dense_bytes = 0.0;   ///< for one thread
  double visit_bytes = 0.0;
  double sparse_bytes = 0.0;
  bool sparse() const { return sparse_steps < dense_steps; }
  double steps() const { return sparse() ? sparse_steps : dense_steps; }
  /// Of dense and visits, the machine chooses: the larger where both may be chosen.
  double bytes() const;
};

/// For n objects, of whose comparisons the proportion p is observed; `with_signs` unless signs are positions.
Mulk4Cost mulk4_cost(core::Object n, double p, bool with_signs);

enum class Mulk4Algorithm { kDense, kVisits, kSparse };

/// What is predicted to be fastest where ones are counted like that (popcounts_here()).
Mulk4Algorithm mulk4_algorithm(core::Object n, double p, bool with_signs, Popcounts popcounts);

/// The terms r = i and r = j of the kernel if the degenerate comparisons c(ii;kl) = +1 are sampled like all others,
/// with probability p (the reading `sampled`): sum over {k,l} of c(ij;kl) (d(i;kl) + d(j;kl)), d = 1 if sampled.
core::PairTable<std::int64_t> sampled_self_terms(const core::Quadruplets& quadruplets, const core::CellKey& cell,
                                                 double p);

/// The MulK-4 kernel of a problem, made once for all methods: the product kMulk4.
inline const core::ProductKey<core::PairTable<std::int64_t>> kMulk4{"MulK-4"};
std::shared_ptr<const core::PairTable<std::int64_t>> shared_mulk4(const core::Problem& problem);
core::SharedCost shared_mulk4_cost(const core::ProblemSize& size);

}  // namespace tertium::kernels
