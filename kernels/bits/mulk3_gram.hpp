#pragma once

#include <cstdint>

#include "core/base/bits.hpp"

namespace tertium::kernels {

/// Rows are worked on in groups of this size; a matrix of bits has a multiple of it, the last ones zero.
inline constexpr std::int64_t kGramRows = 8;
/// Most words of a row: counts of one call must fit 16 bits, and eight rows the first cache.
inline constexpr std::int64_t kGramWords = 256;

/// Adds to counts[i * stride + j], for the rows i of [begin, end) and all groups of rows j that hold one with j >= i:
///   gram_xor      the number of bits in which i and j differ;
///   gram_ternary  (bits that both observe and agree on in `wins`) - (those that they disagree on).
/// Rows have kGramWords words, of which those from `words` on are zero; `words` is a multiple of 8; begin and end are
/// multiples of kGramRows.
void gram_xor(const core::BitMatrix& bits, std::int64_t words, std::int64_t begin, std::int64_t end,
              std::int32_t* counts, std::int64_t stride);
void gram_ternary(const core::BitMatrix& observed, const core::BitMatrix& wins, std::int64_t words, std::int64_t begin,
                  std::int64_t end, std::int32_t* counts, std::int64_t stride);

}  // namespace tertium::kernels
