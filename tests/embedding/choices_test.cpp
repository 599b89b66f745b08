// SPoSE: what triplets say of pairs that were chosen, the loss and its gradient against the plain formula and against
// differences, numbers that stay not negative, pruning, and places that answers were drawn from.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/method.hpp"
#include "embedding/choices/choice_objective.hpp"
#include "embedding/choices/dimensions.hpp"
#include "embedding/choices/penalty_choice.hpp"
#include "embedding/optimizers/nonnegative.hpp"
#include "tests/support/odd_one_out_lists.hpp"
#include "tests/support/plain_choices.hpp"
#include "tests/support/targets.hpp"

namespace tertium::embedding {
namespace {

using core::OddOneOut;
using core::Triplet;

core::Stream stream_of(std::uint64_t seed) {
  return core::Stream({.master_seed = seed}, core::Purpose::kTest);
}

std::vector<double> uniform_numbers(std::size_t count, double most, std::uint64_t seed) {
  core::Stream stream = stream_of(seed);
  std::vector<double> x(count);
  for (double& value : x) value = most * stream.uniform();
  return x;
}

core::Problem problem_of(Object n, const std::vector<Triplet>& triplets) {
  core::Problem problem;
  problem.cell = {.master_seed = 3};
  problem.objects = n;
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets)));
  return problem;
}

Choices random_choices(Object n, int of_three, int of_two, std::uint64_t seed) {
  core::Stream stream = stream_of(seed);
  Choices choices{n, testing::random_answers(n, of_three, stream), {}};
  for (const OddOneOut& answer : testing::random_answers(n, of_two, stream))
    choices.of_two.push_back({answer.a, answer.b, answer.odd});
  return choices;
}

TEST(Choices, AreOfThreeWhereBothObjectsOfAPairSpeak) {
  // 0 and 1 together twice, once more from the side of 1; 2 is nearer to 3 than to 0, and 3 nearer to 2 than to 1.
  const std::vector<Triplet> triplets{{1, 0, 2}, {0, 1, 2}, {1, 0, 2}, {2, 3, 0}, {3, 2, 1}, {0, 1, 2}, {1, 0, 2}};
  const Choices choices = choices_of(problem_of(4, triplets));
  EXPECT_EQ(choices.of_three, (std::vector<OddOneOut>{{0, 1, 2}, {0, 1, 2}}));
  EXPECT_EQ(choices.of_two, (std::vector<Triplet>{{1, 0, 2}, {2, 3, 0}, {3, 2, 1}}));
  EXPECT_EQ(choices.count(), 5U);
}

TEST(Choices, OfOddOneOutsAreTheOddOneOuts) {
  core::Stream stream = stream_of(1);
  std::vector<OddOneOut> answers = testing::random_answers(9, 300, stream);
  Choices found = choices_of(problem_of(9, core::as_triplets(answers)));
  for (OddOneOut& answer : answers)
    if (answer.a > answer.b) std::swap(answer.a, answer.b);
  std::sort(answers.begin(), answers.end());
  std::sort(found.of_three.begin(), found.of_three.end());
  EXPECT_EQ(found.of_three, answers);
  EXPECT_TRUE(found.of_two.empty());
}

TEST(ChoiceObjective, IsThePlainFormulaAndItsDifferences) {
  for (const auto& [n, dimensions] : {std::pair{5, 1}, std::pair{17, 3}, std::pair{40, 9}}) {
    const int d = dimensions;  // which lambdas may take
    const Choices choices = random_choices(n, 200, 150, 2);
    const ChoiceObjective objective(choices);
    EXPECT_EQ(objective.count(), 350U);
    std::vector<double> x = uniform_numbers(static_cast<std::size_t>(n * d), 1.5, 3), slopes(x.size());
    const auto plain = [&] { return plain::choice_loss(choices, {x, static_cast<std::size_t>(d)}); };
    const double value = plain();
    EXPECT_NEAR(objective(x, slopes), value, 1e-11 * value);
    for (std::size_t k = 0; k < x.size(); ++k) {
      constexpr double kStep = 1e-5;
      const double here = x[k];
      x[k] = here + kStep;
      const double up = plain();
      x[k] = here - kStep;
      const double down = plain();
      x[k] = here;
      EXPECT_NEAR((up - down) / (2.0 * kStep), slopes[k], 1e-6) << n << " objects, number " << k;
    }
  }
}

