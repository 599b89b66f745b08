// The kernels of triplets against their formulas, term by term, on generated comparisons of every kind.
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

#include "core/comparisons/listed_triplets.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "tests/kernels/samplings.hpp"
#include "tests/support/plain_kernels.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium {
namespace {

using core::Object;
using Kernel = core::PairTable<std::int64_t>;
using testing::adds3_by_definition;
using testing::mulk3_by_definition;
using testing::Sampling;
using testing::TripletTable;

class TripletKernels : public ::testing::TestWithParam<Sampling> {
 protected:
  core::Problem problem(Object n, std::uint64_t seed) const {
    return testing::problem_of(testing::random_similarities(n, seed, GetParam().grid), seed, GetParam().p,
                               GetParam().eps);
  }
};

TEST_P(TripletKernels, EqualTheirFormulas) {
  for (const Object n : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 31, 33, 48, 63, 64}) {
    SCOPED_TRACE(n);
    const core::Problem given = problem(n, 100 + static_cast<std::uint64_t>(n));
    const TripletTable t(given.get<core::Triplets>());
    const Kernel expected = mulk3_by_definition(t);
    EXPECT_EQ(kernels::adds3(kernels::anchor_scores(given.get<core::Triplets>())), adds3_by_definition(t));
    EXPECT_EQ(kernels::mulk3_by_bits(given.get<core::Triplets>()), expected);
    EXPECT_EQ(kernels::mulk3_by_lists(given.get<core::Triplets>()), expected);
    EXPECT_EQ(kernels::mulk3(given.get<core::Triplets>()), expected);
  }
}

TEST_P(TripletKernels, EqualTheirFormulasBeyondOneWord) {
  const core::Problem given = problem(131, 7);
  const TripletTable t(given.get<core::Triplets>());
  const Kernel expected = mulk3_by_definition(t);
  EXPECT_EQ(kernels::adds3(kernels::anchor_scores(given.get<core::Triplets>())), adds3_by_definition(t));
  EXPECT_EQ(kernels::mulk3_by_bits(given.get<core::Triplets>()), expected);
  EXPECT_EQ(kernels::mulk3_by_lists(given.get<core::Triplets>()), expected);
}

TEST_P(TripletKernels, AreTheSameOnEveryInstructionSet) {
  const core::Problem given = problem(150, 11);
  const Kernel kernel = kernels::mulk3_by_bits(given.get<core::Triplets>());
  const kernels::AnchorScores scores = kernels::anchor_scores(given.get<core::Triplets>());
  for (const std::int64_t target : testing::all_targets()) {
    const testing::ForcedTarget forced(target);
    EXPECT_EQ(kernels::mulk3_by_bits(given.get<core::Triplets>()), kernel) << target;
    EXPECT_EQ(kernels::anchor_scores(given.get<core::Triplets>()).scores, scores.scores) << target;
  }
}

TEST_P(TripletKernels, AreTheSameFromAListOfTheSameStatements) {
  const core::Problem given = problem(20, 5);
  const core::ListedTriplets listed(core::TripletList(20, testing::triplets_of(given.get<core::Triplets>())));
  EXPECT_EQ(kernels::mulk3(listed), kernels::mulk3(given.get<core::Triplets>()));
  const kernels::AnchorScores from_function = kernels::anchor_scores(given.get<core::Triplets>());
  for (const kernels::AnchorScores& from_list : {kernels::anchor_scores(listed), kernels::anchor_answers(listed)}) {
    EXPECT_EQ(from_list.scores, from_function.scores);
    EXPECT_EQ(from_list.given, from_function.given);
  }
}

