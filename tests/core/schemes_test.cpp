// How comparisons come to be observed, and how a problem is put together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/comparisons/oracle.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/methods/method.hpp"
#include "core/schemes/count_expression.hpp"
#include "core/schemes/counted_draws.hpp"
#include "core/schemes/scheme.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

using Values = std::vector<std::pair<std::string, ParameterValue>>;

CellKey cell_of(std::uint64_t seed) {
  return {.master_seed = seed};
}

Parameters values_of(const Scheme& scheme, const Values& values) {
  Parameters parameters(scheme.parameter_infos());
  for (const auto& [name, value] : values) parameters.set(name, value);
  return parameters;
}

AssembledProblem assembled(ModelSample sample, const char* scheme, const Values& values, const CellKey& cell) {
  return assemble(std::move(sample), find_scheme(scheme), values_of(find_scheme(scheme), values), cell);
}

ModelSample sample_of(const Similarities& w) {
  ModelSample sample;
  sample.objects = w.objects();
  sample.w = w;
  return sample;
}

std::vector<Quadruplet> statements_of(const Quadruplets& quadruplets) {
  const std::vector<Pair> pairs = all_pairs(quadruplets.objects());
  std::vector<Quadruplet> statements;
  for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    const Pair a = pairs[quadruplets.pair_at(more)], b = pairs[quadruplets.pair_at(less)];
    statements.push_back({a.i, a.j, b.i, b.j});
  });
  return statements;
}

using Statement = std::array<Object, 4>;
using Statements = std::set<Statement>;

Statements set_of(const Quadruplets& quadruplets) {
  Statements statements;
  for (const Quadruplet& s : statements_of(quadruplets)) statements.insert({s.i, s.j, s.k, s.l});
  return statements;
}

Statements set_of(const Triplets& triplets) {
  Statements statements;
  for_each_triplet(triplets, [&](const Triplet& t) { statements.insert({t.anchor, t.near, t.far, 0}); });
  return statements;
}

/// Comparisons without what they answer.
Statements questions_of(const std::vector<Quadruplet>& drawn, Object n) {
  Statements questions;
  for (const Quadruplet& s : drawn) {
    const auto [a, b] = std::minmax({pair_index(s.i, s.j, n), pair_index(s.k, s.l, n)});
    questions.insert({static_cast<Object>(a), static_cast<Object>(b), 0, 0});
  }
  return questions;
}

Statements questions_of(const std::vector<Triplet>& drawn) {
  Statements questions;
  for (const Triplet& t : drawn) questions.insert({t.anchor, std::min(t.near, t.far), std::max(t.near, t.far), 0});
  return questions;
}

bool is_true(const Similarities& w, const Quadruplet& s) {
  return w(s.i, s.j) > w(s.k, s.l);
}
bool is_true(const Similarities& w, const Triplet& t) {
  return w(t.anchor, t.near) > w(t.anchor, t.far);
}

/// Chi-square of counts that are equally likely.
double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0.0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// ------------------------------------------------------------------------------------------------------- proportion

TEST(ProportionScheme, SamplesLikeSampledQuadrupletsAndTriplets) {
  for (const std::uint64_t levels : {0, 4})
    for (const auto& [p, eps] : {std::pair(1.0, 1.0), {0.3, 1.0}, {0.3, 0.6}, {0.005, 0.6}}) {
      const CellKey cell = cell_of(3);
      const auto problem =
          assembled(sample_of(test::random_similarities(15, 1, levels)), "proportion", {{"p", p}, {"eps", eps}}, cell)
              .problem;
      const auto ranking = std::make_shared<const PairRanking>(*problem.w);
      EXPECT_EQ(set_of(*problem.quadruplets), set_of(SampledQuadruplets(ranking, cell, p, eps)));
      EXPECT_EQ(set_of(*problem.triplets),
                set_of(SampledTriplets(std::make_shared<const AnchorRanking>(*ranking), cell, p, eps)));
      EXPECT_EQ(problem.quadruplets->complete() != nullptr, p == 1.0 && eps == 1.0);
      EXPECT_EQ(problem.p, p);
      EXPECT_EQ(problem.eps, eps);
      ActiveOracle found = make_oracle(problem), expected(ranking, cell, eps);
      for (PairIndex pair = 1; pair < found.pairs(); ++pair)
        EXPECT_EQ(found.query(0, pair), expected.query(0, pair)) << pair;
    }
}

