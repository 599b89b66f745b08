#include "core/random/sparse_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/random/sparse_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "core/random/ars_lanes.hpp"

// Once, before the copies for the instruction sets: what all of them use.
#ifndef TERTIUM_CORE_SPARSE_ROWS_PLAIN
#define TERTIUM_CORE_SPARSE_ROWS_PLAIN
namespace tertium::core {

inline constexpr int kColumnBits = 11;
inline constexpr std::uint32_t kColumnMask = (1U << kColumnBits) - 1;
inline constexpr int kHeadWords = 4;  // block 0: the number of marks
inline constexpr int kMostMarks = 124;
inline constexpr std::uint64_t kMarkBlocks = std::uint64_t{1} << 32;
inline constexpr std::uint64_t kFurtherBlocks = std::uint64_t{1} << 33;
static_assert(kSegmentWords * kWordBits == kColumnMask + 1);
static_assert(kMostMarks + kHeadWords == 4 * static_cast<int>(ArsSteps().size()));

/// The Poisson distribution of mean 65/2.
struct MarkNumbers {
  std::array<std::uint64_t, kMostMarks> below{};  // 2^64 P(number <= k)
  std::array<std::uint8_t, 256> first{};          // least number for these leading 8 bits

  constexpr MarkNumbers() {
    __extension__ using Wide = unsigned __int128;
    // exp(-65/2) in units of 2^-120; further probabilities follow by P(k + 1) = P(k) 65 / (2 (k + 1)).
    Wide probability = Wide{0x229U} << 64 | 0x7D378DAF8837A557U;
    Wide sum = 0;
    for (std::size_t k = 0; k < below.size(); ++k) {
      sum += probability;
      below[k] = static_cast<std::uint64_t>(sum >> 56);
      probability = probability * 65 / (2 * (k + 1));
    }
    for (std::size_t byte = 0, k = 0; byte < first.size(); ++byte) {
      while (k < below.size() && below[k] <= static_cast<std::uint64_t>(byte) << 56) ++k;
      first[byte] = static_cast<std::uint8_t>(k);
    }
  }
};
inline constexpr MarkNumbers kMarkNumbers;

inline int mark_number(std::uint64_t uniform) {
  int number = kMarkNumbers.first[uniform >> 56];
  while (number < kMostMarks && uniform >= kMarkNumbers.below[static_cast<std::size_t>(number)]) ++number;
  return number;
}

/// The columns of the marks below the height in one segment, in no order and perhaps more than once; returns how many.
HWY_NOINLINE inline std::size_t plain_marks(const ArsKey& key, SparseHeight height, std::uint64_t low,
                                            std::uint32_t* columns) {
  std::size_t size = 0;
  const int end = kHeadWords + mark_number(ars(key, low, kMarkBlocks)[0]);
  for (int n = kHeadWords; n < end; ++n) {
    const auto word_number = static_cast<std::uint64_t>(n);
    const auto block = ars(key, low, kMarkBlocks + word_number / 4);
    const auto word = static_cast<std::uint32_t>(block[word_number % 4 / 2] >> (32 * (word_number % 2)));
    const std::uint32_t leading = word >> kColumnBits;
    if (leading < height.leading ||
        (leading == height.leading &&
         static_cast<std::uint32_t>(ars(key, low, kFurtherBlocks + word_number)[0]) < height.further))
      columns[size++] = word & kColumnMask;
  }
  return size;
}

}  // namespace tertium::core
#endif

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kSpare = kMostMarks + kHeadWords + 16;  // vectors are stored whole

#if HWY_TARGET == HWY_SCALAR

struct Segments {
  const ArsKey& key;
  const ArsSteps& steps;
  SparseHeight height;

  std::size_t marks(std::uint64_t low, std::uint32_t* columns) const { return plain_marks(key, height, low, columns); }
};

#else

/// The marks below the height in one segment after the other.
struct Segments {
  const ArsKey& key;
  const ArsSteps& steps;
  SparseHeight height;

