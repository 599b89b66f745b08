#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/comparisons/triplets.hpp"
#include "metrics/bounds/tables_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"

namespace tertium::metrics {

/// How long to lower a bound, and with how many sets of four.
struct BoundLimits {
  double seconds = 10.0;  ///< 0: the sets as they are, their votes not moved
  double bytes = 1e9;     ///< for sets of four; where all do not fit, those that tell most are taken
  int threads = 1;        ///< the same result for any number, if passes end it
  std::int64_t passes = std::numeric_limits<std::int64_t>::max();
  /// Each triple in so many sets, if all triples have votes; the default: in all that fit.
  double sets_of_triple = std::numeric_limits<double>::infinity();
  std::int64_t enough = 0;  ///< halves, or units of weights: lower is of no use
};

/// A bound on the way.
struct BoundPoint {
  double seconds = 0.0;
  std::int64_t passes = 0;
  std::int64_t bound = 0;
};

/// What is proved: nothing of the class is worth more than `bound`.
struct VotesBound {
  std::int64_t bound = 0;
  std::int64_t of_triples = 0;  ///< the bound without sets: each triple has what it likes best
  std::int64_t of_sets = 0;     ///< the bound of sets, votes not moved
  std::int64_t passes = 0;
  std::size_t sets = 0, sets_there = 0;
  std::vector<BoundPoint> curve;  ///< falling
};

/// Of votes of any kind.
VotesBound bound_of_votes(const TripleVotes& votes, BoundClass kind, const BoundLimits& limits);

/// The same of answers to triplets.
struct TreeBound : VotesBound {
  std::int64_t answers = 0;
  /// No tree (or map) of the class satisfies a larger share of the answers, as core::Agreement counts them.
  double share() const { return share_of(bound); }
  /// The share of the answers that so many halves are; 1 of none.
  double share_of(std::int64_t halves) const {
    return answers == 0 ? 1.0 : 0.5 * static_cast<double>(halves) / static_cast<double>(answers);
  }
};

/// Throws UserError where there are answers that are not kept, or more triples than fit the memory.
TreeBound bound_of_trees(const core::Triplets& triplets, BoundClass kind, const BoundLimits& limits = {});

}  // namespace tertium::metrics