// ------------------------------------------------------------------------------------------------------------ count

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
    } catch (const UserError& error) {
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
    Stream stream(cell_of(static_cast<std::uint64_t>(draw)), Purpose::kTest);
    ++found[random_subset(stream, 6, 3)];
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
  Stream stream(cell_of(1), Purpose::kTest);
  EXPECT_TRUE(random_subset(stream, 0, 0).empty());
  EXPECT_TRUE(random_subset(stream, 5, 0).empty());
  EXPECT_EQ(random_subset(stream, 4, 4), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_THROW(random_subset(stream, 4, 5), ContractError);
  const auto far = random_subset(stream, std::uint64_t{1} << 60, 1000);
  EXPECT_EQ(std::set(far.begin(), far.end()).size(), 1000U);
}

/// The tests of drawn quadruplets hold of triplets, too.
struct OfQuadruplets {
  static std::int64_t total(Object n) { return quadruplet_count(n); }
  static auto draw(const PairRanking& ranking, const CellKey& cell, std::int64_t count, double eps) {
    return draw_quadruplets(ranking, cell, count, eps);
  }
  static Statements questions(const std::vector<Quadruplet>& drawn, Object n) { return questions_of(drawn, n); }
};
struct OfTriplets {
  static std::int64_t total(Object n) { return triplet_count(n); }
  static auto draw(const PairRanking& ranking, const CellKey& cell, std::int64_t count, double eps) {
    return draw_triplets(ranking, cell, count, eps);
  }
  static Statements questions(const std::vector<Triplet>& drawn, Object) { return questions_of(drawn); }
};

template <typename Kind>
class CountedDraws : public ::testing::Test {};
using Kinds = ::testing::Types<OfQuadruplets, OfTriplets>;
TYPED_TEST_SUITE(CountedDraws, Kinds);

TYPED_TEST(CountedDraws, AreDifferentAndTrue) {
  const Object n = 9;
  const Similarities w = test::random_similarities(n, 2);
  const PairRanking ranking(w);
  for (const std::int64_t count : {0, 1, 20, 200}) {
    const auto drawn = TypeParam::draw(ranking, cell_of(1), count, 1.0);
    EXPECT_EQ(std::ssize(drawn), count);
    EXPECT_EQ(std::ssize(TypeParam::questions(drawn, n)), count) << "something is drawn twice";
    for (const auto& statement : drawn) EXPECT_TRUE(is_true(w, statement));
  }
}

TYPED_TEST(CountedDraws, AreAllThereAreIfNoMoreAreThere) {
  for (const Object n : {0, 1, 2, 3, 4, 9})
    for (const std::int64_t more : {0, 1, 1000}) {
      const PairRanking ranking(test::random_similarities(n, 2));
      const auto drawn = TypeParam::draw(ranking, cell_of(1), TypeParam::total(n) + more, 1.0);
      EXPECT_EQ(std::ssize(TypeParam::questions(drawn, n)), TypeParam::total(n)) << n;
      EXPECT_EQ(std::ssize(drawn), TypeParam::total(n));
    }
}

TYPED_TEST(CountedDraws, AreUniform) {
  constexpr int kDraws = 3000;
  const Object n = 4;
  const PairRanking ranking(test::random_similarities(n, 5));
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
  const Object n = 30;
  const Similarities w = test::random_similarities(n, 6);
  const PairRanking ranking(w);
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
  const Object n = 9;
  for (const std::uint64_t levels : {1, 3}) {
    const Similarities w = test::random_similarities(n, 7, levels);
    const PairRanking ranking(w);
    for (const double eps : {1.0, 0.5})
      for (const std::int64_t count : {TypeParam::total(n) / 2, TypeParam::total(n)}) {
        const auto drawn = TypeParam::draw(ranking, cell_of(2), count, eps);
        EXPECT_LT(std::ssize(drawn), count);
        for (auto statement : drawn) {
          if (is_true(w, statement)) continue;
          if constexpr (std::is_same_v<decltype(statement), Triplet>)
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
  const Similarities w = test::random_similarities(12, 3);
  const auto problem = assembled(sample_of(w), "count", {{"count", std::string("10*n + 3.5")}}, cell_of(5)).problem;
  EXPECT_EQ(count_observed(*problem.quadruplets), 123);
  EXPECT_EQ(count_observed(*problem.triplets), 123);
  EXPECT_EQ(comparisons_given(problem), 123);
  EXPECT_EQ(triplets_given(problem), 123);
  EXPECT_DOUBLE_EQ(problem.p, 123.0 / static_cast<double>(quadruplet_count(12)));
  EXPECT_EQ(question_budget(12, problem.p), 123) << "as many may be asked";
  const auto& dynamic = dynamic_cast<const ListedQuadruplets&>(*problem.quadruplets);
  EXPECT_FALSE(dynamic.summary().repeated());
  for (const Quadruplet& s : statements_of(*problem.quadruplets)) EXPECT_TRUE(is_true(*problem.w, s));
}

TEST(CountScheme, GivesAllComparisonsAtMost) {
  const Similarities w = test::random_similarities(7, 3);
  const auto problem = assembled(sample_of(w), "count", {{"count", std::string("n^9")}}, cell_of(5)).problem;
  const auto complete = assembled(sample_of(w), "proportion", {}, cell_of(5)).problem;
  EXPECT_EQ(set_of(*problem.quadruplets), set_of(*complete.quadruplets));
  EXPECT_EQ(set_of(*problem.triplets), set_of(*complete.triplets));
  EXPECT_EQ(problem.p, 1.0);
}

TEST(CountScheme, WithReplacementEveryDrawIsAVote) {
  const Object n = 12;
  const Similarities w = test::random_similarities(n, 3);
  for (const double eps : {1.0, 0.5}) {
    const Values values{{"count", std::string("9000")}, {"replacement", std::string("yes")}, {"eps", eps}};
    const auto problem = assembled(sample_of(w), "count", values, cell_of(5)).problem;
    EXPECT_EQ(comparisons_given(problem), 9000);
    EXPECT_EQ(triplets_given(problem), 9000);
    std::vector<int> triplets, quadruplets(static_cast<std::size_t>(quadruplet_count(n)));
    std::int64_t right = 0;
    for (const TripletVotes& question : problem.triplets->votes()) {
      triplets.push_back(static_cast<int>(question.votes.total()));
      const bool more = is_true(*problem.w, Triplet{question.anchor, question.row, question.column});
      right += more ? question.votes.more : question.votes.less;
    }
    triplets.resize(static_cast<std::size_t>(triplet_count(n)));
    EXPECT_LT(chi_square(triplets, 9000.0 / 660), 780.0) << "0.999 quantile, 659 degrees of freedom";
    EXPECT_NEAR(static_cast<double>(right), 9000 * (1.0 + eps) / 2.0, 4.0 * std::sqrt(9000 * 0.25));
    std::size_t question = 0;
    for (const PairVotes& pair : problem.quadruplets->votes())
      quadruplets[question++] = static_cast<int>(pair.votes.total());
    EXPECT_LT(chi_square(quadruplets, 9000.0 / 2145), 2355.0) << "0.999 quantile, 2144 degrees of freedom";
  }
}

TEST(CountScheme, DrawsTripletsOfMoreObjectsThanATableOfPairsHolds) {
  const Model& model = find_model("planted-flat");
  Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{70000});
  const Values values{{"count", std::string("3000")}, {"replacement", std::string("yes")}};
  const auto problem = assembled(model.sample(parameters, cell_of(2)), "count", values, cell_of(2)).problem;
  EXPECT_EQ(problem.provides(), (Provisions{Provision::kTriplets, Provision::kTruth}));
  std::vector<NearFar> answers;
  std::int64_t all = 0, alike = 0, other = 0;
  const Partition& truth = problem.truth.back();
  for (Object anchor = 0; anchor < problem.objects; ++anchor) {
    problem.triplets->answers_of(anchor, answers);
    all += std::ssize(answers);
    for (const NearFar& answer : answers) {
      const bool near = truth[answer.near] == truth[anchor], far = truth[answer.far] == truth[anchor];
      alike += near && !far ? 1 : 0;
      other += far && !near ? 1 : 0;
    }
  }
  EXPECT_EQ(all, 3000);
  const double share = static_cast<double>(alike) / static_cast<double>(alike + other);
  EXPECT_NEAR(share, 0.75, 4.0 * std::sqrt(0.1875 / static_cast<double>(alike + other))) << "(1 + delta)/2";
  EXPECT_THROW(find_scheme("count").check(70000, values_of(find_scheme("count"), {})), UserError);
  EXPECT_THROW(find_scheme("proportion").check(70000, values_of(find_scheme("proportion"), {})), UserError);
}

TEST(CountScheme, IsPlannedAndCheckedWithoutAProblem) {
  const Scheme& scheme = find_scheme("count");
  const SchemeShare share = scheme.share(1000, values_of(scheme, {{"eps", 0.75}}));
  EXPECT_DOUBLE_EQ(share.p, 2276920.0 / static_cast<double>(quadruplet_count(1000)));
  EXPECT_EQ(share.eps, 0.75);
  EXPECT_NO_THROW(scheme.check(1000, values_of(scheme, {})));
  EXPECT_THROW(scheme.check(1000, values_of(scheme, {{"count", std::string("n*")}})), UserError);
}

// -------------------------------------------------------------------------------------------------------------- own

ModelSample listed_sample() {
  ModelSample sample;
  sample.objects = 6;
  sample.quadruplets = {{0, 1, 2, 3}, {4, 5, 0, 2}};
  sample.triplets = {{0, 1, 2}, {3, 4, 5}, {3, 4, 5}};
  sample.counts = {2, 1, 4, 1, 2};
  sample.truth = {Partition(std::vector<Label>{0, 0, 0, 1, 1, 1})};
  return sample;
}

TEST(OwnScheme, GivesTheAnswersOfADataSet) {
  const AssembledProblem data = assembled(listed_sample(), "own", {}, cell_of(8));
  const Problem& problem = data.problem;
  const std::vector<Object>& new_id = data.new_id;
  Statements expected, expected_triplets;
  const auto add = [&](Pair a, Pair b) {
    const auto in_order = [&](Pair pair) { return std::minmax(new_id[pair.i], new_id[pair.j]); };
    expected.insert({in_order(a).first, in_order(a).second, in_order(b).first, in_order(b).second});
  };
  add({0, 1}, {2, 3});
  add({4, 5}, {0, 2});
  add({0, 1}, {0, 2});
  add({3, 4}, {3, 5});
  for (const Triplet& t : {Triplet{0, 1, 2}, Triplet{3, 4, 5}})
    expected_triplets.insert({new_id[t.anchor], new_id[t.near], new_id[t.far], 0});
  EXPECT_EQ(set_of(*problem.quadruplets), expected);
  EXPECT_EQ(set_of(*problem.triplets), expected_triplets);
  EXPECT_EQ(comparisons_given(problem), 10);
  EXPECT_EQ(triplets_given(problem), 7);
  EXPECT_DOUBLE_EQ(problem.p, 4.0 / static_cast<double>(quadruplet_count(6)));
  EXPECT_EQ(problem.provides(), Provisions({Provision::kQuadruplets, Provision::kTriplets, Provision::kTruth}));
  ASSERT_EQ(problem.truth.size(), 1U);
  EXPECT_EQ(problem.truth[0][new_id[0]], problem.truth[0][new_id[2]]);
  EXPECT_NE(problem.truth[0][new_id[0]], problem.truth[0][new_id[3]]);
}

TEST(OwnScheme, GivesNoTripletsWhereThereAreNone) {
  ModelSample sample = listed_sample();
  sample.triplets.clear();
  sample.counts.clear();
  const auto problem = assembled(std::move(sample), "own", {}, cell_of(8)).problem;
  EXPECT_EQ(count_observed(*problem.quadruplets), 2);
  EXPECT_FALSE(bool(problem.triplets));
}

TEST(HeldOutScheme, SplitsTheAnswersOfADataSet) {
  const auto counted = [](const Problem& problem) {
    std::map<std::vector<Object>, std::int64_t> times;
    for (const Quadruplet& s : problem.held_out) ++times[{s.i, s.j, s.k, s.l}];
    return times;
  };
  for (const double share : {0.01, 0.3, 0.9}) {
    const AssembledProblem data = assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8));
    const Problem& problem = data.problem;
    const auto held_out = static_cast<std::int64_t>(problem.held_out.size());
    EXPECT_EQ(held_out, std::clamp<std::int64_t>(std::llround(10 * share), 1, 9));
    EXPECT_EQ(comparisons_given(problem), 10 - held_out);
    const std::vector<Object>& id = data.new_id;
    for (const auto& [answer, times] : counted(problem)) {
      const bool often = answer == std::vector<Object>{id[4], id[5], id[0], id[2]};
      EXPECT_LE(times, often ? 1 : 5);
    }
    EXPECT_EQ(problem.held_out,
              assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8)).problem.held_out);
  }
  const Model& model = find_model("dataset");
  Parameters car(model.parameters);
  car.set("name", std::string("car"));
  const auto a = assembled(model.sample(car, {}), "held-out", {}, cell_of(1)).problem;
  const auto b = assembled(model.sample(car, {}), "held-out", {}, cell_of(2)).problem;
  EXPECT_EQ(a.held_out.size(), 1211U);
  EXPECT_EQ(triplets_given(a), 12112 - 1211);
  EXPECT_NE(counted(a), counted(b)) << "each repetition draws others";
}

