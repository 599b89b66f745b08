#include "core/comparisons/observation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/comparisons/observation.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

#include "core/random/ars_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kUniformBits = 32;

#if HWY_TARGET == HWY_SCALAR

/// Two words, one block of the generator, at a time.
void row_words(const ArsKey& key, const ArsSteps& /*steps*/, std::uint32_t threshold, std::uint32_t row,
               std::int64_t first_word, std::int64_t end_word, Word* out) {
  for (std::int64_t block = first_word / 2; 2 * block < end_word; ++block) {
    std::array<Word, 2> in{};
    std::array<Word, 2> undecided{~Word{0}, ~Word{0}};
    for (int t = 0; t < kUniformBits && threshold << t != 0 && (undecided[0] | undecided[1]) != 0; ++t) {
      const bool bit = threshold >> (kUniformBits - 1 - t) & 1;
      const auto plane = ars(key, row | static_cast<std::uint64_t>(block) << 32, static_cast<std::uint64_t>(t));
      for (int half = 0; half < 2; ++half) {
        if (bit) in[half] |= undecided[half] & ~plane[half];
        undecided[half] &= bit ? plane[half] : ~plane[half];
      }
    }
    for (int half = 0; half < 2; ++half)
      if (const std::int64_t word = 2 * block + half; word >= first_word && word < end_word)
        out[word - first_word] = in[half];
  }
}

#else

constexpr int kFirstPlanes = 12;  // of 512 columns all are decided by then with probability 0.88: fewer surprises
constexpr int kNextPlanes = 4;

using Tag = ArsLanes::Tag;
using V = ArsLanes::V;

/// Membership of one vector of columns, `base` being the state of bit 0 after the first round. Columns are undecided
/// until the bits of their uniform numbers differ from the threshold's.
HWY_INLINE V member(const ArsLanes& lanes, const ArsSteps& steps, V base, std::uint32_t threshold) {
  const Tag d;
  V in = hn::Zero(d);
  V undecided = hn::Set(d, ~std::uint64_t{0});
  const int last = kUniformBits - std::countr_zero(threshold);  // further bits of the threshold are 0: nothing is below
  int t = 0;
  for (int planes = kFirstPlanes;; planes = kNextPlanes) {
    for (const int end = std::min(t + planes, last); t < end; ++t) {
      const V plane = lanes.later_rounds(hn::Xor(base, hn::LoadDup128(d, steps[t].data())));
      if (threshold >> (kUniformBits - 1 - t) & 1) {
        in = hn::Or(in, hn::AndNot(plane, undecided));
        undecided = hn::And(undecided, plane);
      } else {
        undecided = hn::AndNot(plane, undecided);
      }
    }
    if (t == last || hn::AllTrue(d, hn::Eq(undecided, hn::Zero(d)))) return in;
  }
}

#if HWY_TARGET == HWY_AVX2
#define TERTIUM_WIDE_AES __attribute__((target("avx2,aes,vaes")))

/// Whether there are AES instructions for 256 bits, which this target does not count on.
bool has_wide_aes() {
  constexpr unsigned kFeatures = 7, kVaes = 1U << 9;  // as the processor's manual numbers them
  static const bool has = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(kFeatures, 0, &a, &b, &c, &d) != 0 && (c & kVaes) != 0;
  }();
  return has;
}

TERTIUM_WIDE_AES inline __m256i wide_plane(const __m256i* keys, __m256i state) {
  for (int r = 2; r < ArsKey::kRounds; ++r) state = _mm256_aesenc_epi128(state, keys[r]);
  return _mm256_aesenclast_epi128(state, keys[ArsKey::kRounds]);
}

/// As member(), of 256 columns, with two blocks of the generator in one instruction.
TERTIUM_WIDE_AES inline __m256i wide_member(const __m256i* keys, const ArsSteps& steps, __m256i base,
                                            std::uint32_t threshold) {
  __m256i in = _mm256_setzero_si256(), undecided = _mm256_set1_epi64x(-1);
  const int last = kUniformBits - std::countr_zero(threshold);
  int t = 0;
  for (int planes = kFirstPlanes;; planes = kNextPlanes) {
    for (const int end = std::min(t + planes, last); t < end; ++t) {
      const __m256i step =
          _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(steps[t].data())));
      const __m256i plane = wide_plane(keys, _mm256_xor_si256(base, step));
      if (threshold >> (kUniformBits - 1 - t) & 1) {
        in = _mm256_or_si256(in, _mm256_andnot_si256(plane, undecided));
        undecided = _mm256_and_si256(undecided, plane);
      } else {
        undecided = _mm256_andnot_si256(plane, undecided);
      }
    }
    if (t == last || _mm256_testz_si256(undecided, undecided) != 0) return in;
  }
}

