// LP-rounding: the linear program of correlation clustering, and the regions grown in its distances (OCC17 algorithm
// 1).
#include <gtest/gtest.h>

#include <ClpSimplex.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "core/methods/method.hpp"
#include "metrics/measures/rand_index.hpp"
#include "partition/correlation/constraint_cover.hpp"
#include "partition/correlation/correlation_lp.hpp"
#include "partition/correlation/region_growing.hpp"
#include "tests/support/odd_one_out_lists.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Object;
using core::OddOneOut;
using core::OddOneOutList;
using core::Partition;
using core::Stream;
using partition::CorrelationInstance;
using partition::CorrelationLp;
using testing::cell_of;

constexpr double kClose = 1e-5;

CorrelationInstance random_instance(Object n, int count, Stream& stream) {
  const std::vector<OddOneOut> answers = testing::random_answers(n, count, stream);
  return partition::correlation_instance(OddOneOutList(n, partition::consistent_answers(answers, {}, {}, stream)));
}

/// Pairs that want anything: harder than what answers leave.
CorrelationInstance random_signs(Object n, Stream& stream) {
  CorrelationInstance instance{n};
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j)
      if (const std::uint64_t wish = stream.below(3); wish > 0)
        (wish == 1 ? instance.together : instance.apart)
            .push_back({i, j, 1 + static_cast<std::int64_t>(stream.below(3))});
  return instance;
}

/// The program with a variable for every pair and all triangle inequalities.
double plain_value(const CorrelationInstance& instance) {
  const Object n = instance.objects;
  ClpSimplex model;
  model.setLogLevel(0);
  model.resize(0, static_cast<int>(core::pair_count(n)));
  const auto column = [&](Object i, Object j) { return static_cast<int>(core::pair_index(i, j, n)); };
  for (int c = 0; c < core::pair_count(n); ++c) model.setColumnBounds(c, 0.0, 1.0);
  double constant = 0.0;
  for (const auto& [i, j, weight] : instance.together)
    model.setObjectiveCoefficient(column(i, j), static_cast<double>(weight));
  for (const auto& [i, j, weight] : instance.apart) {
    model.setObjectiveCoefficient(column(i, j), -static_cast<double>(weight));
    constant += static_cast<double>(weight);
  }
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = 0; k < j; ++k) {
        if (i == j || i == k) continue;
        const int columns[] = {column(j, k), column(i, j), column(i, k)};
        const double coefficients[] = {1.0, -1.0, -1.0};
        model.addRow(3, columns, coefficients, -COIN_DBL_MAX, 0.0);
      }
  model.dual();
  return model.objectiveValue() + constant;
}

double cost_of(const Eigen::MatrixXd& distances, const CorrelationInstance& instance) {
  double cost = 0.0;
  for (const auto& [i, j, weight] : instance.together) cost += static_cast<double>(weight) * distances(i, j);
  for (const auto& [i, j, weight] : instance.apart) cost += static_cast<double>(weight) * (1.0 - distances(i, j));
  return cost;
}

TEST(CorrelationLp, IsWorthAsMuchAsWithAllTriangleInequalities) {
  Stream stream(cell_of(1), core::Purpose::kTest);
  for (int trial = 0; trial < 30; ++trial) {
    const auto n = static_cast<Object>(3 + stream.below(10));
    const CorrelationInstance instance =
        trial % 2 == 0 ? random_instance(n, static_cast<int>(stream.below(80)), stream) : random_signs(n, stream);
    const CorrelationLp lp = partition::correlation_lp(instance, 1000);
    EXPECT_TRUE(lp.converged);
    EXPECT_NEAR(lp.value, plain_value(instance), kClose) << trial;
    EXPECT_NEAR(lp.value, cost_of(lp.distances, instance), kClose) << trial;
    for (Object i = 0; i < n; ++i)
      for (Object j = 0; j < n; ++j)
        for (Object k = 0; k < n; ++k) EXPECT_LE(lp.distances(i, k), lp.distances(i, j) + lp.distances(j, k) + 1e-12);
  }
}

TEST(CorrelationLp, PutsWhatNoClusteringSatisfiesHalfWay) {
  // A centre that three want to be with who want to be apart: any clustering costs 2, distances of 1/2 cost 3/2.
  const CorrelationInstance star{4, {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}}, {{1, 2, 1}, {1, 3, 1}, {2, 3, 1}}};
  const CorrelationLp lp = partition::correlation_lp(star, 1000);
  EXPECT_NEAR(lp.value, 1.5, kClose);
  for (const Object leaf : {1, 2, 3}) EXPECT_NEAR(lp.distances(0, leaf), 0.5, kClose);
  EXPECT_EQ(partition::grow_regions(star, lp.distances).clusters(), 4) << "beyond the radius of any ball";
}