TEST(Schemes, ProvideWhatTheySay) {
  for (const Model& model : all<Model>())
    for (const Scheme& scheme : all<Scheme>()) {
      const Parameters values = model.example_values();
      const Provisions of_model = model.provides(values);
      if (!of_model.includes(scheme.needs)) continue;
      const Parameters scheme_values = values_of(scheme, {});
      const auto problem = assemble(model.sample(values, cell_of(1)), scheme, scheme_values, cell_of(1)).problem;
      EXPECT_TRUE(problem.provides().includes(provided_by(model, values, scheme)))
          << model.name << ", " << scheme.name << ": " << text_of(problem.provides());
      const SchemeShare share = scheme.share(problem.objects, scheme_values);
      EXPECT_TRUE(share.p > 0.0 && share.p <= 1.0 && share.eps > 0.0 && share.eps <= 1.0) << scheme.name;
    }
}

TEST(Schemes, OfADataSetOfAnswers) {
  const Model& model = find_model("dataset");
  Parameters car(model.parameters);
  car.set("name", std::string("car"));
  EXPECT_EQ(provided_by(model, car, find_scheme("own")),
            Provisions({Provision::kQuadruplets, Provision::kTriplets, Provision::kTruth}));
  const auto problem = assembled(model.sample(car, {}), "own", {}, cell_of(1)).problem;
  EXPECT_EQ(triplets_given(problem), 12112);
  EXPECT_EQ(problem.truth.at(0).clusters(), 4);
  for (const char* scheme : {"proportion", "count"}) {
    try {
      assembled(model.sample(car, {}), scheme, {}, cell_of(1));
      ADD_FAILURE() << scheme << " takes a sample without similarities";
    } catch (const UserError& error) {
      EXPECT_EQ(error.what(), fmt::format("comparison scheme {} needs similarities (the model has none), choose "
                                          "another scheme",
                                          scheme));
    }
  }
}

