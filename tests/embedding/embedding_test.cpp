// Losses and gradients against reference vectors and differences; optimizers; the same bits for any number of threads.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>

#include "core/methods/method.hpp"
#include "core/schemes/scheme.hpp"
#include "embedding/losses/objective.hpp"
#include "embedding/optimizers/optimize.hpp"
#include "tests/support/reference.hpp"

namespace tertium::embedding {
namespace {

using tertium::testing::number;

Terms terms_from(core::Object n, const std::vector<core::Triplet>& triplets) {
  core::Problem problem;
  problem.objects = n;
  problem.triplets = std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets));
  return terms_of(problem, Feed::kGiven);
}

struct Vectors {
  std::vector<double> x;
  std::vector<core::Triplet> triplets;
  Vectors() {
    const auto folder = tertium::testing::reference_folder() / "extra";
    for (const auto& row : tertium::testing::read_rows(folder / "embedding_X.csv"))
      for (const std::string& cell : row) x.push_back(number<double>(cell));
    for (const auto& row : tertium::testing::read_rows(folder / "embedding_triplets.csv"))
      if (row[0] != "i")
        triplets.push_back({number<core::Object>(row[0]), number<core::Object>(row[1]), number<core::Object>(row[2])});
  }
  core::Object n() const { return static_cast<core::Object>(x.size() / 2); }
};

using Make = std::function<std::unique_ptr<Objective>(Terms)>;

const std::map<std::string, Make>& losses() {
  static const std::map<std::string, Make> all = {
      {"ste", [](Terms t) { return make_objective(std::move(t), 2, GaussianLoss()); }},
      {"tste_alpha1", [](Terms t) { return make_objective(std::move(t), 2, StudentLoss(1, false)); }},
      {"ckl_mu0.05", [](Terms t) { return make_objective(std::move(t), 2, CrowdKernelLoss{0.05}); }},
      {"gnmds_hinge", [](Terms t) { return make_objective(std::move(t), 2, HingeLoss()); }},
      {"soe_margin0.1_mean", [](Terms t) { return make_objective(std::move(t), 2, SoftOrdinalLoss{0.1}); }},
      {"forte_logistic", [](Terms t) { return make_objective(std::move(t), 2, GaussianLoss()); }}};
  return all;
}

TEST(Embedding, LossesAndGradientsAreThoseOfTheVectors) {
  const Vectors vectors;
  for (const auto& row :
       tertium::testing::read_rows(tertium::testing::reference_folder() / "extra/embedding_losses.csv")) {
    if (row[0] == "loss") continue;
    const auto objective = losses().at(row[0])(terms_from(vectors.n(), vectors.triplets));
    const double scale = row[0].ends_with("_mean") ? 1.0 / static_cast<double>(objective->count()) : 1.0;
    std::vector<double> gradient(objective->size());
    EXPECT_NEAR(scale * (*objective)(vectors.x, gradient), number<double>(row[1]), 1e-11) << row[0];
    std::istringstream expected(row[2]);
    for (const double slope : gradient) {
      double value = 0.0;
      expected >> value;
      EXPECT_NEAR(scale * slope, value, 1e-11) << row[0];
    }
  }
}

TEST(Embedding, GradientsAreDifferencesInAnyDimension) {
  const Vectors vectors;
  for (const int d : {1, 2, 3, 5})
    for (const bool legacy : {false, true}) {
      if (legacy && d > 2) continue;  // there it is no gradient
      const StudentLoss loss(std::max(d - 1, 1), legacy);
      const auto objective = make_objective(terms_from(vectors.n(), vectors.triplets), d, loss);
      core::Stream stream({.master_seed = 3}, core::Purpose::kTest);
      std::vector<double> x(objective->size()), gradient(x.size()), unused(x.size());
      for (double& c : x) c = stream.normal();
      (*objective)(x, gradient);
      for (std::size_t k = 0; k < x.size(); ++k) {
        constexpr double kStep = 1e-6;
        std::vector<double> up = x, down = x;
        up[k] += kStep;
        down[k] -= kStep;
        EXPECT_NEAR(((*objective)(up, unused) - (*objective)(down, unused)) / (2.0 * kStep), gradient[k], 1e-6) << d;
      }
    }
}

