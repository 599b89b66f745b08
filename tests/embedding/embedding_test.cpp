// Losses and gradients against reference vectors, differences and plain formulas; optimizers; the same bits for any
// number of threads and on every instruction set.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/methods/method.hpp"
#include "embedding/losses/objective.hpp"
#include "embedding/optimizers/optimize.hpp"
#include "embedding/optimizers/small_eigen.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/plain_losses.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/targets.hpp"

namespace tertium::embedding {
namespace {

using testing::number;

Terms terms_from(core::Object n, const std::vector<core::Triplet>& triplets) {
  core::Problem problem;
  problem.objects = n;
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets)));
  return terms_of(problem, Feed::kGiven);
}

struct Vectors {
  std::vector<double> x;
  std::vector<core::Triplet> triplets;
  Vectors() {
    const auto folder = testing::reference_folder() / "extra";
    for (const auto& row : testing::read_rows(folder / "embedding_X.csv"))
      for (const std::string& cell : row) x.push_back(number<double>(cell));
    for (const auto& row : testing::read_rows(folder / "embedding_triplets.csv"))
      if (row[0] != "i")
        triplets.push_back({number<core::Object>(row[0]), number<core::Object>(row[1]), number<core::Object>(row[2])});
  }
  core::Object n() const { return static_cast<core::Object>(x.size() / 2); }
};

const std::map<std::string, Loss>& losses() {
  static const std::map<std::string, Loss> all = {
      {"ste", GaussianLoss()},      {"tste_alpha1", StudentLoss{1, false}},       {"ckl_mu0.05", CrowdKernelLoss{0.05}},
      {"gnmds_hinge", HingeLoss()}, {"soe_margin0.1_mean", SoftOrdinalLoss{0.1}}, {"forte_logistic", GaussianLoss()}};
  return all;
}

TEST(Embedding, LossesAndGradientsAreThoseOfTheVectors) {
  const Vectors vectors;
  for (const auto& row : testing::read_rows(testing::reference_folder() / "extra/embedding_losses.csv")) {
    if (row[0] == "loss") continue;
    const Objective objective(terms_from(vectors.n(), vectors.triplets), losses().at(row[0]));
    const double scale = row[0].ends_with("_mean") ? 1.0 / static_cast<double>(objective.count()) : 1.0;
    std::vector<double> gradient(vectors.x.size());
    EXPECT_NEAR(scale * objective(vectors.x, gradient), number<double>(row[1]), 1e-11) << row[0];
    std::istringstream expected(row[2]);
    for (const double slope : gradient) {
      double value = 0.0;
      expected >> value;
      EXPECT_NEAR(scale * slope, value, 1e-11) << row[0];
    }
  }
}

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  core::Stream stream({.master_seed = seed}, core::Purpose::kTest);
  std::vector<double> x(count);
  for (double& c : x) c = stream.normal();
  return x;
}

TEST(Embedding, GradientsAreDifferencesInAnyDimension) {
  const Vectors vectors;
  for (const int d : {1, 2, 3, 5})
    for (const Loss& loss : {Loss(StudentLoss{std::max(d - 1, 1), d == 2}), Loss(GaussianLoss())}) {
      const Objective objective(terms_from(vectors.n(), vectors.triplets), loss);
      const std::vector<double> x = random_numbers(static_cast<std::size_t>(vectors.n() * d), 3);
      std::vector<double> gradient(x.size());
      objective(x, gradient);
      for (std::size_t k = 0; k < x.size(); ++k) {
        constexpr double kStep = 1e-6;
        std::vector<double> up = x, down = x;
        up[k] += kStep;
        down[k] -= kStep;
        const double slope = (objective.loss(up) - objective.loss(down)) / (2.0 * kStep);
        EXPECT_NEAR(slope, gradient[k], 1e-6) << d;
      }
    }
}

