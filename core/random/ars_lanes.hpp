// ARS in vectors, several blocks side by side. Included once for every instruction set (Highway), so no #pragma once:
// #include it after hwy/foreach_target.h in a file that Highway compiles again and again.
#if defined(TERTIUM_CORE_ARS_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef TERTIUM_CORE_ARS_LANES
#undef TERTIUM_CORE_ARS_LANES
#else
#define TERTIUM_CORE_ARS_LANES
#endif

#include <hwy/highway.h>

#include "core/random/ars.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::core::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

/// Whether one instruction does a round for a whole vector. Where there is none, Highway takes vectors apart and puts
/// them together in every round.
inline constexpr bool kWideAes = HWY_TARGET != HWY_AVX2 && HWY_TARGET != HWY_AVX3;

/// A block of the generator is two lanes of 64 bits, low half first.
struct ArsLanes {
  using Tag = hwy::HWY_NAMESPACE::CappedTag<std::uint64_t, 8>;
  using V = hwy::HWY_NAMESPACE::Vec<Tag>;
  using Bytes = hwy::HWY_NAMESPACE::Repartition<std::uint8_t, Tag>;

  V round_keys[ArsKey::kRounds + 1];

  HWY_INLINE explicit ArsLanes(const ArsKey& key) {
    for (int r = 0; r <= ArsKey::kRounds; ++r)
      round_keys[r] = hwy::HWY_NAMESPACE::LoadDup128(Tag(), key.round[r].data());
  }

  /// The same low and high half for every block.
  static HWY_INLINE V pair(std::uint64_t low, std::uint64_t high) {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::OddEven(hn::Set(Tag(), high), hn::Set(Tag(), low));
  }
  /// Number of the block that a lane belongs to, in the low or the high half.
  static HWY_INLINE V numbers_low() {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::And(hn::ShiftRight<1>(hn::Iota(Tag(), 0)), pair(~std::uint64_t{0}, 0));
  }
  static HWY_INLINE V numbers_high() {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::And(hn::ShiftRight<1>(hn::Iota(Tag(), 0)), pair(0, ~std::uint64_t{0}));
  }

  HWY_INLINE V first_round(V counters) const {
    namespace hn = hwy::HWY_NAMESPACE;
    return round(hn::Xor(counters, round_keys[0]), 1);
  }
  /// From what first_round gave to the random bits.
  HWY_INLINE V later_rounds(V state) const { return rounds(Tag(), state); }
  HWY_INLINE V operator()(V counters) const { return later_rounds(first_round(counters)); }

 private:
  HWY_INLINE V round(V state, int r) const {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::BitCast(Tag(), hn::AESRound(hn::BitCast(Bytes(), state), hn::BitCast(Bytes(), round_keys[r])));
  }

  /// All later rounds of a vector, or of its parts.
  template <class D>
  HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> rounds(D d, hwy::HWY_NAMESPACE::Vec<D> state) const {
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (!kWideAes && hn::MaxLanes(D()) > 2) {
      const hn::Half<D> half;
      return hn::Combine(d, rounds(half, hn::UpperHalf(half, state)), rounds(half, hn::LowerHalf(half, state)));
    } else {
      const hn::Repartition<std::uint8_t, D> bytes;
      const auto key = [&](int r) HWY_ATTR {
        return hn::BitCast(bytes, hn::Load(d, reinterpret_cast<const std::uint64_t*>(&round_keys[r])));
      };
      auto blocks = hn::BitCast(bytes, state);
      for (int r = 2; r < ArsKey::kRounds; ++r) blocks = hn::AESRound(blocks, key(r));
      return hn::BitCast(d, hn::AESLastRound(blocks, key(ArsKey::kRounds)));
    }
  }
};

#endif

}  // namespace tertium::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
