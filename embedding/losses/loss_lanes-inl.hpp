// The loss of many statements on vectors. Included once for every instruction set, so there is no #pragma once.
#if defined(TERTIUM_EMBEDDING_LOSS_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef TERTIUM_EMBEDDING_LOSS_LANES
#undef TERTIUM_EMBEDDING_LOSS_LANES
#else
#define TERTIUM_EMBEDDING_LOSS_LANES
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "core/random/portable_math.hpp"
#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Eight lanes of the loss: a sum, and a product whose logarithm is still to be taken.
struct LossLanes {
  static constexpr double kLeastProduct = 1e-250;  // less is not told from nothing
  static constexpr double kSmallProduct = 1e-120;  // leaves room for a run of usual probabilities
  HWY_ALIGN double joint[kLanes];
  HWY_ALIGN double sum[kLanes];

  LossLanes() {
    std::fill(joint, joint + kLanes, 1.0);
    std::fill(sum, sum + kLanes, 0.0);
  }
  void flush(std::size_t lane) {
    if (joint[lane] < 1.0) sum[lane] -= core::portable_log(joint[lane]);
    joint[lane] = 1.0;
  }
  /// Where the product would not fit, logarithms are added one by one.
  void multiply(std::size_t lane, double probability) {
    constexpr double kLeast = 1e-300;
    if (joint[lane] * probability >= kLeastProduct) {
      joint[lane] *= probability;
      return;
    }
    flush(lane);
    if (probability < 1.0) sum[lane] -= core::portable_log(std::max(probability, kLeast));
  }
  HWY_NOINLINE void flush_small() {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      if (joint[lane] < kSmallProduct) flush(lane);
  }
  double total() {
    double all = 0.0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      flush(lane);
      all += sum[lane];
    }
    return all;
  }
};

HWY_INLINE bool all_at_least(const V* parts, double least) {
  const D d;
  bool all = true;
  for (std::size_t q = 0; q < kParts; ++q) all = all && hn::AllTrue(d, hn::Ge(parts[q], hn::Set(d, least)));
  return all;
}

/// The products of a run, of which some are too small: those are made again, factor by factor.
template <typename Value>
HWY_NOINLINE void join_one_by_one(LossLanes& lanes, const double* products, std::size_t begin, std::size_t end,
                                  const Value& value) {
  const D d;
  HWY_ALIGN double each[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (products[lane] >= LossLanes::kLeastProduct) {
      lanes.joint[lane] = products[lane];
      continue;
    }
    const std::size_t part = lane / hn::Lanes(d);
    for (std::size_t t = begin; t < end; ++t) {
      hn::Store(value(t, part), d, each);
      lanes.multiply(lane, each[lane % hn::Lanes(d)]);
    }
  }
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
