#pragma once

#include <cstdint>

#include "core/comparisons/quadruplets.hpp"
#include "core/methods/step.hpp"
#include "kernels/additive/counted_kernel.hpp"

namespace tertium::kernels {

/// AddS-4 (ADDS20): S_ij = sum over {k,l} != {i,j} of c(ij;kl), the wins of a pair minus its losses.
///
/// With every comparison given this is the number of pairs less similar minus the number more similar (a sort). Else
/// every comparison is made once, as a bit of the upper triangle of the sign table, and counted along its row and down
/// its column: O(M^2/64) words, 16 M bytes a thread. OpenMP over bands of columns; integers, so the same for any number
/// of threads and for any team, which shares the bands (lists and sorts are made by every member). Of somebody's list
/// every answer counts, repetitions included.
core::PairTable<std::int64_t> adds4(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());

/// The same with the number of comparisons, always by counting bits.
CountedKernel adds4_counted(const core::Quadruplets& quadruplets, core::Team& team = core::Team::alone());

/// AddS-4 of all comparisons, each given and true.
core::PairTable<std::int64_t> adds4_complete(const core::PairRanking& ranking);

/// The AddS-4 similarities of a problem, made once for all methods: the product kAdds4.
inline const core::ProductKey<core::PairTable<std::int64_t>> kAdds4{"AddS-4"};
std::shared_ptr<const core::PairTable<std::int64_t>> shared_adds4(const core::Problem& problem);
/// The same over the signs c(ij;kl) that MulK-4 multiplies: the same unless a list repeats questions, of which each
/// then counts once, as its majority answers it.
std::shared_ptr<const core::PairTable<std::int64_t>> adds4_of_signs(const core::Problem& problem);
core::SharedCost adds4_cost(const core::ProblemSize& size);

}  // namespace tertium::kernels
