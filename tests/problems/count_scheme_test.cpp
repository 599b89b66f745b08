// Scheme count: so many comparisons, drawn uniformly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/comparisons/counted_draws.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "problems/schemes/expressions.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

TEST(CountExpression, IsTruncatedTowardZero) {
  EXPECT_EQ(evaluate_count("n*ln(n)^2", 1000), 47717);
  EXPECT_EQ(evaluate_count("n*ln(n)^3", 1000), 329617);
  EXPECT_EQ(evaluate_count("n*ln(n)^4", 1000), 2276920);
  EXPECT_EQ(evaluate_count("n*ln(n)^5", 1000), 15728406);
  EXPECT_EQ(evaluate_count("n/3", 11), 3);
  EXPECT_EQ(evaluate_count("7.999", 5), 7);
  EXPECT_EQ(evaluate_count("0", 5), 0);
  EXPECT_EQ(evaluate_count("0.9", 5), 0);
  EXPECT_EQ(evaluate_count("n*(n-1)/2", 240), 28680);
  EXPECT_EQ(evaluate_count("2^53", 5), std::int64_t{1} << 53);
  EXPECT_EQ(evaluate_count(" min(n, 4) + max(1,2) * sqrt(16) ", 100), 12);
  EXPECT_EQ(evaluate_count("log2(n) + log10(n)", 100), 8);
}

