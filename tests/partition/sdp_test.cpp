// The solver of the clustering programs: what it returns is feasible, what it claims to have proven holds, and what is
// not solved is said.
#include <gtest/gtest.h>
#include <omp.h>

#include "partition/sdp/noise_edge.hpp"
#include "partition/sdp/spur.hpp"
#include "tests/support/matrices.hpp"

namespace tertium::partition {
namespace {

using testing::interleaved;
using testing::planted_matrix;
using testing::random_symmetric;

core::Stream stream() {
  return core::Stream(testing::cell_of(1), core::Purpose::kCentres);
}

void expect_nearly_feasible(const SdpProblem& problem, const SdpSolution& solution, double tolerance) {
  const Matrix x = solution.dense();
  const int n = x.rows();
  double trace = 0.0, negative = 0.0;
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    trace += x(i, i);
    for (int j = 0; j < n; ++j) {
      sum += x(i, j);
      negative += x(i, j) < 0.0 ? x(i, j) * x(i, j) : 0.0;
    }
    EXPECT_NEAR(sum, 1.0, 1e-10);  // whatever the precision of products
  }
  EXPECT_LE(std::sqrt(negative), tolerance * std::sqrt(dot(x, x)));
  EXPECT_NEAR(trace, solution.trace, 1e-10 * trace);
  for (const double weight : solution.weights) EXPECT_GT(weight, 0.0);
  if (problem.form == SdpForm::kTrace) {
    EXPECT_NEAR(trace, problem.value, 1e-10 * trace);
  }
}

TEST(ClusteringSdp, IsFeasibleWithAProvenGap) {
  for (const int n : {2, 3, 10, 65, 150, 500})
    for (const bool planted : {false, true}) {
      if (n == 500 && !planted) continue;  // slow
      const Matrix s = planted ? planted_matrix(n, std::min(n, 4), 1.0, 2) : random_symmetric(n, 1);
      const double unit = std::sqrt(dot(s, s) / n);
      for (const SdpProblem problem : {SdpProblem{SdpForm::kTrace, static_cast<double>(std::min(n, 4))},
                                       SdpProblem{SdpForm::kPenalty, 1.5 * unit}}) {
        ClusteringSdp sdp(s, {1e-3, 20000});
        const SdpSolution solution = sdp.solve(problem);
        SCOPED_TRACE(fmt::format("n = {}, {} iterations", n, solution.iterations));
        ASSERT_TRUE(solution.converged);
        EXPECT_LE(std::max(solution.primal_residual, solution.dual_residual), 1e-3);
        expect_nearly_feasible(problem, solution, 1e-3);
        const SdpBounds bounds = sdp.bounds(problem, solution);
        EXPECT_LE(bounds.lower, bounds.upper + 1e-9 * std::abs(bounds.upper));
        if (problem.form == SdpForm::kTrace) {
          EXPECT_LT(bounds.relative_gap(), 0.1);
        }
      }
    }
}

TEST(ClusteringSdp, ClosesTheGapWithTheTolerance) {
  const Matrix s = planted_matrix(40, 3, 1.5, 3);
  for (const SdpProblem problem : {SdpProblem{SdpForm::kTrace, 4.0}, SdpProblem{SdpForm::kPenalty, 12.0}}) {
    double before = 1e300;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      ClusteringSdp sdp(s, {tolerance, 200000});
      const SdpSolution solution = sdp.solve(problem);
      ASSERT_TRUE(solution.converged);
      const double gap = sdp.bounds(problem, solution).relative_gap();
      EXPECT_LT(gap, 0.3 * before);
      before = gap;
    }
    EXPECT_LT(before, 1e-4);
  }
}

TEST(ClusteringSdp, ComesToTheSameFromWhereverItBegins) {
  const Matrix s = planted_matrix(24, 3, 1.0, 4);
  const SdpProblem problem{SdpForm::kTrace, 3.0};
  const SdpSettings precise{1e-6, 200000};
  ClusteringSdp cold(s, precise), warm(s, precise);
  for (const double lambda : {20.0, 10.0, 3.0}) warm.solve({SdpForm::kPenalty, lambda});
  EXPECT_LT(testing::largest_difference(cold.solve(problem).dense(), warm.solve(problem).dense()), 1e-3);
}

