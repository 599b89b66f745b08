#pragma once

#include <cstdint>
#include <span>

#include "core/base/team.hpp"
#include "core/comparisons/oracle.hpp"

namespace tertium::kernels {

/// What the comparison of an object with itself, (i,i) against a reference pair, counts in the kernel.
enum class SelfTerms {
  kNone,        ///< 0: there is no such comparison
  kMostSimilar  ///< +1, never asked: w_ii is infinite
};

/// 4K, the active quadruplet kernel (HC19 eqs. 1 and 2): K_ij = sum over reference pairs (k,l) and landmarks r of
/// a(i,r;k,l) a(j,r;k,l), where a = sign(w_ir - w_kl) is asked of the oracle; r = i and r = j count as `self` says.
///
/// `references` are distinct, and so are `landmarks`. Asks |R| times about the pairs {i,r}, r in S; throws
/// ContractError if the oracle's budget does not allow that. Answers become sign bits, N |S| words per plane and 64
/// references, and products of signs popcounts: O(|R||S|N^2/64) time, O(N |S|) memory. With all references and all
/// landmarks K = MulK-4 (+ 2 AddS-4 with self terms), from all answers at once. OpenMP over objects; integer sums, so
/// the same for any number of threads. A team shares out blocks of references; each member's oracle is
/// charged for all.
core::PairTable<std::int64_t> four_k_active(core::ActiveOracle& oracle, std::span<const core::PairIndex> references,
                                            std::span<const core::Object> landmarks, SelfTerms self,
                                            core::Team& team = core::Team::alone());

}  // namespace tertium::kernels