TEST(CountExpression, ThatIsBadIsAnsweredInOneLine) {
  for (const char* expression : {"", "n*", "foo(n)", "m", "n n", "n*ln(n", "-1", "n-10", "1/0", "ln(-1)", "2^54", "3*",
                                 "n;", "\"n\"", "n=3", "n=n+1", "1,5", "n==", "1e400"}) {
    try {
      const std::int64_t value = evaluate_count(expression, 5);
      ADD_FAILURE() << "'" << expression << "' is taken for " << value;
    } catch (const core::UserError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(fmt::format("'{}' is ", expression))) << message;
      EXPECT_NE(message.find("such as n*ln(n)^4"), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

TEST(RandomSubset, IsUniformAmongAllSubsets) {
  constexpr int kDraws = 6000;
  std::map<std::vector<std::uint64_t>, int> found;
  for (int draw = 0; draw < kDraws; ++draw) {
    core::Stream stream(cell_of(static_cast<std::uint64_t>(draw)), core::Purpose::kTest);
    ++found[core::random_subset(stream, 6, 3)];
  }
  ASSERT_EQ(found.size(), 20U);
  std::vector<int> counts;
  for (const auto& [subset, count] : found) {
    EXPECT_TRUE(std::ranges::is_sorted(subset));
    EXPECT_EQ(std::ranges::adjacent_find(subset), subset.end());
    EXPECT_LT(subset.back(), 6U);
    counts.push_back(count);
  }
  EXPECT_LT(chi_square(counts, kDraws / 20.0), 43.8);  // 99.9% of 19 degrees of freedom
}

TEST(RandomSubset, OfNothingAndOfEverything) {
  core::Stream stream(cell_of(1), core::Purpose::kTest);
  EXPECT_TRUE(core::random_subset(stream, 0, 0).empty());
  EXPECT_TRUE(core::random_subset(stream, 5, 0).empty());
  EXPECT_EQ(core::random_subset(stream, 4, 4), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_THROW(core::random_subset(stream, 4, 5), core::ContractError);
  for (const std::uint64_t count : {2, 3}) {  // by numbers, and by bits
    core::Stream a({.master_seed = 11}, core::Purpose::kTest), b({.master_seed = 11}, core::Purpose::kTest);
    const std::uint64_t total = 64 * 3;
    std::set<std::uint64_t> floyd;
    for (std::uint64_t last = total - count; last < total; ++last)
      if (!floyd.insert(a.below(last + 1)).second) floyd.insert(last);
    EXPECT_EQ(core::random_subset(b, total, count), std::vector<std::uint64_t>(floyd.begin(), floyd.end()));
  }
  const auto far = core::random_subset(stream, std::uint64_t{1} << 60, 1000);
  EXPECT_EQ(std::set(far.begin(), far.end()).size(), 1000U);
}

/// The tests of drawn quadruplets hold of triplets, too.
struct OfQuadruplets {
  static std::int64_t total(core::Object n) { return core::quadruplet_count(n); }
  static auto draw(const core::PairRanking& ranking, const core::CellKey& cell, std::int64_t count, double eps) {
    return core::draw_quadruplets(ranking, cell, count, eps);
  }
  static Statements questions(const std::vector<core::Quadruplet>& drawn, core::Object n) {
    return questions_of(drawn, n);
  }
};
struct OfTriplets {
  static std::int64_t total(core::Object n) { return core::triplet_count(n); }
  static auto draw(const core::PairRanking& ranking, const core::CellKey& cell, std::int64_t count, double eps) {
    return core::draw_triplets(ranking, cell, count, eps);
  }
  static Statements questions(const std::vector<core::Triplet>& drawn, core::Object) { return questions_of(drawn); }
};

template <typename Kind>
class CountedDraws : public ::testing::Test {};
using Kinds = ::testing::Types<OfQuadruplets, OfTriplets>;
TYPED_TEST_SUITE(CountedDraws, Kinds);

TYPED_TEST(CountedDraws, AreDifferentAndTrue) {
  const core::Object n = 9;
  const core::Similarities w = core::test::random_similarities(n, 2);
  const core::PairRanking ranking(w);
  for (const std::int64_t count : {0, 1, 20, 200}) {
    const auto drawn = TypeParam::draw(ranking, cell_of(1), count, 1.0);
    EXPECT_EQ(std::ssize(drawn), count);
    EXPECT_EQ(std::ssize(TypeParam::questions(drawn, n)), count) << "something is drawn twice";
    for (const auto& statement : drawn) EXPECT_TRUE(is_true(w, statement));
  }
}

TYPED_TEST(CountedDraws, AreAllThereAreIfNoMoreAreThere) {
  for (const core::Object n : {0, 1, 2, 3, 4, 9})
    for (const std::int64_t more : {0, 1, 1000}) {
      const core::PairRanking ranking(core::test::random_similarities(n, 2));
      const auto drawn = TypeParam::draw(ranking, cell_of(1), TypeParam::total(n) + more, 1.0);
      EXPECT_EQ(std::ssize(TypeParam::questions(drawn, n)), TypeParam::total(n)) << n;
      EXPECT_EQ(std::ssize(drawn), TypeParam::total(n));
    }
}

TYPED_TEST(CountedDraws, AreUniform) {
  constexpr int kDraws = 3000;
  const core::Object n = 4;
  const core::PairRanking ranking(core::test::random_similarities(n, 5));
  const std::int64_t total = TypeParam::total(n), count = total / 3;
  std::map<Statement, int> found;
  std::map<std::pair<Statement, Statement>, int> together;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto questions =
        TypeParam::questions(TypeParam::draw(ranking, cell_of(static_cast<std::uint64_t>(draw)), count, 1.0), n);
    for (const Statement& a : questions) {
      ++found[a];
      for (const Statement& b : questions)
        if (a < b) ++together[{a, b}];
    }
  }
  ASSERT_EQ(std::ssize(found), total);
  ASSERT_EQ(std::ssize(together), total * (total - 1) / 2);
  std::vector<int> counts, pairs;
  for (const auto& [question, times] : found) counts.push_back(times);
  for (const auto& [both, times] : together) pairs.push_back(times);
  // Draws without replacement vary less than independent ones: chi-square is not larger. 99.9% of its distribution.
  const double share = static_cast<double>(count) / static_cast<double>(total);
  const double share_of_pairs = share * static_cast<double>(count - 1) / static_cast<double>(total - 1);
  const auto limit = [](double degrees) {
    return degrees * std::pow(1.0 - 2.0 / (9.0 * degrees) + 3.09 * std::sqrt(2.0 / (9.0 * degrees)), 3.0);
  };
  EXPECT_LT(chi_square(counts, kDraws * share), limit(static_cast<double>(total) - 1.0));
  EXPECT_LT(chi_square(pairs, kDraws * share_of_pairs), limit(static_cast<double>(pairs.size()) - 1.0));
}

TYPED_TEST(CountedDraws, FlipTheShareThatEpsSays) {
  const core::Object n = 30;
  const core::Similarities w = core::test::random_similarities(n, 6);
  const core::PairRanking ranking(w);
  const std::int64_t count = TypeParam::total(n) / 2;
  const auto truthful = TypeParam::draw(ranking, cell_of(4), count, 1.0);
  for (const double eps : {0.9, 0.5, 0.05}) {
    const auto drawn = TypeParam::draw(ranking, cell_of(4), count, eps);
    ASSERT_EQ(std::ssize(drawn), count);
    EXPECT_EQ(TypeParam::questions(drawn, n), TypeParam::questions(truthful, n)) << "noise asks the same";
    const auto wrong = std::ranges::count_if(drawn, [&](const auto& statement) { return !is_true(w, statement); });
    const double q = (1.0 - eps) / 2.0, m = static_cast<double>(count);
    EXPECT_NEAR(static_cast<double>(wrong), q * m, 4.0 * std::sqrt(q * (1.0 - q) * m)) << eps;
  }
}

TYPED_TEST(CountedDraws, OfTiesAreNoAnswers) {
  const core::Object n = 9;
  for (const std::uint64_t levels : {1, 3}) {
    const core::Similarities w = core::test::random_similarities(n, 7, levels);
    const core::PairRanking ranking(w);
    for (const double eps : {1.0, 0.5})
      for (const std::int64_t count : {TypeParam::total(n) / 2, TypeParam::total(n)}) {
        const auto drawn = TypeParam::draw(ranking, cell_of(2), count, eps);
        EXPECT_LT(std::ssize(drawn), count);
        for (auto statement : drawn) {
          if (is_true(w, statement)) continue;
          if constexpr (std::is_same_v<decltype(statement), core::Triplet>)
            std::swap(statement.near, statement.far);
          else
            statement = {statement.k, statement.l, statement.i, statement.j};
          EXPECT_TRUE(is_true(w, statement)) << "an answer about a tie";
        }
      }
    std::int64_t answers = 0;
    for (const auto& statement : TypeParam::draw(ranking, cell_of(2), TypeParam::total(n), 1.0))
      answers += is_true(w, statement) ? 1 : 0;
    EXPECT_EQ(answers, std::ssize(TypeParam::draw(ranking, cell_of(9), TypeParam::total(n), 1.0)));
    EXPECT_EQ(answers == 0, levels == 1);
  }
}

TEST(CountScheme, GivesSoManyComparisons) {
  const core::Similarities w = core::test::random_similarities(12, 3);
  const auto problem = assembled(sample_of(w), "count", {{"count", std::string("10*n + 3.5")}}, cell_of(5)).problem;
  EXPECT_EQ(core::count_observed(problem.get<core::Quadruplets>()), 123);
  EXPECT_EQ(core::count_observed(problem.get<core::Triplets>()), 123);
  EXPECT_EQ(core::comparisons_given(problem), 123);
  EXPECT_EQ(core::triplets_given(problem), 123);
  EXPECT_DOUBLE_EQ(problem.questions.p, 123.0 / static_cast<double>(core::quadruplet_count(12)));
  EXPECT_EQ(core::question_budget(12, problem.questions.p), 123) << "as many may be asked";
  EXPECT_EQ(problem.questions.most, 123);
  const Values more{{"count", std::string("123")}, {"questions", std::string("50*n")}};
  EXPECT_EQ(assembled(sample_of(w), "count", more, cell_of(5)).problem.questions.most, 600) << "of three objects";
  const auto& dynamic = dynamic_cast<const core::ListedQuadruplets&>(problem.get<core::Quadruplets>());
  EXPECT_FALSE(dynamic.summary().repeated());
  for (const core::Quadruplet& s : statements_of(problem.get<core::Quadruplets>()))
    EXPECT_TRUE(is_true(problem.get<core::Similarities>(), s));
}

TEST(CountScheme, GivesAllComparisonsAtMost) {
  const core::Similarities w = core::test::random_similarities(7, 3);
  const auto problem = assembled(sample_of(w), "count", {{"count", std::string("n^9")}}, cell_of(5)).problem;
  const auto complete = assembled(sample_of(w), "proportion", {}, cell_of(5)).problem;
  EXPECT_EQ(set_of(problem.get<core::Quadruplets>()), set_of(complete.get<core::Quadruplets>()));
  EXPECT_EQ(set_of(problem.get<core::Triplets>()), set_of(complete.get<core::Triplets>()));
  EXPECT_EQ(problem.questions.p, 1.0);
}

TEST(CountScheme, ErrsInBothKindsOfAnswers) {
  const Values values{{"count", std::string("600")}, {"eps", 0.5}};
  const auto problem =
      assembled(sample_of(core::test::random_similarities(12, 3)), "count", values, cell_of(5)).problem;
  const auto& w = problem.get<core::Similarities>();
  const auto right = [&](const auto& statement) { return is_true(w, statement); };
  const auto quadruplets = statements_of(problem.get<core::Quadruplets>());
  EXPECT_NEAR(static_cast<double>(std::ranges::count_if(quadruplets, right)), 450, 43) << "four standard deviations";
  double right_triplets = 0;
  core::for_each_triplet(problem.get<core::Triplets>(),
                         [&](const core::Triplet& triplet) { right_triplets += right(triplet) ? 1 : 0; });
  EXPECT_NEAR(right_triplets, 450, 43);
}

TEST(CountScheme, WithReplacementEveryDrawIsAVote) {
  const core::Object n = 12;
  const core::Similarities w = core::test::random_similarities(n, 3);
  for (const double eps : {1.0, 0.5}) {
    const Values values{{"count", std::string("9000")}, {"replacement", std::string("yes")}, {"eps", eps}};
    const auto problem = assembled(sample_of(w), "count", values, cell_of(5)).problem;
    EXPECT_EQ(core::comparisons_given(problem), 9000);
    EXPECT_EQ(core::triplets_given(problem), 9000);
    std::vector<int> triplets, quadruplets(static_cast<std::size_t>(core::quadruplet_count(n)));
    std::int64_t right = 0;
    for (const core::TripletVotes& question : problem.get<core::Triplets>().votes()) {
      triplets.push_back(static_cast<int>(question.votes.total()));
      const bool more =
          is_true(problem.get<core::Similarities>(), core::Triplet{question.anchor, question.row, question.column});
      right += more ? question.votes.more : question.votes.less;
    }
    triplets.resize(static_cast<std::size_t>(core::triplet_count(n)));
    EXPECT_LT(chi_square(triplets, 9000.0 / 660), 780.0) << "0.999 quantile, 659 degrees of freedom";
    EXPECT_NEAR(static_cast<double>(right), 9000 * (1.0 + eps) / 2.0, 4.0 * std::sqrt(9000 * 0.25));
    std::size_t question = 0;
    for (const core::PairVotes& pair : problem.get<core::Quadruplets>().votes())
      quadruplets[question++] = static_cast<int>(pair.votes.total());
    EXPECT_LT(chi_square(quadruplets, 9000.0 / 2145), 2355.0) << "0.999 quantile, 2144 degrees of freedom";
  }
}

TEST(CountScheme, DrawsTripletsOfMoreObjectsThanATableOfPairsHolds) {
  const Model& model = find_model("planted-flat");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{70000});
  const Values values{{"count", std::string("3000")}, {"replacement", std::string("yes")}};
  const auto problem = assembled(model.sample(parameters, cell_of(2)), "count", values, cell_of(2)).problem;
  EXPECT_EQ(problem.provides(), (core::Provisions{core::Provision::kTriplets, core::Provision::kTruth}));
  std::vector<core::NearFar> answers;
  std::int64_t all = 0, alike = 0, other = 0;
  const core::Partition& truth = problem.get<core::Truth>().back();
  for (core::Object anchor = 0; anchor < problem.objects; ++anchor) {
    problem.get<core::Triplets>().answers_of(anchor, answers);
    all += std::ssize(answers);
    for (const core::NearFar& answer : answers) {
      const bool near = truth[answer.near] == truth[anchor], far = truth[answer.far] == truth[anchor];
      alike += near && !far ? 1 : 0;
      other += far && !near ? 1 : 0;
    }
  }
  EXPECT_EQ(all, 3000);
  const double share = static_cast<double>(alike) / static_cast<double>(alike + other);
  EXPECT_NEAR(share, 0.75, 4.0 * std::sqrt(0.1875 / static_cast<double>(alike + other))) << "(1 + delta)/2";
  EXPECT_THROW(find_scheme("count").check(70000, values_of(find_scheme("count"), {})), core::UserError);
  EXPECT_THROW(find_scheme("proportion").check(70000, values_of(find_scheme("proportion"), {})), core::UserError);
}

TEST(CountScheme, IsPlannedAndCheckedWithoutAProblem) {
  const Scheme& scheme = find_scheme("count");
  const SchemeShare share = scheme.share(1000, values_of(scheme, {{"eps", 0.75}}));
  EXPECT_DOUBLE_EQ(share.p, 2276920.0 / static_cast<double>(core::quadruplet_count(1000)));
  EXPECT_EQ(share.eps, 0.75);
  EXPECT_NO_THROW(scheme.check(1000, values_of(scheme, {})));
  EXPECT_THROW(scheme.check(1000, values_of(scheme, {{"count", std::string("n*")}})), core::UserError);
}

}  // namespace
}  // namespace tertium::problems
