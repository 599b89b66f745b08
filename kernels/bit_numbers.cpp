#include "kernels/bit_numbers.hpp"

#include <bit>

// Compiled once for every instruction set, for the instructions that count and find bits (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bit_numbers.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {

using core::Word;

/// Two numbers are written for every word, whether it has them or not: how many it has cannot be foreseen, and a branch
/// on it would cost more than they do. Words of more than two ones are rare where this pays.
SignedNumber* number_ones(const Word* observed, const Word* plus, std::int64_t words, SignedNumber* out) {
  for (std::int64_t w = 0; w < words; ++w) {
    Word rest = observed[w];
    const Word minus = ~plus[w];
    SignedNumber* const end = out + std::popcount(rest);
    do {
      for (int twice = 0; twice < 2; ++twice) {
        const int k = std::countr_zero(rest) % core::kWordBits;
        const auto sign = static_cast<unsigned>(minus >> k & 1) << kSignBit;
        *out++ = static_cast<SignedNumber>(static_cast<unsigned>(w * core::kWordBits + k) | sign);
        rest &= rest - 1;
      }
    } while (out < end);
    out = end;
  }
  return out;
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(number_ones);

SignedNumber* number_ones(const core::Word* observed, const core::Word* plus, std::int64_t words, SignedNumber* out) {
  return HWY_DYNAMIC_DISPATCH(number_ones)(observed, plus, words, out);
}

}  // namespace tertium::kernels
#endif
