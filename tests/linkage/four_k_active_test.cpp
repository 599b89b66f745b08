#include "kernels/multiplicative/four_k_active.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <numeric>
#include <set>

#include "core/methods/method.hpp"
#include "core/methods/oracles.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::ActiveOracle;
using core::Object;
using core::PairIndex;
using kernels::four_k_active;
using kernels::SelfTerms;
using testing::comparisons_of;
using testing::reported;
using testing::tree_by;

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

core::Outcome run(const std::string& name, const core::Problem& problem) {
  return run_method(core::find_method(name), problem);
}

TEST(FourKAlActive, AsksAtMostTheProportionP) {
  const core::Similarities w = testing::planted_similarities(40, 5);
  const std::int64_t m = core::pair_count(40);
  for (const double p : {0.01, 0.05, 0.1, 0.3, 0.9, 1.0}) {
    const std::int64_t budget = core::question_budget(40, p);
    const core::Outcome plus = run("4K-AL-act", testing::problem_of(w, 5, p));
    const std::int64_t r = core::active_reference_pairs(40, p);
    EXPECT_EQ(comparisons_of(plus), r * (2 * m - r - 1) / 2);
    EXPECT_LE(comparisons_of(plus), budget);
    const core::Outcome paper = run("4K-AL-act-lnN", testing::problem_of(w, 5, p));
    EXPECT_GT(comparisons_of(paper), 0);
    EXPECT_LE(comparisons_of(paper), budget);
  }
}

TEST(FourKAlActive, AllReferencesAboutFewLandmarks) {
  const Object n = 48;
  const std::int64_t m = core::pair_count(n);
  const core::Outcome result = run("4K-AL-act-lnN", testing::problem_of(testing::planted_similarities(n, 6), 6));
  bool possible =
      false;  // d pairs {i,r} against all: d(m - d) + d(d-1)/2 different questions, for some number s of landmarks
  for (std::int64_t s = 1; s <= n; ++s) {
    const std::int64_t d = s * (n - s) + s * (s - 1) / 2;
    possible = possible || comparisons_of(result) == d * (m - d) + d * (d - 1) / 2;
  }
  EXPECT_TRUE(possible);
}

TEST(FourKAlActive, WithEveryQuestionIsThePassiveKernel) {
  for (const double eps : {1.0, 0.7}) {
    const core::Problem problem = testing::problem_of(testing::planted_similarities(30, 8), 8, 1.0, eps);
    EXPECT_EQ(tree_by("4K-AL-act", problem), tree_by("4K-AL", problem));
  }
}

using Kernel = core::PairTable<std::int64_t>;

/// The step itself, in one of its readings.
core::Outcome run_reading(const std::string& landmarks, const core::Problem& problem) {
  core::Link link = core::find_method("4K-AL-act").links.front();
  link.parameters.set("landmarks", landmarks);
  return run_method({"4K-act", {link}}, problem);
}

const Kernel& kernel_of(const core::Outcome& outcome) {
  return *std::get<0>(std::get<core::SimilarityMatrix>(outcome.product));
}

/// Each object with probability ln N / N; again if that is none.
std::vector<Object> draw_landmarks(core::Stream& stream, Object n) {
  std::vector<Object> landmarks;
  while (landmarks.empty())
    for (Object i = 0; i < n; ++i)
      if (stream.uniform() < std::log(static_cast<double>(n)) / n) landmarks.push_back(i);
  return landmarks;
}

/// All pairs, in the order in which they are taken for references.
std::vector<PairIndex> draw_references(const core::Problem& problem) {
  std::vector<PairIndex> pairs(core::pair_count(problem.objects));
  std::iota(pairs.begin(), pairs.end(), PairIndex{0});
  core::Stream(problem.cell, core::Purpose::kReferences).shuffle(std::span(pairs));
  return pairs;
}

/// Number of different pairs of which one object is a landmark.
std::int64_t pairs_with(const std::vector<Object>& landmarks, Object n) {
  std::set<PairIndex> pairs;
  for (const Object r : landmarks)
    for (Object i = 0; i < n; ++i)
      if (i != r) pairs.insert(core::pair_index(i, r, n));
  return std::ssize(pairs);
}

