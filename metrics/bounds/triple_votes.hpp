#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/comparisons/pairs.hpp"
#include "core/comparisons/triplets.hpp"
#include "metrics/bounds/tables_of_four.hpp"

namespace tertium::metrics {

using core::Object;

/// Three objects as a number that grows with the largest, then the middle, then the smallest of them.
using TripleKey = std::uint64_t;
inline constexpr int kKeyBits = 20;                             ///< of an object
constexpr TripleKey triple_key(Object i, Object j, Object k) {  // i < j < k
  return static_cast<TripleKey>(k) << 2 * kKeyBits | static_cast<TripleKey>(j) << kKeyBits | static_cast<TripleKey>(i);
}
constexpr std::array<Object, 3> objects_of(TripleKey key) {
  constexpr TripleKey kMask = (TripleKey{1} << kKeyBits) - 1;
  return {static_cast<Object>(key & kMask), static_cast<Object>(key >> kKeyBits & kMask),
          static_cast<Object>(key >> 2 * kKeyBits)};
}
/// Of four objects in ascending order, the triples by number.
std::array<TripleKey, kTriplesOfFour> triples_of(const std::array<Object, 4>& four);

/// What each option of each triple of objects is worth, in whole numbers, for the triples that are worth anything. A
/// tree (or a map) is worth the sum of what it makes of all triples.
struct TripleVotes {
  Object n = 0;
  int options = 0;
  std::vector<TripleKey> keys{};        ///< ascending
  std::vector<std::int64_t> weights{};  ///< by triple, then option

  std::span<const std::int64_t> of(std::size_t triple) const {
    return std::span(weights).subspan(triple * static_cast<std::size_t>(options), static_cast<std::size_t>(options));
  }
  /// Where the triple stands, or keys.size().
  std::size_t find(TripleKey key) const;
  /// What all triples are worth if each may choose for itself: no tree is worth more.
  std::int64_t best_of_each() const;
};

/// Answers as votes, in halves: an answer is worth 2 where it is satisfied and 1 where both objects are equally near,
/// as in core::Agreement::satisfied. Repetitions and contradictions count. O(T log T) time, 8 bytes an answer
/// meanwhile.
TripleVotes votes_of(const core::Triplets& triplets, BoundClass kind);

/// Answers, repetitions included.
std::int64_t count_answers(const core::Triplets& triplets);

}  // namespace tertium::metrics
