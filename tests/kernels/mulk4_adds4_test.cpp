// The kernels against their formulas, term by term, on generated comparisons of every kind.
#include <gtest/gtest.h>
#include <omp.h>

#include <span>
#include <vector>

#include "core/comparisons/observation.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "tests/kernels/samplings.hpp"
#include "tests/support/plain_kernels.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using tertium::testing::adds4_by_definition;
using tertium::testing::mulk4_by_definition;
using tertium::testing::Sampling;
using tertium::testing::SignTable;
using Kernel = core::PairTable<std::int64_t>;

class Kernels : public ::testing::TestWithParam<Sampling> {
 protected:
  core::Problem problem(Object n, std::uint64_t seed) const {
    return tertium::testing::problem_of(tertium::testing::random_similarities(n, seed, GetParam().grid), seed,
                                        GetParam().p, GetParam().eps);
  }
};

TEST_P(Kernels, EqualTheirFormulas) {
  for (Object n = 0; n <= 14; ++n) {
    const core::Problem given = problem(n, 100 + static_cast<std::uint64_t>(n));
    const SignTable c(given.get<core::Quadruplets>());
    EXPECT_EQ(kernels::adds4(given.get<core::Quadruplets>()), adds4_by_definition(given.get<core::Quadruplets>()))
        << "N = " << n;
    EXPECT_EQ(kernels::mulk4(given.get<core::Quadruplets>()), mulk4_by_definition(c)) << "N = " << n;
  }
}

TEST_P(Kernels, AreTheSameFromAListOfTheSameStatements) {
  const core::Problem given = problem(12, 5);
  const core::ListedQuadruplets listed(12, tertium::testing::statements_of(given.get<core::Quadruplets>()));
  EXPECT_EQ(kernels::adds4(listed), kernels::adds4(given.get<core::Quadruplets>()));
  EXPECT_EQ(kernels::mulk4(listed), kernels::mulk4(given.get<core::Quadruplets>()));
}

TEST_P(Kernels, AreTheSameForAnyNumberOfThreads) {
  const core::Problem given = problem(24, 9);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Kernel one = kernels::mulk4(given.get<core::Quadruplets>());
  omp_set_num_threads(3);
  EXPECT_EQ(kernels::mulk4(given.get<core::Quadruplets>()), one);
  omp_set_num_threads(before);
}

TEST_P(Kernels, OfOuterProductsEqualTheirFormula) {
  for (const Object n : {0, 1, 2, 3, 8, 16, 33, 64, 65}) {
    const core::Problem given = problem(n, 200 + static_cast<std::uint64_t>(n));
    const kernels::CountedKernel sparse = kernels::mulk4_sparse(given.get<core::Quadruplets>());
    ASSERT_EQ(sparse.kernel, mulk4_by_definition(SignTable(given.get<core::Quadruplets>()))) << "N = " << n;
    EXPECT_EQ(sparse.comparisons, core::count_observed(given.get<core::Quadruplets>()));
  }
  const core::Problem given = problem(12, 5);
  const core::ListedQuadruplets listed(12, tertium::testing::statements_of(given.get<core::Quadruplets>()));
  EXPECT_EQ(kernels::mulk4_sparse(listed).kernel, kernels::mulk4_sparse(given.get<core::Quadruplets>()).kernel);
}

TEST_P(Kernels, OfOuterProductsAreTheSameForAnyNumberOfThreads) {
  const core::Problem given = problem(40, 9);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Kernel one = kernels::mulk4_sparse(given.get<core::Quadruplets>()).kernel;
  omp_set_num_threads(7);
  EXPECT_EQ(kernels::mulk4_sparse(given.get<core::Quadruplets>()).kernel, one);
  omp_set_num_threads(before);
}

// N = 65 has 2080 pairs, two bands of columns, and 130 batches of rows.
TEST_P(Kernels, OfCountedBitsEqualTheirFormulaOnEveryTarget) {
  for (const Object n : {0, 1, 2, 3, 7, 12, 24, 65, 80}) {
    const core::Problem given = problem(n, 300 + static_cast<std::uint64_t>(n));
    const Kernel expected = adds4_by_definition(given.get<core::Quadruplets>());
    for (const std::int64_t target : tertium::testing::all_targets()) {
      const tertium::testing::ForcedTarget forced(target);
      const kernels::CountedKernel counted = kernels::adds4_counted(given.get<core::Quadruplets>());
      ASSERT_EQ(counted.kernel, expected) << "N = " << n << ", " << hwy::TargetName(target);
      ASSERT_EQ(counted.comparisons, core::count_observed(given.get<core::Quadruplets>()));
    }
  }
}

TEST_P(Kernels, KnowHowManyComparisonsWereGiven) {
  const core::Problem plain = problem(20, 4);
  const std::int64_t given = core::comparisons_given(plain);
  EXPECT_EQ(given, core::count_observed(plain.get<core::Quadruplets>()));
  const core::Problem by_adds4 = problem(20, 4);
  kernels::shared_adds4(by_adds4);
  EXPECT_EQ(core::comparisons_given(by_adds4), given);
  const core::Problem by_mulk4 = problem(20, 4);
  kernels::shared_mulk4(by_mulk4);
  EXPECT_EQ(core::comparisons_given(by_mulk4), given);
}

