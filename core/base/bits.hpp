#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "core/base/machine.hpp"

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

/// Rows of bits. Every row begins on a cache line; what lies beyond its last word in that line is zero.
class BitMatrix {
 public:
  static constexpr std::int64_t kAlignWords = 8;

  BitMatrix() = default;
  /// `words` per row; all bits zero.
  BitMatrix(std::int64_t rows, std::int64_t words)
      : rows_(rows), words_(words), stride_((words + kAlignWords - 1) / kAlignWords * kAlignWords) {
    const auto size = static_cast<std::size_t>(rows_ * stride_) * sizeof(Word);
    if (size == 0) return;
    // Zero pages of the system: nothing is touched before it is used.
    storage_.reset(static_cast<Word*>(std::calloc(1, size + kAlignWords * sizeof(Word))));
    if (!storage_) throw std::bad_alloc();
    ask_for_large_pages(storage_.get(), size);
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.get());
    begin_ = storage_.get() + (64 - address % 64) % 64 / sizeof(Word);
  }

  bool empty() const { return begin_ == nullptr; }
  std::int64_t rows() const { return rows_; }
  std::int64_t words() const { return words_; }
  std::int64_t stride() const { return stride_; }
  Word* row(std::int64_t r) { return begin_ + r * stride_; }
  const Word* row(std::int64_t r) const { return begin_ + r * stride_; }
  bool bit(std::int64_t r, std::int64_t column) const { return row(r)[column / kWordBits] >> (column % kWordBits) & 1; }
  static double bytes(double rows, double words) { return 8.0 * rows * (words + kAlignWords); }

 private:
  struct Free {
    void operator()(Word* pointer) const { std::free(pointer); }
  };
  std::int64_t rows_ = 0, words_ = 0, stride_ = 0;
  std::unique_ptr<Word, Free> storage_;
  Word* begin_ = nullptr;
};

/// Transposes 64 x 64 bits in place: bit c of word r becomes bit r of word c.
inline void transpose_block(std::span<Word, kWordBits> block) {
  Word mask = 0x00000000FFFFFFFFU;
  for (int half = 32; half != 0; half /= 2, mask ^= mask << half)
    for (int r = 0; r < kWordBits; r = (r + half + 1) & ~half) {
      const Word swapped = ((block[r] >> half) ^ block[r + half]) & mask;
      block[r] ^= swapped << half;
      block[r + half] ^= swapped;
    }
}

}  // namespace tertium::core
