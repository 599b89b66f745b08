#include "kernels/bits/transpose.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/transpose.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Word;

/// Swaps the upper right and the lower left quarter of all squares of 2 kHalf words.
template <int kHalf>
HWY_INLINE void swap_quarters(Word* blocks, Word mask_bits) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const auto mask = hn::Set(d, mask_bits);
  for (int square = 0; square < core::kWordBits; square += 2 * kHalf)
    for (int r = square; r < square + kHalf; ++r)
      for (std::size_t q = 0; q < 8; q += hn::Lanes(d)) {
        Word* high = blocks + r * kTransposedBlocks + q;
        Word* low = high + kHalf * kTransposedBlocks;
        const auto a = hn::LoadU(d, high);
        const auto b = hn::LoadU(d, low);
        const auto swapped = hn::And(hn::Xor(hn::ShiftRight<kHalf>(a), b), mask);
        hn::StoreU(hn::Xor(a, hn::ShiftLeft<kHalf>(swapped)), d, high);
        hn::StoreU(hn::Xor(b, swapped), d, low);
      }
}

void transpose_blocks(Word* blocks) {
  swap_quarters<32>(blocks, 0x00000000FFFFFFFFU);
  swap_quarters<16>(blocks, 0x0000FFFF0000FFFFU);
  swap_quarters<8>(blocks, 0x00FF00FF00FF00FFU);
  swap_quarters<4>(blocks, 0x0F0F0F0F0F0F0F0FU);
  swap_quarters<2>(blocks, 0x3333333333333333U);
  swap_quarters<1>(blocks, 0x5555555555555555U);
}

void gather_column(const Word* rows, std::int64_t words, int column, Word* out) {
  const hn::CappedTag<Word, 8> d;
  const auto bit = hn::Set(d, Word{1} << column);
  for (std::int64_t w = 0; w < words; ++w) {
    out[w] = 0;
    for (int r = 0; r < core::kWordBits; r += static_cast<int>(hn::Lanes(d))) {
      std::uint8_t bits[8];
      hn::StoreMaskBits(d, hn::TestBit(hn::LoadU(d, rows + w * core::kWordBits + r), bit), bits);
      out[w] |= Word{bits[0]} << r;
    }
  }
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(transpose_blocks);
HWY_EXPORT(gather_column);

void transpose_blocks(core::Word* blocks) {
  HWY_DYNAMIC_DISPATCH(transpose_blocks)(blocks);
}

void gather_column(std::span<const core::Word> rows, int column, core::Word* out) {
  HWY_DYNAMIC_DISPATCH(gather_column)(rows.data(), std::ssize(rows) / core::kWordBits, column, out);
}

}  // namespace tertium::kernels
#endif