  /// As plain_marks.
  HWY_INLINE std::size_t marks(std::uint64_t low, std::uint32_t* columns) const {
    const hn::Repartition<std::uint32_t, ArsLanes::Tag> d32;
    constexpr int kUsual = 48;  // words; nearly always enough, and no need to know the number before going on
    const int words = static_cast<int>(hn::Lanes(d32));
    const ArsLanes lanes(key);
    const auto base = lanes.first_round(ArsLanes::pair(low, kMarkBlocks));
    const auto block = [&](int n) HWY_ATTR {
      const auto step = hn::LoadU(ArsLanes::Tag(), steps[static_cast<std::size_t>(n / 4)].data());
      return lanes.later_rounds(hn::Xor(base, step));
    };
    const auto first_numbers = hn::Iota(d32, 0);
    const auto at = hn::Set(d32, height.leading);
    auto bits = block(0);
    const int end = kHeadWords + mark_number(hn::GetLane(bits));
    const auto end_word = hn::Set(d32, static_cast<std::uint32_t>(end));
    std::size_t size = 0;
    auto undecided = hn::FirstN(d32, 0);
    for (int n = 0;;) {
      const auto numbers = hn::Add(first_numbers, hn::Set(d32, static_cast<std::uint32_t>(n)));
      const auto exists =
          hn::AndNot(hn::Lt(numbers, hn::Set(d32, std::uint32_t{kHeadWords})), hn::Lt(numbers, end_word));
      const auto word = hn::BitCast(d32, bits);
      const auto leading = hn::ShiftRight<kColumnBits>(word);
      const auto taken = hn::And(exists, hn::Lt(leading, at));
      hn::StoreU(hn::Compress(hn::And(word, hn::Set(d32, kColumnMask)), taken), d32, columns + size);
      size += hn::CountTrue(d32, taken);
      undecided = hn::Or(undecided, hn::And(exists, hn::Eq(leading, at)));
      n += words;
      if (n >= kUsual && n >= end) break;
      bits = block(n);
    }
    if (HWY_UNLIKELY(!hn::AllFalse(d32, undecided))) return plain_marks(key, height, low, columns);
    return size;
  }
};

#endif

/// Marks of some segments, first all of them, then used: how many there are cannot be foreseen, and a processor that
/// guesses wrong should not have to wait for the generator before it learns so.
class Batch {
 public:
  static constexpr std::size_t kMost = 32;

  HWY_INLINE void add(const Segments& segments, std::uint32_t row, std::int64_t segment) {
    const std::size_t begin = size_;
    size_ += segments.marks(row | static_cast<std::uint64_t>(segment) << 32, marks_ + begin);
    ends_[units_++] = size_;
  }
  std::size_t units() const { return units_; }
  void clear() { size_ = units_ = 0; }
  /// Sets the bits of unit u in words[kSegmentWords * (u - first)], and the words that are not zero in touched[u].
  HWY_INLINE void set_bits(Word* words, std::uint32_t* touched) const {
    std::size_t k = 0;
    for (std::size_t u = 0; u < units_; ++u) {
      std::uint32_t here = 0;
      for (; k < ends_[u]; ++k) {
        words[u * kSegmentWords + marks_[k] / kWordBits] |= Word{1} << (marks_[k] % kWordBits);
        here |= 1U << (marks_[k] / kWordBits);
      }
      touched[u] = here;
    }
  }

 private:
  std::size_t units_ = 0, size_ = 0;
  std::size_t ends_[kMost];
  std::uint32_t marks_[kMost * kMostMarks + kSpare];
};

void segment_words(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t row,
                   std::int64_t first_word, std::int64_t end_word, Word* out) {
  const Segments segments{key, steps, height};
  Batch batch;
  Word words[Batch::kMost * kSegmentWords];
  std::uint32_t touched[Batch::kMost];
  const std::int64_t end = (end_word + kSegmentWords - 1) / kSegmentWords;
  for (std::int64_t begin = first_word / kSegmentWords; begin < end; begin += Batch::kMost) {
    batch.clear();
    const std::int64_t last = std::min<std::int64_t>(end, begin + Batch::kMost);
    for (std::int64_t segment = begin; segment < last; ++segment) batch.add(segments, row, segment);
    std::fill_n(words, batch.units() * kSegmentWords, Word{0});
    batch.set_bits(words, touched);
    const std::int64_t from = std::max(first_word, begin * kSegmentWords);
    const std::int64_t to = std::min(end_word, last * kSegmentWords);
    std::copy(words + (from - begin * kSegmentWords), words + (to - begin * kSegmentWords), out + (from - first_word));
  }
}

