#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace tertium::core {

/// 64 yes/no answers; bit k of word q is element 64 q + k.
using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

/// A set of columns among 128 that follow each other: bit k of word q is column 64 q + k of them.
using ColumnBlock = std::array<Word, 2>;
inline constexpr int kBlockColumns = 128;

constexpr std::int64_t words_for(std::int64_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

/// Word of a row whose bits stand for elements 64 q, ..., 64 q + 63: those at `begin` or above.
constexpr Word bits_from(std::int64_t begin, std::int64_t q) {
  const std::int64_t shift = begin - q * kWordBits;
  if (shift <= 0) return ~Word{0};
  return shift >= kWordBits ? Word{0} : ~Word{0} << shift;
}

/// The complement: elements below `end`.
constexpr Word bits_below(std::int64_t end, std::int64_t q) {
  return ~bits_from(end, q);
}

/// Calls visit(k) for every set bit k, ascending.
template <typename Visit>
void for_each_bit(Word word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

}  // namespace tertium::core
