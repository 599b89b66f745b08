// LORE: singular values less their weights against the decomposition, a value that never rises and is the one of the
// formula, folds of sets of objects, and planted places whose number of dimensions comes out.
#include "embedding/optimizers/low_rank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/method.hpp"
#include "embedding/dense/symmetric_eigen.hpp"
#include "embedding/terms/set_folds.hpp"
#include "tests/support/plain_losses.hpp"

namespace tertium::embedding {
namespace {

using core::Triplet;

Matrix normal_matrix(int rows, int cols, std::uint64_t seed) {
  core::Stream stream({.master_seed = seed}, core::Purpose::kTest);
  Matrix a(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) a(i, j) = stream.normal();
  return a;
}

std::vector<double> rows_of(const Matrix& a) {
  std::vector<double> rows;
  for (int i = 0; i < a.rows(); ++i) rows.insert(rows.end(), a.row(i), a.row(i) + a.cols());
  return rows;
}

/// U diag(values) V^T.
Matrix composed(const Matrix& u, const std::vector<double>& values, const Matrix& v) {
  Matrix scaled = u;
  for (int i = 0; i < u.rows(); ++i)
    for (int c = 0; c < u.cols(); ++c) scaled(i, c) *= values[c];
  return multiply(scaled, v.transposed());
}

/// Of rows of d numbers, by LAPACK.
std::vector<double> singular_values(const std::vector<double>& rows, int d) {
  Matrix a(static_cast<int>(rows.size()) / d, d);
  for (int i = 0; i < a.rows(); ++i)
    for (int c = 0; c < d; ++c) a(i, c) = rows[static_cast<std::size_t>(i * d + c)];
  std::vector<double> values = symmetric_eigen(multiply_transposed(a, a)).values;
  for (double& value : values) value = std::sqrt(std::max(0.0, value));
  return values;
}

/// The triplets that places say, and a share of them the other way round.
std::vector<Triplet> triplets_of(const Matrix& places, int count, double wrong, std::uint64_t seed) {
  core::Stream stream({.master_seed = seed}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(places.rows()))); };
  const auto apart = [&](Object i, Object j) {
    double sum = 0.0;
    for (int c = 0; c < places.cols(); ++c) sum += std::pow(places(i, c) - places(j, c), 2);
    return sum;
  };
  std::vector<Triplet> triplets;
  while (std::ssize(triplets) < count) {
    Triplet t{object(), object(), object()};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if ((apart(t.anchor, t.near) > apart(t.anchor, t.far)) != (stream.uniform() < wrong)) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  return triplets;
}

Terms terms_of_triplets(Object n, const std::vector<Triplet>& triplets) {
  Terms terms{n, {}};
  for (const Triplet& t : triplets) terms.statements.push_back(core::as_quadruplet(t));
  return terms;
}

TEST(LowRank, SingularValuesLoseTheirWeights) {
  const Matrix u = orthonormal(normal_matrix(9, 4, 1)), v = orthonormal(normal_matrix(4, 4, 2));
  const std::vector<double> values{5.0, 3.0, 2.0, 0.5}, weights{0.25, 1.0, 1.5, 4.0}, left{4.75, 2.0, 0.5, 0.0};
  const LowRank found = shrunk(rows_of(composed(u, values, v)), 4, weights);
  const std::vector<double> expected = rows_of(composed(u, left, v));
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(found.rows[k], expected[k], 1e-13);
  for (std::size_t k = 0; k < left.size(); ++k) EXPECT_NEAR(found.singular[k], left[k], 1e-13);
}

TEST(LowRank, ThePenaltyIsBelowItsTangents) {
  const SchattenPenalty penalty{0.7, 0.3};
  const std::vector<double> values{0.2, 1.0, 6.0, 0.0}, weights = penalty.weights(values);
  EXPECT_NEAR(penalty.value(values), 0.7 * (std::pow(0.2, 0.3) + 1.0 + std::pow(6.0, 0.3)), 1e-14);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(weights[k], 0.7 * 0.3 * std::pow(values[k], -0.7), 1e-14);
  EXPECT_EQ(weights[3], std::numeric_limits<double>::infinity());
  EXPECT_EQ(SchattenPenalty({2.0, 1.0}).weights({0.5, 9.0}), (std::vector<double>{2.0, 2.0}));
}

TEST(LowRank, TheValueIsThatOfTheFormulaAndNeverRises) {
  const Terms terms = terms_of_triplets(25, triplets_of(normal_matrix(25, 2, 3), 700, 0.1, 4));
  const SmoothOrdinalLoss loss{1.0};
  const Objective objective(terms, loss);
  for (const SchattenPenalty& penalty : {SchattenPenalty{0.01, 0.5}, {0.03, 0.5}, {0.01, 1.0}, {0.1, 0.2}}) {
    const LowRankFit fit = minimize_low_rank(objective, rows_of(normal_matrix(25, 6, 5)), 6, penalty, 400, 1e-7);
    for (std::size_t k = 1; k < fit.values.size(); ++k) EXPECT_LE(fit.values[k], fit.values[k - 1] + 1e-13) << k;
    ASSERT_GT(fit.dimensions, 0);
    ASSERT_EQ(fit.x.size(), 25U * static_cast<std::size_t>(fit.dimensions));
    std::vector<double> slopes(fit.x.size());
    const double mean = plain::plain_along(terms, loss, fit.x, fit.x, slopes) / static_cast<double>(objective.count());
    double penalized = mean;
    for (const double s : singular_values(fit.x, fit.dimensions)) penalized += penalty.lambda * std::pow(s, penalty.p);
    EXPECT_NEAR(fit.values.back(), penalized, 1e-9);
    EXPECT_NEAR(fit.loss, mean, 1e-12);
    // The value is stationary along the scale of all places, of which the penalty is a power.
    double by_scale = 0.0;
    for (std::size_t k = 0; k < slopes.size(); ++k) by_scale += slopes[k] * fit.x[k];
    EXPECT_NEAR(by_scale / static_cast<double>(objective.count()), -penalty.p * (penalized - mean), 1e-3) << penalty.p;
  }
}

struct Made {
  core::Coordinates places;
  std::map<std::string, double> reports;
};

Made lore(const std::vector<Triplet>& triplets, Object n, const std::map<std::string, core::ParameterValue>& values) {
  core::Problem problem;
  problem.cell = {.master_seed = 3};
  problem.objects = n;
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets)));
  const core::Step& step = core::find<core::Step>("step", "LORE");
  core::Parameters parameters(step.parameters);
  for (const auto& [key, value] : values) parameters.set(key, value);
  Made found;
  found.places = std::get<core::Coordinates>(step.run({problem, parameters, nullptr, found.reports}));
  return found;
}

