// Flat clustering from comparisons, on the planted flat model: what recovers it, from how many comparisons, and with
// how many clusters.
#include <gtest/gtest.h>
#include <omp.h>

#include <map>

#include "core/comparisons/listed_triplets.hpp"
#include "embedding/dense/matrix.hpp"
#include "kernels/additive/adds3.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using testing::planted;

double ari(const core::Outcome& outcome, const core::Problem& problem) {
  return metrics::adjusted_rand_index(std::get<core::Partition>(outcome.product), problem.get<core::Truth>().back());
}

// ADDS20, section 5, at a smaller n: additive similarities recover the clusters from n (ln n)^4 comparisons, an eighth
// of them wrong.
TEST(FlatMethods, RecoverPlantedClusters) {
  const core::Problem problem = planted(120, 3, "n*ln(n)^4", 0.75, 1);
  for (const char* name : {"AddS-3+SPUR", "AddS-4+SPUR"}) {
    const core::Outcome outcome = run_method(core::find_method(name), problem);
    EXPECT_EQ(ari(outcome, problem), 1.0) << name;
    EXPECT_EQ(testing::reported(outcome, "k_hat"), 3) << name;
    EXPECT_GT(outcome.reports.at("theta"), 0.99) << name;
    EXPECT_EQ(testing::reported(outcome, "stand_out"), 2) << name;
    EXPECT_LT(outcome.reports.at("theta_2"), 0.99) << name;
  }
  for (const char* name : {"AddS-3+SDP-k", "AddS-4+spectral", "AddS-3+k-means"})
    EXPECT_EQ(ari(run_method(testing::method_of(name, {{"k", std::int64_t{3}}}), problem), problem), 1.0) << name;
  EXPECT_EQ(ari(run_method(core::find_method("AddS-4+SDP-lambda"), problem), problem), 1.0);
}

// Of few answers to each object, whose eigenvectors turn from one iteration to the next, the program is solved, too: it
// stood still for ever while these were followed by one step.
TEST(FlatMethods, SolveProgramsOfFewTriplets) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const core::Problem problem = planted(100, 10, "n*ln(n)", 1.0, seed, "normal", "yes");
    const core::Outcome outcome = run_method(
        testing::method_of("MulK-3+SDP-k",
                           {{"k", std::int64_t{10}}, {"tolerance", 0.01}, {"iterations", std::int64_t{3000}}}),
        problem);
    EXPECT_LT(outcome.reports.at("gap"), 0.2) << seed;
  }
}

// The threshold for AddS is k^2 n / (eps delta)^2 comparisons, here 5400; the multiplicative kernel's is larger.
TEST(FlatMethods, NeedSoManyComparisons) {
  const auto score = [](const char* name, const char* count, double eps) {
    const core::Problem problem = planted(150, 3, count, eps, 2);
    return ari(run_method(testing::method_of(name, {{"k", std::int64_t{3}}}), problem), problem);
  };
  EXPECT_LT(score("AddS-3+spectral", "1500", 1.0), 0.3);
  EXPECT_GT(score("AddS-3+spectral", "40000", 1.0), 0.9);
  EXPECT_LT(score("MulK-3+spectral", "15000", 1.0), 0.3);
  EXPECT_LT(score("AddS-3+spectral", "40000", 0.1), 0.3) << "noise";
}

// Twice the threshold of exact recovery, and 16 clusters, of which ten starts of k-means++ joined some: now only single
// objects are wrong (the spectral step sees less than the refinement that AddS-3-sparse ends with).
TEST(FlatMethods, RecoverManyClusters) {
  for (const std::uint64_t seed : {5, 6}) {
    const core::Problem problem = planted(400, 16, "175300", 1.0, seed, "normal", "no", 0.8);
    const auto score = [&](const char* name) {
      return ari(run_method(testing::method_of(name, {{"k", std::int64_t{16}}}), problem), problem);
    };
    EXPECT_GT(score("AddS-3+spectral"), 0.9) << seed;
    EXPECT_EQ(score("AddS-3-sparse"), 1.0) << seed;
  }
}

