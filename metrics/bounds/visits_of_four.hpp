#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/bounds/tables_of_four.hpp"

namespace tertium::metrics {

/// Solutions by the options of the first two triples: with each those of the last two that go with them, as numbers
/// options * first + second.
struct SolutionTable {
  explicit SolutionTable(std::span<const Solution> solutions, int options);

  int options;
  std::vector<std::uint16_t> begin;  ///< options^2 + 1
  std::vector<std::uint8_t> partners;
};

/// What triples keep for themselves: a row of numbers each, its options, and then as a float which share of that a set
/// may take. One row more, of zeros, for lanes without a set.
constexpr std::size_t row_of_triple(int options) {
  return options == 3 ? 4 : 8;
}

/// Blocks of 16 sets, no two of which share a triple.
struct Blocks {
  const std::uint32_t* places = nullptr;  ///< by block, triple, lane
  std::int32_t* potentials = nullptr;     ///< by block, triple, option, lane
  std::int32_t* kept = nullptr;           ///< rows of triples
  std::size_t begin = 0, end = 0;
  std::int32_t most_potential = 0;  ///< potentials are between -most and most
};

/// No set takes more at a time.
inline constexpr std::int32_t kMostTaken = std::int32_t{1} << 23;

/// How sets are visited.
struct Visit {
  bool thorough = false;
  bool forward = true;  ///< which of the triples gives first
  float warmth = 0.0F;  ///< of rooted trees: those worse by so much count half as much as the best; 0: not at all
};

/// Every set takes a share of what its triples keep, and gives back as much as leaves it no value: to each of the four
/// a quarter of what the best solution with each option is worth. `thorough`: and then, one after the other, what is
/// still left to give for options that are not in a best solution. Warm: the quarter is of a mean of all solutions with
/// the option in which better ones count more.
void visit_sets(const SolutionTable& table, const Blocks& blocks, Visit how);
/// The sum of what the best solutions are worth.
std::int64_t value_of_sets(const SolutionTable& table, const Blocks& blocks);

}  // namespace tertium::metrics
