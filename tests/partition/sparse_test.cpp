// Clusters of very many objects: AddS-3 as a list of answers against its matrix, refinement, and proofs against the
// decomposition of the whole matrix; what is wrong is never proven.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "embedding/dense/eigen_range.hpp"
#include "kernels/additive/adds3.hpp"
#include "metrics/measures/rand_index.hpp"
#include "partition/sdp/noise_edge.hpp"
#include "partition/sdp/witness.hpp"
#include "partition/sparse/proof.hpp"
#include "partition/sparse/refine.hpp"
#include "partition/sparse/resplit.hpp"
#include "tests/support/matrices.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/planted.hpp"

namespace tertium {
namespace {

using embedding::Matrix;
using testing::planted;
using testing::planted_at;
using testing::planted_truth;

Matrix matrix_of(const core::Problem& problem) {
  const auto whole = kernels::shared_adds3(problem)->values();
  return embedding::symmetric_matrix(
      core::Similarities(problem.objects, std::vector<double>(whole.begin(), whole.end())));
}

partition::SparseProof proof_of(const kernels::SparseAdds3& scores, const core::Partition& partition,
                                std::uint64_t seed = 1) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  return partition::prove_optimal(scores, partition, stream, 1e-9);
}

// Refinement undoes what rounding got wrong: here every tenth object is in a wrong cluster.
TEST(SparseRefinement, MovesEveryObjectToItsCluster) {
  const core::Problem problem = planted(300, 3, "100000", 0.75, 7, "normal", "yes");
  std::vector<core::Label> labels(problem.get<core::Truth>().back().labels().begin(),
                                  problem.get<core::Truth>().back().labels().end());
  for (std::size_t i = 0; i < labels.size(); i += 10) labels[i] = (labels[i] + 1) % 3;
  const kernels::SparseAdds3 sparse(problem.get<core::Triplets>());
  const partition::Refined refined = partition::refine(sparse, core::Partition(labels), 50);
  EXPECT_EQ(metrics::adjusted_rand_index(refined.clusters, problem.get<core::Truth>().back()), 1.0);
  EXPECT_TRUE(refined.settled);
  EXPECT_GE(refined.passes, 1);
  EXPECT_EQ(partition::refine(sparse, core::Partition(labels), 0).clusters, core::Partition(labels));
}

// With a few answers all that want to move would cycle: now every pass is better than the last, and the end is told.
TEST(SparseRefinement, EndsWhereNoMoveIsBetter) {
  const core::Problem problem = planted(200, 10, "16900", 0.75, 8, "normal", "yes", 0.8);
  const kernels::SparseAdds3 sparse(problem.get<core::Triplets>());
  const partition::Refined refined = partition::refine(sparse, testing::interleaved(200, 7), 200);
  EXPECT_TRUE(refined.settled);
  EXPECT_EQ(partition::refine(sparse, refined.clusters, 5).clusters, refined.clusters);
  EXPECT_FALSE(partition::refine(sparse, testing::interleaved(200, 7), 1).settled);
  const core::Outcome outcome = run_method(testing::method_of("AddS-3-sparse", {{"k", std::int64_t{10}}}), problem);
  EXPECT_EQ(testing::reported(outcome, "settled"), 1);
}

bool whole_matrix_proves(const core::Problem& problem, const core::Partition& partition, double penalty) {
  return partition::proves_optimal(matrix_of(problem), partition, penalty);
}

// What is proven without a matrix is proven with it, and what that proves with a third to spare is proven without it.
TEST(SparseProofs, AreThoseOfTheWholeMatrix) {
  int proven = 0, open = 0;
  const auto compare = [&](core::Object n, std::uint64_t seeds) {
    for (const core::Label k : {2, 3, 5})
      for (const double share : {1.2, 2.0, 3.0, 4.5})
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
          const core::Problem problem = planted_at(n, k, share, seed);
          const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
          const partition::SparseProof proof = proof_of(scores, planted_truth(problem), seed);
          ASSERT_LE(proof.largest, std::max(proof.bound, 0.0));
          if (proof.proven) {
            EXPECT_TRUE(whole_matrix_proves(problem, planted_truth(problem), proof.penalty));
            EXPECT_LT(proof.bound, proof.penalty);
            ++proven;
          } else if (proof.penalty > 0.0 && proof.largest >= proof.penalty) {
            EXPECT_FALSE(whole_matrix_proves(problem, planted_truth(problem), proof.penalty));
            ++open;
          }
        }
  };
  compare(60, 20);
  compare(120, 19);
  compare(360, 3);  // 504 in all
  EXPECT_GE(proven, 9);
  EXPECT_GE(open, 4);
}

