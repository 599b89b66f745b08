#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/additive/sparse_adds3.hpp"

namespace tertium::kernels {

/// Vectors of a product that are summed at once, in single precision: half a cache line.
inline constexpr int kSparseWidth = 8;

/// For the rows of B of one part: adds to each row of y, one for an anchor, the rows of x, one for a column of the
/// block, with their signs. Rows of kSparseWidth floats, aligned.
void add_rows(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* x, float* y);

/// The same of B^T: each row of x, one for an anchor, is added to rows of y, one for a column of the block.
void add_to_columns(const SparseAdds3::Batch::Part& part, core::Object anchors, const float* x, float* y);

/// sums_i += the whole units of part_i, below 2^63 of them, for `count` numbers, a multiple of kSparseWidth, aligned.
/// `unit` is a power of two.
void add_in_units(const float* part, std::size_t count, double unit, std::int64_t* sums);

}  // namespace tertium::kernels
