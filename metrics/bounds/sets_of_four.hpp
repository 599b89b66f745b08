#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/large_array.hpp"
#include "metrics/bounds/triple_votes.hpp"

namespace tertium::metrics {

using Four = std::array<Object, 4>;  ///< ascending

/// Finds triples among sorted keys, by their two larger objects first.
class TripleFinder {
 public:
  TripleFinder(Object n, std::span<const TripleKey> keys);
  /// Where the triple stands, or the number of keys.
  std::size_t find(TripleKey key) const;

 private:
  std::span<const TripleKey> keys_;
  std::vector<std::uint32_t> begin_;  // by pair; empty: there are too many pairs
};

/// The sets of four that a bound is made of, and the triples in them.
///
/// Sets of equal sum of their objects' numbers modulo n share no triple, for two that share three objects differ in the
/// fourth alone. Such a *class* may so be worked on in any order, by any number of threads, and side by side in
/// vectors: its sets come in blocks of 16.
struct SetsOfFour {
  static constexpr std::size_t kLanes = 16;

  std::vector<TripleKey> triples;           ///< ascending: all that have votes, or are in a set
  std::vector<std::uint32_t> sets_of;       ///< by triple: in how many sets it is
  std::vector<std::size_t> class_begin{0};  ///< blocks
  std::vector<std::uint32_t> places;        ///< by block, triple of the four, lane: which triple; triples.size(): none
  std::size_t sets = 0;
  std::size_t sets_there = 0;  ///< that could have been made

  std::size_t blocks() const { return class_begin.back(); }
};

/// All sets of four of the classes, which are numbers below n; all triples are in them.
SetsOfFour sets_of_classes(const TripleVotes& votes, std::span<const Object> classes);
/// Sets of which at least two triples have votes: all, or `most` of those whose triples contradict each other most.
SetsOfFour sets_between_votes(const TripleVotes& votes, std::span<const Solution> solutions, std::size_t most);

}  // namespace tertium::metrics
