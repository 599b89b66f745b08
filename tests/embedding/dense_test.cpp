// Dense matrices: products against plain loops, on every instruction set and for any number of threads the same bits;
// eigenpairs that are followed against all of LAPACK.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "embedding/dense/eigen_tracker.hpp"
#include "embedding/dense/partial_eigen.hpp"
#include "tests/support/matrices.hpp"
#include "tests/support/plain_product.hpp"

namespace tertium::embedding {
namespace {

using testing::largest_difference;
using testing::on_every_machine;
using testing::plain_product;
using testing::random_matrix;
using testing::random_symmetric;
using testing::same_entries;

TEST(MultiplyMatrices, EqualsThePlainLoopsInEveryBit) {
  for (const auto& size : {std::array{1, 1, 1},
                           {3, 5, 2},
                           {8, 8, 8},
                           {13, 7, 9},
                           {65, 70, 17},
                           {40, 3, 66},
                           {9, 2050, 31},
                           {5, 0, 4},
                           {4, 6, 0}}) {
    SCOPED_TRACE(::testing::PrintToString(size));
    const Matrix a = random_matrix(size[0], size[1], 1), b = random_matrix(size[1], size[2], 2);
    const Matrix expected = plain_product(a, b);
    const Matrix single = testing::plain_single_product(a, b);
    on_every_machine([&] {
      EXPECT_TRUE(same_entries(multiply(a, b), expected));
      EXPECT_TRUE(same_entries(multiply(a, b, Precision::kSingle), single));
      EXPECT_TRUE(same_entries(multiply_transposed(a.transposed(), b, Precision::kSingle), single));
    });
  }
}

TEST(Multiply, MakesHalfOfWhatIsSymmetric) {
  for (const int n : {1, 8, 70, 131}) {
    const Matrix w = random_matrix(n, 9, 3), gram = testing::plain_product(w, w.transposed());
    const Matrix upper = multiply_transposed(w.transposed(), w.transposed(), Precision::kDouble, Part::kUpper);
    on_every_machine([&] { EXPECT_TRUE(same_entries(times_own_transpose(w), gram)); });
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) ASSERT_EQ(upper(i, j), gram(i, j)) << i << ", " << j;
  }
}

TEST(SymmetricEigen, MakesPairsInDescendingOrder) {
  for (const int n : {1, 2, 9, 40}) {
    const Matrix a = random_symmetric(n, 4);
    const EigenPairs pairs = symmetric_eigen(a);
    ASSERT_TRUE(std::ranges::is_sorted(pairs.values, std::greater<>()));
    Matrix scaled = pairs.vectors;
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < n; ++c) scaled(i, c) *= pairs.values[c];
    EXPECT_LT(largest_difference(multiply(a, pairs.vectors), scaled), 1e-12);
    const int count = n / 3;
    const EigenPairs largest = largest_pairs(a, count);
    ASSERT_EQ(std::ssize(largest.values), count);
    for (int c = 0; c < count; ++c) EXPECT_NEAR(largest.values[c], pairs.values[c], 1e-12);
    EXPECT_LT(largest_difference(multiply(a, largest.vectors), scaled.first_cols(count)), 1e-12);
  }
}

// LAPACK builds without threads share a workspace among all callers.
TEST(SymmetricEigen, MayBeCalledByManyThreadsAtOnce) {
  const Matrix a = random_symmetric(90, 6);
  const EigenPairs expected = symmetric_eigen(a);
  std::vector<std::thread> threads;
  std::atomic<int> different = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int k = 0; k < 30; ++k) {
        const EigenPairs pairs = symmetric_eigen(a);
        if (pairs.values != expected.values || !same_entries(pairs.vectors, expected.vectors)) ++different;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, 0);
}

TEST(SymmetricEigen, TellsPositiveDefinite) {
  const Matrix a = random_symmetric(30, 5);
  const double smallest = symmetric_eigen(a).values.back();
  EXPECT_TRUE(is_positive_definite(a, -smallest + 1e-9));
  EXPECT_FALSE(is_positive_definite(a, -smallest - 1e-9));
}

