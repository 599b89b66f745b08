// The losses on vectors. Included once for every instruction set, so there is no #pragma once.
#if defined(TERTIUM_EMBEDDING_VECTOR_LOSSES) == defined(HWY_TARGET_TOGGLE)
#ifdef TERTIUM_EMBEDDING_VECTOR_LOSSES
#undef TERTIUM_EMBEDDING_VECTOR_LOSSES
#else
#define TERTIUM_EMBEDDING_VECTOR_LOSSES
#endif

#include <hwy/highway.h>

#include "core/random/portable_math.hpp"
#include "embedding/losses/losses.hpp"
#include "embedding/terms/groups.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<double, kLanes>;
using V = hn::Vec<D>;
constexpr std::size_t kParts = kLanes / hn::MaxLanes(D());  // vectors that eight lanes are

HWY_INLINE void store_parts(const V* parts, double* lanes) {
  const D d;
  for (std::size_t q = 0; q < kParts; ++q) hn::Store(parts[q], d, lanes + q * hn::Lanes(d));
}

// Each loss has: feature, what statements compare, of a squared distance; rate and value (or probability) of a
// statement, of the features of near and far; factor, dloss/dD per rate, of a distance and its feature. One that needs
// to look at the distances of a group before (kOfGroup) is made anew by of_group.

HWY_INLINE V one() {
  return hn::Set(D(), 1.0);
}

/// kAlpha = 0: known at run time only.
template <int kAlpha>
class StudentLanes {
 public:
  static constexpr bool kIsProbability = true, kOfGroup = false;
  explicit StudentLanes(const StudentLoss& loss)
      : alpha_(kAlpha > 0 ? kAlpha : loss.alpha), legacy_(loss.legacy && alpha_ != 1) {}

  /// 1 / K = u^((alpha + 1)/2), u = 1 + D/alpha.
  HWY_INLINE V feature(V distance) const {
    const V u = base(distance);
    if constexpr (kAlpha == 1) return u;
    V power = alpha_ % 2 == 0 ? hn::Sqrt(u) : one();
    for (int k = 0; k < (alpha_ + 1) / 2; ++k) power = hn::Mul(power, u);
    return power;
  }
  HWY_INLINE V rate(V near, V far, V& probability) const {
    const V inverse = hn::Div(one(), hn::Add(near, far));
    probability = hn::Mul(far, inverse);
    return hn::Mul(near, inverse);
  }
  HWY_INLINE V factor(V distance, V feature) const {
    const D d;
    if constexpr (kAlpha == 1) return hn::Div(one(), feature);
    const V scale = hn::Set(d, 0.5 * (alpha_ + 1) / alpha_);
    return hn::Div(scale, legacy_ ? feature : base(distance));
  }

 private:
  HWY_INLINE V base(V distance) const {
    if constexpr (kAlpha == 1) return hn::Add(one(), distance);
    return hn::Add(one(), hn::Div(distance, hn::Set(D(), alpha_)));
  }

  int alpha_;
  bool legacy_;
};

