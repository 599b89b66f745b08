#include "core/comparisons/odd_one_outs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/problems.hpp"

namespace tertium::core {
namespace {

using tertium::testing::cell_of;

TEST(OddOneOuts, AreTwoTripletsEachAndBack) {
  const std::vector<OddOneOut> answers{{0, 1, 2}, {3, 1, 0}, {0, 1, 2}};
  std::vector<Triplet> triplets = as_triplets(answers);
  EXPECT_EQ(triplets, (std::vector<Triplet>{{0, 1, 2}, {1, 0, 2}, {3, 1, 0}, {1, 3, 0}, {0, 1, 2}, {1, 0, 2}}));
  const std::vector<OddOneOut> sorted{{0, 1, 2}, {0, 1, 2}, {1, 3, 0}};
  EXPECT_EQ(as_odd_one_outs(triplets), sorted);
  std::vector<Triplet> others{{0, 1, 2}, {1, 0, 2}, {3, 1, 0}};
  EXPECT_EQ(as_odd_one_outs(others), sorted) << "one of the three has no partner";
  std::vector<std::int32_t> counts{2, 0, 1};
  EXPECT_EQ(as_odd_one_outs(others, counts), sorted);
  std::ranges::reverse(triplets);
  EXPECT_EQ(as_odd_one_outs(triplets), sorted) << "in whatever order they come";
  std::swap(others[0], others[2]);
  std::swap(counts[0], counts[2]);
  EXPECT_EQ(as_odd_one_outs(others, counts), sorted);
  EXPECT_TRUE(as_odd_one_outs({}).empty());
}

TEST(OddOneOuts, AreOfThreeDifferentObjects) {
  EXPECT_THROW(OddOneOutList(3, {{0, 1, 3}}), UserError);
  EXPECT_THROW(OddOneOutList(3, {{-1, 1, 2}}), UserError);
  EXPECT_THROW(OddOneOutList(3, {{0, 1, 1}}), UserError);
  EXPECT_THROW(OddOneOutList(3, {{1, 1, 0}}), UserError);
  EXPECT_EQ(OddOneOutList(3, {{1, 2, 0}}).count(), 1);
}

class OddOneOutScheme : public ::testing::Test {
 protected:
  /// 40 objects in 4 clusters.
  static problems::AssembledProblem with(double a, double b, std::uint64_t seed) {
    const problems::Model& model = problems::find_model("planted-flat");
    Parameters shape(model.parameters);
    shape.set("n", std::int64_t{40});
    shape.set("k", std::int64_t{4});
    const problems::Scheme& scheme = problems::find_scheme("odd-one-out");
    Parameters share(scheme.parameter_infos());
    share.set("a", a);
    share.set("b", b);
    return problems::assemble(model.sample(shape, cell_of(seed)), scheme, share, cell_of(seed));
  }
  /// Answers by which just two of the three lie together, and how many of these are right.
  struct Informative {
    std::int64_t all = 0, right = 0;
  };
  static Informative informative(const Problem& problem) {
    const Partition& truth = problem.get<Truth>().back();
    Informative counted;
    for (const auto& [a, b, odd] : problem.get<OddOneOutList>().answers()) {
      const std::set<Label> labels{truth[a], truth[b], truth[odd]};
      counted.all += labels.size() == 2 ? 1 : 0;
      counted.right += labels.size() == 2 && truth[a] == truth[b] ? 1 : 0;
    }
    return counted;
  }
};

TEST_F(OddOneOutScheme, AsksAboutSoManyDifferentSetsOfThree) {
  for (const double a : {0.001, 0.1, 0.5, 0.51, 0.9, 1.0}) {
    const problems::AssembledProblem assembled = with(a, 0.2, 1);
    const auto answers = assembled.problem.get<OddOneOutList>().answers();
    EXPECT_EQ(std::ssize(answers), std::llround(a * static_cast<double>(triple_count(40))));
    std::set<std::set<Object>> asked;
    for (const OddOneOut& answer : answers) asked.insert({answer.a, answer.b, answer.odd});
    EXPECT_EQ(asked.size(), answers.size());
  }
}

TEST_F(OddOneOutScheme, TellsTheTruthWhereThereIsOne) {
  const Informative all = informative(with(1.0, 0.0, 2).problem);
  EXPECT_EQ(all.all, 4 * 45 * 30) << "two of one cluster, one of another";
  EXPECT_EQ(all.right, all.all);
}

TEST_F(OddOneOutScheme, ExchangesTheOddOneInAShareOfAnswers) {
  const Informative noisy = informative(with(1.0, 0.3, 3).problem);
  EXPECT_NEAR(static_cast<double>(noisy.right) / static_cast<double>(noisy.all), 0.7, 0.02);
  EXPECT_EQ(informative(with(0.5, 1.0, 3).problem).right, 0);
}

TEST_F(OddOneOutScheme, ExchangesItWithEitherOfTheOtherTwo) {
  const problems::AssembledProblem assembled = with(1.0, 1.0, 3);
  const Partition& truth = assembled.problem.get<Truth>().back();
  int all = 0, smaller = 0;
  for (const auto& [a, b, odd] : assembled.problem.get<OddOneOutList>().answers()) {
    if ((truth[a] == truth[odd]) == (truth[b] == truth[odd])) continue;
    ++all;
    smaller += odd < (truth[a] == truth[odd] ? a : b) ? 1 : 0;
  }
  EXPECT_EQ(all, 4 * 45 * 30);
  EXPECT_NEAR(static_cast<double>(smaller) / all, 0.5, 0.03);
}

TEST_F(OddOneOutScheme, GivesTheSameAnswersAsTripletsAndQuadruplets) {
  const problems::AssembledProblem assembled = with(0.05, 0.1, 4);
  const std::int64_t answers = assembled.problem.get<OddOneOutList>().count();
  EXPECT_EQ(triplets_given(assembled.problem), 2 * answers);
  EXPECT_EQ(comparisons_given(assembled.problem), 2 * answers);
}

TEST_F(OddOneOutScheme, NeedsTrueClusters) {
  const problems::Model& model = problems::find_model("dataset");
  Parameters food(model.parameters);
  food.set("name", std::string("food"));
  const problems::Scheme& scheme = problems::find_scheme("odd-one-out");
  EXPECT_THROW(
      problems::assemble(model.sample(food, cell_of(1)), scheme, Parameters(scheme.parameter_infos()), cell_of(1)),
      UserError);
}

}  // namespace
}  // namespace tertium::core
