#pragma once

#include "core/bits.hpp"

namespace tertium::kernels {

/// The number of a bit in a row of at most 2^15 bits, and in the top bit its sign: set for -1.
using SignedNumber = std::uint16_t;
inline constexpr int kSignBit = 15;

/// Writes the numbers of the ones of `observed`, ascending, with the sign +1 where `plus` has a one too. Returns the
/// end of what it wrote; up to two numbers behind that end are overwritten.
SignedNumber* number_ones(const core::Word* observed, const core::Word* plus, std::int64_t words, SignedNumber* out);

}  // namespace tertium::kernels