/// e^x for |x| <= 700.
HWY_INLINE V exponential(V x) {
  const D d;
  // ln 2 in two parts, the first of which has few enough bits that its small multiples are exact.
  const V per_ln2 = hn::Set(d, 1.44269504088896340736);
  const V high = hn::Set(d, 0.693147180369123816490), low = hn::Set(d, 1.90821492927058770002e-10);
  const V magic = hn::Set(d, 6755399441055744.0 + 1023.0);  // 1.5 2^52: whole numbers stand in the lowest bits
  const V shifted = hn::Add(hn::Mul(x, per_ln2), magic);
  const V k = hn::Sub(shifted, magic);
  const V r = hn::Sub(hn::Sub(x, hn::Mul(k, high)), hn::Mul(k, low));  // |r| <= 0.3466
  V series = hn::Set(d, 1.0 / 6227020800.0);                           // 1 / 13!
  const auto add = [&](double coefficient) HWY_ATTR { series = hn::Add(hn::Mul(series, r), hn::Set(d, coefficient)); };
  add(1.0 / 479001600.0), add(1.0 / 39916800.0), add(1.0 / 3628800.0), add(1.0 / 362880.0), add(1.0 / 40320.0);
  add(1.0 / 5040.0), add(1.0 / 720.0), add(1.0 / 120.0), add(1.0 / 24.0), add(1.0 / 6.0), add(0.5), add(1.0), add(1.0);
  const hn::RebindToUnsigned<D> bits;
  return hn::Mul(series, hn::BitCast(d, hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

/// P = e^b / (e^(a + margin) + e^b), of squared distances a and b, or of distances (kOfRoots): the powers are of pairs
/// alone, if those of a group are so close to each other that none of them leaves the range of numbers.
template <bool kOfRoots>
class LogisticLanes {
 public:
  static constexpr bool kIsProbability = true, kOfGroup = true;
  explicit LogisticLanes(double margin) : margin_(margin), odds_(core::portable_exp(margin)) {}
  HWY_INLINE LogisticLanes of_group(const double* distances, std::size_t count) const {
    const D d;
    V least = hn::LoadU(d, distances), largest = least;
    for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
      const V distance = hn::LoadU(d, distances + k);
      least = hn::Min(least, distance);
      largest = hn::Max(largest, distance);
    }
    const double low = hn::GetLane(compared(hn::MinOfLanes(d, least)));
    const double high = hn::GetLane(compared(hn::MaxOfLanes(d, largest)));
    LogisticLanes loss(margin_);
    loss.has_powers_ = high - low <= kMost;
    loss.middle_ = 0.5 * (low + high);
    return loss;
  }
  HWY_INLINE V feature(V distance) const {
    const V at = compared(distance);
    return has_powers_ ? exponential(hn::Sub(at, hn::Set(D(), middle_))) : at;
  }
  HWY_INLINE V rate(V near, V far, V& probability) const {
    const D d;
    if (has_powers_) {
      const V missed = kOfRoots ? hn::Mul(near, hn::Set(d, odds_)) : near;
      const V inverse = hn::Div(one(), hn::Add(missed, far));
      probability = hn::Mul(far, inverse);
      return hn::Mul(missed, inverse);
    }
    const V apart = hn::Sub(kOfRoots ? hn::Add(near, hn::Set(d, margin_)) : near, far);
    const V exponent = hn::Min(hn::Max(apart, hn::Set(d, -kMost)), hn::Set(d, kMost));
    const V odds = exponential(exponent);
    probability = hn::Div(one(), hn::Add(one(), odds));
    return hn::Mul(odds, probability);
  }
  HWY_INLINE V factor(V distance, V) const { return kOfRoots ? hn::Div(hn::Set(D(), 0.5), compared(distance)) : one(); }

 private:
  static constexpr double kMost = 600.0;
  /// What the loss compares.
  HWY_INLINE V compared(V distance) const {
    return kOfRoots ? hn::Sqrt(hn::Add(distance, hn::Set(D(), SmoothOrdinalLoss::kRounding))) : distance;
  }

  double margin_, odds_;  // of distances
  bool has_powers_ = false;
  double middle_ = 0.0;
};

struct CrowdKernelLanes {
  static constexpr bool kIsProbability = true, kOfGroup = false;
  double mu;
  explicit CrowdKernelLanes(const CrowdKernelLoss& loss) : mu(loss.mu) {}
  /// With mu = 0, two objects in one place have no slope.
  HWY_INLINE V feature(V distance) const { return hn::Max(hn::Set(D(), 1e-12), hn::Add(distance, hn::Set(D(), mu))); }
  HWY_INLINE V rate(V near, V far, V& probability) const {
    const V inverse = hn::Div(one(), hn::Add(near, far));
    probability = hn::Mul(far, inverse);
    return hn::Mul(near, inverse);
  }
  HWY_INLINE V factor(V, V feature) const { return hn::Div(one(), feature); }
};

struct HingeLanes {
  static constexpr bool kIsProbability = false, kOfGroup = false;
  HWY_INLINE V feature(V distance) const { return distance; }
  HWY_INLINE V rate(V near, V far, V& value) const {
    value = hn::ZeroIfNegative(hn::Sub(hn::Add(near, one()), far));
    return hn::IfThenElseZero(hn::Gt(value, hn::Zero(D())), one());
  }
  HWY_INLINE V factor(V, V) const { return one(); }
};

struct SoftOrdinalLanes {
  static constexpr bool kIsProbability = false, kOfGroup = false;
  double margin;
  explicit SoftOrdinalLanes(const SoftOrdinalLoss& loss) : margin(loss.margin) {}
  /// The distance itself; that of two objects in one place has no slope, so it is at least a tiny one.
  HWY_INLINE V feature(V distance) const { return hn::Max(hn::Set(D(), 1e-12), hn::Sqrt(distance)); }
  HWY_INLINE V rate(V near, V far, V& value) const {
    const V excess = hn::ZeroIfNegative(hn::Sub(hn::Add(near, hn::Set(D(), margin)), far));
    value = hn::Mul(excess, excess);
    return excess;
  }
  HWY_INLINE V factor(V, V feature) const { return hn::Div(one(), feature); }
};

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
