#pragma once

#include <cstdint>
#include <span>

#include "core/base/bits.hpp"

namespace tertium::kernels {

// Products of rows that have few ones: row i meets all other rows at once, but in those columns only where it has a
// one. A column of 256 or 512 rows' bits is a vector; the columns that row i visits are added up, bit by bit, into
// counters that stand upright: bit j of plane k has weight 2^k in the sum of row j.

/// Where a column begins, in words: what a visit needs to know.
using Visit = std::uint16_t;

/// Visits come in groups of so many; a list is filled up with visits to a column of zeros.
inline constexpr std::int64_t kVisitGroup = 16;

/// Planes of a counter: it is a number of -2^19 to 2^19 - 1.
inline constexpr std::int64_t kVisitPlanes = 20;
inline constexpr std::int64_t kVisitRange = (std::int64_t{1} << (kVisitPlanes - 1)) - 1;

/// Columns lie in blocks of 512, eight words of a row.
inline constexpr std::int64_t kVisitBlockWords = 8;
inline constexpr std::int64_t kVisitBlockBits = 512;

/// Words of `words` x 512 `blocks` columns and the one of zeros that follows them; `words` (4 or 8) of a column.
constexpr std::int64_t visited_size(std::int64_t words, std::int64_t blocks) {
  return words * (blocks * kVisitBlockBits + 1);
}

/// The longest list of a row of `blocks` blocks with `ones` ones.
constexpr std::int64_t visits_size(std::int64_t ones) {
  return (ones + kVisitGroup - 1) / kVisitGroup * kVisitGroup;
}

/// Places that may be written beyond a list.
inline constexpr std::int64_t kVisitSpare = 64;

/// Writes the visits of a row's ones, filled up to whole groups, and returns how many; may write kVisitSpare more
/// places than visits_size() says. A column has `words` words; `blocks` as in visited_size().
std::int64_t list_visits(std::span<const core::Word> row, std::int64_t words, std::int64_t blocks, Visit* visits);

/// Where word q of row r is in gathered rows: as columns_of_rows() wants them.
constexpr std::int64_t gathered_place(std::int64_t r, std::int64_t q, std::int64_t blocks) {
  return ((r / core::kWordBits * blocks + q / kVisitBlockWords) * core::kWordBits + r % core::kWordBits) *
             kVisitBlockWords +
         q % kVisitBlockWords;
}

/// Copies rows of 8 `blocks` words, on cache lines; a null pointer is a row of zeros. If there are rows `without`, the
/// bits that these have in common with them are left out.
void gather_rows(std::span<const core::Word* const> rows, std::span<const core::Word* const> without,
                 std::int64_t blocks, core::Word* gathered);

/// Columns of 64 `words` gathered rows, which are overwritten; `columns` gets visited_size() words.
void columns_of_rows(core::Word* gathered, std::int64_t words, std::int64_t blocks, core::Word* columns);

/// A place in a row: the bits of `mask` in this word, and all words after it.
struct Above {
  std::int64_t word;
  core::Word mask;
};

/// counts[k] = ones of the row, of `words` words, above places[k]; the places descend.
void count_above(const core::Word* row, std::int64_t words, std::span<const Above> places, std::int32_t* counts);

/// Adds the columns visited to the counters, takes them away where `flip` (`words` words) has a one. Plane k of the
/// counters is `words` words from counters + k * words on.
void add_visits(std::span<const Visit> visits, const core::Word* columns, std::int64_t words, const core::Word* flip,
                core::Word* counters);

/// Adds the counters to 64 `words` sums and sets them to zero.
void drain_counters(core::Word* counters, std::int64_t words, std::int64_t* sums);

}  // namespace tertium::kernels