/// Random statements: triplets of all anchors but for some, few or many of each, and comparisons of any pairs.
Terms random_terms(Object n, int triplets, int others) {
  core::Stream stream({.master_seed = 7, .point = static_cast<std::uint64_t>(n)}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
  Terms terms{n, {}};
  while (triplets + others > 0) {
    const bool anchored = triplets > 0;
    core::Quadruplet s{object(), object(), object(), object()};
    if (anchored) s.k = s.i;
    if (s.i == s.j || s.k == s.l || (anchored && (s.j == s.l || s.i % 5 == 1))) continue;
    --(anchored ? triplets : others);
    terms.statements.push_back(s);
  }
  return terms;
}

/// A share of all comparisons of each anchor, answered at random, shuffled; some of them again, or the other way round.
Terms most_terms(Object n, double share) {
  core::Stream stream({.master_seed = 8, .point = static_cast<std::uint64_t>(n)}, core::Purpose::kTest);
  Terms terms{n, {}};
  std::vector<core::Quadruplet>& all = terms.statements;
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = j + 1; k < n; ++k)
        if (i != j && i != k && stream.uniform() < share)
          all.push_back(stream.below(2) == 0 ? core::Quadruplet{i, j, i, k} : core::Quadruplet{i, k, i, j});
  for (std::size_t k = 0, count = all.size(); k < count; k += 7)
    all.push_back(k % 2 == 0 ? all[k] : core::Quadruplet{all[k].k, all[k].l, all[k].i, all[k].j});
  for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[stream.below(k)]);
  return terms;
}

// Groups cut everywhere: tables, lists of partners and all of them, many anchors in a group and many groups of an
// anchor.
TEST(EmbeddingKernel, IsThePlainFormulaOnEveryInstructionSet) {
  const Terms all_terms[] = {random_terms(12, 5, 3),    random_terms(30, 2000, 0), random_terms(300, 900, 5000),
                             random_terms(7, 33000, 0), most_terms(3, 1.0),        most_terms(8, 0.9),
                             most_terms(9, 1.0),        most_terms(27, 0.4)};
  std::vector<Loss> kinds{StudentLoss{2, false}, StudentLoss{4, true}, CrowdKernelLoss{0.0}, SmoothOrdinalLoss()};
  for (const auto& [name, loss] : losses()) kinds.push_back(loss);
  for (const Terms& terms : all_terms)
    for (const Loss& loss : kinds)
      for (const std::size_t d : {std::size_t{2}, std::size_t{11}}) {
        if (terms.statements.size() > 10'000 && loss.index() > 0) continue;  // how groups are cut is the same for all
        const auto n = static_cast<std::size_t>(terms.objects);
        const std::vector<double> x = random_numbers(n * d, 1), v = random_numbers(n * 3, 2);
        std::vector<double> plain(v.size());
        const double value = plain::plain_along(terms, loss, x, v, plain);
        const Objective objective(terms, loss);
        std::vector<double> first;
        for (const std::int64_t target : testing::all_targets()) {
          const testing::ForcedTarget forced(target);
          std::vector<double> found(v.size() + 1), gradient(x.size()), product(x.size());
          found.back() = objective.evaluate(x);
          objective.multiply(v, std::span(found).first(v.size()));
          objective.multiply(x, product);
          EXPECT_NEAR(found.back(), value, 1e-11 * std::abs(value)) << loss.index();
          EXPECT_EQ(objective(x, gradient), found.back());
          EXPECT_EQ(objective.loss(x), found.back());
          EXPECT_EQ(gradient, product);
          for (std::size_t k = 0; k < plain.size(); ++k)
            ASSERT_NEAR(found[k], plain[k], 1e-9 * (1.0 + std::abs(plain[k]))) << loss.index();
          if (first.empty()) first = found;
          EXPECT_EQ(first, found) << hwy::TargetName(target) << " has other bits";
        }
      }
}

// Where a product of probabilities leaves the range of numbers, every lane takes its logarithms by itself.
TEST(EmbeddingKernel, AddsUpImprobableStatements) {
  Terms terms{4, {}};
  for (int k = 0; k < 100; ++k) terms.statements.push_back({0, 3, 0, static_cast<Object>(1 + k % 2)});
  const std::vector<double> x{0.0, 0.1, 0.2, 18.0};
  std::vector<double> found(x.size()), plain(x.size());
  const double value = plain::plain_along(terms, GaussianLoss(), x, x, plain);
  EXPECT_NEAR(Objective(terms, GaussianLoss())(x, found), value, 1e-11 * value);
  EXPECT_GT(value, 30000.0);
}

// Powers of distances that differ by more than 600 are no numbers.
TEST(EmbeddingKernel, AddsUpStatementsAboutDistancesFarApart) {
  for (const double spread : {5.0, 12.0, 60.0})
    for (const Terms& terms : {most_terms(12, 0.8), random_terms(12, 40, 0)}) {
      std::vector<double> x = random_numbers(2 * static_cast<std::size_t>(terms.objects), 4);
      for (double& c : x) c *= spread;
      // Those that are answered as the places have it: of the others a loss above 600 counts as 600.
      Terms right{terms.objects, {}};
      const auto apart = [&](Object i, Object j) {
        return std::hypot(x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]);
      };
      for (const core::Quadruplet& s : terms.statements)
        if (apart(s.i, s.j) < apart(s.k, s.l) || spread < 10.0) right.statements.push_back(s);
      std::vector<double> found(x.size()), plain(x.size());
      const double value = plain::plain_along(right, GaussianLoss(), x, x, plain);
      EXPECT_NEAR(Objective(right, GaussianLoss())(x, found), value, 1e-11 * (1.0 + value)) << spread;
      for (std::size_t k = 0; k < plain.size(); ++k) EXPECT_NEAR(found[k], plain[k], 1e-9 * (1.0 + std::abs(plain[k])));
    }
}

