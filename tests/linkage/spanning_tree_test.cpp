// Spanning trees of places against all pairs, with places that lie on each other and equal distances.
#include "linkage/spanning/spanning_tree.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linkage/spanning/kd_tree.hpp"
#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

using core::Coordinates;
using core::Object;

/// Normal places; with `grid` > 0 rounded to so many steps, so that many are equal.
Coordinates random_places(Object n, int d, int grid, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  Coordinates places{n, d, {}};
  for (Object k = 0; k < n * d; ++k) {
    const double x = stream.normal();
    places.values.push_back(grid > 0 ? std::round(x * grid) / grid : x);
  }
  return places;
}

/// Kruskal's algorithm on all pairs, in the same order of ties.
std::vector<PlacePair> plain_spanning_tree(const Coordinates& places, int d) {
  std::vector<PlacePair> pairs, tree;
  for (Object i = 0; i < places.objects; ++i)
    for (Object j = i + 1; j < places.objects; ++j) {
      double squared = 0.0;
      for (int c = 0; c < d; ++c) squared += (places(i, c) - places(j, c)) * (places(i, c) - places(j, c));
      pairs.push_back({i, j, squared});
    }
  std::sort(pairs.begin(), pairs.end());
  std::vector<Object> of(places.objects);
  std::iota(of.begin(), of.end(), 0);
  for (const PlacePair& pair : pairs) {
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
        const Coordinates places = random_places(n, d, grid, static_cast<std::uint64_t>(n + d));
        EXPECT_EQ(euclidean_spanning_tree(places, d), plain_spanning_tree(places, d));
        EXPECT_EQ(euclidean_spanning_tree(places, 1), plain_spanning_tree(places, 1));
      }
}

TEST(EuclideanSpanningTree, OfPlacesThatAreAllTheSame) {
  const Coordinates places{40, 2, std::vector<double>(80, 0.25)};
  EXPECT_EQ(euclidean_spanning_tree(places, 2), plain_spanning_tree(places, 2));
}

// Halves at a median that many places have are the same with every standard library.
TEST(KdTree, DividesEqualCoordinatesByTheirObjects) {
  const Coordinates places{200, 2, std::vector<double>(400, 0.25)};
  const KdTree tree(places, 2);
  for (const KdTree::Box& box : tree.boxes()) {
    if (box.left < 0) continue;
    const KdTree::Box& half = tree.boxes()[box.left];
    Object last = 0, first = places.objects;
    for (int slot = half.begin; slot < half.end; ++slot) last = std::max(last, tree.object_at(slot));
    for (int slot = half.end; slot < box.end; ++slot) first = std::min(first, tree.object_at(slot));
    EXPECT_LT(last, first);
  }
}

TEST(EuclideanSpanningTree, IsTheSameForAnyThreads) {
  const Coordinates places = random_places(2000, 4, 20, 9);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const std::vector<PlacePair> alone = euclidean_spanning_tree(places, 4);
  omp_set_num_threads(4);
  EXPECT_EQ(euclidean_spanning_tree(places, 4), alone);
  omp_set_num_threads(threads);
}

}  // namespace
}  // namespace tertium::linkage