// --------------------------------------------------------------------------------------------------------- assembly

TEST(Assemble, RenumbersEverythingAlike) {
  const Object n = 14;
  ModelSample sample = sample_of(test::random_similarities(n, 9));
  sample.truth = {test::random_partition(n, 2, 1), test::random_partition(n, 5, 2)};
  const CellKey cell = cell_of(6);
  const auto [problem, new_id] = assembled(sample, "proportion", {}, cell);
  EXPECT_EQ(new_id, random_relabelling(cell, n));
  EXPECT_NE(new_id, random_relabelling(cell_of(7), n));
  for (const Pair& pair : all_pairs(n))
    EXPECT_EQ((*problem.w)(new_id[pair.i], new_id[pair.j]), (*sample.w)(pair.i, pair.j));
  ASSERT_EQ(problem.truth.size(), 2U);
  for (std::size_t level = 0; level < 2; ++level)
    EXPECT_EQ(problem.truth[level], relabelled(sample.truth[level], new_id));
  EXPECT_EQ(problem.objects, n);
  EXPECT_EQ(problem.cell.master_seed, cell.master_seed);
}

std::vector<std::set<Object>> clusters_of(const Dendrogram& tree) {
  std::vector<std::set<Object>> below;
  for (const auto& members : tree.leaves().members()) below.emplace_back(members.begin(), members.end());
  for (const Merge& merge : tree.merges()) {
    std::set<Object> joined = below[merge.left];
    joined.insert(below[merge.right].begin(), below[merge.right].end());
    below.push_back(joined);
  }
  return {below.begin() + tree.leaf_count(), below.end()};
}

