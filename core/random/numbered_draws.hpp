#pragma once

#include <cstdint>
#include <span>

#include "core/random/ars.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// One sequence of draws among many of the same purpose.
struct DrawLine {
  std::uint32_t a = 0, b = 0;
  std::uint8_t side = 0;  ///< which of the draws that belong together, below 128
};

/// Random draws that are numbered: draw c of a line is a function of (cell, purpose, line, c) alone, so any stretch of
/// any line is made where it is needed, as often as it is needed, in any order and by any thread.
///
/// The 32 random bits of draw c, attempt t, are word c mod 4 of the ARS-5 block of counter (a + 2^32 b,
/// floor(c / 4) + 2^56 t + 2^48 side). A draw below n is the upper half of (bits times n); where the lower half is
/// less than 2^32 mod n the next attempt is taken (Lemire 2019), so every value is equally likely to the last bit.
class NumberedDraws {
 public:
  NumberedDraws(const CellKey& cell, Purpose purpose);

  /// Draws first, first + 1, ... of the line, uniform in 0..bound-1; `first` is a multiple of 4 and bound >= 1.
  void below(const DrawLine& line, std::uint64_t first, std::uint32_t bound, std::span<std::uint32_t> draws) const;
  /// The bare 32 bits of draws first, first + 1, ...; `first` is a multiple of 4.
  void bits(const DrawLine& line, std::uint64_t first, std::span<std::uint32_t> draws) const;
  /// Number of ones among n fair bits: an exact Binomial(n, 1/2). The bits are those of the blocks (a + 2^32 b,
  /// k + 2^48 digit + 2^63), k = 0, 1, ..., which no draw uses; digit < 2^15.
  std::int64_t ones(const DrawLine& line, std::uint32_t digit, std::int64_t n) const;

 private:
  ArsKey key_;
};

}  // namespace tertium::core
