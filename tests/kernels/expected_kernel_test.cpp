// HC18, Theorem 3: what its proof says of the expected kernel 3K on a planted hierarchy, when all triplets are known.
// kappa_l is N (N - 1) E[K_ij] of two objects that the hierarchy joins at level l, L that of a pure cluster.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/additive/adds3.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "problems/models/model.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;

struct Hierarchy {
  int levels = 0;
  double pure = 0.0;   ///< objects in a pure cluster, N0
  double ratio = 0.0;  ///< delta / sigma

  /// 2 P(w > w') - 1 of similarities whose levels are so far apart (equation 10).
  double beta(int difference) const { return std::erf(difference * ratio / 2.0); }
  /// Pure clusters that are joined with a given one at level p.
  double joined(int p) const { return std::max(std::exp2(levels - 1 - p), 1.0); }
};

/// Objects k != i, j by the levels at which i and j are joined with them.
struct Others {
  double count = 0.0;
  int to_i = 0;
  int to_j = 0;
};

std::vector<Others> others(const Hierarchy& h, int level) {
  std::vector<Others> all;
  for (int p = 0; p < std::min(level, h.levels); ++p) all.push_back({h.pure * h.joined(p), p, p});
  if (level == h.levels) {
    all.push_back({h.pure - 2.0, level, level});
    return all;
  }
  for (int p = level + 1; p <= h.levels; ++p) {
    const double count = p == h.levels ? h.pure - 1.0 : h.pure * h.joined(p);
    all.push_back({count, p, level});
    all.push_back({count, level, p});
  }
  return all;
}

/// Equation 15, term by term.
double kappa(const Hierarchy& h, int level) {
  const std::vector<Others> all = others(h, level);
  double sum = 0.0;
  for (const Others& k : all) {
    sum += 2.0 * k.count * (h.beta(level - k.to_j) + h.beta(level - k.to_i));
    for (const Others& l : all) {
      const double same = &k == &l ? 1.0 : 0.0;
      sum += k.count * (l.count - same) * h.beta(k.to_i - l.to_i) * h.beta(k.to_j - l.to_j);
    }
  }
  return sum;
}

/// Equations 17 and 18, up to a part 4 / N0.
double closed_kappa(const Hierarchy& h, int level) {
  double linear = 0.0, square = 0.0;
  for (int p = 0; p <= h.levels; ++p) linear += 4.0 * h.pure * h.beta(level - p) * h.joined(p);
  if (level == h.levels) {
    for (int p = 0; p <= h.levels; ++p)
      for (int q = 0; q <= h.levels; ++q) square += std::pow(h.beta(p - q), 2) * h.joined(p) * h.joined(q);
    return linear + h.pure * h.pure * square;
  }
  for (int p = 0; p < level; ++p) {
    for (int q = 0; q < level; ++q) square += std::exp2(2 * h.levels - 2 - p - q) * std::pow(h.beta(p - q), 2);
    for (int q = level + 1; q <= h.levels; ++q)
      square += std::exp2(h.levels + 1 - p) * h.joined(q) * h.beta(q - p) * h.beta(level - p);
  }
  for (int p = level + 1; p <= h.levels; ++p)
    for (int q = level + 1; q <= h.levels; ++q)
      square -= 2.0 * h.joined(p) * h.joined(q) * h.beta(p - level) * h.beta(q - level);
  return linear + h.pure * h.pure * square;
}

TEST(ExpectedKernel, HasTheClosedFormsAndIsSeparatedByLevels) {
  for (const int levels : {1, 2, 3, 4, 5})
    for (const double pure : {10.0, 30.0, 100.0, 1000.0})
      for (const double ratio : {0.1, 0.3, 0.5, 1.0, 2.0, 4.0}) {
        SCOPED_TRACE(::testing::Message() << "L = " << levels << ", N0 = " << pure << ", delta / sigma = " << ratio);
        const Hierarchy h{levels, pure, ratio};
        double largest = 0.0;
        for (int level = 0; level <= levels; ++level) largest = std::max(largest, std::abs(closed_kappa(h, level)));
        for (int level = 0; level <= levels; ++level) {
          EXPECT_NEAR(kappa(h, level), closed_kappa(h, level), 4.0 / pure * largest);
          if (level > 0) {
            EXPECT_GE(kappa(h, level) - kappa(h, level - 1), std::pow(pure * h.beta(1), 2));
          }
        }
      }
}

/// N (N - 1) K_ij: both orders of k and l, without the pair of i and j themselves, which equation 14 leaves out.
core::PairTable<std::int64_t> kernel_of(const core::Problem& problem) {
  const auto& triplets = problem.get<core::Triplets>();
  core::PairTable<std::int64_t> kernel = kernels::mulk3(triplets);
  const auto sums = kernels::adds3(kernels::anchor_scores(triplets));
  for (core::PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] = 2 * (kernel[pair] + sums[pair]);
  return kernel;
}

TEST(ExpectedKernel, IsTheMeanOfTheKernel) {
  const Hierarchy h{2, 4.0, 1.0};
  const problems::Model& model = problems::find_model("planted-hierarchy");
  core::Parameters parameters(model.parameters);
  parameters.set("n0", std::int64_t{4});
  parameters.set("levels", std::int64_t{2});
  parameters.set("sigma", 0.1);
  parameters.set("delta", 0.1);
  std::vector<double> sums(3, 0.0), counts(3, 0.0), squares(3, 0.0);
  constexpr std::uint64_t kDraws = 400;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const auto sample = model.sample(parameters, {.repetition = draw});
    const core::Problem problem = testing::problem_of(sample.get<core::Similarities>(), draw, 1.0);
    const auto kernel = kernel_of(problem);
    const auto& truth = sample.get<core::Truth>();
    std::vector<double> of_draw(3, 0.0), pairs(3, 0.0);
    for (Object i = 0; i < problem.objects; ++i)
      for (Object j = i + 1; j < problem.objects; ++j) {
        const int level = truth[1][i] == truth[1][j] ? 2 : truth[0][i] == truth[0][j] ? 1 : 0;
        of_draw[level] += static_cast<double>(kernel(i, j));
        pairs[level] += 1.0;
      }
    for (int level = 0; level <= 2; ++level) {
      const double mean = of_draw[level] / pairs[level];
      sums[level] += mean;
      squares[level] += mean * mean;
      counts[level] += 1.0;
    }
  }
  for (int level = 0; level <= 2; ++level) {
    const double mean = sums[level] / counts[level];
    const double error = std::sqrt((squares[level] / counts[level] - mean * mean) / counts[level]);
    EXPECT_NEAR(mean, kappa(h, level), 4.5 * error) << "level " << level;
  }
}

}  // namespace
}  // namespace tertium