TEST(ChoiceObjective, AddsUpImprobableChoices) {
  Choices choices{3, {}, {}};
  for (int k = 0; k < 50; ++k) choices.of_three.push_back({0, 1, 2});
  for (int k = 0; k < 50; ++k) choices.of_two.push_back({0, 1, 2});
  const std::vector<double> x{16.0, 1.0, 15.0};
  std::vector<double> slopes(3);
  EXPECT_NEAR(ChoiceObjective(choices)(x, slopes), 100.0 * 224.0, 1e-6);
}

/// Lists of no choice, of some, and of more than are looked up at once; blocks of rows that end early, and that do not.
TEST(ChoiceObjective, HasThePlainSlopesOnEveryInstructionSet) {
  for (const auto& [n, count] : {std::pair{3, 10}, std::pair{5, 2000}, std::pair{48, 30}, std::pair{101, 5000}}) {
    const Choices choices = random_choices(n, count, count / 2, 6);
    const std::vector<double> x = uniform_numbers(static_cast<std::size_t>(n) * 7, 1.2, 7);
    const double value = plain::choice_loss(choices, {x, 7});
    const std::vector<double> plain = plain::choice_slopes(choices, {x, 7});
    const double largest = *std::ranges::max_element(plain);
    for (const std::int64_t target : testing::all_targets()) {
      const testing::ForcedTarget forced(target);
      std::vector<double> slopes(x.size());
      EXPECT_NEAR(ChoiceObjective(choices)(x, slopes), value, 1e-12 * value);
      for (std::size_t k = 0; k < x.size(); ++k)
        EXPECT_NEAR(slopes[k], plain[k], 1e-12 * largest) << hwy::TargetName(target) << ", " << n << " objects, " << k;
    }
  }
}

TEST(ChoiceObjective, LooksAtNoDimensionThatIsZeroEverywhere) {
  const Choices choices = random_choices(30, 300, 100, 8);
  std::vector<double> x = uniform_numbers(30 * 2, 1.0, 9), wide(30 * 5, 0.0);
  for (std::size_t i = 0; i < 30; ++i) wide[5 * i + 1] = x[2 * i], wide[5 * i + 3] = x[2 * i + 1];
  std::vector<double> slopes(x.size()), found(wide.size(), 1.0), expected(wide.size(), 0.0);
  EXPECT_EQ(ChoiceObjective(choices)(wide, found), ChoiceObjective(choices)(x, slopes));
  for (std::size_t i = 0; i < 30; ++i) expected[5 * i + 1] = slopes[2 * i], expected[5 * i + 3] = slopes[2 * i + 1];
  EXPECT_EQ(found, expected);
  std::ranges::fill(wide, 0.0);
  EXPECT_NEAR(ChoiceObjective(choices)(wide, found), 300 * std::log(3.0) + 100 * std::log(2.0), 1e-10);
  EXPECT_EQ(found, wide);
}

TEST(ChoiceObjective, HasTheSameBitsForAnyThreadsAndInstructions) {
  const Choices choices = random_choices(70, 3000, 500, 4);
  const std::vector<double> x = uniform_numbers(70 * 11, 1.0, 5);
  std::vector<double> first;
  for (const std::int64_t target : testing::all_targets())
    for (const int threads : {1, 2, 5}) {
      const testing::ForcedTarget forced(target);
      omp_set_num_threads(threads);
      std::vector<double> found(x.size() + 1);
      found.back() = ChoiceObjective(choices)(x, std::span(found).first(x.size()));
      if (first.empty()) first = found;
      EXPECT_EQ(found, first) << hwy::TargetName(target) << ", threads: " << threads;
    }
  omp_set_num_threads(2);
}

/// sum of curvature_k (x_k - target_k)^2 / 2 and a coupling of neighbours.
double coupled_squares(std::span<const double> x, std::span<double> slopes) {
  double value = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double curvature = 1.0 + static_cast<double>(k % 7) * 3.0, away = x[k] - std::sin(static_cast<double>(k));
    value += 0.5 * curvature * away * away;
    slopes[k] = curvature * away;
  }
  for (std::size_t k = 1; k < x.size(); ++k) {
    value += 0.5 * (x[k] - x[k - 1]) * (x[k] - x[k - 1]);
    slopes[k] += x[k] - x[k - 1];
    slopes[k - 1] -= x[k] - x[k - 1];
  }
  return value;
}