TEST(Embedding, TheLegacyGradientIsRightForOneDegreeOfFreedomOnly) {
  const Vectors vectors;
  const auto gradient = [&](int alpha, bool legacy) {
    std::vector<double> slopes(vectors.x.size());
    Objective(terms_from(vectors.n(), vectors.triplets), StudentLoss{alpha, legacy})(vectors.x, slopes);
    return slopes;
  };
  EXPECT_EQ(gradient(1, false), gradient(1, true));
  EXPECT_NE(gradient(3, false), gradient(3, true));
}

TEST(Embedding, TheNearestFactorIsThatOfTheLargestEigenvalues) {
  // Eigenvalues 5, 2, -1 along three orthogonal directions.
  const double root = std::sqrt(0.5);
  const double u[3][3] = {{root, root, 0.0}, {0.0, 0.0, 1.0}, {root, -root, 0.0}};
  const double values[3] = {5.0, 2.0, -1.0};
  Matrix a(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int c = 0; c < 3; ++c) a(i, j) += values[c] * u[c][i] * u[c][j];
  const Matrix factor = nearest_factor(a, 3);
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 2; ++c) EXPECT_NEAR(factor(i, c), std::sqrt(values[c]) * u[c][i], 1e-14);
    EXPECT_EQ(factor(i, 2), 0.0) << "a negative eigenvalue is left out";
  }
}