TEST(Orthonormal, DropsWhatDependsOnTheRest) {
  Matrix columns = random_matrix(20, 5, 6);
  for (int i = 0; i < 20; ++i) columns(i, 4) = columns(i, 0) - 2.0 * columns(i, 1);
  const Matrix basis = orthonormal(columns);
  ASSERT_EQ(basis.cols(), 4);
  const Matrix gram = multiply(basis.transposed(), basis);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(gram(i, j), i == j ? 1.0 : 0.0, 1e-13);
}

// Single precision is near, but what bounds rest on is exact.
TEST(EigenTracker, FollowsInSinglePrecision) {
  static constexpr int kN = 200, kWanted = 40;
  Matrix a = testing::planted_matrix(kN, 4, 0.5, 7);
  const Matrix change = random_symmetric(kN, 8);
  EigenTracker tracker(kN, true, 1e-6, 8, 0, Precision::kSingle);
  for (int step = 0; step < 100; ++step) {
    for (int i = 0; i < kN; ++i)
      for (int j = 0; j < kN; ++j) a(i, j) += 0.002 * change(i, j);
    tracker.update(a, [](auto) { return kWanted; });
  }
  const EigenPairs& pairs = tracker.update(
      a, [](auto) { return kWanted; }, 4);
  const EigenPairs all = symmetric_eigen(centred_matrix(a));
  for (int c = 0; c < kWanted; ++c) EXPECT_NEAR(pairs.values[c], all.values[c], 1e-4 * all.values[0]);
  const Matrix gram = multiply_transposed(pairs.vectors, pairs.vectors);
  for (int c = 0; c < kWanted; ++c) {
    double sum = 0.0;
    for (int i = 0; i < kN; ++i) sum += pairs.vectors(i, c);
    EXPECT_NEAR(sum, 0.0, 1e-12);
    for (int d = 0; d < kWanted; ++d) EXPECT_NEAR(gram(c, d), c == d ? 1.0 : 0.0, c == d ? 1e-13 : 1e-5);
  }
}

// A matrix that changes slowly: what is followed stays near the truth, whichever way it is made.
TEST(EigenTracker, FollowsTheLargestPairs) {
  for (const int n : {30, 200})
    for (const bool centred : {false, true}) {
      Matrix a = testing::planted_matrix(n, 4, 0.5, 7);
      const Matrix change = random_symmetric(n, 8);
      EigenTracker tracker(n, centred);
      for (int step = 0; step < 20; ++step) {
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) a(i, j) += 0.002 * change(i, j);
        const EigenPairs& pairs = tracker.update(a, [](auto) { return 3; });
        const EigenPairs all = symmetric_eigen(centred ? centred_matrix(a) : a);
        ASSERT_GE(pairs.values.size(), 3U);
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(pairs.values[c], all.values[c], 1e-6 * all.values[0]);
      }
      EXPECT_EQ(tracker.full_decompositions(), n == 30 ? 20 : 0);
    }
}

TEST(EigenTracker, TakesAllWhereManyAreWanted) {
  const Matrix a = random_symmetric(100, 9);
  const std::vector<double> all = symmetric_eigen(a).values;
  EigenTracker tracker(100, false);
  const EigenPairs& pairs = tracker.update(a, [](std::span<const double> values) {
    return int(std::ranges::count_if(values, [](double v) { return v > 0.0; }));
  });
  const auto positive = std::ranges::count_if(all, [](double v) { return v > 0.0; });
  ASSERT_GE(std::ssize(pairs.values), positive);
  for (int c = 0; c < positive; ++c) EXPECT_NEAR(pairs.values[c], all[c], 1e-10);
  EXPECT_EQ(tracker.full_decompositions(), 1);
}

TEST(LeadingEigenvectors, SpanTheSpaceOfTheLargestValues) {
  for (const int n : {3, 40, 150}) {
    const Matrix a = testing::planted_matrix(n, 3, 0.3, 10);
    const Matrix vectors = leading_eigenvectors(a, 3);
    const EigenPairs all = symmetric_eigen(a);
    const Matrix overlap = multiply(all.vectors.first_cols(3).transposed(), vectors);
    EXPECT_NEAR(dot(overlap, overlap), 3.0, 1e-9);
  }
}

}  // namespace
}  // namespace tertium::embedding