// A question that is asked of many is one question: what MulK-3 says does not change, T_i included.
TEST(FlatMethods, MulK3CountsQuestionsAndNotHowOftenTheyAreAsked) {
  const core::Problem given = testing::problem_of(testing::random_similarities(24, 6), 6, 0.5, 0.8);
  const std::vector<core::Triplet> once = testing::triplets_of(given.get<core::Triplets>());
  std::vector<core::Triplet> often = once;
  for (std::size_t t = 0; t < once.size() / 4; ++t) often.insert(often.end(), 99, once[t]);
  const auto similarities = [](const std::vector<core::Triplet>& triplets, const char* reading) {
    core::Problem problem;
    problem.objects = 24;
    problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(24, triplets)));
    std::map<std::string, double> reports;
    const core::Method method = testing::method_of("3K+AL", {{"reading", std::string(reading)}});
    const core::Product product =
        method.links[0].step->run(core::StepRun{problem, method.links[0].parameters, nullptr, reports});
    const auto& table = std::get<core::SimilarityMatrix>(product);
    const auto values = std::get<std::shared_ptr<const core::PairTable<double>>>(table)->values();
    return std::vector<double>(values.begin(), values.end());
  };
  for (const char* reading : {"literal", "infinite", "sampled"})
    EXPECT_EQ(similarities(often, reading), similarities(once, reading)) << reading;
}

TEST(FlatMethods, AreRefusedWhereTheyNeedATableOfAllPairs) {
  EXPECT_THROW(core::check_objects(core::find_method("AddS-3+spectral"), 70000), core::UserError);
  EXPECT_NO_THROW(core::check_objects(core::find_method("AddS-3-sparse"), 70000));
}

TEST(FlatMethods, WorkOnTheTrueSimilarities) {
  const core::Problem problem = planted(60, 3, "10", 1.0, 3);
  for (const char* name : {"SDP-k", "spectral", "k-means"})
    EXPECT_GT(ari(run_method(testing::method_of(name, {{"k", std::int64_t{3}}}), problem), problem), 0.85) << name;
  EXPECT_GT(ari(run_method(core::find_method("SDP-lambda"), problem), problem), 0.85);
}

TEST(FlatMethods, FailWhereAProgramIsNotSolved) {
  const core::Problem problem = planted(60, 3, "n*ln(n)^2", 1.0, 4);
  const core::Method method =
      testing::method_of("AddS-3+SPUR", {{"tolerance", 1e-9}, {"iterations", std::int64_t{10}}});
  EXPECT_THROW(run_method(method, problem), core::UserError);
}

TEST(FlatMethods, KMeansTakesPlacesOfObjects) {
  const core::Outcome outcome =
      run_method(testing::method_of("t-STE+k-means", {{"k", std::int64_t{3}}}), planted(60, 3, "n*ln(n)^4", 1.0, 5));
  EXPECT_EQ(std::get<core::Partition>(outcome.product).clusters(), 3);
}

TEST(FlatMethods, TakeTheTrueNumberOfClusters) {
  const core::Problem problem = planted(60, 3, "n*ln(n)^4", 1.0, 5);
  for (const char* name : {"AddS-3+SDP-k", "AddS-3+spectral", "AddS-3+k-means", "AddS-3+AL+cut"}) {
    const core::Method method = testing::method_of(name, {{"k", std::int64_t{0}}});
    EXPECT_TRUE(method.needs().contains(core::Provision::kTruth)) << name;
    EXPECT_EQ(std::get<core::Partition>(run_method(method, problem).product).clusters(), 3) << name;
    EXPECT_FALSE(testing::method_of(name, {{"k", std::int64_t{3}}}).needs().contains(core::Provision::kTruth)) << name;
  }
}

}  // namespace
}  // namespace tertium