TEST(Embedding, TheLegacyGradientIsRightForOneDegreeOfFreedomOnly) {
  const StudentLoss correct(3, false), legacy(3, true), first(1, false), first_legacy(1, true);
  EXPECT_NE(correct(0.5, 2.0).by_near, legacy(0.5, 2.0).by_near);
  EXPECT_DOUBLE_EQ(first(0.5, 2.0).by_near, first_legacy(0.5, 2.0).by_near);
}

TEST(Embedding, QuadrupletsThatShareAnObjectAreTriplets) {
  const Vectors vectors;
  Terms pairs;
  pairs.objects = vectors.n();
  pairs.anchor_begin.assign(static_cast<std::size_t>(vectors.n()) + 1, 0);
  for (const core::Triplet& t : vectors.triplets) pairs.quadruplets.push_back(core::as_quadruplet(t));
  for (const auto& [name, make] : losses()) {
    const auto a = make(terms_from(vectors.n(), vectors.triplets)), b = make(pairs);
    std::vector<double> gradient_a(a->size()), gradient_b(b->size());
    EXPECT_NEAR((*a)(vectors.x, gradient_a), (*b)(vectors.x, gradient_b), 1e-10) << name;
    for (std::size_t k = 0; k < gradient_a.size(); ++k) EXPECT_NEAR(gradient_a[k], gradient_b[k], 1e-10) << name;
  }
}

/// Points on a line, seven of which answer for themselves.
core::AssembledProblem line_problem(core::Object n) {
  core::ModelSample sample;
  sample.objects = n;
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = -std::abs(std::sqrt(1.0 + i) - std::sqrt(1.0 + j));
  sample.w = std::move(w);
  const core::Scheme& scheme = core::find_scheme("proportion");
  return core::assemble(std::move(sample), scheme, core::Parameters(scheme.parameter_infos()), {.master_seed = 5});
}

/// What a step makes of a problem, with some parameters set.
core::Coordinates embedded(const std::string& name, const core::Problem& problem,
                           const std::map<std::string, core::ParameterValue>& values = {}) {
  const core::Step& step = core::find<core::Step>("step", name);
  core::Parameters parameters(step.parameters);
  for (const auto& [key, value] : values) parameters.set(key, value);
  std::map<std::string, double> reports;
  return std::get<core::Coordinates>(step.run({problem, parameters, nullptr, reports}));
}

TEST(Embedding, EveryLossFitsPointsOfALine) {
  const core::AssembledProblem data = line_problem(12);
  for (const std::string name : {"t-STE", "STE", "CKL", "GNMDS", "SOE"})
    for (const std::string optimizer : {"descent", "lbfgs"}) {
      const core::Coordinates found =
          embedded(name, data.problem, {{"optimizer", optimizer}, {"restarts", std::int64_t{3}}});
      int right = 0, all = 0;
      core::for_each_triplet(*data.problem.triplets, [&](const core::Triplet& t) {
        const auto distance = [&](core::Object i, core::Object j) {
          return std::hypot(found(i, 0) - found(j, 0), found(i, 1) - found(j, 1));
        };
        right += distance(t.anchor, t.near) < distance(t.anchor, t.far) ? 1 : 0;
        ++all;
      });
      EXPECT_GT(right, 0.93 * all) << name << " " << optimizer;
    }
}

TEST(Embedding, IsTheSameForAnyNumberOfThreads) {
  const core::AssembledProblem data = line_problem(20);
  for (const std::string name : {"t-STE", "SOE"}) {
    omp_set_num_threads(1);
    const core::Coordinates one = embedded(name, data.problem);
    omp_set_num_threads(3);
    EXPECT_EQ(one, embedded(name, data.problem)) << name;
  }
  omp_set_num_threads(2);
}

TEST(Embedding, FeedsChooseTheStatements) {
  const core::AssembledProblem data = line_problem(7);
  const auto triplets = static_cast<std::size_t>(core::triplet_count(7));
  EXPECT_EQ(terms_of(data.problem, Feed::kGiven).count(), core::count_observed(*data.problem.triplets));
  EXPECT_LE(terms_of(data.problem, Feed::kMatched).count(), triplets);
  EXPECT_EQ(terms_of(data.problem, Feed::kShared).count(), terms_of(data.problem, Feed::kMatched).count());
  EXPECT_EQ(terms_of(data.problem, Feed::kQuadruplets).count(), core::count_observed(*data.problem.quadruplets));
}

}  // namespace
}  // namespace tertium::embedding
