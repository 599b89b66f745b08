// MulK-4 by popcounts over panels against its formula, on every instruction set.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

#include "core/comparisons/quadruplet_visits.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "tests/kernels/samplings.hpp"
#include "tests/support/plain_kernels.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using tertium::testing::Sampling;

class MulK4Dense : public ::testing::TestWithParam<Sampling> {
 protected:
  static core::Problem problem(Object n, std::uint64_t seed) {
    return tertium::testing::problem_of(tertium::testing::random_similarities(n, seed, GetParam().grid), seed,
                                        GetParam().p, GetParam().eps);
  }
};

void expect_formula(const core::Quadruplets& quadruplets) {
  const auto expected = tertium::testing::mulk4_by_definition(tertium::testing::SignTable(quadruplets));
  for (const std::int64_t target : tertium::testing::all_targets()) {
    const tertium::testing::ForcedTarget forced(target);
    for (const auto& made : {kernels::mulk4_dense(quadruplets), kernels::mulk4_visits(quadruplets)}) {
      ASSERT_EQ(made.kernel, expected) << "N = " << quadruplets.objects() << ", " << hwy::TargetName(target);
      ASSERT_EQ(made.comparisons, core::count_observed(quadruplets));
    }
  }
}

TEST_P(MulK4Dense, EqualsItsFormulaOnEveryTarget) {
  for (const Object n : {0, 1, 2, 3, 4, 7, 11, 16, 17, 24, 33})
    expect_formula(problem(n, 70 + static_cast<std::uint64_t>(n)).get<core::Quadruplets>());
}

// N = 65 has 2080 pairs: the second panel holds half a word. N = 80: panels of 2048 and 1112 columns.
TEST_P(MulK4Dense, EqualsItsFormulaWithSeveralPanels) {
  for (const Object n : {64, 65, 80}) {
    const core::Problem given = problem(n, 3);
    const auto expected =
        tertium::testing::mulk4_by_definition(tertium::testing::SignTable(given.get<core::Quadruplets>()));
    EXPECT_EQ(kernels::mulk4_dense(given.get<core::Quadruplets>()).kernel, expected) << "N = " << n;
    EXPECT_EQ(kernels::mulk4_visits(given.get<core::Quadruplets>()).kernel, expected) << "N = " << n;
  }
}

// Objects on a line, seen from the far end: neighbours agree about nearly every reference, and one thread adds up all
// anchors, so that sums go beyond the 20 bits of a counter.
TEST(MulK4Visits, EmptyTheirCountersInTime) {
  constexpr Object kObjects = 128;
  core::Similarities w = tertium::testing::random_similarities(kObjects, 5);
  for (Object i = 0; i < kObjects; ++i)
    for (Object j = i + 1; j < kObjects; ++j) w(i, j) += 10.0 * (i + j);
  const core::Problem given = tertium::testing::problem_of(w, 5, 0.97);
  const auto expected = kernels::mulk4_dense(given.get<core::Quadruplets>()).kernel;
  ASSERT_GT(*std::ranges::max_element(expected.values()), 1 << 19);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  EXPECT_EQ(kernels::mulk4_visits(given.get<core::Quadruplets>()).kernel, expected);
  omp_set_num_threads(before);
}

TEST_P(MulK4Dense, IsTheSameFromAListOfTheSameStatements) {
  const core::Problem given = problem(13, 5);
  expect_formula(core::ListedQuadruplets(13, tertium::testing::statements_of(given.get<core::Quadruplets>())));
}

TEST_P(MulK4Dense, IsTheSameForAnyNumberOfThreads) {
  const core::Problem given = problem(40, 9);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto one = kernels::mulk4_dense(given.get<core::Quadruplets>()),
             visits = kernels::mulk4_visits(given.get<core::Quadruplets>());
  omp_set_num_threads(3);
  const auto three = kernels::mulk4_dense(given.get<core::Quadruplets>()),
             more = kernels::mulk4_visits(given.get<core::Quadruplets>());
  omp_set_num_threads(before);
  EXPECT_EQ(three.kernel, one.kernel);
  EXPECT_EQ(three.comparisons, one.comparisons);
  EXPECT_EQ(more.kernel, visits.kernel);
  EXPECT_EQ(more.comparisons, one.comparisons);
}

INSTANTIATE_TEST_SUITE_P(Samplings, MulK4Dense, ::testing::ValuesIn(tertium::testing::kSamplings));

}  // namespace
}  // namespace tertium
