// How it is fast: triplets lie by anchor, so that the anchor's coordinates and gradient stay in registers; the
// dimension is known to the loops where it is small; logarithms are taken of products of probabilities. The terms are
// cut into a fixed number of blocks, each with a gradient of its own, which are added in their order: no result depends
// on the threads.
#include "embedding/losses/objective.hpp"

#include <algorithm>
#include <type_traits>

namespace tertium::embedding {
namespace {

constexpr std::size_t kBlocks = 16;

/// The sum of contributions: of -ln P, out of products of some P, or of values.
template <bool kIsProbability>
class LossSum {
 public:
  void add(double value) {
    if constexpr (kIsProbability) {
      constexpr double kRare = 1e-20, kLeast = 1e-300, kFull = 1e-250;
      if (value < kRare) {
        sum_ -= core::portable_log(std::max(value, kLeast));
        return;
      }
      product_ *= value;
      if (product_ < kFull) flush();
    } else {
      sum_ += value;
    }
  }
  double sum() {
    if constexpr (kIsProbability) flush();
    return sum_;
  }

 private:
  void flush() {
    if (product_ < 1.0) sum_ -= core::portable_log(product_);
    product_ = 1.0;
  }

  double sum_ = 0.0;
  double product_ = 1.0;
};

/// kDimensions = 0: known at run time only.
template <typename Loss, int kDimensions>
class Block {
 public:
  Block(const Terms& terms, const Loss& loss, int dimensions, std::span<const double> x, double* gradient)
      : terms_(terms), loss_(loss), dimensions_(dimensions), x_(x), gradient_(gradient) {}

  double run(core::Share triplets, core::Share quadruplets) {
    auto anchor = static_cast<Object>(std::upper_bound(terms_.anchor_begin.begin(), terms_.anchor_begin.end(),
                                                       static_cast<std::size_t>(triplets.begin)) -
                                      terms_.anchor_begin.begin() - 1);
    for (auto t = static_cast<std::size_t>(triplets.begin); t < static_cast<std::size_t>(triplets.end); ++anchor) {
      const std::size_t end =
          std::min(static_cast<std::size_t>(triplets.end), terms_.anchor_begin[static_cast<std::size_t>(anchor) + 1]);
      add_triplets(anchor, t, end);
      t = end;
    }
    for (std::int64_t q = quadruplets.begin; q < quadruplets.end; ++q)
      add(terms_.quadruplets[static_cast<std::size_t>(q)]);
    return sum_.sum();
  }

 private:
  int dimensions() const { return kDimensions > 0 ? kDimensions : dimensions_; }
  const double* point(Object i) const { return x_.data() + static_cast<std::ptrdiff_t>(i) * dimensions(); }
  double* slope(Object i) const { return gradient_ + static_cast<std::ptrdiff_t>(i) * dimensions(); }

  double squared_distance(const double* a, const double* b) const {
    double sum = 0.0;
    for (int c = 0; c < dimensions(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
  }

  void add_triplets(Object anchor, std::size_t begin, std::size_t end) {
    constexpr int kMost = 64;
    double own[kDimensions > 0 ? kDimensions : kMost] = {};
    double at[kDimensions > 0 ? kDimensions : kMost];
    for (int c = 0; c < dimensions(); ++c) at[c] = point(anchor)[c];
    for (std::size_t t = begin; t < end; ++t) {
      const auto [near, far] = terms_.near_far[t];
      const double *x_near = point(near), *x_far = point(far);
      const Contribution term = loss_(squared_distance(at, x_near), squared_distance(at, x_far));
      sum_.add(term.value);
      double *g_near = slope(near), *g_far = slope(far);
      for (int c = 0; c < dimensions(); ++c) {
        const double pull = 2.0 * term.by_near * (at[c] - x_near[c]), push = 2.0 * term.by_far * (at[c] - x_far[c]);
        own[c] += pull + push;
        g_near[c] -= pull;
        g_far[c] -= push;
      }
    }
    for (int c = 0; c < dimensions(); ++c) slope(anchor)[c] += own[c];
  }

  void add(const core::Quadruplet& s) {
    const Contribution term = loss_(squared_distance(point(s.i), point(s.j)), squared_distance(point(s.k), point(s.l)));
    sum_.add(term.value);
    for (int c = 0; c < dimensions(); ++c) {
      const double pull = 2.0 * term.by_near * (point(s.i)[c] - point(s.j)[c]);
      const double push = 2.0 * term.by_far * (point(s.k)[c] - point(s.l)[c]);
      slope(s.i)[c] += pull;
      slope(s.j)[c] -= pull;
      slope(s.k)[c] += push;
      slope(s.l)[c] -= push;
    }
  }

  const Terms& terms_;
  const Loss& loss_;
  int dimensions_;
  std::span<const double> x_;
  double* gradient_;
  LossSum<Loss::kIsProbability> sum_;
};

template <typename Loss>
class TermObjective final : public Objective {
 public:
  TermObjective(Terms terms, int dimensions, const Loss& loss)
      : Objective(std::move(terms), dimensions), loss_(loss), gradients_(kBlocks * size()) {}

  double operator()(std::span<const double> x, std::span<double> gradient) const override {
    double values[kBlocks] = {};
#pragma omp parallel for schedule(dynamic)
    for (std::size_t block = 0; block < kBlocks; ++block) {
      double* const own = gradients_.data() + block * size();
      std::fill(own, own + size(), 0.0);
      values[block] = run_block(block, x, own);
    }
#pragma omp parallel for schedule(static)
    for (std::size_t k = 0; k < size(); ++k) {
      double sum = 0.0;
      for (std::size_t block = 0; block < kBlocks; ++block) sum += gradients_[block * size() + k];
      gradient[k] = sum;
    }
    double value = 0.0;
    for (const double part : values) value += part;
    return value;
  }

 private:
  static core::Share share_of(std::size_t block, std::size_t count) {
    return {static_cast<std::int64_t>(count * block / kBlocks),
            static_cast<std::int64_t>(count * (block + 1) / kBlocks)};
  }

  double run_block(std::size_t block, std::span<const double> x, double* gradient) const {
    const core::Share triplets = share_of(block, terms_.near_far.size());
    const core::Share quadruplets = share_of(block, terms_.quadruplets.size());
    const auto run = [&]<int kDimensions>(std::integral_constant<int, kDimensions>) {
      return Block<Loss, kDimensions>(terms_, loss_, dimensions_, x, gradient).run(triplets, quadruplets);
    };
    if (dimensions_ == 2) return run(std::integral_constant<int, 2>());
    if (dimensions_ == 3) return run(std::integral_constant<int, 3>());
    return run(std::integral_constant<int, 0>());
  }

  Loss loss_;
  mutable std::vector<double> gradients_;  // of every block; an objective is used by one caller at a time
};

}  // namespace

std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const StudentLoss& loss) {
  return std::make_unique<TermObjective<StudentLoss>>(std::move(terms), dimensions, loss);
}
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const GaussianLoss& loss) {
  return std::make_unique<TermObjective<GaussianLoss>>(std::move(terms), dimensions, loss);
}
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const CrowdKernelLoss& loss) {
  return std::make_unique<TermObjective<CrowdKernelLoss>>(std::move(terms), dimensions, loss);
}
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const HingeLoss& loss) {
  return std::make_unique<TermObjective<HingeLoss>>(std::move(terms), dimensions, loss);
}
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const SoftOrdinalLoss& loss) {
  return std::make_unique<TermObjective<SoftOrdinalLoss>>(std::move(terms), dimensions, loss);
}

}  // namespace tertium::embedding