TEST_P(TripletKernels, AreTheSameForAnyNumberOfThreads) {
  const core::Problem given = problem(70, 9);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const Kernel bits = kernels::mulk3_by_bits(given.get<core::Triplets>());
  const Kernel lists = kernels::mulk3_by_lists(given.get<core::Triplets>());
  const kernels::AnchorScores scores = kernels::anchor_scores(given.get<core::Triplets>());
  omp_set_num_threads(3);
  EXPECT_EQ(kernels::mulk3_by_bits(given.get<core::Triplets>()), bits);
  EXPECT_EQ(kernels::mulk3_by_lists(given.get<core::Triplets>()), lists);
  EXPECT_EQ(kernels::anchor_scores(given.get<core::Triplets>()).scores, scores.scores);
  omp_set_num_threads(before);
}

TEST_P(TripletKernels, CountTheTripletsOfEveryAnchor) {
  const core::Problem given = problem(40, 2);
  std::vector<std::int64_t> expected(40, 0);
  core::for_each_triplet(given.get<core::Triplets>(), [&](const core::Triplet& t) { ++expected[t.anchor]; });
  EXPECT_EQ(kernels::anchor_scores(given.get<core::Triplets>()).given, expected);
}

TEST_P(TripletKernels, SelfStatementsEqualTheKernelWithThem) {
  for (const double p : {1.0, 0.4}) {
    const core::Problem given = problem(21, 3);
    TripletTable t(given.get<core::Triplets>());
    const core::BitMatrix statements = kernels::sampled_self_statements(given.cell, 21, p);
    Kernel expected = mulk3_by_definition(t);
    for (std::int64_t& value : expected.values()) value = -value;
    for (Object i = 0; i < 21; ++i) {
      EXPECT_FALSE(statements.bit(i, i));
      for (Object l = 0; l < 21; ++l)
        if (statements.bit(i, l)) t.set(i, i, l, 1);
    }
    const Kernel with = mulk3_by_definition(t);
    for (core::PairIndex pair = 0; pair < with.pairs(); ++pair) expected[pair] += with[pair];
    EXPECT_EQ(kernels::self_terms(given.get<core::Triplets>(), statements), expected);
    if (p < 1.0) continue;
    Kernel adds3 = kernels::adds3(kernels::anchor_scores(given.get<core::Triplets>()));
    for (std::int64_t& value : adds3.values()) value -= 1;
    EXPECT_EQ(expected, adds3) << "all of them are AddS-3 - 1";
  }
}

INSTANTIATE_TEST_SUITE_P(Samplings, TripletKernels,
                         ::testing::Values(Sampling{1.0, 1.0, 0}, Sampling{1.0, 1.0, 8}, Sampling{0.5, 1.0, 0},
                                           Sampling{0.05, 1.0, 0}, Sampling{0.5, 0.5, 0}, Sampling{1.0, 0.5, 8},
                                           Sampling{0.3, 1.0, 4}, Sampling{0.05, 0.5, 4}));

TEST(MulK3, CountsConcordantPairsOfTheTwoRankings) {
  const core::Problem given = testing::problem_of(testing::random_similarities(23, 4), 4);
  const Kernel kernel = kernels::mulk3(given.get<core::Triplets>());
  const core::Similarities& w = given.get<core::Similarities>();
  for (Object i = 0; i < 23; ++i)
    for (Object j = i + 1; j < 23; ++j) {
      std::int64_t concordant = 0;
      for (Object k = 0; k < 23; ++k)
        for (Object l = k + 1; l < 23; ++l) {
          if (k == i || k == j || l == i || l == j) continue;
          concordant += (w(i, k) > w(i, l)) == (w(j, k) > w(j, l)) ? 1 : -1;
        }
      EXPECT_EQ(kernel(i, j), concordant);
    }
}

TEST(MulK3, IsNormalisedByTheTripletsOfBothAnchors) {
  Kernel kernel(3);
  kernel(0, 1) = 6;
  kernel(0, 2) = -5;
  kernel(1, 2) = 7;
  const auto result = kernels::normalised(kernel, std::vector<std::int64_t>{4, 9, 0});
  EXPECT_EQ(result(0, 1), 1.0);
  EXPECT_EQ(result(0, 2), -5.0);
  EXPECT_EQ(result(1, 2), 7.0);
}

}  // namespace
}  // namespace tertium
