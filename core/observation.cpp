#include "core/observation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/observation.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int kUniformBits = 32;

#if HWY_TARGET == HWY_SCALAR

/// Two words, one block of the generator, at a time.
void row_words(const ArsKey& key, std::uint32_t threshold, std::uint32_t row, std::int64_t first_word,
               std::int64_t end_word, Word* out) {
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

constexpr int kFirstPlanes = 10;  // of 512 columns all are decided by then with probability 0.6
constexpr int kNextPlanes = 4;

/// Several vectors of columns are undecided until the bits of their uniform numbers differ from the threshold's.
template <class D, class V>
struct Planes {
  D d;
  V round_keys[ArsKey::kRounds + 1];

  Planes(D tag, const ArsKey& key) : d(tag) {
    for (int r = 0; r <= ArsKey::kRounds; ++r) round_keys[r] = pair(key.round[r][0], key.round[r][1]);
  }

  V pair(std::uint64_t low, std::uint64_t high) const { return hn::OddEven(hn::Set(d, high), hn::Set(d, low)); }

  V ars(V counter) const {
    const hn::Repartition<std::uint8_t, D> bytes;
    auto v = hn::BitCast(bytes, hn::Xor(counter, round_keys[0]));
    for (int r = 1; r < ArsKey::kRounds; ++r) v = hn::AESRound(v, hn::BitCast(bytes, round_keys[r]));
    return hn::BitCast(d, hn::AESLastRound(v, hn::BitCast(bytes, round_keys[ArsKey::kRounds])));
  }

  /// Membership of one vector of columns, `counter` being that of bit 0.
  V member(V counter, std::uint32_t threshold) const {
    V in = hn::Zero(d);
    V undecided = hn::Set(d, ~std::uint64_t{0});
    const int last =
        kUniformBits - std::countr_zero(threshold);  // further bits of the threshold are 0: nothing is below
    int t = 0;
    for (int planes = kFirstPlanes;; planes = kNextPlanes) {
      for (const int end = std::min(t + planes, last); t < end; ++t) {
        const V plane = ars(hn::Add(counter, pair(0, static_cast<std::uint64_t>(t))));
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
};

void row_words(const ArsKey& key, std::uint32_t threshold, std::uint32_t row, std::int64_t first_word,
               std::int64_t end_word, Word* out) {
  const hn::CappedTag<std::uint64_t, 8> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const Planes<decltype(d), V> planes(d, key);
  HWY_ALIGN Word buffer[8];
  // Low half of a counter: row, and the block of 128 columns that the lane belongs to.
  const V blocks = hn::ShiftLeft<32>(hn::ShiftRight<1>(hn::Iota(d, 0)));
  const V low_half = planes.pair(~std::uint64_t{0}, 0);
  for (std::int64_t word = first_word - first_word % lanes; word < end_word; word += lanes) {
    const std::uint64_t low = row | static_cast<std::uint64_t>(word / 2) << 32;
    const V counter = hn::And(hn::Add(hn::Set(d, low), blocks), low_half);
    const V in = planes.member(counter, threshold);
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
}

void BernoulliPlane::row_words(Rank a, std::int64_t first_word, std::span<Word> words) const {
  const std::int64_t end_word = first_word + static_cast<std::int64_t>(words.size());
  if (threshold_ == 0 || threshold_ >> 32)
    std::fill(words.begin(), words.end(), threshold_ == 0 ? Word{0} : ~Word{0});
  else
    HWY_DYNAMIC_DISPATCH(row_words)
  (key_, static_cast<std::uint32_t>(threshold_), static_cast<std::uint32_t>(a), first_word, end_word, words.data());
}

}  // namespace tertium::core
#endif
