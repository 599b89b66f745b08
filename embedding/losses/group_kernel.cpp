// How it is fast: the distance of a pair, and what a loss makes of it alone, is computed once for all statements about
// the pair; a statement then costs two loads, one formula and two additions in the first cache, whatever the dimension;
// and the gradient follows pair by pair. Where most comparisons of an anchor are there, they are a table, and nothing
// has to be looked up. Logarithms are taken of products of probabilities.
//
// Every lane of eight adds for itself, and the lanes are added in their order; no multiplication is fused with an
// addition: so narrow vectors have the bits of wide ones.
#include "embedding/losses/group_kernel.hpp"

#include <algorithm>

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/losses/group_kernel.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "embedding/losses/loss_lanes-inl.hpp"
#include "embedding/losses/star_pairs-inl.hpp"
#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A bit for each lane of a part.
HWY_INLINE hn::Mask<D> mask_of(std::uint8_t bits, std::size_t part) {
  const std::uint8_t padded[8] = {static_cast<std::uint8_t>(bits >> part * hn::Lanes(D()))};
  return hn::LoadMaskBits(D(), padded);
}

/// slope(k, c): dloss/dD of the pairs k and up of the group, for the dimensions from c on.
template <typename Slope>
HWY_INLINE void spread_group(const KernelInput& in, const Group& group, double* result, const Slope& slope) {
  for (std::size_t r = group.star_begin; r < group.star_end; ++r) {
    const Star& star = in.groups.stars[r];
    const std::size_t first_pair = star.first_pair;
    StarPairs(in, star).spread(
        in.v, [&](std::size_t k, std::size_t c) HWY_ATTR { return slope(first_pair + k, c); }, result);
  }
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
    return total<true>(begin, end, [&](const Group& group) HWY_ATTR {
      double* const slopes = pairs_.slope;
      spread_group(in_, group, result, [&](std::size_t k, std::size_t dimension) HWY_ATTR {
        if (dimension == 0) finish(k, group.weight, slopes);
        return hn::LoadU(D(), slopes + k);
      });
    });
  }

  double loss(std::size_t begin, std::size_t end) {
    return total<false>(begin, end, [](const Group&) HWY_ATTR {});
  }

  double evaluate(std::size_t begin, std::size_t end) {
    return total<true>(begin, end, [&](const Group& group) HWY_ATTR {
      for (std::size_t k = 0; k < group.pairs; k += hn::Lanes(D()))
        finish(k, group.weight, in_.slopes + group.first_slope);
    });
  }

 private:
  /// The loss of some groups; each is done with when its statements are compared.
  template <bool kSlopes, typename Done>
  HWY_INLINE double total(std::size_t begin, std::size_t end, const Done& done) {
    LossLanes lanes;
    double weighted = 0.0;
    for (std::size_t g = begin; g < end; ++g) {
      const Group& group = in_.groups.groups[g];
      if (group.weight == 1.0) {
        compare<kSlopes>(group, lanes);
      } else {
        LossLanes own;
        compare<kSlopes>(group, own);
        weighted += group.weight * own.total();
      }
      done(group);
    }
    return lanes.total() + weighted;
  }

  /// The losses of all statements, and the slopes of pairs up to their factors.
  template <bool kSlopes>
  HWY_INLINE void compare(const Group& group, LossLanes& lanes) {
    if constexpr (LaneLoss::kOfGroup) {
      measure(group, [](std::size_t, V) HWY_ATTR {});
      const auto loss = loss_.of_group(pairs_.distance, group.pairs);
      for (std::size_t k = 0; k < group.pairs; k += hn::Lanes(D()))
        prepare<kSlopes>(loss, k, hn::LoadU(D(), pairs_.distance + k));
      compare_prepared<kSlopes>(loss, group, lanes);
    } else {
      measure(group, [&](std::size_t k, V distance) HWY_ATTR { prepare<kSlopes>(loss_, k, distance); });
      compare_prepared<kSlopes>(loss_, group, lanes);
    }
  }

  template <bool kSlopes>
  HWY_INLINE void compare_prepared(const LaneLoss& loss, const Group& group, LossLanes& lanes) {
    pairs_.feature[group.pairs] = 0.0;  // the empty statement: far is much farther than near
    pairs_.feature[group.pairs + 1] = 1e4;
    pairs_.slope[group.pairs] = pairs_.slope[group.pairs + 1] = 0.0;
    if (group.is_table)
      compare_table<kSlopes>(loss, group, lanes);
    else
      compare_list<kSlopes>(loss, group, lanes);
  }

  /// Squared distances of all pairs of a group.
  template <typename Emit>
  HWY_INLINE void measure(const Group& group, const Emit& emit) {
    for (std::size_t r = group.star_begin; r < group.star_end; ++r) {
      const Star& star = in_.groups.stars[r];
      StarPairs(in_, star).measure(in_.x, pairs_.distance + star.first_pair,
                                   [&](std::size_t k, V sum) HWY_ATTR { emit(star.first_pair + k, sum); });
    }
  }

  template <bool kSlopes>
  HWY_INLINE void prepare(const LaneLoss& loss, std::size_t k, V distance) {
    const D d;
    hn::StoreU(loss.feature(distance), d, pairs_.feature + k);
    if constexpr (kSlopes) hn::StoreU(hn::Zero(d), d, pairs_.slope + k);
  }

  template <bool kSlopes>
  HWY_INLINE void compare_list(const LaneLoss& loss, const Group& group, LossLanes& lanes) {
    const D d;
    const std::int32_t* const near = in_.groups.near.data();
    const std::int32_t* const far = in_.groups.far.data();
    double* const slopes = pairs_.slope;
    const double* const features = pairs_.feature;
    const auto rate_of = [&](std::size_t block, std::size_t part, V& value) HWY_ATTR {
      const std::size_t t = block * kLanes + part * hn::Lanes(d);
      return loss.rate(load_indexed(features, near + t), load_indexed(features, far + t), value);
    };
    const auto add_slopes = [&](std::size_t block, const V* rates) HWY_ATTR {
      if constexpr (!kSlopes) return;
      HWY_ALIGN double rate[kLanes];
      store_parts(rates, rate);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        slopes[near[block * kLanes + lane]] += rate[lane];
        slopes[far[block * kLanes + lane]] -= rate[lane];
      }
    };
    add_up(lanes, group.statement_begin / kLanes, group.statement_end / kLanes, rate_of, add_slopes);
  }

  /// Row by row: of object j, and eight objects k > j at a time. What is not asked adds nothing.
  template <bool kSlopes>
  HWY_INLINE void compare_table(const LaneLoss& loss, const Group& group, LossLanes& lanes) {
    const D d;
    const Cells* row = in_.groups.cells.data() + group.first_cell;
    const std::size_t blocks = group.pairs / kLanes, objects = static_cast<std::size_t>(in_.groups.objects);
    double* const slopes = pairs_.slope;
    const double* const features = pairs_.feature;
    for (std::size_t j = 0; j + 1 < objects; ++j) {
      const std::size_t first = block_of(j + 1);
      const V at_j = hn::Set(d, features[j]);
      const auto rate_of = [&](std::size_t block, std::size_t part, V& value) HWY_ATTR {
        const auto turned = mask_of(row[block - first].second_nearer, part);
        const auto asked = mask_of(row[block - first].asked, part);
        const V at_k = hn::LoadU(d, features + block * kLanes + part * hn::Lanes(d));
        const V rate = loss.rate(hn::IfThenElse(turned, at_k, at_j), hn::IfThenElse(turned, at_j, at_k), value);
        value = hn::IfThenElse(asked, value, LaneLoss::kIsProbability ? one() : hn::Zero(d));
        return hn::IfThenElseZero(asked, hn::IfThenElse(turned, hn::Neg(rate), rate));
      };
      V slope_j[kParts];
      for (V& part : slope_j) part = hn::Zero(d);
      const auto add_slopes = [&](std::size_t block, const V* rates) HWY_ATTR {
        if constexpr (!kSlopes) return;
        for (std::size_t q = 0; q < kParts; ++q) {
          double* const slope_k = slopes + block * kLanes + q * hn::Lanes(d);
          slope_j[q] = hn::Add(slope_j[q], rates[q]);
          hn::StoreU(hn::Sub(hn::LoadU(d, slope_k), rates[q]), d, slope_k);
        }
      };
      add_up(lanes, first, blocks, rate_of, add_slopes);
      if constexpr (kSlopes) {
        HWY_ALIGN double slope[kLanes];
        store_parts(slope_j, slope);
        for (const double lane : slope) slopes[j] += lane;
      }
      row += blocks - first;
    }
  }

  /// Adds up the values of blocks of eight statements, and hands on their rates. Of products only what a run comes to
  /// is looked at: it is the least of it.
  template <typename RateOf, typename AddSlopes>
  HWY_INLINE void add_up(LossLanes& lanes, std::size_t begin, std::size_t end, const RateOf& rate_of,
                         const AddSlopes& add_slopes) {
    constexpr std::size_t kRun = 64;
    const D d;
    double* const tally = LaneLoss::kIsProbability ? lanes.joint : lanes.sum;
    for (std::size_t run = begin; run < end; run += kRun) {
      const std::size_t end_of_run = std::min(end, run + kRun);
      V parts[kParts], rates[kParts];
      for (std::size_t q = 0; q < kParts; ++q) parts[q] = hn::Load(d, tally + q * hn::Lanes(d));
      for (std::size_t block = run; block < end_of_run; ++block) {
        for (std::size_t q = 0; q < kParts; ++q) {
          V value = hn::Undefined(d);
          rates[q] = rate_of(block, q, value);
          parts[q] = LaneLoss::kIsProbability ? hn::Mul(parts[q], value) : hn::Add(parts[q], value);
        }
        add_slopes(block, rates);
      }
      if (!LaneLoss::kIsProbability || HWY_LIKELY(all_at_least(parts, LossLanes::kLeastProduct))) {
        store_parts(parts, tally);
      } else {
        HWY_ALIGN double products[kLanes];
        store_parts(parts, products);
        join_one_by_one(lanes, products, run, end_of_run, [&](std::size_t block, std::size_t part) HWY_ATTR {
          V value = hn::Undefined(d);
          rate_of(block, part, value);
          return value;
        });
      }
      if (LaneLoss::kIsProbability && HWY_UNLIKELY(!all_at_least(parts, LossLanes::kSmallProduct))) lanes.flush_small();
    }
  }

  /// Slopes of pairs k and up, of what statements added up to.
  HWY_INLINE void finish(std::size_t k, double weight, double* slopes) {
    const D d;
    const V factor = loss_.factor(hn::LoadU(d, pairs_.distance + k), hn::LoadU(d, pairs_.feature + k));
    hn::StoreU(hn::Mul(hn::Mul(hn::LoadU(d, pairs_.slope + k), factor), hn::Set(d, weight)), d, slopes + k);
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
  if (std::holds_alternative<GaussianLoss>(loss)) return run(LogisticLanes<false>(0.0));
  if (const auto* smooth = std::get_if<SmoothOrdinalLoss>(&loss)) return run(LogisticLanes<true>(smooth->margin));
  if (const auto* ckl = std::get_if<CrowdKernelLoss>(&loss)) return run(CrowdKernelLanes(*ckl));
  if (std::holds_alternative<HingeLoss>(loss)) return run(HingeLanes());
  return run(SoftOrdinalLanes(std::get<SoftOrdinalLoss>(loss)));
}

