// Scheme thurstone: votes of people who err most where two similarities are close.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/error.hpp"
#include "core/comparisons/closest_pairs.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

constexpr double kGap = 0.2;

/// Two clusters: similarities inside are larger by kGap than those between.
core::Similarities two_clusters(core::Object n) {
  core::Similarities w(n, 0.0);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = (i < n / 2) == (j < n / 2) ? kGap : 0.0;
  return w;
}

core::Problem problem_of(const core::Similarities& w, const Values& values, std::uint64_t seed = 4) {
  return assembled(sample_of(w), "thurstone", values, cell_of(seed)).problem;
}

Values values_with(const char* count, std::int64_t votes, double tau, double eps = 1.0) {
  return {{"count", std::string(count)}, {"votes", votes}, {"tau", tau}, {"eps", eps}};
}

double normal_cdf(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

/// Of votes about questions with a gap, the share that is right, and its standard error.
struct Right {
  double right = 0.0, all = 0.0;
  void add(double gap, const core::Votes& votes) {
    if (gap == 0.0) return;
    right += gap > 0.0 ? votes.more : votes.less;
    all += static_cast<double>(votes.total());
  }
  double share() const { return right / all; }
  double error() const { return std::sqrt(share() * (1.0 - share()) / all); }
};

Right of_quadruplets(const core::Problem& problem) {
  const auto& w = problem.get<core::Similarities>();
  const std::vector<core::Pair> pairs = core::all_pairs(w.objects());
  Right right;
  for (const core::PairVotes& v : problem.get<core::Quadruplets>().votes())
    right.add(w(pairs[v.row].i, pairs[v.row].j) - w(pairs[v.column].i, pairs[v.column].j), v.votes);
  return right;
}

Right of_triplets(const core::Problem& problem) {
  const auto& w = problem.get<core::Similarities>();
  Right right;
  for (const core::TripletVotes& v : problem.get<core::Triplets>().votes())
    right.add(w(v.anchor, v.row) - w(v.anchor, v.column), v.votes);
  return right;
}

TEST(ThurstoneScheme, AnswersAreRightAsOftenAsThurstoneSays) {
  for (const auto& [tau, eps] : {std::pair(0.1, 1.0), std::pair(0.3, 1.0), std::pair(0.2, 0.5), std::pair(0.0, 0.5)}) {
    const core::Problem problem = problem_of(two_clusters(12), values_with("60000", 3, tau, eps));
    const double by_sight = tau > 0.0 ? normal_cdf(kGap / (std::sqrt(2.0) * tau)) : 1.0;
    const double expected = 0.5 + eps * (by_sight - 0.5);
    for (const Right& right : {of_quadruplets(problem), of_triplets(problem)}) {
      EXPECT_GT(right.all, 20000.0);
      EXPECT_NEAR(right.share(), expected, 4.5 * right.error()) << tau << ' ' << eps;
    }
  }
}

TEST(ThurstoneScheme, VotesOfAQuestionErrOneByOne) {
  // Questions that are asked once: of so many pairs hardly any are drawn again.
  for (const auto& [tau, eps] : {std::pair(0.2, 1.0), std::pair(0.0, 0.5)}) {
    const core::Problem problem = problem_of(two_clusters(60), values_with("18000", 3, tau, eps));
    const double q = 0.5 + eps * ((tau > 0.0 ? normal_cdf(kGap / (std::sqrt(2.0) * tau)) : 1.0) - 0.5);
    const double expected = 1.0 - std::pow(q, 3.0) - std::pow(1.0 - q, 3.0);
    const auto& w = problem.get<core::Similarities>();
    const std::vector<core::Pair> pairs = core::all_pairs(w.objects());
    double disputed = 0.0, all = 0.0;
    for (const core::PairVotes& v : problem.get<core::Quadruplets>().votes()) {
      if (v.votes.total() != 3 || w(pairs[v.row].i, pairs[v.row].j) == w(pairs[v.column].i, pairs[v.column].j))
        continue;
      disputed += v.votes.more > 0 && v.votes.less > 0 ? 1.0 : 0.0;
      all += 1.0;
    }
    EXPECT_GT(all, 2000.0);
    EXPECT_NEAR(disputed / all, expected, 4.5 * std::sqrt(expected * (1.0 - expected) / all)) << tau;
  }
}

/// What is asked, without what is answered.
Statements questions_of(const core::Problem& problem) {
  Statements questions;
  for (const core::PairVotes& v : problem.get<core::Quadruplets>().votes()) questions.insert({v.row, v.column, 0, 0});
  return questions;
}

TEST(ThurstoneScheme, QuestionsAreTheSameHoweverTheyAreAnswered) {
  const core::Similarities w = random_similarities(40, 3);
  const Statements one = questions_of(problem_of(w, values_with("600", 2, 0.0)));
  EXPECT_EQ(questions_of(problem_of(w, values_with("600", 2, 0.3, 0.5))), one);
  const Statements fewer = questions_of(problem_of(w, values_with("600", 6, 0.3)));
  EXPECT_TRUE(std::includes(one.begin(), one.end(), fewer.begin(), fewer.end())) << "the first hundred of them";
}

TEST(ThurstoneScheme, SoManyAnswersAreVotesAboutFewerQuestions) {
  const core::Similarities w = random_similarities(10, 3);
  for (const std::int64_t votes : {1, 5}) {
    const core::Problem problem = problem_of(w, values_with("103", votes, 0.0));
    const std::int64_t answers = 103 / votes * votes;
    EXPECT_EQ(problem.get<core::Quadruplets>().summary().answers, answers);
    EXPECT_EQ(problem.get<core::Triplets>().summary().answers, answers);
    EXPECT_EQ(problem.get<core::Quadruplets>().summary().disputed, 0) << "without noise all votes agree";
    for (const core::PairVotes& v : problem.get<core::Quadruplets>().votes()) EXPECT_EQ(v.votes.total() % votes, 0);
    EXPECT_EQ(problem.questions.most, 103);
  }
}

TEST(ThurstoneScheme, QuestionsAreDrawnEvenly) {
  const core::Problem problem = problem_of(random_similarities(5, 3), values_with("90000", 1, 0.1));
  const auto counts_of = [](const auto& votes) {
    std::vector<int> counts;
    for (const auto& v : votes) counts.push_back(static_cast<int>(v.votes.total()));
    return counts;
  };
  const std::vector<int> quadruplets = counts_of(problem.get<core::Quadruplets>().votes());
  const std::vector<int> triplets = counts_of(problem.get<core::Triplets>().votes());
  ASSERT_EQ(quadruplets.size(), 45U);
  ASSERT_EQ(triplets.size(), 30U);
  EXPECT_LT(chi_square(quadruplets, 2000.0), 90.0);  // 44 degrees of freedom: 5e-5
  EXPECT_LT(chi_square(triplets, 3000.0), 68.0);     // 29 degrees of freedom: 5e-5
}

/// P(the closest of three pairs is named), whose similarity is larger by kGap than those of the two others.
double closest_is_named(double tau) {
  double sum = 0.0;
  constexpr double kStep = 0.001;
  for (double x = -8.0; x < 8.0; x += kStep) {
    const double below = normal_cdf(x + kGap / tau);
    sum += kStep * std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::acos(-1.0)) * below * below;
  }
  return sum;
}

