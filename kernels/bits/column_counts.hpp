#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/ranks.hpp"

namespace tertium::kernels {

/// Rows of a bit table whose columns are counted with a common factor.
struct ColumnGroup {
  std::int64_t step = 0;
  std::vector<core::Rank> rows;
};

/// Weighted sums of rows of the sign table, column by column: sums[a] += step * (sum of c(a;b) over the rows b of the
/// group), for the columns first_column, first_column + 1, ... at once; first_column is a multiple of 512. Bit a of row
/// b of `observed` says whether c(b;a) is known and of `wins` whether it is +1; without wins c(b;a) is +1 for a < b, -1
/// for a > b. `sums` has one entry for every bit of a row, padding included: 64 * observed.stride(); entries beyond the
/// last column are left undefined. Sums wrap around like unsigned integers.
///
/// Sixteen rows at a time are added by a tree of carry-save adders into bit-planes of counters, and only the finished
/// counters are multiplied by the step. A row that counts -1 left of its position is complemented there: the counter
/// is then too large by the number of rows to the right, which is taken off all columns in one pass. Integers: the
/// same sums in any order, on every instruction set, for any number of threads (which share out the columns).
void add_signs(const core::BitMatrix& observed, const core::BitMatrix& wins, core::Rank first_column,
               std::span<const ColumnGroup> groups, std::span<std::int64_t> sums);

/// The same where only some rows of the table are there: row r is row ranks[r] of the table, ascending; groups hold
/// numbers of these. Without wins the sums are too large by the numbers of rows to the right, which
/// take_off_complements takes off, once for all columns, by groups of the table's rows.
void add_signs_of(std::span<const core::Rank> ranks, const core::BitMatrix& observed, const core::BitMatrix& wins,
                  core::Rank first_column, std::span<const ColumnGroup> groups, std::span<std::int64_t> sums);
void take_off_complements(std::int64_t rows, core::Rank first_column, std::span<const ColumnGroup> groups,
                          std::span<std::int64_t> sums);

/// Number of ones in a table.
std::int64_t count_bits(const core::BitMatrix& bits);

}  // namespace tertium::kernels
