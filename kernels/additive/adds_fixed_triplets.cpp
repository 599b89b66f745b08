// AddS-3 (Perrot, Esser, Ghoshdastidar 2020, "Near-optimal comparison based clustering") from a fixed number of
// triplets, drawn uniformly with replacement.
//
// Idea: as adds_fixed.cpp with every anchor as its one tile: all others in ascending order of similarity, so of two
// places the higher one wins. All anchors have equally many triplets, so the multinomial has equal weights.
//
// Guarantee and ties: as there. Cost: 2 m draws and increments (3 m draws with flips), 2 m log2(N) fair bits.
#include <algorithm>

#include "core/random/multinomial.hpp"
#include "kernels/additive/adds_fixed.hpp"
#include "kernels/additive/adds_fixed_reader.hpp"

namespace tertium::kernels {
namespace {

using core::Object;

/// One thread's scores of a few anchors after the other, so that they join the table in stretches.
class AnchorPass {
 public:
  static constexpr Object kAnchors = 16;

  AnchorPass(const core::AnchorRanking& ranking, const FixedTriplets& sample, double eps)
      : ranking_(ranking), sample_(sample), reader_(sample.draws(), eps) {}

  /// The anchors from `first` on.
  void run(Object first) {
    first_ = first;
    end_ = std::min(ranking_.objects(), first + kAnchors);
    rows_.assign(static_cast<std::size_t>(end_ - first_) * static_cast<std::size_t>(ranking_.objects()), 0);
    for (Object i = first_; i < end_; ++i) count(i);
  }

  /// Adds what the last run made.
  void add_to(core::PairTable<std::int64_t>& kernel) const {
    for (Object i = first_; i < end_; ++i)
      for (Object j = i + 1; j < kernel.objects(); ++j) kernel(i, j) += row(i)[j];
    for (Object j = 0; j < end_; ++j)
      for (Object i = std::max(first_, j + 1); i < end_; ++i) kernel(j, i) += row(i)[j];
  }

  std::int64_t answers() const { return answers_; }

 private:
  void count(Object anchor) {
    const std::int64_t n = sample_.count(anchor);
    if (n == 0) return;
    const std::vector<Object> order = ranking_.order(anchor);
    scores_.assign(order.size(), 0);
    levels_.resize(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) levels_[k] = ranking_.level(anchor, order[k]);
    if (std::adjacent_find(levels_.begin(), levels_.end()) == levels_.end()) {
      read(anchor, n, [](std::uint32_t, std::uint32_t) { return 1; });
      answers_ += n;
    } else {
      read(anchor, n, [this](std::uint32_t x, std::uint32_t y) {
        const int differ = levels_[x] != levels_[y];
        answers_ += differ;
        return differ;
      });
    }
    for (std::size_t k = 0; k < order.size(); ++k) row(anchor)[order[k]] = scores_[k];
  }

  /// The draws of an anchor; differ(x, y) is 0 for tied places.
  template <typename Differ>
  void read(Object anchor, std::int64_t n, Differ differ) {
    const auto others = static_cast<std::uint32_t>(scores_.size());
    std::int64_t* scores = scores_.data();
    reader_.read_places(
        sample_.line(anchor, 0), others, n, [](std::int64_t) {},
        [=](std::uint32_t low, std::uint32_t high, int answer) {
          const std::int64_t change = answer * differ(low, high);
          scores[high] += change;
          scores[low] -= change;
        });
  }

  std::size_t row_begin(Object anchor) const {
    return static_cast<std::size_t>(anchor - first_) * static_cast<std::size_t>(ranking_.objects());
  }
  std::int64_t* row(Object anchor) { return rows_.data() + row_begin(anchor); }
  const std::int64_t* row(Object anchor) const { return rows_.data() + row_begin(anchor); }

  const core::AnchorRanking& ranking_;
  const FixedTriplets& sample_;
  DrawReader reader_;
  Object first_ = 0, end_ = 0;
  std::vector<std::int64_t> rows_;    // by anchor of the run and object
  std::vector<std::int64_t> scores_;  // of one anchor, by place in its order
  std::vector<Object> levels_;
  std::int64_t answers_ = 0;
};

}  // namespace

FixedTriplets::FixedTriplets(Object n, const core::CellKey& cell, std::int64_t m)
    : draws_(cell, core::Purpose::kFixedSample) {
  check_fixed_sample(m, core::triplet_count(n), "triplets");
  const std::vector<std::int64_t> weights(static_cast<std::size_t>(n), 1);
  counts_ = core::multinomial(draws_, kFirst, m, weights);
}

CountedKernel adds3_fixed_counted(const core::AnchorRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                  double eps, core::Team& team) {
  flip_threshold(eps);  // an error must not leave a parallel region
  const FixedTriplets sample(ranking.objects(), cell, m);
  CountedKernel result{core::PairTable<std::int64_t>(ranking.objects()), 0};
  std::int64_t answers = 0;
#pragma omp parallel reduction(+ : answers)
  {
    AnchorPass pass(ranking, sample, eps);
#pragma omp for schedule(dynamic)
    for (Object first = 0; first < ranking.objects(); first += AnchorPass::kAnchors) {
      if (!team.owns(first / AnchorPass::kAnchors)) continue;
      pass.run(first);
#pragma omp critical
      pass.add_to(result.kernel);
    }
    answers = pass.answers();
  }
  team.sum(result.kernel.values());
  result.comparisons = team.sum(answers);
  return result;
}

core::PairTable<std::int64_t> adds3_fixed(const core::AnchorRanking& ranking, const core::CellKey& cell, std::int64_t m,
                                          double eps) {
  return adds3_fixed_counted(ranking, cell, m, eps).kernel;
}

}  // namespace tertium::kernels
