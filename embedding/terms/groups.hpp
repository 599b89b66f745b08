#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "embedding/terms/terms.hpp"

namespace tertium::embedding {

/// Everything that the gradient does goes in steps of this many: the lanes of the widest vectors, so that sums have one
/// order on every machine.
inline constexpr std::size_t kLanes = 8;

/// Pairs that share an object: the anchor and each of its partners.
struct Star {
  Object anchor = 0;
  bool all = false;            ///< partner k is object k: no list is needed
  std::size_t partners = 0;    ///< place of the first one in Groups::partners
  std::size_t first_pair = 0;  ///< place of the first pair in its group
  std::size_t pairs = 0;       ///< a multiple of kLanes; those too many join the anchor to itself, or no objects
};

/// Statements about few pairs: a distance is computed once for all that are made about it.
struct Group {
  std::size_t star_begin = 0, star_end = 0;
  std::size_t statement_begin = 0, statement_end = 0;  ///< a multiple of kLanes apart
  std::size_t pairs = 0;                               ///< before the two of empty statements
  std::size_t first_slope = 0;                         ///< where its pairs begin among those of all groups
};

/// The terms as the gradient reads them. A statement is two places of pairs in its group; the empty statements at the
/// end of a group compare the pairs `pairs` and `pairs + 1`, which no object is in.
struct Groups {
  Object objects = 0;
  std::size_t most_pairs = 0;  ///< of a group, with the empty two, a multiple of kLanes
  std::size_t all_pairs = 0;   ///< of all groups, without those
  std::vector<Group> groups;
  std::vector<Star> stars;
  std::vector<Object> partners;
  std::vector<std::int32_t> near, far;
};

/// Triplets are grouped by anchor, other statements as they come. A pure function of the terms.
Groups grouped(Terms terms);

}  // namespace tertium::embedding