/// Places on a line, seven of which answer for themselves.
problems::AssembledProblem line_problem(core::Object n, double eps = 1.0) {
  problems::ModelSample sample;
  sample.objects = n;
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = -std::abs(std::sqrt(1.0 + i) - std::sqrt(1.0 + j));
  sample.provide<core::Similarities>(std::move(w));
  const problems::Scheme& scheme = problems::find_scheme("proportion");
  core::Parameters values(scheme.parameter_infos());
  values.set("eps", eps);
  return problems::assemble(std::move(sample), scheme, values, {.master_seed = 5});
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

TEST(Embedding, EveryLossFitsPlacesOfALine) {
  const problems::AssembledProblem data = line_problem(12);
  for (const std::string name : {"t-STE", "STE", "CKL", "GNMDS", "SOE", "FORTE"})
    for (const std::string optimizer : {"descent", "lbfgs", "projected"}) {
      const core::Coordinates found =
          embedded(name, data.problem, {{"optimizer", optimizer}, {"restarts", std::int64_t{3}}});
      int right = 0, all = 0;
      core::for_each_triplet(data.problem.get<core::Triplets>(), [&](const core::Triplet& t) {
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
  const problems::AssembledProblem data = line_problem(60);  // of 102,660 triplets, worth threads
  const std::map<std::string, core::ParameterValue> few{{"iterations", std::int64_t{10}}};
  for (const std::string name : {"t-STE", "SOE", "FORTE"}) {
    omp_set_num_threads(1);
    const core::Coordinates one = embedded(name, data.problem, few);
    omp_set_num_threads(3);
    EXPECT_EQ(one, embedded(name, data.problem, few)) << name;
  }
  omp_set_num_threads(2);
}

TEST(Embedding, FeedsChooseTheStatements) {
  const problems::AssembledProblem data = line_problem(7);
  const auto triplets = static_cast<std::size_t>(core::triplet_count(7));
  const auto count = [&](Feed feed) { return terms_of(data.problem, feed).statements.size(); };
  EXPECT_EQ(count(Feed::kGiven), core::count_observed(data.problem.get<core::Triplets>()));
  EXPECT_LE(count(Feed::kMatched), triplets);
  EXPECT_EQ(count(Feed::kShared), count(Feed::kMatched));
  EXPECT_EQ(count(Feed::kQuadruplets), core::count_observed(data.problem.get<core::Quadruplets>()));
}

TEST(Embedding, VotesOnAQuestionAreStatementsOfBothSides) {
  const core::Quadruplet one{0, 1, 2, 3}, other{2, 3, 0, 1};
  core::Problem problem;
  problem.objects = 4;
  problem.provide<core::Quadruplets>(
      std::make_shared<const core::ListedQuadruplets>(4, std::vector<core::Quadruplet>{one, other, one, one}));
  const std::vector<core::Quadruplet> statements = terms_of(problem, Feed::kQuadruplets).statements;
  EXPECT_EQ(std::ranges::count(statements, one), 3);
  EXPECT_EQ(std::ranges::count(statements, other), 1);
}

// Where some answers are wrong there is a finite optimum, and steps on the Gram matrix end near what L-BFGS finds in
// coordinates.
TEST(Embedding, WeightsAreRepetitions) {
  Terms weighted = random_terms(20, 900, 300), repeated{20, {}};
  for (std::size_t k = 0; k < weighted.statements.size(); ++k) {
    weighted.weights.push_back(k % 3 == 0 ? 0.5 : 1.0 + static_cast<double>(k % 4));  // some are 1
    repeated.statements.insert(repeated.statements.end(), static_cast<std::size_t>(2.0 * weighted.weights.back()),
                               weighted.statements[k]);
  }
  for (const auto& [name, loss] : losses()) {
    const Objective one(weighted, loss), other(repeated, loss);
    const std::vector<double> x = random_numbers(60, 5);
    std::vector<double> gradient(x.size()), twice(x.size());
    const double found = one(x, gradient), expected = 0.5 * other(x, twice);
    EXPECT_NEAR(found, expected, 1e-10 * expected) << name;
    EXPECT_NEAR(one.loss(x), expected, 1e-10 * expected) << name;
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(gradient[k], 0.5 * twice[k], 1e-9) << name;
  }
}

TEST(Embedding, ManyVotesAreWeights) {
  const std::vector<core::Triplet> triplets{{0, 1, 2}, {1, 0, 3}, {0, 2, 1}, {2, 3, 1}};
  const std::vector<std::int32_t> counts{60, 12, 20, 4};
  core::Problem problem;
  problem.objects = 4;
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(4, triplets), counts));
  const Terms terms = terms_of(problem, Feed::kGiven);
  std::map<double, core::Quadruplet> of_weight;
  for (std::size_t k = 0; k < terms.statements.size(); ++k)
    of_weight[std::round(24.0 * terms.weights[k])] = terms.statements[k];  // 96 answers, four of them different
  ASSERT_EQ(of_weight.size(), 4U);
  for (std::size_t k = 0; k < triplets.size(); ++k)
    EXPECT_EQ(of_weight[counts[k]], core::as_quadruplet(triplets[k])) << k;
}

TEST(Embedding, ForteFindsWhatOtherOptimizersFind) {
  const problems::AssembledProblem data = line_problem(20, 0.6);
  const auto loss = [&](const std::string& optimizer, std::int64_t iterations) {
    const core::Step& step = core::find<core::Step>("step", "FORTE");
    core::Parameters parameters(step.parameters);
    parameters.set("optimizer", optimizer);
    parameters.set("iterations", iterations);
    std::map<std::string, double> reports;
    step.run({data.problem, parameters, nullptr, reports});
    return reports.at("embedding_loss");
  };
  EXPECT_NEAR(loss("projected", 100), loss("lbfgs", 1000), 0.01 * loss("lbfgs", 1000));
  EXPECT_LT(loss("projected", 100), loss("projected", 5));
}

}  // namespace
}  // namespace tertium::embedding