TEST(MinimizeNonnegative, EndsWhereNoNumberMayMove) {
  const NonnegativeFit fit = minimize_nonnegative(coupled_squares, std::vector<double>(50, 1.0), 1000, 1e-15);
  std::vector<double> slopes(50);
  EXPECT_EQ(coupled_squares(fit.x, slopes), fit.value);
  EXPECT_LT(fit.iterations, 200);
  int zeros = 0;
  for (std::size_t k = 0; k < fit.x.size(); ++k) {
    EXPECT_GE(fit.x[k], 0.0);
    zeros += fit.x[k] == 0.0 ? 1 : 0;
    if (fit.x[k] > 0.0)
      EXPECT_NEAR(slopes[k], 0.0, 1e-5) << k;
    else
      EXPECT_GE(slopes[k], 0.0) << k;
  }
  EXPECT_GT(zeros, 10);
  EXPECT_EQ(minimize_nonnegative(coupled_squares, std::vector<double>(50, 1.0), 3, 0.0).iterations, 3);
}

TEST(WeightyDimensions, ArePrunedAndSorted) {
  const core::Coordinates places{2, 4, {0.05, 0.2, 3.0, 0.2, 0.09, 0.0, 0.0, 0.1}, core::Likeness::kProduct};
  EXPECT_EQ(weighty_dimensions(places),
            (core::Coordinates{2, 3, {3.0, 0.2, 0.2, 0.0, 0.1, 0.0}, core::Likeness::kProduct}));
  EXPECT_EQ(weighty_dimensions({2, 2, {0.0, 0.01, 0.0, 0.02}}), (core::Coordinates{2, 1, {0.01, 0.02}}));
}

struct Fitted {
  core::Coordinates places;
  std::map<std::string, double> reports;
};

Fitted fit_spose(const core::Problem& problem, const std::map<std::string, core::ParameterValue>& values) {
  const core::Step& step = core::find<core::Step>("step", "SPoSE");
  core::Parameters parameters(step.parameters);
  for (const auto& [key, value] : values) parameters.set(key, value);
  Fitted found;
  found.places = std::get<core::Coordinates>(step.run({problem, parameters, nullptr, found.reports}));
  return found;
}

/// The correlation of the scalar products of all pairs.
double agreement(const plain::Places& one, const plain::Places& other, Object n) {
  double count = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) {
      const double a = one.product(i, j), b = other.product(i, j);
      count += 1.0, x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
    }
  return (xy - x * y / count) / std::sqrt((xx - x * x / count) * (yy - y * y / count));
}

/// Four properties; every object has one or two of them.
std::vector<double> properties(Object n) {
  std::vector<double> x(4 * static_cast<std::size_t>(n), 0.0);
  core::Stream stream = stream_of(6);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    x[4 * i + i % 4] = 1.0 + 1.5 * stream.uniform();
    if (i % 3 == 0) x[4 * i + stream.below(4)] = 1.0;
  }
  return x;
}