/// Whole vectors of words from a word that is a multiple of four on.
TERTIUM_WIDE_AES void wide_row_words(const ArsKey& key, const ArsSteps& steps, std::uint32_t threshold,
                                     std::uint32_t row, std::int64_t first_word, std::int64_t end_word, Word* out) {
  __m256i keys[ArsKey::kRounds + 1];
  for (int r = 0; r <= ArsKey::kRounds; ++r)
    keys[r] = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(key.round[r].data())));
  for (std::int64_t word = first_word; word < end_word; word += 4) {
    const auto low = static_cast<long long>(row | static_cast<std::uint64_t>(word / 2) << 32);
    const __m256i counters = _mm256_set_epi64x(0, low + (1LL << 32), 0, low);
    const __m256i base = _mm256_aesenc_epi128(_mm256_xor_si256(counters, keys[0]), keys[1]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + (word - first_word)),
                        wide_member(keys, steps, base, threshold));
  }
}
#undef TERTIUM_WIDE_AES
#endif

void row_words(const ArsKey& key, const ArsSteps& steps, std::uint32_t threshold, std::uint32_t row,
               std::int64_t first_word, std::int64_t end_word, Word* out) {
  const Tag d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const ArsLanes ars_lanes(key);
  HWY_ALIGN Word buffer[8];
  // Low half of a counter: row, and the block of 128 columns that the lane belongs to.
  const V blocks = hn::ShiftLeft<32>(ArsLanes::numbers_low());
#if HWY_TARGET == HWY_AVX2
  if (has_wide_aes() && first_word % 4 == 0) {
    const std::int64_t whole = first_word + (end_word - first_word) / 4 * 4;
    wide_row_words(key, steps, threshold, row, first_word, whole, out);
    out += whole - first_word;
    first_word = whole;
  }
#endif
  for (std::int64_t word = first_word - first_word % lanes; word < end_word; word += lanes) {
    const std::uint64_t low = row | static_cast<std::uint64_t>(word / 2) << 32;
    const V base = ars_lanes.first_round(hn::Add(ArsLanes::pair(low, 0), blocks));
    const V in = member(ars_lanes, steps, base, threshold);
    if (word >= first_word && word + lanes <= end_word) {
      hn::StoreU(in, d, out + (word - first_word));
    } else {
      hn::Store(in, d, buffer);
      for (std::int64_t k = 0; k < lanes; ++k)
        if (word + k >= first_word && word + k < end_word) out[word + k - first_word] = buffer[k];
    }
  }
}

#endif

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::core {

HWY_EXPORT(row_words);

BernoulliPlane::BernoulliPlane(const CellKey& cell, Purpose purpose, double p)
    : threshold_(static_cast<std::uint64_t>(std::llround(std::ldexp(p, 32)))) {
  expects(p >= 0.0 && p <= 1.0, "a probability lies in [0, 1]");
  const auto name = threefry(stream_key(cell, purpose), {});
  key_ = ars_key(name[0], name[1]);
  steps_ = ars_steps(key_);
  if (sparse()) height_ = sparse_height(std::ldexp(static_cast<double>(threshold_), -32));
}

void BernoulliPlane::row_words(Rank a, std::int64_t first_word, std::span<Word> words) const {
  const std::int64_t end_word = first_word + static_cast<std::int64_t>(words.size());
  if (threshold_ == 0 || threshold_ >> 32)
    std::fill(words.begin(), words.end(), threshold_ == 0 ? Word{0} : ~Word{0});
  else if (sparse())
    sparse_row_words(key_, steps_, height_, static_cast<std::uint32_t>(a), first_word, end_word, words.data());
  else
    HWY_DYNAMIC_DISPATCH(row_words)
  (key_, steps_, static_cast<std::uint32_t>(threshold_), static_cast<std::uint32_t>(a), first_word, end_word,
   words.data());
}

void BernoulliPlane::row_columns(Rank first, std::int64_t first_word, std::int64_t words, std::uint32_t* columns,
                                 std::span<std::size_t> ends) const {
  expects(sparse(), "0 < p < 1/64");
  sparse_row_columns(key_, steps_, height_, static_cast<std::uint32_t>(first), first_word, first_word + words, columns,
                     ends);
}

}  // namespace tertium::core
#endif
