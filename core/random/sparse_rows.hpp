#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/bits.hpp"
#include "core/random/ars.hpp"

namespace tertium::core {

/// Random subsets of so few elements that listing them is quicker than deciding about every one (p < 1/64).
///
/// Every *segment* of 2048 columns of a row has a Poisson number of marks, 32.5 on average, at independent uniform
/// columns and heights. A column is in the set if one of its marks is lower than h = -ln(1 - p) 2048 / 32.5. Marks of
/// a Poisson number fall on different columns independently, and a column stays free of low ones with probability
/// exp(-h 32.5 / 2048) = 1 - p: so each column is in the set with probability p, independently of all others. The
/// marks do not know p, so the sets are nested along p.
///
/// The bits are the ARS blocks of counter (a + 2^32 segment, 2^32 + j), a the row, as 32-bit words. The first two are
/// the number by which the number of marks is found, in a table of the distribution function; word 4 + k is mark k,
/// its lowest 11 bits the column and the rest the leading 21 bits of the height. Where these equal the leading bits of
/// h, the lowest 32 bits of block (a + 2^32 segment, 2^33 + 4 + k) follow. All in integers: the same on every machine.
inline constexpr std::int64_t kSegmentWords = 32;

/// The height h below which a mark counts, as leading 21 bits and 32 further ones.
struct SparseHeight {
  std::uint32_t leading = 0, further = 0;
};

/// h for 0 <= p < 1/64, from basic arithmetic alone.
SparseHeight sparse_height(double p);

/// Membership of the columns of words [first_word, end_word) of row a.
void sparse_row_words(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t row,
                      std::int64_t first_word, std::int64_t end_word, Word* words);

/// The same as lists of columns, ascending, for rows first_row, first_row + 1, ..., as many as `ends` holds: one behind
/// the other, ends[k] being where that of the k-th row ends. `columns` has space for all columns, and two more.
void sparse_row_columns(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t first_row,
                        std::int64_t first_word, std::int64_t end_word, std::uint32_t* columns,
                        std::span<std::size_t> ends);

}  // namespace tertium::core
