// How a visit comes to cost about one cycle: sixteen columns go through a tree of carry-save additions into planes of
// weight 1, 2, 4 and 8 that stay in registers, five operations for a vector of bits (two where there are three-input
// ones); what they carry goes to the planes 16 and 32, also there, and once in 64 visits on to the planes in memory.
// Signs cost nothing: a complemented counter counts down (~(~c + 1) = c - 1), so planes are flipped before and after.
#include "kernels/bits/visits.hpp"

#include <algorithm>
#include <bit>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/bits/visits.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "kernels/bits/carry_save.hpp"
#include "kernels/bits/places_of_ones.hpp"
#include "kernels/bits/transpose.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Word;

/// The lanes of one vector of counters, the low planes in registers.
template <class D>
class Counter {
  using V = hn::Vec<D>;

 public:
  HWY_INLINE Counter(Word* planes, std::int64_t words, const Word* flip)
      : words_(words), planes_(planes), flip_(hn::LoadU(D(), flip)) {
    low_ = {low(0), low(1), low(2), low(3)};
    sixteens_ = low(4), thirties_ = low(5);
  }

  HWY_INLINE void add(const Visit* visits, std::size_t size, const Word* columns) {
    V carry = hn::Zero(D());
    std::size_t groups = 0;
    for (std::size_t k = 0; k < size; k += kVisitGroup) {
      V next = low_.add16([&](int c) TERTIUM_INLINED { return hn::LoadU(D(), columns + visits[k + c]); });
      V sum = hn::Xor(sixteens_, next);
      next = hn::And(sixteens_, next);
      sixteens_ = sum;
      sum = hn::Xor(thirties_, next);
      carry = hn::Or(carry, hn::And(thirties_, next));  // four groups carry to 64 at most once
      thirties_ = sum;
      if (++groups % 4 != 0) continue;
      ripple(carry);
      carry = hn::Zero(D());
    }
    ripple(carry);
  }

  HWY_INLINE void store() const {
    store_low(0, low_.ones), store_low(1, low_.twos), store_low(2, low_.fours), store_low(3, low_.eights);
    store_low(4, sixteens_), store_low(5, thirties_);
  }

 private:
  HWY_INLINE V low(std::int64_t k) const { return hn::Xor(hn::LoadU(D(), planes_ + k * words_), flip_); }
  HWY_INLINE void store_low(std::int64_t k, V plane) const {
    hn::StoreU(hn::Xor(plane, flip_), D(), planes_ + k * words_);
  }

  /// Adds to the planes of weight 64 and more; the highest ones are seldom reached.
  HWY_INLINE void ripple(V carry) const {
    constexpr std::int64_t kFirst = 6, kSeldom = 14;
    const auto step = [&](std::int64_t k) HWY_ATTR {
      Word* const to = planes_ + k * words_;
      const V plane = hn::LoadU(D(), to);
      hn::StoreU(hn::Xor(plane, carry), D(), to);
      carry = hn::And(carry, hn::Xor(plane, flip_));
    };
    for (std::int64_t k = kFirst; k < kSeldom; ++k) step(k);
    if (HWY_LIKELY(hn::AllTrue(D(), hn::Eq(carry, hn::Zero(D()))))) return;
    for (std::int64_t k = kSeldom; k < kVisitPlanes; ++k) step(k);
  }

  std::int64_t words_;
  Word* planes_;
  V flip_, sixteens_, thirties_;
  FourPlanes<V> low_;
};

template <class D>
HWY_INLINE void add_to_lanes(std::span<const Visit> visits, const Word* columns, std::int64_t words, const Word* flip,
                             Word* counters) {
  for (std::int64_t part = 0; part < words; part += static_cast<std::int64_t>(hn::Lanes(D()))) {
    Counter<D> counter(counters + part, words, flip + part);
    counter.add(visits.data(), visits.size(), columns + part);
    counter.store();
  }
}

void add_visits(std::span<const Visit> visits, const Word* columns, std::int64_t words, const Word* flip,
                Word* counters) {
  if (words == 4)
    add_to_lanes<hn::CappedTag<Word, 4>>(visits, columns, words, flip, counters);
  else
    add_to_lanes<hn::CappedTag<Word, 8>>(visits, columns, words, flip, counters);
}

