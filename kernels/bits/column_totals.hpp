#pragma once

#include <vector>

#include "core/base/bits.hpp"

namespace tertium::kernels {

/// Counts ones down the columns of rows of bits, sixteen rows at a time.
///
/// A carry-save adder takes three words of one weight to one of that weight and one of twice the weight, in all columns
/// at once; fifteen of them take sixteen rows to a carry of weight 16 and what is kept for the next rows. So a row
/// costs about one adder a word, and numbers are written only at the end. Bit k of a column's count is in plane k.
class ColumnTotals {
 public:
  static constexpr std::int64_t kBatch = 16;

  explicit ColumnTotals(std::int64_t words) : planes_(kPlanes, words) {}

  /// Forgets everything.
  void clear();
  /// Adds rows 0..15 of `rows` (those that there are not, zeros) in words [first, words), `first` being a multiple of
  /// 8, and the number of ones of row k to row_counts[k].
  void add(const core::BitMatrix& rows, std::int64_t words, std::int64_t* row_counts, std::int64_t first = 0);
  /// Bit k of the counts of all columns.
  const core::Word* plane(std::int64_t k) const { return planes_.row(k); }
  /// Ones counted in a column, at most 2^31 - 1.
  std::int64_t count(std::int64_t column) const;

 private:
  static constexpr std::int64_t kPlanes = 31;
  core::BitMatrix planes_;
};

}  // namespace tertium::kernels