INSTANTIATE_TEST_SUITE_P(Samplings, Kernels, ::testing::ValuesIn(tertium::testing::kSamplings));

// N = 65 and 67 have more than one tile of 2048 pairs.
TEST(SparseTables, EveryAlgorithmEqualsItsFormula) {
  for (const auto& [p, eps] : {std::pair(0.015, 1.0), {0.004, 1.0}, {0.015, 0.99}, {0.01, 0.5}})
    for (const Object n : {12, 65, 67})
      for (const int grid : {0, 30}) {
        const core::Problem given = tertium::testing::problem_of(tertium::testing::random_similarities(n, 7, grid),
                                                                 static_cast<std::uint64_t>(n), p, eps);
        const SignTable c(given.get<core::Quadruplets>());
        const Kernel mulk4 = mulk4_by_definition(c);
        EXPECT_EQ(kernels::mulk4_sparse(given.get<core::Quadruplets>()).kernel, mulk4);
        EXPECT_EQ(kernels::mulk4_dense(given.get<core::Quadruplets>()).kernel, mulk4);
        const kernels::CountedKernel adds4 = kernels::adds4_counted(given.get<core::Quadruplets>());
        EXPECT_EQ(adds4.kernel, adds4_by_definition(given.get<core::Quadruplets>()));
        EXPECT_EQ(adds4.comparisons, core::count_observed(given.get<core::Quadruplets>()));
      }
}

TEST(MulK4Cost, FewComparisonsAreMultipliedAsListsAndManyAsBits) {
  using kernels::Mulk4Algorithm;
  using kernels::Popcounts;
  for (const Popcounts popcounts : {Popcounts::kTwoAtOnce, Popcounts::kOneAtOnce, Popcounts::kByAdditions}) {
    EXPECT_EQ(kernels::mulk4_algorithm(240, 0.001, false, popcounts), Mulk4Algorithm::kSparse);
    EXPECT_EQ(kernels::mulk4_algorithm(480, 0.01, true, popcounts), Mulk4Algorithm::kSparse);
    // Measured: with two counts a cycle the popcounts are 1.7 times as fast, with one visits are 1.15 times as fast.
    EXPECT_EQ(kernels::mulk4_algorithm(240, 0.1, false, popcounts),
              popcounts == Popcounts::kTwoAtOnce ? Mulk4Algorithm::kDense : Mulk4Algorithm::kVisits);
    EXPECT_EQ(kernels::mulk4_algorithm(240, 0.3, false, popcounts),
              popcounts == Popcounts::kByAdditions ? Mulk4Algorithm::kVisits : Mulk4Algorithm::kDense);
    if (popcounts != Popcounts::kOneAtOnce) {  // where both take about as long
      EXPECT_EQ(kernels::mulk4_algorithm(480, 0.3, true, popcounts),
                popcounts == Popcounts::kByAdditions ? Mulk4Algorithm::kVisits : Mulk4Algorithm::kDense);
    }
  }
}

TEST(SelfTerms, SampledWithProbabilityOneAreTwiceAddS4) {
  const core::Problem given = tertium::testing::problem_of(tertium::testing::random_similarities(11, 3), 3, 0.4);
  Kernel twice = kernels::adds4(given.get<core::Quadruplets>());
  for (std::int64_t& value : twice.values()) value *= 2;
  EXPECT_EQ(kernels::sampled_self_terms(given.get<core::Quadruplets>(), given.cell, 1.0), twice);
}

// Term by term: each object's statement about itself is known, or not, by a draw of its own.
TEST(SelfTerms, SampledAreThoseOfBothObjects) {
  constexpr Object kObjects = 9;
  constexpr double kProportion = 0.4;
  const core::Problem given = tertium::testing::problem_of(tertium::testing::random_similarities(kObjects, 3), 3, 0.5);
  const auto& quadruplets = given.get<core::Quadruplets>();
  const core::BernoulliPlane plane(given.cell, core::Purpose::kDegenerate, kProportion);
  const auto known = [&](Object i, core::Rank reference) {
    core::Word word = 0;
    plane.row_words(i, reference / core::kWordBits, std::span(&word, 1));
    return static_cast<std::int64_t>(word >> (reference % core::kWordBits) & 1);
  };
  const std::vector<core::Pair> pairs = core::all_pairs(kObjects);
  Kernel expected(kObjects);
  core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) {
    const core::PairIndex winner = quadruplets.pair_at(more), loser = quadruplets.pair_at(less);
    expected[winner] += known(pairs[winner].i, less) + known(pairs[winner].j, less);
    expected[loser] -= known(pairs[loser].i, more) + known(pairs[loser].j, more);
  });
  EXPECT_EQ(kernels::sampled_self_terms(quadruplets, given.cell, kProportion), expected);
}

TEST(AddS4, SumsToZero) {
  const core::Problem given =
      tertium::testing::problem_of(tertium::testing::random_similarities(20, 8, 6), 8, 0.2, 0.7);
  std::int64_t sum = 0;
  const Kernel s = kernels::adds4(given.get<core::Quadruplets>());
  for (const std::int64_t value : s.values()) sum += value;
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace tertium
