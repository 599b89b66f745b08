// The logistic loss of many questions at once: one exponential and one series for the logarithm, in vectors. Every lane
// of eight adds for itself, and the lanes are added in their order; no multiplication is fused with an addition: so
// narrow vectors have the bits of wide ones.
#include "linkage/lengths/logistic.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linkage/lengths/logistic.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::linkage::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using embedding::kLanes;
using embedding::HWY_NAMESPACE::D;
using embedding::HWY_NAMESPACE::one;
using embedding::HWY_NAMESPACE::V;

/// ln(1 + t) for 0 <= t <= 1: 2 artanh(s), s = t / (2 + t) <= 1/3.
HWY_INLINE V log_of_one_and(V t) {
  const D d;
  const V s = hn::Div(t, hn::Add(hn::Set(d, 2.0), t));
  const V square = hn::Mul(s, s);
  V series = hn::Set(d, 1.0 / 33.0);
  for (int odd = 31; odd >= 1; odd -= 2) series = hn::Add(hn::Mul(series, square), hn::Set(d, 1.0 / odd));
  return hn::Mul(hn::Add(s, s), series);
}

double run_logistic(const LogisticInput& input, double* slope, double* curvature) {
  constexpr double kMost = 600.0;
  const D d;
  HWY_ALIGN double sums[kLanes] = {};
  for (std::size_t k = 0; k < input.count; k += kLanes)
    for (std::size_t part = 0; part < kLanes; part += hn::Lanes(d)) {
      const std::size_t at = k + part;
      const V x = hn::LoadU(d, input.margin + at);
      const V more = hn::LoadU(d, input.more + at), less = hn::LoadU(d, input.less + at);
      const V both = hn::Add(more, less);
      const V t = embedding::HWY_NAMESPACE::exponential(hn::Neg(hn::Min(hn::Abs(x), hn::Set(d, kMost))));
      const V likely = hn::Div(one(), hn::Add(one(), t)), unlikely = hn::Mul(t, likely);
      const auto right = hn::Ge(x, hn::Zero(d));
      const V far_longer = hn::IfThenElse(right, likely, unlikely);  // its probability
      const V far_shorter = hn::IfThenElse(right, unlikely, likely);
      hn::StoreU(hn::Sub(hn::Mul(less, far_longer), hn::Mul(more, far_shorter)), d, slope + at);
      hn::StoreU(hn::Mul(both, hn::Mul(likely, unlikely)), d, curvature + at);
      const V against = hn::Mul(hn::IfThenElse(right, less, more), hn::Abs(x));
      const V loss = hn::Add(hn::Mul(both, log_of_one_and(t)), against);
      hn::Store(hn::Add(hn::Load(d, sums + part), loss), d, sums + part);
    }
  double all = 0.0;
  for (const double sum : sums) all += sum;
  return all;
}

}  // namespace tertium::linkage::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::linkage {

HWY_EXPORT(run_logistic);

double add_logistic(const LogisticInput& input, double* slope, double* curvature) {
  return HWY_DYNAMIC_DISPATCH(run_logistic)(input, slope, curvature);
}

}  // namespace tertium::linkage
#endif
