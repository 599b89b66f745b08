#pragma once

#include <cstdint>
#include <vector>

#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// A uniformly random subset of {0, ..., total - 1} of `count` elements, ascending (Floyd's algorithm: `count` draws).
std::vector<std::uint64_t> random_subset(Stream& stream, std::uint64_t total, std::uint64_t count);

/// `count` of all quadruplets that the ranking answers, drawn without replacement, each flipped with probability
/// (1 - eps)/2; all of them if there are no more. What is drawn about tied pairs is no answer.
std::vector<Quadruplet> draw_quadruplets(const PairRanking& ranking, const CellKey& cell, std::int64_t count,
                                         double eps);

/// The same of all N(N-1)(N-2)/2 triplets.
std::vector<Triplet> draw_triplets(const PairRanking& ranking, const CellKey& cell, std::int64_t count, double eps);

}  // namespace tertium::core
