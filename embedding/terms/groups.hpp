#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/methods/problem.hpp"
#include "core/methods/step.hpp"
#include "embedding/terms/terms.hpp"

namespace tertium::embedding {

/// Everything that the gradient does goes in steps of this many: the lanes of the widest vectors, so that sums have one
/// order on every machine.
inline constexpr std::size_t kLanes = 8;
constexpr std::size_t whole_vectors(std::size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

/// Pairs that share an object: the anchor and each of its partners.
struct Star {
  Object anchor = 0;
  bool all = false;            ///< partner k is object k: no list is needed
  std::size_t partners = 0;    ///< place of the first one in Groups::partners
  std::size_t first_pair = 0;  ///< place of the first pair in its group
  std::size_t pairs = 0;       ///< a multiple of kLanes; those too many join the anchor to itself, or no objects
};

/// Of an anchor's comparisons of object j with eight objects k > j, a bit each: whether there is one, and whether it
/// says that k is nearer.
struct Cells {
  std::uint8_t asked = 0, second_nearer = 0;
};

/// Statements about few pairs: a distance is computed once for all that are made about it. They are a list; or, of an
/// anchor of which a good part of all comparisons is there, a table.
struct Group {
  std::size_t star_begin = 0, star_end = 0;
  std::size_t statement_begin = 0, statement_end = 0;  ///< a multiple of kLanes apart
  std::size_t pairs = 0;                               ///< before the two of empty statements
  std::size_t first_slope = 0;                         ///< where its pairs begin among those of all groups
  double weight = 1.0;                                 ///< of each of its statements
  bool is_table = false;       ///< of one star with all partners; there are no places of statements
  std::size_t first_cell = 0;  ///< row j has those of objects j + 1 and up, from block_of(j + 1) on
};

/// The terms as the gradient reads them. A statement is two places of pairs in its group; the empty statements at the
/// end of a group compare the pairs `pairs` and `pairs + 1`, which no object is in.
struct Groups {
  Object objects = 0;
  std::size_t statements = 0;
  std::size_t most_pairs = 0;  ///< of a group, with the empty two, a multiple of kLanes
  std::size_t all_pairs = 0;   ///< of all groups, without those
  std::vector<Group> groups;
  std::vector<Star> stars;
  std::vector<Object> partners;
  std::vector<std::int32_t> near, far;
  std::vector<Cells> cells;
};

/// A statement in a list takes as long as so many cells of a table: 3.1 with AVX-512, 2.2 with AVX2 (N = 240).
inline constexpr std::size_t kCellsForStatement = 3;

/// The block of kLanes objects that an object is in.
constexpr std::size_t block_of(std::size_t object) {
  return object / kLanes;
}
constexpr std::size_t block_count(Object objects) {
  return (static_cast<std::size_t>(objects) + kLanes - 1) / kLanes;
}

/// Statements of one weight go together. Triplets are grouped by anchor, other statements as they come; what is said
/// again, or contradicts, is in a list. A pure function of the terms.
Groups grouped(Terms terms);

/// Triplets dealt out to so many batches, the answers of each anchor in turn; they are not listed on the way: 8
/// bytes for each statement and 4 for each of its pairs. OpenMP over anchors, then over batches.
std::vector<std::shared_ptr<const Groups>> batches_of(const core::Triplets& triplets, std::size_t batches);
/// The same of other statements.
std::vector<std::shared_ptr<const Groups>> batches_of(const Terms& terms, std::size_t batches);

/// Those of a problem, made once for all embeddings of a cell, and what that takes.
std::shared_ptr<const Groups> shared_groups(const core::Problem& problem, Feed feed);
core::SharedCost shared_groups_cost(const core::ProblemSize& size, Feed feed);

/// What there will be about, before it is there.
struct ExpectedGroups {
  double statements = 0.0;
  double pairs = 0.0;
  double operations = 0.0;  ///< of one pass over all statements
};
ExpectedGroups expected_groups(const core::ProblemSize& size, Feed feed);

}  // namespace tertium::embedding
