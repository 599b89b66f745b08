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

/// How bit a of row b counts.
enum class ColumnSign {
  kAlways,      ///< +1
  kByPosition,  ///< +1 for a > b, -1 for a < b
};

/// Weighted sums of rows of a table of bits, column by column: sums[a] += step * (signed number of rows of the group
/// whose bit a is set), for all columns a at once.
///
/// Sixteen rows at a time are added by a tree of carry-save adders into bit-planes of counters, and only the finished
/// counters are multiplied by the step. A row that counts -1 left of its position is complemented there: the counter
/// is then too large by the number of rows to the right, which is taken off all columns in one pass. Integers: the
/// same sums in any order, on every instruction set, for any number of threads (which share out the columns).
class ColumnCounts {
 public:
  /// `bits` must outlive this. Its columns are first_column, first_column + 1, ... of the table, whose rows are all
  /// there; first_column is a multiple of 512.
  ColumnCounts(const core::BitMatrix& bits, ColumnSign sign, core::Rank first_column = 0)
      : bits_(bits), sign_(sign), first_column_(first_column) {}

  /// `sums` has one entry for every bit of a row, padding included: 64 * bits.stride(); entries beyond the last column
  /// are left undefined. Sums wrap around like unsigned integers.
  void add(std::span<const ColumnGroup> groups, std::span<std::int64_t> sums);

 private:
  const core::BitMatrix& bits_;
  ColumnSign sign_;
  core::Rank first_column_;
};

/// The same of some rows of a table, for some of its columns: row r of `bits` is row ranks[r] of the table, ascending,
/// and its first column is `first_column`, a multiple of 512; groups hold numbers of rows of `bits`. Of rows that count
/// by position the sums are too large by the numbers of rows to the right, which take_off_complements takes off, once
/// for all columns.
void count_band(const core::BitMatrix& bits, std::span<const core::Rank> ranks, ColumnSign sign,
                core::Rank first_column, std::span<const ColumnGroup> groups, std::span<std::int64_t> sums);
void take_off_complements(std::int64_t rows, core::Rank first_column, std::span<const ColumnGroup> groups,
                          std::span<std::int64_t> sums);

/// Number of ones in a table.
std::int64_t count_bits(const core::BitMatrix& bits);

}  // namespace tertium::kernels