TEST(ClusteringSdp, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix s = planted_matrix(270, 4, 2.0, 5);  // products of iterations in single precision
  const int threads = omp_get_max_threads();
  std::optional<SdpSolution> first;
  for (const int count : {1, 2, 3}) {
    omp_set_num_threads(count);
    ClusteringSdp sdp(s, {1e-2, 20000});
    const SdpSolution solution = sdp.solve({SdpForm::kTrace, 4.0});
    if (!first) first = solution;
    EXPECT_EQ(solution.iterations, first->iterations);
    EXPECT_EQ(solution.weights, first->weights);
    EXPECT_TRUE(testing::same_entries(solution.vectors, first->vectors));
  }
  omp_set_num_threads(threads);
}

TEST(ClusteringSdp, SaysWhatDidNotConverge) {
  const Matrix s = random_symmetric(30, 6);
  ClusteringSdp sdp(s, {1e-9, 5});
  const SdpProblem problem{SdpForm::kTrace, 5.0};
  const SdpSolution solution = sdp.solve(problem);
  EXPECT_FALSE(solution.converged);
  EXPECT_EQ(solution.iterations, 5);
  core::Stream draws = stream();
  try {
    solve_certified(sdp, problem, draws);
    ADD_FAILURE() << "takes what is not solved";
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("did not converge in 5 iterations"), std::string::npos) << error.what();
  }
  // What is proven of it is true nevertheless.
  const SdpBounds bounds = sdp.bounds(problem, solution);
  ClusteringSdp precise(s, {1e-8, 200000});
  const double value = dot(s, precise.solve(problem).dense());
  EXPECT_LE(bounds.lower, value + 1e-6);
  EXPECT_GE(bounds.upper, value - 1e-6);
}

// ADDS20, Proposition 1: of a matrix without noise, all penalties between 0 and n_min Delta_1.
TEST(Witness, ProvesIdealClustersInTheStatedInterval) {
  std::vector<core::Label> labels;
  for (const int size : {5, 7, 9}) labels.insert(labels.end(), size, size);
  const core::Partition truth(labels);
  const Matrix means = planted_matrix(3, 3, 0.0, 1);
  Matrix s(truth.objects(), truth.objects());
  for (int i = 0; i < s.rows(); ++i)
    for (int j = 0; j < s.rows(); ++j) s(i, j) = truth[i] == truth[j] ? 2.0 : 0.5 * (truth[i] + truth[j]) / 3.0;
  const double smallest_contrast = 2.0 - 0.5;  // of the clusters 1 and 2
  for (const double share : {0.01, 0.5, 0.99})
    EXPECT_TRUE(proves_optimal(s, truth, share * 5.0 * smallest_contrast)) << share;
  EXPECT_FALSE(proves_optimal(s, truth, 1.01 * 2.0 / (1.0 / 7 + 1.0 / 9) * smallest_contrast));
  EXPECT_FALSE(proves_optimal(s, truth, -0.1));
  EXPECT_FALSE(proves_optimal(s, interleaved(s.rows(), 3), 1.0)) << "another partition";
}

// Two clusters and a rank that neither sees: the witness exists if, and only if, lambda is above its eigenvalue. A
// proof that forgives a millionth of the norm, or asks for it, is wrong here.
TEST(Witness, ChangesItsMindAtTheEigenvalueOfTheNoise) {
  constexpr int kSize = 10, kObjects = 2 * kSize;
  constexpr double kNoise = 5.0;
  Matrix s(kObjects, kObjects);
  std::vector<core::Label> labels(kObjects);
  for (int i = 0; i < kObjects; ++i) {
    labels[i] = i / kSize;
    for (int j = 0; j < kObjects; ++j)
      s(i, j) = (i / kSize == j / kSize ? 2.0 : 0.0) + kNoise / kObjects * ((i + j) % 2 == 0 ? 1.0 : -1.0);
  }
  const core::Partition truth(labels);
  const double little = 1e-6 * std::sqrt(dot(s, s));
  EXPECT_TRUE(proves_optimal(s, truth, kNoise + little));
  EXPECT_FALSE(proves_optimal(s, truth, kNoise - little));
  EXPECT_NEAR(witness_interval(s, truth).low, kNoise, 1e-9);
  EXPECT_NEAR(witness_interval(s, truth).high, 2.0 * kSize, 1e-9);
}

