#pragma once

#include <span>

#include "core/base/bits.hpp"

namespace tertium::kernels {

/// Blocks of 64 x 64 bits that are transposed together, word r of block q at [r * 8 + q].
inline constexpr std::int64_t kTransposedBlocks = 8;

/// Transposes eight blocks in place: bit c of word r becomes bit r of word c, one vector for the same word of all.
void transpose_blocks(core::Word* blocks);

/// One column of a multiple of 64 rows of a word each: bit r % 64 of out[r / 64] is bit `column` of rows[r]. For a few
/// columns that is quicker than to transpose them all.
void gather_column(std::span<const core::Word> rows, int column, core::Word* out);

}  // namespace tertium::kernels