TEST(CorrelationLp, IsWorthAtMostWhatTheBestClusteringCosts) {
  Stream stream(cell_of(2), core::Purpose::kTest);
  for (int trial = 0; trial < 20; ++trial) {
    const Object n = 7;
    const CorrelationInstance instance = trial % 2 == 0 ? random_instance(n, 40, stream) : random_signs(n, stream);
    std::int64_t best = partition::correlation_cost(Partition::singletons(n), instance);
    testing::for_each_partition(
        n, [&](const Partition& f) { best = std::min(best, partition::correlation_cost(f, instance)); });
    for (const int rounds : {0, 1, 1000})
      EXPECT_LE(partition::correlation_lp(instance, rounds).value, static_cast<double>(best) + kClose);
    const CorrelationLp lp = partition::correlation_lp(instance, 1000);
    const double ratio = std::max(6.0 * std::log(n + 1.0), 3.0);
    EXPECT_LE(
        static_cast<double>(partition::correlation_cost(partition::grow_regions(instance, lp.distances), instance)),
        ratio * lp.value + kClose);
  }
}

core::Problem listed(Object n, std::vector<OddOneOut> answers, std::uint64_t seed) {
  core::Problem problem;
  problem.cell = cell_of(seed);
  problem.objects = n;
  problem.provide<core::OddOneOutList>(std::make_shared<const OddOneOutList>(n, std::move(answers)));
  return problem;
}

TEST(LpRounding, KeepsTheBoundOfTheTheorem) {
  // s(f, T) <= (2 alpha + beta) s(best, T), alpha = max(6 ln(n + 1), 3), beta = 2: far from tight, so what it is off is
  // watched too.
  Stream stream(cell_of(3), core::Purpose::kTest);
  const core::Method method = core::find_method("LP-rounding");
  std::int64_t found = 0, best = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const auto n = static_cast<Object>(4 + trial % 6);
    const std::vector<OddOneOut> answers = testing::random_answers(n, 15 * (1 + trial % 3), stream);
    const auto outcome = run_method(method, listed(n, answers, 1));
    const std::int64_t left = testing::unsatisfied(std::get<Partition>(outcome.product), answers);
    const std::int64_t least = std::ssize(answers) - testing::most_satisfied(n, answers);
    EXPECT_LE(static_cast<double>(left),
              (2.0 * std::max(6.0 * std::log(n + 1.0), 3.0) + 2.0) * static_cast<double>(least));
    EXPECT_LE(outcome.reports.at("lp_value"), outcome.reports.at("correlation_cost") + kClose);
    found += left, best += least;
  }
  EXPECT_LT(static_cast<double>(found), 1.6 * static_cast<double>(best));
}

// A ball of one object has the volume cost / n + d, cost being d: it stays alone where its cut, 1, is at most 3 ln(n +
// 1) times that, from d = .1803 on.
TEST(LpRounding, GrowsBallsUntilTheirCutIsCheap) {
  for (const double d : {0.16, 0.2}) {
    CorrelationInstance instance;
    instance.objects = 3;
    instance.together = {{0, 1, 1}};
    Eigen::MatrixXd distances = Eigen::MatrixXd::Ones(3, 3);
    distances.diagonal().setZero();
    distances(0, 1) = distances(1, 0) = d;
    EXPECT_EQ(partition::grow_regions(instance, distances).clusters(), d < 0.18 ? 2 : 3) << d;
  }
}

TEST(LpRounding, FindsClustersThatTheAnswersAgreeOn) {
  std::vector<OddOneOut> answers;
  for (Object a = 0; a < 24; ++a)
    for (Object b = a + 3; b < 24; b += 3)
      for (Object odd = 0; odd < 24; ++odd)
        if (odd % 3 != a % 3) answers.push_back({a, b, odd});
  const auto outcome = run_method(core::find_method("LP-rounding"), listed(24, answers, 2));
  EXPECT_EQ(metrics::adjusted_rand_index(std::get<Partition>(outcome.product), testing::interleaved(24, 3)), 1.0);
  EXPECT_EQ(outcome.reports.at("lp_value"), 0.0);
  EXPECT_EQ(outcome.reports.at("correlation_cost"), 0.0);
  EXPECT_EQ(outcome.reports.at("converged"), 1.0);
}

}  // namespace
}  // namespace tertium
