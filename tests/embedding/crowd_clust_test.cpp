// CrowdClust: places out of labels of pairs, and the mixture of uncertain places that they are drawn from.
#include "embedding/crowd/crowd_clust.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/comparisons/answered_pairs.hpp"
#include "embedding/crowd/worker.hpp"
#include "embedding/mixture/dp_mixture.hpp"
#include "embedding/mixture/gaussian_component.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/odd_one_out_lists.hpp"
#include "tests/support/problems.hpp"

namespace tertium::embedding {
namespace {

using core::Object;
using core::OddOneOut;
using core::OddOneOutList;
using core::Stream;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using tertium::testing::cell_of;

OddOneOutList random_list(Object n, int count, Stream& stream) {
  return {n, tertium::testing::random_answers(n, count, stream)};
}

/// Every set of three of which just two lie in one of the groups, interleaved.
OddOneOutList clean_list(Object n, Object groups) {
  std::vector<OddOneOut> answers;
  for (Object a = 0; a < n; ++a)
    for (Object b = a + groups; b < n; b += groups)
      for (Object odd = 0; odd < n; ++odd)
        if (odd % groups != a % groups) answers.push_back({a, b, odd});
  return {n, answers};
}

TEST(AnsweredPairs, CountThreeLabelsOfEveryAnswer) {
  Stream stream(cell_of(1), core::Purpose::kTest);
  const OddOneOutList list = random_list(9, 70, stream);
  std::map<std::pair<Object, Object>, std::pair<double, double>> expected;
  for (const auto& [a, b, odd] : list.answers())
    for (const auto& [i, j, label] : {std::tuple(a, b, 1.0), std::tuple(a, odd, -1.0), std::tuple(b, odd, -1.0)}) {
      auto& [count, sum] = expected[std::minmax(i, j)];
      count += 1.0, sum += label;
    }
  const core::AnsweredPairs answered(list);
  ASSERT_EQ(answered.pairs().size(), expected.size());
  auto next = expected.begin();
  for (const core::AnsweredPair& pair : answered.pairs()) {
    EXPECT_EQ(std::pair(pair.i, pair.j), next->first);
    EXPECT_EQ(std::pair(pair.count, pair.sum), next++->second);
  }
  std::size_t ends = 0;
  for (Object i = 0; i < 9; ++i)
    for (const auto& [other, p] : answered.of(i)) {
      EXPECT_EQ(std::minmax(i, other), std::minmax(answered.pairs()[p].i, answered.pairs()[p].j));
      ++ends;
    }
  EXPECT_EQ(ends, 2 * expected.size());
}

/// Draws of a place, of the Gaussians whose moments the mixture is given.
UncertainPlaces draws_of(const VectorXd& mean, const MatrixXd& covariance, Index count, Stream& stream) {
  const MatrixXd lower = Eigen::LLT<MatrixXd>(covariance).matrixL();
  const MatrixXd noise = MatrixXd::NullaryExpr(mean.size(), count, [&] { return stream.normal(); });
  return {(lower * noise).colwise() + mean, {}};
}

TEST(NormalWishart, OfAnUncertainPlaceIsTheMeanOverItsDraws) {
  Stream stream(cell_of(2), core::Purpose::kTest);
  const VectorXd mean{{1.0, -0.5}};
  const MatrixXd covariance{{0.5, 0.2}, {0.2, 0.3}};
  UncertainPlaces place{mean, covariance.reshaped()};
  const Index count = 40'000;
  const UncertainPlaces draws = draws_of(mean, covariance, count, stream);
  const NormalWishart prior = prior_around(VectorXd::Zero(2), 1.0);
  EXPECT_NEAR(expected_log_densities(prior, place)(0), expected_log_densities(prior, draws).mean(), 3.0);
  const NormalWishart one = posterior(prior, place, VectorXd::Ones(1));
  const NormalWishart many = posterior(prior, draws, VectorXd::Constant(count, 1.0 / static_cast<double>(count)));
  EXPECT_NEAR((one.m - many.m).norm(), 0.0, 0.02);
  EXPECT_NEAR((one.b - many.b).norm(), 0.0, 0.02);
}

TEST(Worker, TurnsMomentsAsAllItsMatricesDoOnAverage) {
  // Of no pairs: W is standard normal.
  Worker worker(2);
  worker.learn_matrix(MatrixXd::Zero(4, 4), MatrixXd::Zero(2, 2));
  const MatrixXd moment{{2.0, 0.5}, {0.5, 1.0}};
  // (W R W)_11 = w1^2 R11 + 2 w1 w2 R12 + w2^2 R22 and so on, of independent w1 = W11, w2 = W12, w3 = W22.
  const MatrixXd expected{{3.0, 0.5}, {0.5, 3.0}};
  EXPECT_NEAR((worker.image() * moment.reshaped() - expected.reshaped()).norm(), 0.0, 1e-12);
  worker.learn_bias(0.0, 0.0);
  EXPECT_NEAR(worker.divergence(), 0.0, 1e-12) << "nothing was learnt";
}

TEST(CrowdClust, NeverLowersTheBoundOfTheEvidence) {
  Stream stream(cell_of(3), core::Purpose::kTest);
  for (int trial = 0; trial < 20; ++trial) {
    const auto n = static_cast<Object>(3 + stream.below(20));
    const OddOneOutList list = random_list(n, static_cast<int>(stream.below(200)), stream);
    for (const int dimensions : {1, 2, 5}) {
      const CrowdClust found = crowd_clust(list, dimensions, 12, stream);
      for (std::size_t k = 1; k < found.bounds.size(); ++k)
        EXPECT_GE(found.bounds[k], found.bounds[k - 1] - 1e-9 * std::abs(found.bounds[k])) << trial << ", " << k;
    }
  }
}

TEST(CrowdClust, FindsPlantedClusters) {
  for (const Object groups : {2, 4, 6}) {
    const OddOneOutList list = clean_list(48, groups);
    Stream stream(cell_of(4), core::Purpose::kEmbedding);
    const CrowdClust found = crowd_clust(list, 4, 20, stream);
    const core::Partition truth = tertium::testing::interleaved(48, groups);
    EXPECT_GT(metrics::adjusted_rand_index(dp_mixture(found.places).partition, truth), 0.9) << groups;
  }
}

TEST(CrowdClust, TakesObjectsOfWhichNothingOrOnlyContradictionsAreKnown) {
  Stream stream(cell_of(5), core::Purpose::kTest);
  EXPECT_TRUE(crowd_clust(OddOneOutList(0, {}), 4, 20, stream).places.values.empty());
  // Nobody was asked, or every pair was called alike as often as every other.
  const OddOneOutList silent(5, {}), even(4, {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {0, 1, 3}, {0, 3, 1}, {1, 3, 0}});
  for (const OddOneOutList& list : {silent, even}) {
    const CrowdClust found = crowd_clust(list, 4, 20, stream);
    ASSERT_EQ(found.places.values.size(), static_cast<std::size_t>(4 * list.objects()));
    for (const double x : found.places.values) EXPECT_TRUE(std::isfinite(x));
    EXPECT_EQ(dp_mixture(found.places).partition.objects(), list.objects());
  }
}

}  // namespace
}  // namespace tertium::embedding