/// The largest eigenvalue of Pi (S + Gamma) Pi, all of it written out.
double largest_of_whole(const Matrix& s, const core::Partition& partition, double penalty) {
  const int n = s.rows();
  const std::vector<core::Object> sizes = partition.sizes();
  const auto mean = [&](const auto& is_row, core::Label b) {  // of the rows' mean scores with cluster b
    double sum = 0.0, rows = 0.0;
    for (int i = 0; i < n; ++i)
      if (is_row(i)) {
        ++rows;
        for (int j = 0; j < n; ++j) sum += partition[j] == b ? s(i, j) / sizes[static_cast<std::size_t>(b)] : 0.0;
      }
    return sum / rows;
  };
  const core::Label k = partition.clusters();
  Matrix of_object(n, k), between(k, k), gamma(n, n);
  for (core::Label b = 0; b < k; ++b) {
    for (int i = 0; i < n; ++i) of_object(i, b) = mean([&](int row) { return row == i; }, b);
    for (core::Label a = 0; a < k; ++a) between(a, b) = mean([&](int row) { return partition[row] == a; }, b);
  }
  const auto taken = [&](core::Label a, core::Label b) {
    return penalty * (0.5 / sizes[static_cast<std::size_t>(a)] + 0.5 / sizes[static_cast<std::size_t>(b)]);
  };
  const auto margin = [&](int i, core::Label b) {
    const core::Label a = partition[i];
    return of_object(i, a) - of_object(i, b) + (between(b, b) - between(a, a)) / 2.0 - taken(a, b);
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (const core::Label a = partition[i], b = partition[j]; a != b)
        gamma(i, j) =
            margin(i, b) * margin(j, a) / ((between(a, a) + between(b, b)) / 2.0 - between(a, b) - taken(a, b));
  Matrix pi(n, n), whole = s;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const bool same = partition[i] == partition[j];
      pi(i, j) = (i == j ? 1.0 : 0.0) - (same ? 1.0 / sizes[static_cast<std::size_t>(partition[i])] : 0.0);
      whole(i, j) += gamma(i, j);
    }
  return embedding::symmetric_eigen(embedding::multiply(pi, embedding::multiply(whole, pi))).values.front();
}

TEST(SparseProofs, BoundTheEigenvalueOfTheDualPoint) {
  const core::Problem problem = planted_at(300, 3, 4.0, 3);
  const core::Partition truth = planted_truth(problem);
  const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
  const partition::SparseProof proof = proof_of(scores, truth);
  ASSERT_GT(proof.penalty, 0.0);
  const double largest = largest_of_whole(matrix_of(problem), truth, proof.penalty);
  EXPECT_LE(proof.largest, largest * (1.0 + 1e-5));
  EXPECT_GE(proof.largest, 0.97 * largest) << "found but for little";
  EXPECT_GE(proof.bound, largest);
}

// The bound by its formula: its error is shared out among 17 looks, and single precision has its allowance.
TEST(SparseProofs, BoundHasItsShareOfTheErrorAndOfRounding) {
  constexpr int kLooks = 17;
  constexpr double kAllowed = 1e-4;
  const core::Problem problem = planted_at(120, 3, 1.2, 3);
  const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
  const auto proof = [&](double failure) {
    core::Stream stream(testing::cell_of(1), core::Purpose::kTest);
    return partition::prove_optimal(scores, planted_truth(problem), stream, failure);
  };
  const partition::SparseProof sure = proof(1e-9), less = proof(1e-6);
  ASSERT_GE(sure.largest, sure.penalty) << "nothing is proven, so that all end at the same look";
  ASSERT_EQ(sure.products, less.products);
  const auto widened = [&](double failure) {
    const double error = embedding::random_start_error(117, embedding::Matrix::kAlign, sure.products, failure / kLooks);
    return error / (1.0 - 2.0 * error) + kAllowed;
  };
  const double spread = (sure.bound - less.bound) / (widened(1e-9) - widened(1e-6));
  EXPECT_NEAR(sure.bound, sure.largest + widened(1e-9) * spread, 1e-6 * spread);
}

// Objects in another cluster, one at a time.
TEST(SparseProofs, AreNeverOfAWrongPartition) {
  for (const core::Object n : {60, 150, 400}) {
    const core::Problem problem = planted_at(n, 3, 5.0, 11);
    const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
    const core::Partition truth = planted_truth(problem);
    if (n == 400) {
      EXPECT_TRUE(proof_of(scores, truth).proven);
    }
    for (core::Object i = 0; i < n; i += n == 400 ? 7 : 1) {
      std::vector<core::Label> labels(truth.labels().begin(), truth.labels().end());
      labels[static_cast<std::size_t>(i)] = (labels[static_cast<std::size_t>(i)] + 1) % 3;
      EXPECT_FALSE(proof_of(scores, core::Partition(labels)).proven) << n << " " << i;
    }
  }
}

TEST(SparseProofs, OfTiesAndOfVeryLittle) {
  const core::Problem nothing = planted(60, 3, "0", 1.0, 1, "normal", "yes");
  const kernels::SparseAdds3 scores(nothing.get<core::Triplets>());
  EXPECT_FALSE(proof_of(scores, testing::interleaved(60, 3)).proven) << "every partition is as good";
  EXPECT_TRUE(proof_of(scores, core::Partition(std::vector<core::Label>(60, 0))).proven)
      << "the only one of one cluster";
  EXPECT_FALSE(proof_of(scores, core::Partition::singletons(60)).proven);
}

