#pragma once

#include <cstdint>

#include "core/instance.hpp"
#include "core/quadruplets.hpp"

namespace tertium::kernels {

/// AddS-4 (ADDS20): S_ij = sum over {k,l} != {i,j} of c(ij;kl), the wins of a pair minus its losses.
///
/// With every comparison given this is the number of pairs less similar minus the number more similar (a sort); else
/// one pass over the comparisons, O(M + |Q|).
core::PairTable<std::int64_t> adds4(const core::Quadruplets& quadruplets,
                                    const core::SparseQuadruplets* sparse = nullptr);

/// The AddS-4 similarities of an instance, made once for all methods. `time` grows by what that took.
const core::PairTable<std::int64_t>& shared_adds4(const core::Instance& instance, core::KernelTime* time);

}  // namespace tertium::kernels
