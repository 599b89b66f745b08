// Flat clustering from comparisons, on the planted flat model: what recovers it, from how many comparisons, and with
// how many clusters.
#include <gtest/gtest.h>

#include "core/metrics/rand_index.hpp"
#include "core/schemes/scheme.hpp"
#include "tests/support/outcomes.hpp"

namespace tertium {
namespace {

core::Problem planted(core::Object n, core::Label k, const std::string& count, double eps, std::uint64_t seed,
                      const std::string& family = "normal") {
  const core::Model& model = core::find_model("planted-flat");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{n});
  parameters.set("k", std::int64_t{k});
  parameters.set("family", family);
  const core::Scheme& scheme = core::find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  values.set("count", count);
  values.set("eps", eps);
  const core::CellKey cell{seed, 3, 0};
  return core::assemble(model.sample(parameters, cell), scheme, values, cell).problem;
}

double ari(const core::Outcome& outcome, const core::Problem& problem) {
  return core::adjusted_rand_index(std::get<core::Partition>(outcome.product), problem.truth.back());
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
    EXPECT_LT(outcome.reports.at("theta_2"), 0.99) << name;
  }
  for (const char* name : {"AddS-3+SDP-k", "AddS-4+spectral", "AddS-3+k-means"})
    EXPECT_EQ(ari(run_method(testing::method_of(name, {{"k", std::int64_t{3}}}), problem), problem), 1.0) << name;
  EXPECT_EQ(ari(run_method(core::find_method("AddS-4+SDP-lambda"), problem), problem), 1.0);
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
