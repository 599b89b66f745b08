#pragma once

#include "core/base/bits.hpp"

namespace tertium::kernels {

/// Blocks of 64 x 64 bits that are transposed together, word r of block q at [r * 8 + q].
inline constexpr std::int64_t kTransposedBlocks = 8;

/// Transposes eight blocks in place: bit c of word r becomes bit r of word c, one vector for the same word of all.
void transpose_blocks(core::Word* blocks);

}  // namespace tertium::kernels