/// The kernel of a reading by its definition, and how many questions that asks.
std::pair<Kernel, std::int64_t> by_definition(const std::string& reading, const core::Problem& problem) {
  const Object n = problem.objects;
  ActiveOracle oracle = core::make_oracle(problem);
  const auto answer = [&](PairIndex a, PairIndex b) { return *oracle.query(a, b); };
  const std::vector<PairIndex> references = draw_references(problem);
  std::vector<Object> landmarks(n);
  std::iota(landmarks.begin(), landmarks.end(), 0);
  if (reading == "all") {
    const auto count = static_cast<std::size_t>(core::active_reference_pairs(n, problem.questions.p));
    const Kernel kernel =
        testing::four_k_active_by_definition(n, std::span(references).first(count), landmarks, 1, answer);
    return {kernel, oracle.distinct_queries()};
  }
  const bool redrawn = reading == "ln-n-redrawn";
  core::Stream stream(problem.cell, redrawn ? core::Purpose::kRedrawnLandmarks : core::Purpose::kLandmarks);
  landmarks = redrawn ? landmarks : draw_landmarks(stream, n);
  std::int64_t left = core::question_budget(n, problem.questions.p);
  Kernel kernel(n);
  for (const PairIndex reference : references) {
    if (redrawn) landmarks = draw_landmarks(stream, n);
    left -= pairs_with(landmarks, n);
    if (left < 0) break;
    const Kernel terms = testing::four_k_active_by_definition(n, std::span(&reference, 1), landmarks, 0, answer);
    for (PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += terms[pair];
  }
  return {kernel, oracle.distinct_queries()};
}

class FourKActiveReadings : public ::testing::TestWithParam<const char*> {};

TEST_P(FourKActiveReadings, AreWhatTheyAreDefinedAs) {
  for (const Object n : {2, 3, 9, 16, 23})
    for (const double p : {0.01, 0.1, 0.4, 1.0})
      for (const double eps : {1.0, 0.6})
        for (const int grid : {0, 5}) {
          const auto seed = static_cast<std::uint64_t>(n);
          const core::Problem problem = testing::problem_of(testing::random_similarities(n, seed, grid), seed, p, eps);
          const core::Outcome outcome = run_reading(GetParam(), problem);
          const auto [kernel, questions] = by_definition(GetParam(), problem);
          EXPECT_EQ(kernel_of(outcome), kernel) << "N = " << n << ", p = " << p << ", eps = " << eps;
          EXPECT_EQ(comparisons_of(outcome), questions);
          EXPECT_LE(comparisons_of(outcome), core::question_budget(n, p));
          EXPECT_GE(reported(outcome, "n_queries_raw"), questions);
        }
}

INSTANTIATE_TEST_SUITE_P(Landmarks, FourKActiveReadings, ::testing::Values("all", "ln-n", "ln-n-redrawn"),
                         [](const auto& reading) {
                           std::string name = reading.param;
                           std::erase(name, '-');
                           return name;
                         });

// Few landmarks that stay the same keep their noise, however much is asked; new ones for every reference do not.
TEST(FourKActiveLandmarks, RedrawnOnesUseUpTheBudget) {
  const Object n = 40;
  const core::Similarities w = testing::planted_similarities(n, 2);
  for (const double p : {0.01, 0.1, 0.3}) {
    const double budget = static_cast<double>(core::question_budget(n, p));
    const auto asked = comparisons_of(run_reading("ln-n-redrawn", testing::problem_of(w, 2, p)));
    EXPECT_GT(static_cast<double>(asked), 0.8 * budget - 10.0 * n) << p;
    EXPECT_LE(static_cast<double>(asked), budget) << p;
  }
}

TEST(FourKAlActive, FindsAClearHierarchy) {
  const core::Problem problem = testing::problem_of(testing::planted_similarities(48, 9, 0.01), 9, 0.2);
  EXPECT_EQ(tree_by("4K-AL-act", problem).cut(4), testing::interleaved(48, 4));
  // Few landmarks may miss a group, and then say nothing about what is inside its half.
  EXPECT_EQ(tree_by("4K-AL-act-lnN", problem).cut(2), testing::interleaved(48, 2));
}

}  // namespace
}  // namespace tertium::linkage
