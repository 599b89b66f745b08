// The kernels against their formulas, term by term, on generated comparisons of every kind.
#include <omp.h>

#include "kernels/adds4.hpp"
#include "kernels/mulk4.hpp"
#include "tests/support/instances.hpp"

namespace tertium {
namespace {

using core::Object;
using core::PairIndex;
using Kernel = core::PairTable<std::int64_t>;

/// c(a;b) for all pairs of objects, as a full table by pair index.
class SignTable {
 public:
  explicit SignTable(const core::Quadruplets& quadruplets)
      : m_(quadruplets.pairs()), sign_(static_cast<std::size_t>(m_) * m_, 0) {
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
      const PairIndex a = quadruplets.pair_at(more);
      const PairIndex b = quadruplets.pair_at(less);
      sign_[static_cast<std::size_t>(a) * m_ + b] = 1;
      sign_[static_cast<std::size_t>(b) * m_ + a] = -1;
    });
  }
  int operator()(PairIndex a, PairIndex b) const { return sign_[static_cast<std::size_t>(a) * m_ + b]; }
  PairIndex pairs() const { return m_; }

 private:
  PairIndex m_;
  std::vector<int> sign_;
};

Kernel adds4_by_definition(Object n, const SignTable& c) {
  Kernel s(n);
  for (PairIndex a = 0; a < c.pairs(); ++a)
    for (PairIndex b = 0; b < c.pairs(); ++b) s[a] += c(a, b);
  return s;
}

Kernel mulk4_by_definition(Object n, const SignTable& c) {
  Kernel kernel(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      for (Object r = 0; r < n; ++r)
        for (PairIndex kl = 0; kl < c.pairs() && r != i && r != j; ++kl)
          kernel(i, j) += c(core::pair_index(i, r, n), kl) * c(core::pair_index(j, r, n), kl);
  return kernel;
}

struct Sampling {
  double p, eps;
  int grid;  // 0: no ties
};

class Kernels : public ::testing::TestWithParam<Sampling> {
 protected:
  core::Instance instance(Object n, std::uint64_t seed) const {
    return tertium::testing::instance_of(tertium::testing::random_similarities(n, seed, GetParam().grid), seed,
                                         GetParam().p, GetParam().eps);
  }
};

TEST_P(Kernels, EqualTheirFormulas) {
  for (Object n = 0; n <= 14; ++n) {
    const core::Instance given = instance(n, 100 + static_cast<std::uint64_t>(n));
    const SignTable c(*given.quadruplets);
    EXPECT_EQ(kernels::adds4(*given.quadruplets), adds4_by_definition(n, c)) << "N = " << n;
    EXPECT_EQ(kernels::mulk4(*given.quadruplets), mulk4_by_definition(n, c)) << "N = " << n;
  }
}

TEST_P(Kernels, AreTheSameFromAListOfTheSameStatements) {
  const core::Instance given = instance(12, 5);
  const core::ListedQuadruplets listed(12, tertium::testing::statements_of(*given.quadruplets));
  EXPECT_EQ(kernels::adds4(listed), kernels::adds4(*given.quadruplets));
  EXPECT_EQ(kernels::mulk4(listed), kernels::mulk4(*given.quadruplets));
}

TEST_P(Kernels, AreTheSameForAnyNumberOfThreads) {
  const core::Instance given = instance(24, 9);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Kernel one = kernels::mulk4(*given.quadruplets);
  omp_set_num_threads(3);
  EXPECT_EQ(kernels::mulk4(*given.quadruplets), one);
  omp_set_num_threads(before);
}

INSTANTIATE_TEST_SUITE_P(Samplings, Kernels,
                         ::testing::Values(Sampling{1.0, 1.0, 0}, Sampling{1.0, 1.0, 8}, Sampling{0.5, 1.0, 0},
                                           Sampling{0.05, 1.0, 0}, Sampling{0.5, 0.5, 0}, Sampling{1.0, 0.5, 8},
                                           Sampling{0.3, 1.0, 4}));

TEST(SelfTerms, SampledWithProbabilityOneAreTwiceAddS4) {
  const core::Instance given = tertium::testing::instance_of(tertium::testing::random_similarities(11, 3), 3, 0.4);
  const core::SparseQuadruplets sparse(*given.quadruplets);
  Kernel twice = kernels::adds4(*given.quadruplets);
  for (std::int64_t& value : twice.values()) value *= 2;
  EXPECT_EQ(kernels::sampled_self_terms(*given.quadruplets, sparse, given.cell, 1.0), twice);
}

TEST(AddS4, SumsToZero) {
  const core::Instance given =
      tertium::testing::instance_of(tertium::testing::random_similarities(20, 8, 6), 8, 0.2, 0.7);
  std::int64_t sum = 0;
  const Kernel s = kernels::adds4(*given.quadruplets);
  for (const std::int64_t value : s.values()) sum += value;
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace tertium
