// Carry-save addition of bits in vectors. Included once for every instruction set (Highway), so no #pragma once:
// #include it after hwy/foreach_target.h in a file that Highway compiles again and again.
#if defined(TERTIUM_KERNELS_CARRY_SAVE) == defined(HWY_TARGET_TOGGLE)
#ifdef TERTIUM_KERNELS_CARRY_SAVE
#undef TERTIUM_KERNELS_CARRY_SAVE
#else
#define TERTIUM_KERNELS_CARRY_SAVE
#endif

#include <hwy/highway.h>

#ifndef TERTIUM_INLINED
#define TERTIUM_INLINED HWY_ATTR __attribute__((always_inline))  // of a lambda
#endif

HWY_BEFORE_NAMESPACE();
namespace tertium::kernels::HWY_NAMESPACE {

/// Whether the ones of a vector's words are counted by one instruction.
inline constexpr bool kCountsInVectors = HWY_TARGET <= HWY_AVX3_DL;

/// The bits of which two or three are set.
template <class V>
HWY_INLINE V majority(V a, V b, V c) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(a.raw) == 64)
    return V{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, 0xE8)};
  else if constexpr (sizeof(a.raw) == 32)
    return V{_mm256_ternarylogic_epi64(a.raw, b.raw, c.raw, 0xE8)};
  else
#endif
    return hn::Or(hn::And(a, b), hn::And(hn::Xor(a, b), c));
}

/// Carry-save addition: a + b + c = 2 carry + sum, bit by bit. Leaves the sum in a.
template <class V>
HWY_INLINE V add3(V& a, V b, V c) {
  const V carry = majority(a, b, c);
  a = hwy::HWY_NAMESPACE::Xor3(a, b, c);
  return carry;
}

/// Bit-planes of weight 1, 2, 4 and 8: for every bit of a vector a counter.
template <class V>
struct FourPlanes {
  V ones, twos, fours, eights;

  /// Adds sixteen vectors, the k-th of which is vector(k); what they carry to weight 16. Write `vector` as [&](int k)
  /// TERTIUM_INLINED { ... }: calls would cost more than the additions.
  template <class Vector>
  HWY_INLINE V add16(const Vector& vector) {
    const V first = carry8(0, vector);
    const V second = carry8(8, vector);
    return add3(eights, first, second);
  }

 private:
  template <class Vector>
  HWY_INLINE V carry2(int k, const Vector& vector) {
    return add3(ones, vector(k), vector(k + 1));
  }
  template <class Vector>
  HWY_INLINE V carry4(int k, const Vector& vector) {
    const V first = carry2(k, vector);
    const V second = carry2(k + 2, vector);
    return add3(twos, first, second);
  }
  template <class Vector>
  HWY_INLINE V carry8(int k, const Vector& vector) {
    const V first = carry4(k, vector);
    const V second = carry4(k + 4, vector);
    return add3(fours, first, second);
  }
};

/// Counts the ones of many vectors, word by word, where that is no instruction (Harley and Seal): sixteen vectors pass
/// a tree of carry-save additions, and only what it carries is looked up.
template <class D>
class OnesCount {
  using V = hwy::HWY_NAMESPACE::Vec<D>;

 public:
  static constexpr int kVectors = 16;  ///< at a time

  HWY_INLINE OnesCount() {  // not where they are declared: compilers take that for plain code
    sixteens_ = hwy::HWY_NAMESPACE::Zero(D());
    planes_ = {sixteens_, sixteens_, sixteens_, sixteens_};
  }

  template <class Vector>
  HWY_INLINE void add16(const Vector& vector) {
    namespace hn = hwy::HWY_NAMESPACE;
    sixteens_ = hn::Add(sixteens_, hn::PopulationCount(planes_.add16(vector)));
  }

  HWY_INLINE V words() const {
    namespace hn = hwy::HWY_NAMESPACE;
    V sum = sixteens_;
    const auto next = [&](V plane) TERTIUM_INLINED { sum = hn::Add(hn::Add(sum, sum), hn::PopulationCount(plane)); };
    next(planes_.eights), next(planes_.fours), next(planes_.twos), next(planes_.ones);
    return sum;
  }

  /// Where a bit of `mask` is set, counts of that word go on downwards, or upwards again: a complemented counter counts
  /// down, ~(~c + 1) = c - 1. Masks are whole words.
  HWY_INLINE void turn(V mask) {
    namespace hn = hwy::HWY_NAMESPACE;
    sixteens_ = hn::Xor(sixteens_, mask);
    for (V* plane : {&planes_.ones, &planes_.twos, &planes_.fours, &planes_.eights}) *plane = hn::Xor(*plane, mask);
  }

 private:
  V sixteens_;
  FourPlanes<V> planes_;
};

}  // namespace tertium::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target inclusion