TEST(Witness, AgreesWithTheSolver) {
  int proven = 0, refuted = 0;
  for (const double noise : {0.1, 0.2, 0.4, 0.8}) {
    const Matrix s = planted_matrix(36, 3, noise, 7);
    const core::Partition truth = interleaved(36, 3);
    ClusteringSdp sdp(s, {1e-5, 200000});
    for (const double lambda : {1.0, 3.0, 6.0, 9.0, 14.0}) {
      const SdpSolution solution = sdp.solve({SdpForm::kPenalty, lambda});
      ASSERT_TRUE(solution.converged);
      const double difference = testing::largest_difference(solution.dense(), solution_of(truth).dense());
      if (proves_optimal(s, truth, lambda)) {
        ++proven;
        EXPECT_LT(difference, 2e-3) << noise << ", " << lambda;
      } else {
        refuted += difference > 2e-3 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(proven, 4);
  EXPECT_GT(refuted, 4);
}

TEST(SolveCertified, ProvesClearClustersAndIsHonestAboutOthers) {
  core::Stream draws = stream();
  ClusteringSdp clear(planted_matrix(80, 4, 0.5, 8));
  const CertifiedSolution proven = solve_certified(clear, {SdpForm::kTrace, 4.0}, draws);
  EXPECT_TRUE(proven.certified());
  EXPECT_EQ(proven.gap, 0.0);
  for (const Rounding rounding : {Rounding::kRows, Rounding::kEigenvectors})
    EXPECT_EQ(round_solution(proven.solution, rounding, draws), interleaved(80, 4));
  ClusteringSdp noise(random_symmetric(80, 9));
  const CertifiedSolution solved = solve_certified(noise, {SdpForm::kTrace, 4.0}, draws);
  EXPECT_FALSE(solved.certified());
  EXPECT_GT(solved.gap, 0.0);
}

Matrix times(const Matrix& a, double factor) {
  Matrix result = a;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) result(i, j) *= factor;
  return result;
}

// What is proven does not depend on the unit of the similarities: neither where a gap would be small beside 1, nor
// where squares are no numbers any more.
TEST(SolveCertified, KnowsNoUnits) {
  for (const double noise : {0.5, 3.0}) {
    const Matrix s = planted_matrix(60, 4, noise, 8);
    std::optional<CertifiedSolution> first;
    for (const double unit : {1.0, 1e-5, 1e-170, 1e170}) {
      core::Stream draws = stream();
      ClusteringSdp sdp(times(s, unit));
      const CertifiedSolution answer = solve_certified(sdp, {SdpForm::kTrace, 4.0}, draws);
      EXPECT_EQ(answer.certified(), noise < 1.0) << unit;
      if (!first) first = answer;
      EXPECT_NEAR(answer.gap, first->gap, 1e-6) << unit;
      EXPECT_LT(testing::largest_difference(answer.solution.dense(), first->solution.dense()), 1e-6) << unit;
      EXPECT_NEAR(answer.solution.lambda / unit, first->solution.lambda, 1e-6) << unit;
    }
    EXPECT_EQ(first->gap == 0.0, noise < 1.0);
  }
}

// No partition has a trace of 2.5, or of 2.04, so none is the optimum, however clear two clusters are.
TEST(SolveCertified, CertifiesNoPartitionOfAnotherTrace) {
  core::Stream draws = stream();
  ClusteringSdp sdp(planted_matrix(40, 2, 0.2, 8), {1e-5, 200000});
  for (const double trace : {2.5, 2.04}) {
    const CertifiedSolution answer = solve_certified(sdp, {SdpForm::kTrace, trace}, draws);
    EXPECT_FALSE(answer.certified()) << trace;
    EXPECT_NEAR(answer.solution.trace, trace, 1e-9);
    EXPECT_LT(answer.gap, 1e-3);
  }
  EXPECT_ANY_THROW(solve_certified(sdp, {SdpForm::kTrace, 0.5}, draws));
  EXPECT_ANY_THROW(solve_certified(sdp, {SdpForm::kTrace, 41.0}, draws));
}

// Where all are equally alike every matrix of that trace is worth n - k: so is what is mixed of one with negative
// entries and of those that have none.
TEST(SdpBounds, AreOfMatricesWithThatTrace) {
  constexpr int kObjects = 12;
  Matrix s(kObjects, kObjects);
  for (int i = 0; i < kObjects; ++i)
    for (int j = 0; j < kObjects; ++j) s(i, j) = i == j ? 0.0 : 1.0;
  const ClusteringSdp sdp(s);
  EigenTracker tracker(kObjects, true);
  for (const double trace : {2.0, 3.0, 3.5}) {
    const SdpSolution solution =
        nearest_of_trace(tracker.update(random_symmetric(kObjects, 3), [](auto) { return kObjects - 1; }), trace);
    const Matrix x = solution.dense();
    EXPECT_LT(*std::min_element(x.row(0), x.row(0) + kObjects), -0.01);
    const SdpBounds bounds = sdp.bounds({SdpForm::kTrace, trace}, solution);
    EXPECT_NEAR(bounds.lower, kObjects - trace, 1e-9);
    EXPECT_NEAR(bounds.upper, kObjects - trace, 1e-6);
  }
}

// Products of iterations in single precision: the optimum, which products in double precision find, lies between,
// and what is proven is the optimum.
TEST(SdpBounds, HoldInSinglePrecision) {
  constexpr int kObjects = 256;
  const SdpProblem problem{SdpForm::kTrace, 4.0};
  for (const double noise : {0.5, 6.0}) {
    const Matrix s = planted_matrix(kObjects, 4, noise, 14);
    ClusteringSdp precise(s, {3e-4, 20000}), rough(s, {1e-3, 20000});
    const SdpBounds within = precise.bounds(problem, precise.solve_for_bounds(problem), interleaved(kObjects, 4));
    const SdpSolution solution = rough.solve_for_bounds(problem);
    expect_nearly_feasible(problem, solution, 1e-3);
    const SdpBounds bounds = rough.bounds(problem, solution);
    EXPECT_LT(bounds.relative_gap(), 2e-2) << noise;
    EXPECT_LE(bounds.lower, within.upper) << noise;
    EXPECT_GE(bounds.upper, within.lower) << noise;
    EXPECT_LT(within.relative_gap(), 2e-3) << noise;
    core::Stream draws = stream();
    EXPECT_EQ(certify(rough, problem, solution, draws).certified(), noise < 2.0) << "by a witness in double precision";
  }
}

// Where that is the optimum no solution has a larger value, and mended ones have less.
TEST(SdpBounds, TakeTheValueOfAPartitionNearby) {
  const Matrix s = planted_matrix(80, 4, 0.5, 8);
  const core::Partition truth = interleaved(80, 4);
  const double value = dot(s, solution_of(truth).dense());
  for (const SdpProblem problem : {SdpProblem{SdpForm::kTrace, 4.0}, SdpProblem{SdpForm::kPenalty, 6.0}}) {
    ClusteringSdp sdp(s);
    const SdpSolution solution = sdp.solve(problem);
    const double optimum = value - (problem.form == SdpForm::kPenalty ? 4.0 * problem.value : 0.0);
    EXPECT_LT(sdp.bounds(problem, solution).lower, optimum);
    const SdpBounds bounds = sdp.bounds(problem, solution, truth);
    EXPECT_NEAR(bounds.lower, optimum, 1e-9 * optimum);
    EXPECT_GE(bounds.upper, optimum * (1.0 - 1e-9));
  }
}

// Certified is one thing, this partition: a small gap is none.
TEST(SolveCertified, IsNotASmallGap) {
  core::Stream draws = stream();
  ClusteringSdp sdp(random_symmetric(24, 9), {1e-7, 500000});
  const CertifiedSolution answer = solve_certified(sdp, {SdpForm::kTrace, 4.0}, draws);
  EXPECT_LT(answer.gap, 1e-4);
  EXPECT_FALSE(answer.certified());
}

// At the default tolerance, away from partitions, of noise that is as large as the signal.
TEST(SolveCertified, HasASmallGapAwayFromPartitions) {
  for (const int k : {2, 4, 8}) {
    const Matrix s = planted_matrix(96, k, 3.0, 10);
    ClusteringSdp sdp(s);
    core::Stream draws = stream();
    const CertifiedSolution answer = solve_certified(sdp, {SdpForm::kTrace, static_cast<double>(k)}, draws);
    EXPECT_FALSE(answer.certified());
    EXPECT_LT(answer.gap, 3e-3) << k;
  }
}

// Where no number of clusters is plain, all are tried up to two more than the smallest penalty has, sqrt(c ln(n) / n).
TEST(Spur, LooksAsFarAsTheSmallestPenaltyLets) {
  constexpr int kObjects = 40;
  const Matrix s = random_symmetric(kObjects, 3);
  SpurSettings settings;
  settings.comparisons = 390.0;
  settings.objective = 1.0;
  const auto clusters_at = [&](double lambda) {
    return ClusteringSdp(s).solve({SdpForm::kPenalty, lambda}).clusters();
  };
  core::Stream draws = stream();
  const SpurResult found = spur(s, settings, draws);
  EXPECT_EQ(found.k_low, clusters_at(settings.comparisons / kObjects));
  EXPECT_EQ(found.k_high, clusters_at(std::sqrt(settings.comparisons * std::log(kObjects) / kObjects)));
  EXPECT_EQ(found.path.back().k, found.k_high + 2);
  EXPECT_GT(clusters_at(std::sqrt(settings.comparisons / kObjects)), found.k_high + 2);
}

TEST(StandingOut, CountsTheEigenvaluesOfClusters) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(standing_out(random_symmetric(200, seed)), 0) << seed;
    EXPECT_EQ(standing_out(times(planted_matrix(200, 5, 0.8, seed), 1e-170)), 4) << seed;
  }
  EXPECT_EQ(standing_out(Matrix(5, 5)), 0);
}