TEST(SparseProofs, AreTheSameForAnyThreads) {
  const core::Problem problem = planted_at(400, 3, 4.0, 5);
  const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
  const int threads = omp_get_max_threads();
  std::vector<double> bounds;
  for (const int count : {1, 2, 3}) {
    omp_set_num_threads(count);
    bounds.push_back(proof_of(scores, planted_truth(problem)).bound);
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(bounds[0], bounds[1]);
  EXPECT_EQ(bounds[0], bounds[2]);
}

// Kuczynski and Wozniakowski's bound by hand: n = 10^6, one vector, 50 products, half of 10^-9 for either end.
TEST(EigenRange, HasTheErrorOfARandomStart) {
  const double root = (std::log(1.648 * 1000.0) + std::log(2e9)) / 99.0;
  EXPECT_NEAR(embedding::random_start_error(1000000, 1, 50, 1e-9), root * root, 1e-12);
  // Eight vectors: each may fail with the eighth root of that.
  const double of_eight = (std::log(1.648 * 1000.0) + std::log(2e9) / 8.0) / 39.0;
  EXPECT_NEAR(embedding::random_start_error(1000000, 8, 20, 1e-9), of_eight * of_eight, 1e-12);
}

/// Of a diagonal matrix with values evenly from -1 to 1 and one more, `top`.
embedding::EigenRange range_of_diagonal(int n, double top, int products) {
  const auto times = [n, top](const Matrix& x) {
    Matrix y(n, x.cols());
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < x.cols(); ++c) y(i, c) = (i == 0 ? top : 2.0 * i / n - 1.0) * x(i, c);
    return y;
  };
  embedding::EigenRange range({n, times, {}}, n, testing::random_matrix(n, 8, 3));
  while (range.products() < products) range.grow();
  return range;
}

TEST(EigenRange, BoundsTheLargestEigenvalue) {
  for (const double top : {0.5, 1.2, 3.0}) {
    const double largest = std::max(top, 1.0 - 2.0 / 700);
    double before = 1e300;
    for (const int products : {12, 20, 40}) {
      const embedding::EigenRange range = range_of_diagonal(700, top, products);
      EXPECT_LE(range.largest(), largest + 1e-12);
      EXPECT_GE(range.smallest(), -1.0 - 1e-12);
      const double bound = range.upper_bound(1e-9), error = embedding::random_start_error(700, 8, products, 1e-9);
      EXPECT_GE(bound, largest);
      EXPECT_NEAR(bound - range.largest(), error / (1.0 - 2.0 * error) * (range.largest() - range.smallest()), 1e-12);
      EXPECT_LT(bound, before) << "more products tell more";
      before = bound;
    }
    EXPECT_LT(before - largest, 0.05 * (largest + 1.0));
  }
  EXPECT_TRUE(std::isinf(range_of_diagonal(700, 1.0, 3).upper_bound(1e-9))) << "too few to tell anything";
  const std::vector<double> leading = range_of_diagonal(700, 3.0, 12).leading_vector();
  EXPECT_NEAR(std::abs(leading[0]), 1.0, 1e-6);
}

TEST(EigenRange, EndsWhereItIsEverything) {
  embedding::EigenRange range = range_of_diagonal(60, 2.0, 8);  // the last block holds the four vectors that are left
  EXPECT_NEAR(range.largest(), 2.0, 1e-12);
  EXPECT_FALSE(range.grow());
  EXPECT_EQ(range.products(), 8);
}

TEST(StandingOut, FindsManyValuesOfAnOperator) {
  for (const int out : {0, 1, 39}) {
    Matrix a = testing::random_symmetric(1500, 8);  // noise with its edge at 2 sqrt(1500)
    for (int i = 0; i < 1500; ++i)
      for (int j = 0; j < 1500; ++j)
        if (i % (out + 1) == j % (out + 1) && out > 0) a(i, j) += 2.0 * 2.0 * std::sqrt(1500.0) * (out + 1) / 1500.0;
    core::Stream stream(testing::cell_of(1), core::Purpose::kTest);
    EXPECT_EQ(partition::standing_out(embedding::operator_of(a), stream), out);
  }
}

// Two clusters in one, and one in two: moves of single objects do not mend that; a split and a join do.
TEST(Resplit, PutsApartWhatTwoClustersAre) {
  const core::Problem problem = planted_at(600, 6, 3.0, 2);
  const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
  const core::Partition truth = planted_truth(problem);
  std::vector<core::Label> labels(truth.labels().begin(), truth.labels().end());
  bool turn = false;
  for (core::Label& label : labels) {
    if (label == 1) label = 0;
    if (label == 2 && (turn = !turn)) label = 1;
  }
  const partition::Refined stuck = partition::refine(scores, core::Partition(labels), 50);
  ASSERT_LT(metrics::adjusted_rand_index(stuck.clusters, truth), 0.9);
  core::Stream stream(testing::cell_of(1), core::Purpose::kTest);
  const partition::Refined mended = partition::refine(scores, partition::resplit(scores, stuck.clusters, stream), 50);
  EXPECT_GT(mended.value, stuck.value);
  EXPECT_EQ(mended.clusters, truth);
}

}  // namespace
}  // namespace tertium
