#include "kernels/multiplicative/four_k_active.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <numeric>

#include "linkage/methods/methods.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/instances.hpp"

namespace tertium::linkage {
namespace {

using core::ActiveOracle;
using core::Object;
using core::PairIndex;
using kernels::four_k_active;
using kernels::SelfTerms;

/// `count` of the numbers 0..n-1, in random order.
std::vector<std::int32_t> choose(std::int32_t n, std::int32_t count, std::uint64_t seed) {
  std::vector<std::int32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  core::Stream(testing::cell_of(seed), core::Purpose::kTest, 1).shuffle(std::span(numbers));
  numbers.resize(count);
  return numbers;
}

struct Shape {
  Object n;
  PairIndex references;
  Object landmarks;
  friend void PrintTo(const Shape& shape, std::ostream* out) {
    *out << "N " << shape.n << ", |R| " << shape.references << ", |S| " << shape.landmarks;
  }
};

class FourKActive : public ::testing::TestWithParam<Shape> {};

TEST_P(FourKActive, EqualsTheSumOfItsTerms) {
  const auto [n, reference_count, landmark_count] = GetParam();
  const auto references = choose(core::pair_count(n), reference_count, 1);
  const auto landmarks = choose(n, landmark_count, 2);
  for (const int grid : {0, 6})
    for (const double eps : {1.0, 0.5})
      for (const SelfTerms self : {SelfTerms::kNone, SelfTerms::kMostSimilar}) {
        const auto ranking = testing::ranking_of(testing::random_similarities(n, 3, grid));
        ActiveOracle oracle(ranking, testing::cell_of(3), eps);
        ActiveOracle single(ranking, testing::cell_of(3), eps);
        const auto expected =
            testing::four_k_active_by_definition(n, references, landmarks, self == SelfTerms::kNone ? 0 : 1,
                                                 [&](PairIndex a, PairIndex b) { return *single.query(a, b); });
        EXPECT_EQ(four_k_active(oracle, references, landmarks, self), expected);
        EXPECT_EQ(oracle.distinct_queries(), single.distinct_queries());
      }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FourKActive,
                         ::testing::Values(Shape{2, 1, 1}, Shape{2, 1, 2}, Shape{3, 2, 1}, Shape{7, 5, 3},
                                           Shape{9, 36, 3}, Shape{7, 21, 2}, Shape{7, 21, 7}, Shape{7, 20, 7},
                                           Shape{7, 0, 3}, Shape{16, 64, 4}, Shape{16, 120, 16}, Shape{26, 256, 5},
                                           Shape{26, 325, 3}, Shape{24, 270, 9}),
                         [](const auto& shape) {
                           return fmt::format("N{}_R{}_S{}", shape.param.n, shape.param.references,
                                              shape.param.landmarks);
                         });

TEST(FourKActiveKernel, RefusesAnOverdrawnBudget) {
  ActiveOracle oracle(testing::ranking_of(testing::random_similarities(8, 1)), 26);
  const std::vector<PairIndex> references{0, 1};
  EXPECT_THROW(four_k_active(oracle, references, choose(8, 8, 1), SelfTerms::kNone), core::ContractError);
}

Result run(const std::string& name, const core::Instance& instance) {
  return run_method(find_method(name), instance);
}

TEST(FourKAlActive, AsksAtMostTheProportionP) {
  const core::Similarities w = testing::planted_similarities(40, 5);
  const std::int64_t m = core::pair_count(40);
  for (const double p : {0.01, 0.05, 0.1, 0.3, 0.9, 1.0}) {
    const std::int64_t budget = core::question_budget(40, p);
    const Result plus = run("4K-AL-act+", testing::instance_of(w, 5, p));
    const std::int64_t r = core::active_reference_pairs(40, p);
    EXPECT_EQ(plus.n_comparisons, r * (2 * m - r - 1) / 2);
    EXPECT_LE(plus.n_comparisons, budget);
    const Result paper = run("4K-AL-act", testing::instance_of(w, 5, p));
    EXPECT_GT(paper.n_comparisons, 0);
    EXPECT_LE(paper.n_comparisons, budget);
  }
}

TEST(FourKAlActive, AllReferencesAboutFewLandmarks) {
  const Object n = 48;
  const std::int64_t m = core::pair_count(n);
  const Result result = run("4K-AL-act", testing::instance_of(testing::planted_similarities(n, 6), 6));
  bool possible =
      false;  // d pairs {i,r} against all: d(m - d) + d(d-1)/2 different questions, for some number s of landmarks
  for (std::int64_t s = 1; s <= n; ++s) {
    const std::int64_t d = s * (n - s) + s * (s - 1) / 2;
    possible = possible || result.n_comparisons == d * (m - d) + d * (d - 1) / 2;
  }
  EXPECT_TRUE(possible);
}

TEST(FourKAlActive, WithEveryQuestionIsThePassiveKernel) {
  for (const double eps : {1.0, 0.7}) {
    const core::Instance instance = testing::instance_of(testing::planted_similarities(30, 8), 8, 1.0, eps);
    EXPECT_EQ(run("4K-AL-act+", instance).tree, run("4K-AL+", instance).tree);
  }
}

TEST(FourKAlActive, FindsAClearHierarchy) {
  const core::Instance instance = testing::instance_of(testing::planted_similarities(48, 9, 0.01), 9, 0.2);
  EXPECT_EQ(run("4K-AL-act+", instance).tree.cut(4), testing::interleaved(48, 4));
  // Few landmarks may miss a group, and then say nothing about what is inside its half.
  EXPECT_EQ(run("4K-AL-act", instance).tree.cut(2), testing::interleaved(48, 2));
}

}  // namespace
}  // namespace tertium::linkage