TEST(Lore, FindsThePlane) {
  const Matrix places = normal_matrix(30, 2, 6);
  const Made found = lore(triplets_of(places, 900, 0.05, 7), 30, {});
  EXPECT_EQ(found.reports.at("embedding_dimensions"), 2.0);
  ASSERT_EQ(found.places.dimensions, 2);
  const double tried = found.reports.at("embedding_penalty") * std::sqrt(900.0) / std::pow(30.0, 0.25);
  EXPECT_TRUE(std::ranges::any_of(std::array{0.1, 0.15, 0.2, 0.3, 0.45}, [&](double penalty) {
    return std::abs(penalty - tried) < 1e-12;
  })) << tried;
  const std::vector<Triplet> right = triplets_of(places, 2000, 0.0, 8);
  const auto apart = [&](Object i, Object j) {
    return std::hypot(found.places(i, 0) - found.places(j, 0), found.places(i, 1) - found.places(j, 1));
  };
  const auto predicted =
      std::ranges::count_if(right, [&](const Triplet& t) { return apart(t.anchor, t.near) < apart(t.anchor, t.far); });
  EXPECT_GT(predicted, 1850);
  double sums[2] = {}, squares[2] = {}, across = 0.0;  // centred, along principal axes, the longest first
  for (Object i = 0; i < 30; ++i) {
    for (int c = 0; c < 2; ++c) sums[c] += found.places(i, c), squares[c] += std::pow(found.places(i, c), 2);
    across += found.places(i, 0) * found.places(i, 1);
  }
  EXPECT_NEAR(std::max({std::abs(sums[0]), std::abs(sums[1]), std::abs(across)}), 0.0, 1e-9 * squares[0]);
  EXPECT_GT(squares[0], squares[1]);
}

TEST(Lore, AGivenPenaltyLeavesAllDimensionsOrNone) {
  const std::vector<Triplet> triplets = triplets_of(normal_matrix(12, 2, 6), 200, 0.0, 7);
  const Made all = lore(triplets, 12, {{"lambda", 0.0}, {"d", std::int64_t{4}}, {"iterations", std::int64_t{20}}});
  EXPECT_EQ(all.places.dimensions, 4);
  EXPECT_EQ(all.reports.at("embedding_penalty"), 0.0);
  const Made none = lore(triplets, 12, {{"lambda", 5.0}});
  EXPECT_EQ(none.reports.at("embedding_dimensions"), 0.0);
  EXPECT_EQ(none.places, (core::Coordinates{12, 1, std::vector<double>(12, 0.0)}));
}

TEST(SetFolds, HoldAnswersAboutTheSameObjectsOutTogether) {
  using Folds = SetFolds<3>;
  std::vector<Folds::Set> sets;
  for (Object i = 0; i < 23; ++i)
    for (int time = 0; time < 1 + i % 3; ++time) sets.push_back({i, 50, 60});
  const Folds folds(sets, 5, {.master_seed = 2});
  EXPECT_EQ(folds.sets(), 23U);
  std::array<int, 5> size{};
  for (Object i = 0; i < 23; ++i) ++size.at(static_cast<std::size_t>(folds({i, 50, 60})));
  std::ranges::sort(size);
  EXPECT_EQ(size, (std::array<int, 5>{4, 4, 5, 5, 5}));
}

}  // namespace
}  // namespace tertium::embedding
