// Eigenpairs of largest absolute value against all of LAPACK, and the projections made of them.
#include "embedding/dense/partial_eigen.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <vector>

#include "embedding/dense/operators.hpp"
#include "embedding/dense/projection.hpp"
#include "tests/support/matrices.hpp"

namespace tertium::embedding {
namespace {

using core::Object;
using testing::largest_difference;

/// Classes of `size` vertices each, some edges inside them with probability `inside`, across with `across`.
core::Graph block_graph(int classes, int size, double inside, double across, bool weighted, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  std::vector<core::Edge> edges;
  const int n = classes * size;
  for (Object u = 0; u < n; ++u)
    for (Object v = u + 1; v < n; ++v)
      if (stream.uniform() < (u / size == v / size ? inside : across))
        edges.push_back({u, v, weighted ? 0.5 + stream.uniform() : 1.0});
  return core::Graph(n, std::move(edges));
}

/// |A V - V diag(values)| by its largest entry, and V^T V - I.
void expect_eigenpairs(const SymmetricOperator& a, const EigenPairs& pairs, double error) {
  Matrix scaled = pairs.vectors;
  for (int i = 0; i < scaled.rows(); ++i)
    for (int c = 0; c < scaled.cols(); ++c) scaled(i, c) *= pairs.values[c];
  EXPECT_LT(largest_difference(a.times(pairs.vectors), scaled), error);
  const Matrix gram = multiply_transposed(pairs.vectors, pairs.vectors);
  for (int i = 0; i < gram.rows(); ++i)
    for (int j = 0; j < gram.cols(); ++j) EXPECT_NEAR(gram(i, j), i == j ? 1.0 : 0.0, 1e-12);
}

TEST(LargestByModulus, EqualsAllOfLapack) {
  for (const bool weighted : {false, true}) {
    // Across more than inside: the second value of largest modulus is negative.
    const core::Graph graph = block_graph(5, 110, weighted ? 0.5 : 0.05, 0.3, weighted, 1);
    const SymmetricOperator a = operator_of(graph);
    std::vector<double> all = symmetric_eigen(a.dense()).values;
    std::ranges::stable_sort(all, [](double x, double y) { return std::abs(x) > std::abs(y); });
    const PartialEigen found = largest_by_modulus(a, 10);
    EXPECT_GT(found.applied, 0);
    EXPECT_LE(found.residual, 1e-8 * all[0]);
    for (int c = 0; c < 10; ++c) EXPECT_NEAR(found.pairs.values[c], all[c], 1e-9 * all[0]) << c;
    expect_eigenpairs(a, found.pairs, 1e-7 * all[0]);
  }
}

TEST(LargestByModulus, FindsEqualValues) {
  std::vector<core::Edge> edges;  // twelve cliques of 45: the value 44 twelve times
  for (Object u = 0; u < 540; ++u)
    for (Object v = u + 1; v < 540; ++v)
      if (u / 45 == v / 45) edges.push_back({u, v});
  const core::Graph graph(540, edges);
  const PartialEigen found = largest_by_modulus(operator_of(graph), 12);
  for (const double value : found.pairs.values) EXPECT_NEAR(value, 44.0, 1e-10);
  expect_eigenpairs(operator_of(graph), found.pairs, 1e-9);
}

// Five values near each other, one of them wanted: with four vectors to spare all five are followed, and it takes a few
// products to leave the rest behind; with one vector it takes many to tell them apart.
TEST(LargestByModulus, FollowsNeighboursOfWhatIsWanted) {
  constexpr int kRows = 600;
  const auto value = [](int i) { return i < 5 ? 1.0 - 1e-4 * i : 0.5 * (kRows - i) / kRows; };
  const auto times = [&](const Matrix& x) {
    Matrix y = x;
    for (int i = 0; i < kRows; ++i)
      for (int c = 0; c < x.cols(); ++c) y(i, c) *= value(i);
    return y;
  };
  const PartialEigen found = largest_by_modulus({kRows, times, [] { return Matrix(); }}, 1);
  EXPECT_NEAR(found.pairs.values[0], 1.0, 1e-12);
  EXPECT_LE(found.applied, 20);
}

TEST(LargestByModulus, OfMatricesWithNothingInThem) {
  const core::Graph empty(600, {}), edge(600, {{7, 9, 2.0}});
  EXPECT_EQ(largest_by_modulus(operator_of(empty), 3).pairs.values, std::vector<double>(3, 0.0));
  const EigenPairs pairs = largest_by_modulus(operator_of(edge), 3).pairs;
  EXPECT_NEAR(std::abs(pairs.values[0]), 2.0, 1e-12);
  EXPECT_NEAR(pairs.values[0] + pairs.values[1], 0.0, 1e-12);
  EXPECT_NEAR(pairs.values[2], 0.0, 1e-12);
  EXPECT_TRUE(largest_by_modulus(operator_of(core::Graph(0, {})), 0).pairs.values.empty());
}

TEST(LargestByModulus, HasTheSameBitsForAnyThreads) {
  const core::Graph graph = block_graph(4, 140, 0.4, 0.1, true, 2);
  const int threads = omp_get_max_threads();
  std::vector<core::Coordinates> found;
  for (const int count : {1, 2, 3}) {
    omp_set_num_threads(count);
    found.push_back(projected(graph, 4));
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

/// Squared distance of two places.
double squared(const core::Coordinates& places, Object u, Object v) {
  double sum = 0.0;
  for (int c = 0; c < places.dimensions; ++c) sum += (places(u, c) - places(v, c)) * (places(u, c) - places(v, c));
  return sum;
}

double largest_inside_over_smallest_across(const core::Coordinates& places, int size) {
  double inside = 0.0, across = 1e300;
  for (Object u = 0; u < places.objects; ++u)
    for (Object v = u + 1; v < places.objects; ++v)
      (u / size == v / size ? inside = std::max(inside, squared(places, u, v))
                            : across = std::min(across, squared(places, u, v)));
  return inside / across;
}

TEST(Projection, PutsTheClassesOfABlockModelApart) {
  const core::Graph graph = block_graph(3, 100, 0.8, 0.1, false, 3);
  EXPECT_LT(largest_inside_over_smallest_across(projected(graph, 3), 100), 0.5);
  core::Stream stream(testing::cell_of(4), core::Purpose::kTest);
  std::vector<char> in_first(300);
  for (char& first : in_first) first = stream.uniform() < 0.5 ? 1 : 0;
  const core::Coordinates by_halves = ProjectionByHalves(graph, 5, in_first).places(3);
  EXPECT_EQ(by_halves.dimensions, 6);
  EXPECT_LT(largest_inside_over_smallest_across(by_halves, 100), 0.5);
}

TEST(Projection, IsTheBestApproximationInItsFirstCoordinates) {
  const core::Graph graph = block_graph(2, 20, 0.8, 0.3, true, 5);
  const core::Coordinates places = projected(graph, 40), fewer = projected(graph, 3), more = projected(graph, 50);
  for (Object v = 0; v < 40; ++v) {
    double length = 0.0, weight = 0.0;  // all of a column is left in n dimensions
    for (int c = 0; c < 40; ++c) length += places(v, c) * places(v, c);
    for (const double w : graph.weights(v)) weight += w * w;
    EXPECT_NEAR(length, weight, 1e-10 * weight);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(fewer(v, c), places(v, c), 1e-9);
    for (int c = 40; c < 50; ++c) EXPECT_EQ(more(v, c), 0.0);
  }
}

}  // namespace
}  // namespace tertium::embedding