TEST(ThurstoneScheme, TheClosestOfThreeIsPerceivedOnceAndForAll) {
  constexpr core::Object kObjects = 60;
  const core::Problem problem = problem_of(two_clusters(kObjects), values_with("100", 1, 0.2));
  const auto& w = problem.get<core::Similarities>();
  const auto& pairs = problem.get<core::ClosestPairs>();
  double named = 0.0, all = 0.0;
  for (core::Object i = 0; i < kObjects; ++i)
    for (core::Object j = i + 1; j < kObjects; ++j)
      for (core::Object k = 0; k < kObjects; ++k) {
        if (k == i || k == j || w(i, j) == 0.0 || w(i, k) > 0.0) continue;
        const unsigned out = pairs.left_out({i, j, k});
        EXPECT_EQ(pairs.left_out({k, i, j}), (out << 1 | out >> 2) & 7U);
        EXPECT_EQ(pairs.left_out({j, i, k}), (out & 4U) | (out & 1U) << 1 | (out & 2U) >> 1);
        named += out == 4U ? 1.0 : 0.0;
        all += 1.0;
      }
  const double expected = closest_is_named(0.2);
  EXPECT_NEAR(named / all, expected, 4.5 * std::sqrt(expected * (1.0 - expected) / all));
  const core::Problem sharp = problem_of(two_clusters(kObjects), values_with("100", 1, 0.0));
  EXPECT_EQ(sharp.get<core::ClosestPairs>().left_out({0, 1, 2}),
            core::closest_pairs_by(std::make_shared<const core::Similarities>(sharp.get<core::Similarities>()))
                ->left_out({0, 1, 2}));
}

TEST(ThurstoneScheme, IsTheSameForAnyNumberOfThreads) {
  const int threads = omp_get_max_threads();
  const auto said = [](int count) {
    omp_set_num_threads(count);
    const core::Problem problem = problem_of(random_similarities(14, 5), values_with("20000", 2, 0.2));
    std::vector<std::array<std::int64_t, 5>> votes;
    for (const core::PairVotes& v : problem.get<core::Quadruplets>().votes())
      votes.push_back({-1, v.row, v.column, v.votes.more, v.votes.less});
    for (const core::TripletVotes& v : problem.get<core::Triplets>().votes())
      votes.push_back({v.anchor, v.row, v.column, v.votes.more, v.votes.less});
    return votes;
  };
  EXPECT_EQ(said(1), said(4));
  omp_set_num_threads(threads);
}

TEST(ThurstoneScheme, WhatItCannotDoIsTold) {
  const Scheme& scheme = find_scheme("thurstone");
  const auto problem_with = [&](const char* count, std::int64_t votes, core::Object n) {
    try {
      scheme.check(n, problems::test::values_of(scheme, values_with(count, votes, 0.1)));
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(problem_with("n", 7, 7), "");
  EXPECT_NE(problem_with("n", 8, 7).find("less than the votes = 8"), std::string::npos);
  EXPECT_NE(problem_with("n", 1, 2).find("three objects"), std::string::npos);
  EXPECT_NE(problem_with("3e9", 1, 1000).find("2^31"), std::string::npos);
  EXPECT_NE(problem_with("n", 1, core::kMaxObjects + 1).find("at most"), std::string::npos);
}

}  // namespace
}  // namespace tertium::problems
