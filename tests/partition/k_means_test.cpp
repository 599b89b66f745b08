// k-means: the known optimum of points that are far apart, few points, and empty clusters.
#include "partition/k_means/k_means.hpp"

#include <gtest/gtest.h>

#include "tests/support/matrices.hpp"

namespace tertium::partition {
namespace {

core::Stream stream(std::uint64_t seed) {
  return core::Stream(testing::cell_of(seed), core::Purpose::kCentres);
}

TEST(KMeans, FindsClustersThatAreFarApart) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Matrix points = testing::random_matrix(90, 3, seed);
    for (int i = 0; i < 90; ++i) points(i, i % 3) += 20.0;
    core::Stream draws = stream(seed);
    EXPECT_EQ(k_means(points, 3, draws), testing::interleaved(90, 3));
  }
}

// One start of many clusters that are clear and not far apart: joining and splitting mends what the draws got wrong.
TEST(KMeans, FindsManyClustersFromOneStart) {
  constexpr int kClusters = 24;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Matrix points = testing::random_matrix(480, 6, seed);
    const Matrix centres = testing::random_matrix(kClusters, 6, 100 + seed);
    for (int i = 0; i < 480; ++i)
      for (int j = 0; j < 6; ++j) points(i, j) = 0.1 * points(i, j) + centres(i % kClusters, j);
    core::Stream draws = stream(seed);
    EXPECT_EQ(k_means(points, kClusters, draws, {1, 300}), testing::interleaved(480, kClusters)) << seed;
  }
}

TEST(KMeans, PutsAllRowsToTheMeansOfSome) {
  Matrix points = testing::random_matrix(900, 3, 8);
  for (int i = 0; i < 900; ++i) points(i, i % 3) += 20.0;
  core::Stream draws = stream(8), again = stream(8);
  EXPECT_EQ(k_means_of_first(points, 3, 60, draws), testing::interleaved(900, 3));
  draws = stream(8);
  EXPECT_EQ(k_means_of_first(points, 7, 900, draws), k_means(points, 7, again)) << "there are no more";
}

TEST(KMeans, MakesNoMoreClustersThanThereAreDifferentPoints) {
  Matrix points(7, 2);
  for (int i = 0; i < 7; ++i) points(i, 0) = i % 2;
  core::Stream draws = stream(4);
  EXPECT_EQ(k_means(points, 5, draws), testing::interleaved(7, 2));
  EXPECT_EQ(k_means(points, 1, draws).clusters(), 1);
  EXPECT_EQ(k_means(Matrix(3, 0), 2, draws).clusters(), 1);
  EXPECT_EQ(k_means(Matrix(0, 2), 2, draws).objects(), 0);
  EXPECT_EQ(k_means(testing::random_matrix(4, 2, 5), 9, draws).clusters(), 4);
}

TEST(KMeans, DependsOnItsStreamAlone) {
  const Matrix points = testing::random_matrix(200, 4, 6);
  core::Stream a = stream(7), b = stream(7);
  EXPECT_EQ(k_means(points, 6, a), k_means(points, 6, b));
}

}  // namespace
}  // namespace tertium::partition