/// A symmetric matrix with eigenvalue 0 at the vector of ones, ten times the first value, and 30 times the other with
/// either sign in turn.
Matrix spectrum_of_two(double first, double other) {
  constexpr int kN = 41;
  Matrix start(kN, kN - 1);
  core::Stream draws = stream();
  for (int i = 0; i < kN; ++i)
    for (int c = 0; c < kN - 1; ++c) start(i, c) = draws.normal();
  center_columns(start);
  const Matrix basis = orthonormal(std::move(start));
  Matrix s(kN, kN);
  for (int i = 0; i < kN; ++i)
    for (int j = 0; j < kN; ++j)
      for (int c = 0; c < kN - 1; ++c)
        s(i, j) += basis(i, c) * basis(j, c) * (c < 10 ? first : c % 2 == 0 ? other : -other);
  return s;
}

// What is left of 40 dimensions without ten that stand out has 30: by 40 its variance, and the edge, would be smaller.
TEST(StandingOut, HasTheEdgeOfTheDimensionsThatAreLeft) {
  const double edge = 2.0 * (1.0 + std::pow(41.0, -2.0 / 3.0));
  ASSERT_LT(edge * std::sqrt(30.0 / 40.0), 0.98 * edge);
  EXPECT_EQ(standing_out(spectrum_of_two(0.98 * edge, 1.0)), 0);
  EXPECT_EQ(standing_out(spectrum_of_two(1.02 * edge, 1.0)), 10);
}

TEST(SolutionOfAPartition, IsItsMatrix) {
  const core::Partition partition = interleaved(11, 3);
  const std::vector<core::Object> sizes = partition.sizes();
  const SdpSolution solution = solution_of(partition);
  const Matrix x = solution.dense();
  for (int i = 0; i < 11; ++i)
    for (int j = 0; j < 11; ++j)
      EXPECT_NEAR(x(i, j), partition[i] == partition[j] ? 1.0 / sizes[partition[i]] : 0.0, 1e-14);
  EXPECT_NEAR(solution.theta(), 1.0, 1e-14);
  EXPECT_EQ(solution.clusters(), 3);
}

}  // namespace
}  // namespace tertium::partition
