#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/base/large_array.hpp"
#include "metrics/bounds/sets_of_four.hpp"
#include "metrics/bounds/triple_votes.hpp"
#include "metrics/bounds/visits_of_four.hpp"

namespace tertium::metrics {

/// Votes of triples, spread over the sets of four that these are in.
///
/// At any time, for each triple and option, what the triple keeps and what its sets have (their *potentials*) sum to
/// the triple's votes, exactly: every step moves a whole number from one to the other. So all trees are worth at most
/// the sum of the best options of what the triples keep and of the best solutions of the sets' potentials, whatever the
/// steps do: value() is proved.
///
/// Numbers are fixed point in 32 bits, sums 64. 64 bytes a set of rooted trees, 112 of the others; 28 and 44 a triple.
class Potentials {
 public:
  /// All is spread evenly: to each set of a triple the same, the triple keeps what is left.
  Potentials(const TripleVotes& votes, const SetsOfFour& sets, std::span<const Solution> solutions, int threads);

  /// No tree is worth more, in the votes' unit.
  std::int64_t value() const;
  /// All sets are visited once, in the order of classes or against it. Between classes it asks whether to stop: then
  /// some were not visited.
  void pass(Visit how, const std::function<bool()>& stop = {});

  /// By triple and option, what it keeps and what its sets have, together.
  std::vector<std::int64_t> sums() const;
  /// The votes of a triple in the unit of sums().
  std::int64_t in_units(std::int64_t votes) const;
  /// The even part of a set, in that unit.
  float share_of_set(double votes) const;

 private:
  Blocks blocks(std::size_t begin, std::size_t end) const;
  void spread(const TripleVotes& votes);
  std::int32_t* row(std::size_t triple) const { return kept_.get() + triple * row_of_triple(table_.options); }

  const SetsOfFour& sets_;
  SolutionTable table_;
  int threads_;
  int shift_ = 0;  ///< votes times 2^shift are units
  std::int32_t most_potential_ = 0;
  core::LargeArray<std::int32_t> kept_, potentials_;
};

}  // namespace tertium::metrics