/// Similarities of a clear hierarchy, without ties.
Similarities clear_similarities(Object n, std::uint64_t seed) {
  Similarities w = test::random_similarities(n, seed);
  for (const Pair& pair : all_pairs(n))
    w(pair.i, pair.j) += pair.i % 4 == pair.j % 4 ? 4.0 : pair.i % 2 == pair.j % 2 ? 2.0 : 0.0;
  return w;
}

Dendrogram tree_by(const Method& method, const Problem& problem) {
  return std::get<Dendrogram>(run_method(method, problem).product);
}

/// True if ties drawn in several cells change nothing.
bool is_free_of_ties(Method method, Problem& problem) {
  const auto first = clusters_of(tree_by(method, problem));
  set_parameter(method, "ties", std::string("random"));
  for (std::uint64_t draw = 0; draw < 10; ++draw) {
    problem.cell = cell_of(draw);
    if (clusters_of(tree_by(method, problem)) != first) return false;
  }
  return true;
}

/// Of a method, three problems on which ties do not matter: what is made of the original is what is made of the
/// assembled one. `original_of` and `assembled_of` make both of similarities.
template <typename Original, typename Assembled>
void expect_same_relabelled(const char* name, Original&& original_of, Assembled&& assembled_of) {
  const Method method = find_method(name);
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 60 && checked < 3; ++seed) {
    Problem original = original_of(clear_similarities(16, seed));
    if (!is_free_of_ties(method, original)) continue;
    const AssembledProblem found = assembled_of(clear_similarities(16, seed));
    EXPECT_EQ(clusters_of(tree_by(method, found.problem)),
              clusters_of(relabelled(tree_by(method, original), found.new_id)))
        << name << ", seed " << seed;
    ++checked;
  }
  EXPECT_EQ(checked, 3) << name << " is always tied";
}