/// Writes the columns of the bits in the words of `touched` that are `wanted` too; returns the end of what it wrote.
/// Two are written for every word, whether it has them or not: a branch on that would cost more than they do.
HWY_INLINE std::uint32_t* write_columns(Word* words, std::uint32_t touched, std::uint32_t wanted, std::uint32_t column,
                                        std::uint32_t* out) {
  for (std::uint32_t rest = touched & ~wanted; rest != 0; rest &= rest - 1) words[std::countr_zero(rest)] = 0;
  for (std::uint32_t rest = touched & wanted; rest != 0; rest &= rest - 1) {
    const int q = std::countr_zero(rest);
    Word bits = std::exchange(words[q], Word{0});
    const std::uint32_t begin = column + static_cast<std::uint32_t>(q * kWordBits);
    std::uint32_t* const end = out + std::popcount(bits);
    for (int twice = 0; twice < 2; ++twice, bits &= bits - 1)
      *out++ = begin + static_cast<std::uint32_t>(std::countr_zero(bits));
    for (; bits != 0; bits &= bits - 1) *out++ = begin + static_cast<std::uint32_t>(std::countr_zero(bits));
    out = end;
  }
  return out;
}

void segment_columns(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t first_row,
                     std::int64_t first_word, std::int64_t end_word, std::uint32_t* columns, std::size_t* ends,
                     std::size_t rows) {
  const Segments segments{key, steps, height};
  const std::int64_t first = first_word / kSegmentWords;
  const std::int64_t per_row = (end_word + kSegmentWords - 1) / kSegmentWords - first;
  Batch batch;
  Word words[Batch::kMost * kSegmentWords] = {};
  std::uint32_t touched[Batch::kMost];
  std::uint32_t* out = columns;
  std::size_t row = 0;  // of the next unit
  std::int64_t segment = 0;
  std::size_t used_row = 0;  // of the next unit to be written
  std::int64_t used_segment = 0;
  while (used_row < rows) {
    batch.clear();
    while (batch.units() < Batch::kMost && row < rows) {
      batch.add(segments, first_row + static_cast<std::uint32_t>(row), first + segment);
      if (++segment == per_row) segment = 0, ++row;
    }
    batch.set_bits(words, touched);
    for (std::size_t u = 0; u < batch.units(); ++u) {
      const std::int64_t begin = (first + used_segment) * kSegmentWords;
      const auto wanted =
          static_cast<std::uint32_t>(bits_from(first_word - begin, 0) & bits_below(end_word - begin, 0));
      out = write_columns(words + u * kSegmentWords, touched[u], wanted, static_cast<std::uint32_t>(begin * kWordBits),
                          out);
      if (++used_segment < per_row) continue;
      used_segment = 0;
      ends[used_row++] = static_cast<std::size_t>(out - columns);
    }
  }
}

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::core {

HWY_EXPORT(segment_words);
HWY_EXPORT(segment_columns);

SparseHeight sparse_height(double p) {
  constexpr int kTerms = 10;  // p^10 / 10 < 2^-63
  double sum = 0.0;           // -ln(1 - p) / p = 1 + p/2 + p^2/3 + ...
  for (int k = kTerms; k >= 1; --k) sum = sum * p + 1.0 / k;
  const double height = p * sum * (2.0 * static_cast<double>(kColumnMask + 1) / 65.0);  // below 1
  const auto bits = static_cast<std::uint64_t>(std::llround(std::ldexp(height, 53)));
  return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

void sparse_row_words(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t row,
                      std::int64_t first_word, std::int64_t end_word, Word* words) {
  HWY_DYNAMIC_DISPATCH(segment_words)(key, steps, height, row, first_word, end_word, words);
}

void sparse_row_columns(const ArsKey& key, const ArsSteps& steps, SparseHeight height, std::uint32_t first_row,
                        std::int64_t first_word, std::int64_t end_word, std::uint32_t* columns,
                        std::span<std::size_t> ends) {
  HWY_DYNAMIC_DISPATCH(segment_columns)
  (key, steps, height, first_row, first_word, end_word, columns, ends.data(), ends.size());
}

}  // namespace tertium::core
#endif
