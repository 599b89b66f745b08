// How it is fast: the distance of a pair, and what a loss makes of it alone, is computed once for all statements about
// the pair; a statement then costs two loads, one formula and two additions in the first cache, whatever the dimension;
// and the gradient follows pair by pair. Logarithms are taken of products of probabilities.
//
// Every lane of eight adds for itself, and the lanes are added in their order; no multiplication is fused with an
// addition: so narrow vectors have the bits of wide ones.
#include "embedding/losses/group_kernel.hpp"

#include <algorithm>

#include "core/random/portable_math.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/losses/group_kernel.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

V load_indexed(const double* from, const std::int32_t* places) {
  const D d;
  const auto narrow = hn::LoadU(hn::Rebind<std::int32_t, D>(), places);
  return hn::GatherIndex(d, from, hn::PromoteTo(hn::RebindToSigned<D>(), narrow));
}

/// Eight lanes of the loss: a sum, and a product whose logarithm is still to be taken.
struct LossLanes {
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
  double total() {
    double all = 0.0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      flush(lane);
      all += sum[lane];
    }
    return all;
  }
};

HWY_INLINE void add_value(LossLanes& lanes, std::size_t part, V value) {
  const D d;
  hn::Store(hn::Add(hn::Load(d, lanes.sum + part), value), d, lanes.sum + part);
}

/// Adds -ln P.
HWY_INLINE void add_probability(LossLanes& lanes, std::size_t part, V probability) {
  constexpr double kFull = 1e-250, kLeast = 1e-300;
  const D d;
  const V next = hn::Mul(hn::Load(d, lanes.joint + part), probability);
  if (HWY_LIKELY(hn::AllTrue(d, hn::Ge(next, hn::Set(d, kFull))))) {
    hn::Store(next, d, lanes.joint + part);
    return;
  }
  HWY_ALIGN double each[kLanes], joint[kLanes];
  hn::Store(probability, d, each);
  hn::Store(next, d, joint);
  for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
    const std::size_t lane = part + k;
    if (joint[k] >= kFull) {
      lanes.joint[lane] = joint[k];
      continue;
    }
    lanes.flush(lane);
    if (each[k] < 1.0) lanes.sum[lane] -= core::portable_log(std::max(each[k], kLeast));
  }
}

/// Numbers of a star's partners, from the k-th on.
HWY_INLINE V partners(const KernelInput& in, const Star& star, const double* column, std::size_t k) {
  return star.all ? hn::LoadU(D(), column + k) : load_indexed(column, in.groups.partners.data() + star.partners + k);
}

HWY_INLINE void subtract(const KernelInput& in, const Star& star, std::size_t k, V pull, double* to) {
  const D d;
  if (star.all) {
    hn::StoreU(hn::Sub(hn::LoadU(d, to + k), pull), d, to + k);
    return;
  }
  HWY_ALIGN double each[kLanes];
  hn::Store(pull, d, each);
  const Object* const partners = in.groups.partners.data() + star.partners + k;
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) to[partners[lane]] -= each[lane];
}

/// Adds 2 dloss/dD (v_i - v_j) to the anchor i, and takes it from the partner j.
HWY_INLINE void spread(const KernelInput& in, const Star& star, const double* slopes, double* result) {
  const D d;
  const double* const slope = slopes + star.first_pair;
  for (std::size_t c = 0; c < in.v.dimensions; ++c) {
    const double* const column = in.v.values + c * in.stride;
    double* const to = result + c * in.stride;
    const V at = hn::Set(d, column[star.anchor]);
    HWY_ALIGN double own[kLanes];
    for (std::size_t part = 0; part < kLanes; part += hn::Lanes(d)) {
      V sum = hn::Zero(d);
      for (std::size_t k = part; k < star.pairs; k += kLanes) {
        const V twice = hn::Add(hn::LoadU(d, slope + k), hn::LoadU(d, slope + k));
        const V pull = hn::Mul(twice, hn::Sub(at, partners(in, star, column, k)));
        sum = hn::Add(sum, pull);
        subtract(in, star, k, pull, to);
      }
      hn::Store(sum, d, own + part);
    }
    double all = 0.0;
    for (const double lane : own) all += lane;
    to[star.anchor] += all;
  }
}

HWY_INLINE void spread_group(const KernelInput& in, const Group& group, const double* slopes, double* result) {
  for (std::size_t r = group.star_begin; r < group.star_end; ++r) spread(in, in.groups.stars[r], slopes, result);
}

/// The arrays of a group's pairs.
struct PairArrays {
  double* distance;  // squared
  double* feature;   // what the loss compares: of a pair alone
  double* slope;     // first sums of rates, then dloss/dD
};

/// One kind of loss on some groups.
template <typename LaneLoss>
class Kernel {
 public:
  Kernel(const LaneLoss& loss, const KernelInput& input) : loss_(loss), in_(input) {
    const std::size_t size = input.groups.most_pairs;
    pairs_ = {input.scratch, input.scratch + size, input.scratch + 2 * size};
  }

  double gradient(std::size_t begin, std::size_t end, double* result) {
    return each_group(begin, end, [&](const Group& group, LossLanes& lanes) HWY_ATTR {
      compare<true>(group, lanes);
      finish(group, pairs_.slope);
      spread_group(in_, group, pairs_.slope, result);
    });
  }