/// Where column 64 q + c begins: columns lie as transposing eight words leaves them.
HWY_INLINE std::int64_t begin_of_column(std::int64_t q, std::int64_t words) {
  return (q / kVisitBlockWords * kVisitBlockBits + q % kVisitBlockWords) * words;
}

/// Columns of neighbours in a word are 2^kShift words apart.
#if HWY_TARGET <= HWY_AVX3_DL
/// The numbers of the ones as bytes, side by side; seldom more than sixteen.
template <int kShift>
HWY_INLINE Visit* list_word(Word word, std::int64_t begin, Visit* out) {
  const hn::CappedTag<std::uint8_t, 64> bytes;
  const hn::CappedTag<Visit, 16> d;
  const __m512i numbers = _mm512_maskz_compress_epi8(word, hn::Iota(bytes, 0).raw);
  const int count = std::popcount(word);
  const auto store = [&](__m128i sixteen, int from) HWY_ATTR {
    const hn::VFromD<decltype(d)> wide{_mm256_cvtepu8_epi16(sixteen)};
    hn::StoreU(hn::Add(hn::ShiftLeft<kShift>(wide), hn::Set(d, static_cast<Visit>(begin))), d, out + from);
  };
  store(_mm512_castsi512_si128(numbers), 0);
  if (HWY_UNLIKELY(count > 16)) {
    store(_mm512_extracti32x4_epi32(numbers, 1), 16);
    store(_mm512_extracti32x4_epi32(numbers, 2), 32);
    store(_mm512_extracti32x4_epi32(numbers, 3), 48);
  }
  return out + count;
}
#else
/// Eight at a time, the places of a byte's ones from a table: no branch depends on the bits.
template <int kShift>
HWY_INLINE Visit* list_word(Word word, std::int64_t begin, Visit* out) {
  static_assert(sizeof(Visit) == sizeof(kPlacesOfOnes<kShift>.places[0][0]));
  const hn::CappedTag<Visit, 8> d;
  auto first = hn::Set(d, static_cast<Visit>(begin));
#pragma GCC unroll 8
  for (int byte = 0; byte < 8; ++byte, word >>= 8) {
    const Visit* const places = kPlacesOfOnes<kShift>.places[word & 0xFF];
    for (std::size_t k = 0; k < 8; k += hn::Lanes(d)) hn::StoreU(hn::Add(hn::Load(d, places + k), first), d, out + k);
    out += kPlacesOfOnes<kShift>.count[word & 0xFF];
    first = hn::Add(first, hn::Set(d, Visit{8 << kShift}));
  }
  return out;
}
#endif

template <int kShift>
HWY_INLINE Visit* list_words(std::span<const Word> row, std::int64_t words, Visit* out) {
  for (std::size_t q = 0; q < row.size(); ++q)
    if (row[q] != 0) out = list_word<kShift>(row[q], begin_of_column(static_cast<std::int64_t>(q), words), out);
  return out;
}

std::int64_t list_visits(std::span<const Word> row, std::int64_t words, std::int64_t blocks, Visit* visits) {
  static_assert(kVisitBlockWords == 8);  // neighbours are 8 words = 4 << 3 or 8 << 3 words apart
  Visit* const out = words == 4 ? list_words<5>(row, words, visits) : list_words<6>(row, words, visits);
  const std::int64_t size = visits_size(out - visits);
  std::fill(out, visits + size, static_cast<Visit>(words * blocks * kVisitBlockBits));
  return size;
}

/// Four lists of 512 words become one, word by word; each group of four `stride` words after the one before.
HWY_INLINE void interleave(const Word* first, std::int64_t apart, std::int64_t stride, Word* out) {
  const hn::CappedTag<Word, 8> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  HWY_ALIGN Word four[4 * 8];
  for (std::int64_t x = 0; x < kVisitBlockBits; x += lanes) {
    Word* const to = stride == 4 ? out + 4 * x : four;
    hn::StoreInterleaved4(hn::LoadU(d, first + x), hn::LoadU(d, first + apart + x), hn::LoadU(d, first + 2 * apart + x),
                          hn::LoadU(d, first + 3 * apart + x), d, to);
    for (std::int64_t k = 0; stride != 4 && k < lanes; ++k) std::copy_n(four + 4 * k, 4, out + (x + k) * stride);
  }
}