TEST(Spose, FindsThePlacesThatAnswersWereDrawnFrom) {
  constexpr Object kN = 60;
  const std::vector<double> truth = properties(kN);
  core::Stream stream = stream_of(7);
  const std::vector<OddOneOut> answers = plain::draw_odd_one_outs({truth, 4}, kN, 20'000, stream);
  const core::Problem problem = problem_of(kN, core::as_triplets(answers));
  const Fitted found = fit_spose(problem, {{"d", std::int64_t{12}}});
  EXPECT_EQ(found.places.likeness, core::Likeness::kProduct);
  EXPECT_EQ(found.places.dimensions, 4) << "others are pruned";
  EXPECT_EQ(found.reports.at("embedding_dimensions"), 4.0);
  EXPECT_EQ(found.reports.at(core::kComparisons), 20'000.0);
  const plain::Places places{found.places.values, static_cast<std::size_t>(found.places.dimensions)};
  EXPECT_GT(agreement({truth, 4}, places, kN), 0.98);
  for (const double weight : found.places.values) EXPECT_GE(weight, 0.0);
  std::vector<double> sums(4);
  for (std::size_t k = 0; k < found.places.values.size(); ++k) sums[k % 4] += found.places.values[k];
  EXPECT_TRUE(std::is_sorted(sums.rbegin(), sums.rend()));
  omp_set_num_threads(1);
  EXPECT_EQ(fit_spose(problem, {{"d", std::int64_t{12}}}).places, found.places);
  omp_set_num_threads(2);
}

/// The held-out loss of one penalty by definition: five fits, each to the choices of other folds.
TEST(Spose, PenaltyIsTheOneThatPredictsBestWhatIsHeldOut) {
  constexpr Object kN = 30;
  const std::vector<double> truth = properties(kN);
  core::Stream stream = stream_of(8);
  const Choices choices =
      choices_of(problem_of(kN, core::as_triplets(plain::draw_odd_one_outs({truth, 4}, kN, 700, stream))));
  std::map<double, double> loss;  // of places that say as much as the penalty is far from .1
  std::map<double, int> fits;
  std::size_t seen = 0;
  const PenalizedFit fit = [&](const ChoiceObjective& objective, double penalty) {
    ++fits[penalty];
    seen += penalty == kPenalties.front() ? objective.count() : 0;
    std::vector<double> places = truth;
    for (double& weight : places) weight *= 1.0 + 3.0 * std::abs(penalty - 0.1);
    std::vector<double> slopes(places.size());
    loss[penalty] += ChoiceObjective(choices)(places, slopes);
    return places;
  };
  const auto chosen = held_out_penalty(choices, fit, {});
  ASSERT_TRUE(chosen.has_value());
  const auto least = std::ranges::min_element(loss, {}, [](const auto& one) { return one.second; });
  EXPECT_EQ(*chosen, least->first);
  EXPECT_EQ(fits.size(), kPenalties.size());
  for (const auto& [penalty, count] : fits) EXPECT_EQ(count, kPenaltyFolds);
  EXPECT_EQ(seen, 4 * choices.count()) << "each choice is held out once";
  // As good as each other: the largest.
  const PenalizedFit same = [&](const ChoiceObjective&, double) { return truth; };
  EXPECT_EQ(held_out_penalty(choices, same, {}), kPenalties.back());
  EXPECT_FALSE(held_out_penalty({.objects = 4, .of_two = {{0, 1, 2}}}, fit, {}).has_value());
}

TEST(Spose, LeavesSomethingOfFewAnswersUnlessThePenaltyIsTooLarge) {
  constexpr Object kN = 60;
  core::Stream stream = stream_of(9);
  std::vector<double> x(kN), y(kN);
  for (Object i = 0; i < kN; ++i) x[i] = stream.uniform(), y[i] = stream.uniform();
  std::vector<Triplet> triplets;
  while (triplets.size() < 3000) {
    const auto any = [&] { return static_cast<Object>(stream.below(kN)); };
    Triplet t{any(), any(), any()};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    const auto apart = [&](Object i) { return std::hypot(x[t.anchor] - x[i], y[t.anchor] - y[i]); };
    if (apart(t.near) > apart(t.far)) std::swap(t.near, t.far);
    triplets.push_back(t);
  }
  const core::Problem problem = problem_of(kN, triplets);
  const Fitted held_out = fit_spose(problem, {{"d", std::int64_t{10}}});
  EXPECT_GE(held_out.reports.at("embedding_dimensions"), 2.0);
  const double penalty = held_out.reports.at("embedding_penalty");
  EXPECT_EQ(fit_spose(problem, {{"d", std::int64_t{10}}, {"penalty", penalty}}).places, held_out.places);
  const Fitted nothing = fit_spose(problem, {{"d", std::int64_t{10}}, {"penalty", 10.0}});
  EXPECT_EQ(nothing.reports.at("embedding_dimensions"), 0.0);
  EXPECT_EQ(nothing.places, (core::Coordinates{kN, 1, std::vector<double>(kN, 0.0), core::Likeness::kProduct}));
}

TEST(Spose, SaysNothingWhereNothingIsSaid) {
  const Fitted found = fit_spose(problem_of(4, {}), {});
  EXPECT_EQ(found.places, (core::Coordinates{4, 1, std::vector<double>(4, 0.0), core::Likeness::kProduct}));
}

TEST(Spose, IsFollowedByProducts) {
  // 0 and 1 point the same way from afar, 2 is next to 0.
  const core::Coordinates places{3, 2, {1.0, 0.0, 9.0, 0.0, 0.9, 0.5}, core::Likeness::kProduct};
  const core::Product product = places;
  const core::Method method = core::find_method("SPoSE+AL");
  core::Parameters parameters = method.links[1].parameters;
  std::map<std::string, double> reports;
  const core::Problem problem = problem_of(3, {});
  const auto pair_joined = [&] {
    const auto tree = std::get<core::Dendrogram>(method.links[1].step->run({problem, parameters, &product, reports}));
    return std::pair(tree.merges()[0].left, tree.merges()[0].right);
  };
  EXPECT_EQ(pair_joined(), std::pair(0, 1));
}

}  // namespace
}  // namespace tertium::embedding
