// One map moved onto another, and the plane in which a map is looked at.
#include "embedding/dense/procrustes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "core/random/random.hpp"
#include "embedding/dense/main_plane.hpp"

namespace tertium::embedding {
namespace {

using core::Coordinates;

Coordinates random_map(core::Object objects, int dimensions, std::uint64_t seed) {
  core::Stream random({.master_seed = seed}, core::Purpose::kTest);
  Coordinates map{objects, dimensions};
  for (core::Object k = 0; k < objects * dimensions; ++k) map.values.push_back(random.normal());
  return map;
}

/// Turned in the first two dimensions, mirrored in the last, three times as large, and elsewhere.
Coordinates moved(const Coordinates& map, double angle) {
  Coordinates other = map;
  const auto d = static_cast<std::size_t>(map.dimensions);
  for (std::size_t i = 0; i < map.values.size(); i += d) {
    const double x = map.values[i], y = map.values[i + 1];
    other.values[i] = 3.0 * (std::cos(angle) * x - std::sin(angle) * y) + 7.0;
    other.values[i + 1] = 3.0 * (std::sin(angle) * x + std::cos(angle) * y) - 2.0;
    for (std::size_t c = 2; c < d; ++c) other.values[i + c] = -3.0 * map.values[i + c];
  }
  return other;
}

/// The least share of the spread that is left, by trying angles: of maps in the plane.
double least_by_angles(const Coordinates& a, const Coordinates& b) {
  double best = 0.0;
  const auto centred = [](Coordinates map) {
    for (int c = 0; c < 2; ++c) {
      double mean = 0.0;
      for (core::Object i = 0; i < map.objects; ++i) mean += map(i, c) / map.objects;
      for (core::Object i = 0; i < map.objects; ++i) map.values[static_cast<std::size_t>(2 * i + c)] -= mean;
    }
    return map;
  };
  const Coordinates from = centred(a), onto = centred(b);
  double spread_a = 0.0, spread_b = 0.0;
  for (const double x : from.values) spread_a += x * x;
  for (const double x : onto.values) spread_b += x * x;
  for (int step = 0; step < 20'000; ++step)
    for (const double mirror : {1.0, -1.0}) {
      const double angle = 2.0 * std::numbers::pi * step / 20'000;
      double common = 0.0;
      for (core::Object i = 0; i < a.objects; ++i) {
        const double x = from(i, 0), y = mirror * from(i, 1);
        common += (std::cos(angle) * x - std::sin(angle) * y) * onto(i, 0) +
                  (std::sin(angle) * x + std::cos(angle) * y) * onto(i, 1);
      }
      best = std::max(best, common);
    }
  return 1.0 - best * best / (spread_a * spread_b);
}

TEST(Procrustes, FindsAMapThatWasMoved) {
  for (const int d : {2, 3, 10}) {
    const Coordinates map = random_map(30, d, 4), other = moved(map, 1.1);
    const Procrustes found = moved_onto(other, map);
    EXPECT_NEAR(found.distance, 0.0, 1e-12);
    for (std::size_t k = 0; k < map.values.size(); ++k) EXPECT_NEAR(found.moved.values[k], map.values[k], 1e-9);
  }
}

TEST(Procrustes, IsTheLeastOfAllAnglesAndTheSameBothWays) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Coordinates a = random_map(8, 2, seed), b = random_map(8, 2, seed + 10);
    EXPECT_NEAR(moved_onto(a, b).distance, least_by_angles(a, b), 1e-6);
    EXPECT_NEAR(moved_onto(a, b).distance, moved_onto(b, a).distance, 1e-12);
    const Coordinates c = random_map(8, 5, seed + 20);
    EXPECT_NEAR(moved_onto(a, c).distance, moved_onto(c, a).distance, 1e-12);
    EXPECT_EQ(moved_onto(a, c).moved.dimensions, 5);
  }
}

TEST(Procrustes, OfAMapWithoutSpreadIsOne) {
  const Coordinates map = random_map(5, 2, 1), point{5, 2, std::vector<double>(10, 3.0)};
  EXPECT_EQ(moved_onto(point, map).distance, 1.0);
  EXPECT_EQ(moved_onto(map, point).distance, 1.0);
  EXPECT_DOUBLE_EQ(moved_onto(map, point).moved(2, 1), 3.0);
}

TEST(MainPlane, HasTheDirectionsOfMostSpread) {
  Coordinates map = random_map(400, 3, 9);
  for (core::Object i = 0; i < map.objects; ++i) {  // standard deviations 1, 5, 3
    map.values[static_cast<std::size_t>(3 * i + 1)] *= 5.0;
    map.values[static_cast<std::size_t>(3 * i + 2)] *= 3.0;
  }
  const MainPlane plane = main_plane(map);
  EXPECT_NEAR(plane.shown, 34.0 / 35.0, 0.01);
  EXPECT_GT(plane.directions[2], 0.97);  // of the second dimension in the first direction
  EXPECT_GT(plane.directions[5], 0.97);
  const std::vector<double> covariance{1.0, 0.0, 0.0, 0.0, 4.0, 2.0, 0.0, 2.0, 9.0},
      seen = plane.covariance(covariance);
  EXPECT_NEAR(seen[0], 4.0, 0.4);
  EXPECT_NEAR(seen[1], 2.0, 0.4);
  EXPECT_NEAR(seen[2], 9.0, 0.4);
  EXPECT_EQ(plane.seen(map), plane.places);
  const MainPlane line = main_plane({3, 1, {0.0, 1.0, 5.0}});
  EXPECT_EQ(line.shown, 1.0);
  EXPECT_DOUBLE_EQ(line.places(2, 0), 3.0);
  EXPECT_EQ(line.places(2, 1), 0.0);
}

}  // namespace
}  // namespace tertium::embedding