void gather_rows(std::span<const Word* const> rows, std::span<const Word* const> without, std::int64_t blocks,
                 Word* gathered) {
  const hn::CappedTag<Word, kVisitBlockWords> d;
  alignas(64) static constexpr Word kZeros[kVisitBlockWords] = {};
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::int64_t block = 0; block < blocks; ++block)
      for (std::int64_t q = 0; q < kVisitBlockWords; q += static_cast<std::int64_t>(hn::Lanes(d))) {
        const std::int64_t place = block * kVisitBlockWords + q;
        auto bits = hn::LoadU(d, rows[r] == nullptr ? kZeros : rows[r] + place);
        if (!without.empty() && rows[r] != nullptr) bits = hn::AndNot(hn::LoadU(d, without[r] + place), bits);
        hn::StoreU(bits, d, gathered + gathered_place(static_cast<std::int64_t>(r), place, blocks));
      }
}

void count_above(const Word* row, std::int64_t words, std::span<const Above> places, std::int32_t* counts) {
  std::int32_t count = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (; words > places[k].word + 1; --words) count += std::popcount(row[words - 1]);
    counts[k] = count + std::popcount(row[places[k].word] & places[k].mask);
  }
}

void columns_of_rows(Word* rows, std::int64_t words, std::int64_t blocks, Word* columns) {
  for (std::int64_t square = 0; square < words * blocks; ++square) transpose_blocks(rows + square * kVisitBlockBits);
  const std::int64_t apart = blocks * kVisitBlockBits;
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t part = 0; part < words; part += 4)
      interleave(rows + part * apart + block * kVisitBlockBits, apart, words,
                 columns + block * kVisitBlockBits * words + part);
  std::fill_n(columns + words * apart, words, Word{0});
}

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::kernels {

HWY_EXPORT(add_visits);
HWY_EXPORT(list_visits);
HWY_EXPORT(gather_rows);
HWY_EXPORT(columns_of_rows);
HWY_EXPORT(count_above);

void add_visits(std::span<const Visit> visits, const core::Word* columns, std::int64_t words, const core::Word* flip,
                core::Word* counters) {
  HWY_DYNAMIC_DISPATCH(add_visits)(visits, columns, words, flip, counters);
}

std::int64_t list_visits(std::span<const core::Word> row, std::int64_t words, std::int64_t blocks, Visit* visits) {
  return HWY_DYNAMIC_DISPATCH(list_visits)(row, words, blocks, visits);
}

void gather_rows(std::span<const core::Word* const> rows, std::span<const core::Word* const> without,
                 std::int64_t blocks, core::Word* gathered) {
  HWY_DYNAMIC_DISPATCH(gather_rows)(rows, without, blocks, gathered);
}

void count_above(const core::Word* row, std::int64_t words, std::span<const Above> places, std::int32_t* counts) {
  HWY_DYNAMIC_DISPATCH(count_above)(row, words, places, counts);
}

void columns_of_rows(core::Word* rows, std::int64_t words, std::int64_t blocks, core::Word* columns) {
  HWY_DYNAMIC_DISPATCH(columns_of_rows)(rows, words, blocks, columns);
}

void drain_counters(core::Word* counters, std::int64_t words, std::int64_t* sums) {
  for (std::int64_t k = 0; k < kVisitPlanes; ++k) {
    const std::int64_t weight = (std::int64_t{1} << k) * (k + 1 < kVisitPlanes ? 1 : -1);
    for (std::int64_t q = 0; q < words; ++q)
      core::for_each_bit(counters[k * words + q], [&](int bit) { sums[q * core::kWordBits + bit] += weight; });
  }
  std::fill_n(counters, kVisitPlanes * words, core::Word{0});
}

}  // namespace tertium::kernels
#endif