double run_gradient(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.gradient(begin, end, result); });
}

double run_loss(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.loss(begin, end); });
}

double run_evaluate(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return with_kernel(loss, input, [&](auto kernel) HWY_ATTR { return kernel.evaluate(begin, end); });
}

void run_multiply(const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  for (std::size_t g = begin; g < end; ++g) {
    const Group& group = input.groups.groups[g];
    const double* const slopes = input.slopes + group.first_slope;
    spread_group(input, group, result, [&](std::size_t k, std::size_t) HWY_ATTR { return hn::LoadU(D(), slopes + k); });
  }
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(run_gradient);
HWY_EXPORT(run_loss);
HWY_EXPORT(run_evaluate);
HWY_EXPORT(run_multiply);

double add_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  return HWY_DYNAMIC_DISPATCH(run_gradient)(loss, input, begin, end, result);
}

double loss_of_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(run_loss)(loss, input, begin, end);
}

double evaluate_groups(const Loss& loss, const KernelInput& input, std::size_t begin, std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(run_evaluate)(loss, input, begin, end);
}

void multiply_groups(const KernelInput& input, std::size_t begin, std::size_t end, double* result) {
  HWY_DYNAMIC_DISPATCH(run_multiply)(input, begin, end, result);
}

}  // namespace tertium::embedding
#endif