  double loss(std::size_t begin, std::size_t end) {
    return each_group(begin, end, [&](const Group& group, LossLanes& lanes) HWY_ATTR { compare<false>(group, lanes); });
  }

  double weigh(std::size_t begin, std::size_t end) {
    return each_group(begin, end, [&](const Group& group, LossLanes& lanes) HWY_ATTR {
      compare<true>(group, lanes);
      finish(group, in_.slopes + group.first_slope);
    });
  }

 private:
  template <typename Work>
  HWY_INLINE double each_group(std::size_t begin, std::size_t end, const Work& work) {
    LossLanes lanes;
    for (std::size_t g = begin; g < end; ++g) {
      measure(in_.groups.groups[g]);
      work(in_.groups.groups[g], lanes);
    }
    return lanes.total();
  }

  /// Squared distances and features of all pairs of a group.
  HWY_INLINE void measure(const Group& group) {
    const D d;
    for (std::size_t r = group.star_begin; r < group.star_end; ++r) {
      const Star& star = in_.groups.stars[r];
      for (std::size_t k = 0; k < star.pairs; k += hn::Lanes(d)) {
        V sum = hn::Zero(d);
        for (std::size_t c = 0; c < in_.x.dimensions; ++c) {
          const double* const column = in_.x.values + c * in_.stride;
          const V difference = hn::Sub(hn::Set(d, column[star.anchor]), partners(in_, star, column, k));
          sum = hn::Add(sum, hn::Mul(difference, difference));
        }
        hn::StoreU(sum, d, pairs_.distance + star.first_pair + k);
        hn::StoreU(loss_.feature(sum), d, pairs_.feature + star.first_pair + k);
      }
    }
    std::fill(pairs_.slope, pairs_.slope + group.pairs + 2, 0.0);
    pairs_.feature[group.pairs] = 0.0;  // the empty statement: far is much farther than near
    pairs_.feature[group.pairs + 1] = 1e4;
  }

  template <bool kSlopes>
  HWY_INLINE void compare(const Group& group, LossLanes& lanes) {
    const D d;
    HWY_ALIGN double rate[kLanes];
    for (std::size_t t = group.statement_begin; t < group.statement_end; t += kLanes) {
      const std::int32_t* const near = in_.groups.near.data() + t;
      const std::int32_t* const far = in_.groups.far.data() + t;
      for (std::size_t part = 0; part < kLanes; part += hn::Lanes(d)) {
        const V a = load_indexed(pairs_.feature, near + part), b = load_indexed(pairs_.feature, far + part);
        V value = hn::Undefined(d);
        hn::Store(loss_.rate(a, b, value), d, rate + part);
        if constexpr (LaneLoss::kIsProbability)
          add_probability(lanes, part, value);
        else
          add_value(lanes, part, value);
      }
      for (std::size_t lane = 0; kSlopes && lane < kLanes; ++lane) {
        pairs_.slope[near[lane]] += rate[lane];
        pairs_.slope[far[lane]] -= rate[lane];
      }
    }
  }

  HWY_INLINE void finish(const Group& group, double* slopes) {
    const D d;
    for (std::size_t k = 0; k < group.pairs; k += hn::Lanes(d)) {
      const V factor = loss_.factor(hn::LoadU(d, pairs_.distance + k), hn::LoadU(d, pairs_.feature + k));
      hn::StoreU(hn::Mul(hn::LoadU(d, pairs_.slope + k), factor), d, slopes + k);
    }
  }

  const LaneLoss& loss_;
  const KernelInput& in_;
  PairArrays pairs_;
};

/// What `work` makes of the kernel for that loss.
template <typename Work>
HWY_INLINE double with_kernel(const Loss& loss, const KernelInput& input, const Work& work) {
  const auto run = [&](const auto& lanes) HWY_ATTR { return work(Kernel(lanes, input)); };
  if (const auto* student = std::get_if<StudentLoss>(&loss)) {
    if (student->alpha == 1) return run(StudentLanes<1>(*student));
    return run(StudentLanes<0>(*student));
  }
  if (std::holds_alternative<GaussianLoss>(loss)) return run(GaussianLanes());
  if (const auto* ckl = std::get_if<CrowdKernelLoss>(&loss)) return run(CrowdKernelLanes{ckl->mu});
  if (std::holds_alternative<HingeLoss>(loss)) return run(HingeLanes());
  return run(SoftOrdinalLanes{std::get<SoftOrdinalLoss>(loss).margin});
}

double run_gradient(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.gradient(begin, end, result); });
}

double run_loss(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.loss(begin, end); });
}

double run_weigh(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.weigh(begin, end); });
}

void run_multiply(const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  for (std::size_t g = begin; g < end; ++g) {
    const Group& group = input.groups.groups[g];
    spread_group(input, group, input.slopes + group.first_slope, result);
  }
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(run_gradient);
HWY_EXPORT(run_loss);
HWY_EXPORT(run_weigh);
HWY_EXPORT(run_multiply);

double add_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  return HWY_DYNAMIC_DISPATCH(run_gradient)(loss, input, begin, end, result);
}

double loss_of_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(run_loss)(loss, input, begin, end);
}

double weigh_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(run_weigh)(loss, input, begin, end);
}

void multiply_groups(const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  HWY_DYNAMIC_DISPATCH(run_multiply)(input, begin, end, result);
}

}  // namespace tertium::embedding
#endif
