// Spanning trees of points against all pairs, with points that lie on each other and equal distances.
#include "linkage/points/spanning_tree.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::Coordinates;
using core::Object;

/// Normal points; with `grid` > 0 rounded to so many steps, so that many are equal.
Coordinates random_points(Object n, int d, int grid, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  Coordinates points{n, d, {}};
  for (Object k = 0; k < n * d; ++k) {
    const double x = stream.normal();
    points.values.push_back(grid > 0 ? std::round(x * grid) / grid : x);
  }
  return points;
}

/// Kruskal's algorithm on all pairs, in the same order of ties.
std::vector<PointPair> plain_spanning_tree(const Coordinates& points, int d) {
  std::vector<PointPair> pairs, tree;
  for (Object i = 0; i < points.objects; ++i)
    for (Object j = i + 1; j < points.objects; ++j) {
      double squared = 0.0;
      for (int c = 0; c < d; ++c) squared += (points(i, c) - points(j, c)) * (points(i, c) - points(j, c));
      pairs.push_back({i, j, squared});
    }
  std::sort(pairs.begin(), pairs.end());
  std::vector<Object> of(points.objects);
  std::iota(of.begin(), of.end(), 0);
  for (const PointPair& pair : pairs) {
    const Object from = of[pair.j], to = of[pair.i];
    if (from == to) continue;
    std::ranges::replace(of, from, to);
    tree.push_back(pair);
  }
  return tree;
}

TEST(EuclideanSpanningTree, EqualsTheOneOfAllPairs) {
  for (const int d : {1, 2, 3, 10})
    for (const int grid : {0, 1, 3})
      for (const Object n : {0, 1, 2, 13, 100, 300}) {
        SCOPED_TRACE(fmt::format("d = {}, grid = {}, n = {}", d, grid, n));
        const Coordinates points = random_points(n, d, grid, static_cast<std::uint64_t>(n + d));
        EXPECT_EQ(euclidean_spanning_tree(points, d), plain_spanning_tree(points, d));
        EXPECT_EQ(euclidean_spanning_tree(points, 1), plain_spanning_tree(points, 1));
      }
}

TEST(EuclideanSpanningTree, OfPointsThatAreAllTheSame) {
  const Coordinates points{40, 2, std::vector<double>(80, 0.25)};
  EXPECT_EQ(euclidean_spanning_tree(points, 2), plain_spanning_tree(points, 2));
}

TEST(EuclideanSpanningTree, IsTheSameForAnyThreads) {
  const Coordinates points = random_points(2000, 4, 20, 9);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const std::vector<PointPair> alone = euclidean_spanning_tree(points, 4);
  omp_set_num_threads(4);
  EXPECT_EQ(euclidean_spanning_tree(points, 4), alone);
  omp_set_num_threads(threads);
}

}  // namespace
}  // namespace tertium::linkage