TEST(Assemble, HidesTheOrderOfObjectsAndNothingElse) {
  const auto original = [](const Similarities& w) {
    Problem problem;
    problem.objects = w.objects();
    problem.w = std::make_shared<const Similarities>(w);
    problem.graph = std::make_shared<const Graph>(complete_graph(w));
    const auto ranking = std::make_shared<const PairRanking>(w);
    problem.ranking = ranking;
    problem.quadruplets = std::make_shared<const SampledQuadruplets>(ranking, cell_of(4), 1.0, 1.0);
    problem.triplets =
        std::make_shared<const SampledTriplets>(std::make_shared<const AnchorRanking>(*ranking), cell_of(4), 1.0, 1.0);
    return problem;
  };
  for (const char* method : {"AL", "SL", "CL", "4-AL", "4K-AL", "4K-AL-literal", "AddS-4-AL", "3K-AL"})
    expect_same_relabelled(method, original,
                           [](const Similarities& w) { return assembled(sample_of(w), "proportion", {}, cell_of(4)); });
}

TEST(Assemble, HidesTheOrderOfObjectsOfListedAnswers) {
  const auto sample = [](const Similarities& w) {
    ModelSample listed;
    listed.objects = w.objects();
    listed.quadruplets = draw_quadruplets(PairRanking(w), cell_of(1), 6000, 1.0);
    listed.triplets = draw_triplets(PairRanking(w), cell_of(1), 1600, 1.0);
    return listed;
  };
  const auto original = [&](const Similarities& w) {
    const ModelSample listed = sample(w);
    std::vector<Quadruplet> statements = listed.quadruplets;
    for (const Triplet& t : listed.triplets) statements.push_back(as_quadruplet(t));
    Problem problem;
    problem.objects = w.objects();
    problem.quadruplets = std::make_shared<const ListedQuadruplets>(w.objects(), statements);
    problem.triplets = std::make_shared<const ListedTriplets>(TripletList(w.objects(), listed.triplets));
    return problem;
  };
  for (const char* method : {"4-AL", "4K-AL", "4K-AL-literal", "3K-AL"})
    expect_same_relabelled(method, original,
                           [&](const Similarities& w) { return assembled(sample(w), "own", {}, cell_of(4)); });
}

TEST(Assemble, IsAPureFunction) {
  const ModelSample sample = sample_of(test::random_similarities(10, 9));
  for (const char* scheme : {"proportion", "count"}) {
    const Values values =
        std::string(scheme) == "count" ? Values{{"count", std::string("300")}} : Values{{"p", 0.3}, {"eps", 0.8}};
    const auto a = assembled(sample, scheme, values, cell_of(4)), b = assembled(sample, scheme, values, cell_of(4)),
               c = assembled(sample, scheme, values, cell_of(5));
    EXPECT_EQ(a.new_id, b.new_id);
    a.problem.prepare({Provision::kTriplets});  // in another order
    EXPECT_EQ(set_of(*a.problem.quadruplets), set_of(*b.problem.quadruplets));
    EXPECT_EQ(set_of(*a.problem.triplets), set_of(*b.problem.triplets));
    EXPECT_NE(set_of(*a.problem.quadruplets), set_of(*c.problem.quadruplets));
  }
}

}  // namespace
}  // namespace tertium::core
