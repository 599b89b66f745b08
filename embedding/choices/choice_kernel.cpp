// How it is fast: weights are looked up for some hundred choices, then divided and multiplied in vectors, then added to
// their pairs one after the other. Every lane of eight multiplies probabilities for itself, and no multiplication is
// fused with an addition: so narrow vectors have the bits of wide ones.
#include "embedding/choices/choice_kernel.hpp"

#include <algorithm>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/choices/choice_kernel.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "embedding/losses/loss_lanes-inl.hpp"
#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kTogether = 128;  // choices; a multiple of kLanes

/// A number each of some choices.
struct Some {
  HWY_ALIGN double of[kTogether];
};

/// The weights of the pairs of some choices become their slopes. A choice of two has no `third`.
template <bool kOfThree>
HWY_INLINE void weights_to_slopes(Some& chosen, Some& other, Some& third, std::size_t count, LossLanes& lanes) {
  const D d;
  const std::size_t padded = (count + kLanes - 1) / kLanes * kLanes;
  std::fill(chosen.of + count, chosen.of + padded, 1.0);  // a sure choice adds nothing
  std::fill(other.of + count, other.of + padded, 0.0);
  if constexpr (kOfThree) std::fill(third.of + count, third.of + padded, 0.0);
  V joint[kParts];
  for (std::size_t q = 0; q < kParts; ++q) joint[q] = hn::Load(d, lanes.joint + q * hn::Lanes(d));
  for (std::size_t block = 0; block < padded; block += kLanes) {
    for (std::size_t q = 0; q < kParts; ++q) {
      const std::size_t t = block + q * hn::Lanes(d);
      const V of_chosen = hn::Load(d, chosen.of + t), of_other = hn::Load(d, other.of + t);
      V rest = of_other;
      if constexpr (kOfThree) rest = hn::Add(rest, hn::Load(d, third.of + t));
      const V share = hn::Div(one(), hn::Add(of_chosen, rest));
      joint[q] = hn::Mul(joint[q], hn::Mul(of_chosen, share));
      hn::Store(hn::Neg(hn::Mul(rest, share)), d, chosen.of + t);
      hn::Store(hn::Mul(of_other, share), d, other.of + t);
      if constexpr (kOfThree) hn::Store(hn::Mul(hn::Load(d, third.of + t), share), d, third.of + t);
    }
    if (HWY_UNLIKELY(!all_at_least(joint, LossLanes::kSmallProduct))) {
      store_parts(joint, lanes.joint);
      lanes.flush_small();
      for (std::size_t q = 0; q < kParts; ++q) joint[q] = hn::Load(d, lanes.joint + q * hn::Lanes(d));
    }
  }
  store_parts(joint, lanes.joint);
}

/// At most kTogether choices of one role, and what of `away` is theirs.
template <ChoiceRole kRole>
HWY_INLINE void add_some(const HomeChoices& home, std::span<const ChoiceView> views, double* away, LossLanes& lanes) {
  constexpr bool kHasSecond = kRole == kInPair || kRole == kOdd || kRole == kAnchor, kHasAway = kRole != kAnchor;
  const std::size_t count = views.size();
  const double* const weights = home.weights;
  Some first, second, others;
  for (std::size_t t = 0; t < count; ++t) {
    first.of[t] = weights[views[t].first];
    if constexpr (kHasSecond) second.of[t] = weights[views[t].second];
  }
  if constexpr (kHasAway) std::copy_n(away, count, others.of);
  if constexpr (kRole == kInPair) weights_to_slopes<true>(first, second, others, count, lanes);
  if constexpr (kRole == kOdd) weights_to_slopes<true>(others, first, second, count, lanes);
  if constexpr (kRole == kAnchor) weights_to_slopes<false>(first, second, others, count, lanes);
  if constexpr (kRole == kNear) weights_to_slopes<false>(first, others, second, count, lanes);
  if constexpr (kRole == kFar) weights_to_slopes<false>(others, first, second, count, lanes);
  double* const slopes = home.slopes;
  for (std::size_t t = 0; t < count; ++t) {
    slopes[views[t].first] += first.of[t];
    if constexpr (kHasSecond) slopes[views[t].second] += second.of[t];
  }
  if constexpr (kHasAway) std::copy_n(others.of, count, away);
}

/// All of one role; `away` is moved on.
template <ChoiceRole kRole>
HWY_INLINE void add_role(const HomeChoices& home, double*& away, LossLanes& lanes) {
  for (std::span<const ChoiceView> left = home.views[kRole]; !left.empty();) {
    const auto some = left.first(std::min(left.size(), kTogether));
    add_some<kRole>(home, some, away, lanes);
    left = left.subspan(some.size());
    away += some.size();
  }
}

double add_home(const HomeChoices& home) {
  LossLanes lanes;
  double* away = home.away;
  add_role<kInPair>(home, away, lanes);
  add_role<kOdd>(home, away, lanes);
  add_role<kAnchor>(home, away, lanes);
  add_role<kNear>(home, away, lanes);
  add_role<kFar>(home, away, lanes);
  return lanes.total();
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(add_home);

double add_choices(const HomeChoices& home) {
  return HWY_DYNAMIC_DISPATCH(add_home)(home);
}

}  // namespace tertium::embedding
#endif
