#pragma once

#include "core/methods/step.hpp"
#include "linkage/agglomeration/ties.hpp"

namespace tertium::linkage {

/// How 4-AL is computed. All ways give the same tree.
enum class FourAlPath {
  kAuto,      ///< the one predicted to be the fastest of those that fit into memory
  kComplete,  ///< closed forms in ranks; only if every comparison is given and true
  kDense,     ///< a table of M x M bits
  kSparse,    ///< the list of comparisons
  kRedrawn,   ///< neither: comparisons are drawn again whenever they count
};

struct FourAlResult {
  core::Dendrogram tree;
  std::int64_t n_comparisons = 0;  ///< observed
};

/// 4-AL from the clusters of `leaves`. A team shares comparisons and what is summed over them (not of kComplete). The
/// table or list of comparisons is shared with other methods of the problem. Throws UserError if the comparisons do not
/// fit into memory.
FourAlResult four_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties,
                     FourAlPath path = FourAlPath::kAuto);

/// The path that kAuto takes for a problem whose comparisons are sampled: of table and list the faster one, or the one
/// that there is space for; kRedrawn if there is for neither, and p is not so small that drawing by column has no use.
FourAlPath four_al_path(const core::ProblemSize& size, double leaves);

/// Predicted steps of about 1 ns and bytes of a path other than kAuto.
core::StepCost four_al_cost(const core::ProblemSize& size, double leaves, FourAlPath path);

}  // namespace tertium::linkage
