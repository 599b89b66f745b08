// How often a prediction of answers can be right at best, on answers that are drawn with probabilities that are known.
#include "answers/tables/ceiling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include "answers/tables/agreement.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using Probabilities = std::vector<double>;
/// Draws the probabilities of the answers to a question.
using Questions = std::function<Probabilities(core::Stream&)>;

struct Simulated {
  double truth = 0.0;  ///< mean of the largest probability
  Repetition told{};
};

/// So many questions, each answered two to four times.
Simulated simulate(const Questions& draw, int choices, std::int32_t questions = 4000) {
  core::Stream random({.master_seed = 11}, core::Purpose::kTest);
  AnswerTable table{.choices = choices, .questions = std::vector<Question>(static_cast<std::size_t>(questions))};
  double best = 0.0;
  for (std::int32_t question = 0; question < questions; ++question) {
    const Probabilities p = draw(random);
    const auto answers = 2 + static_cast<int>(random.below(3));
    best += answers * *std::max_element(p.begin(), p.end());
    for (int k = 0; k < answers; ++k) {
      double rest = random.uniform();
      std::int32_t choice = 0;
      while (choice + 1 < choices && rest >= p[static_cast<std::size_t>(choice)])
        rest -= p[static_cast<std::size_t>(choice++)];
      table.answers.push_back({.question = question, .choice = choice});
    }
  }
  return {best / static_cast<double>(table.answers.size()), Ballots(table).repetition()};
}

/// Of two answers, the first of which has this probability.
Questions of_two(const std::function<double(core::Stream&)>& first) {
  return [first](core::Stream& random) {
    const double p = first(random);
    return Probabilities{p, 1.0 - p};
  };
}

/// The symmetric Dirichlet distribution of so many answers with alpha = 1.
Questions uniform(int choices) {
  return [choices](core::Stream& random) {
    Probabilities p;
    double sum = 0.0;
    for (int k = 0; k < choices; ++k) sum += p.emplace_back(-std::log(1.0 - random.uniform()));
    for (double& one : p) one /= sum;
    return p;
  };
}

/// `within`: the largest error of what is above chance, as a share of it.
void expect_ceiling(const Questions& draw, int choices, double within) {
  const auto [truth, told] = simulate(draw, choices);
  const double chance = 1.0 / choices;
  EXPECT_NEAR(told.ceiling.value - chance, truth - chance, within * (truth - chance) + 0.02);
  EXPECT_GT(told.ceiling.at_most, truth - 0.03);
  EXPECT_GE(told.ceiling.at_most, told.ceiling.value);
}

TEST(Ceiling, IsThatOfTheDistributionsItIsMadeFor) {
  expect_ceiling(uniform(2), 2, 0.0);
  expect_ceiling(uniform(3), 3, 0.0);
  // The beta distribution with alpha = 1/2.
  expect_ceiling(
      of_two([](core::Stream& random) { return std::pow(std::sin(std::numbers::pi * random.uniform()), 2); }), 2, 0.0);
  // What is above chance is a root of what the agreement is above chance, and of coins nothing but its error.
  EXPECT_LT(simulate(of_two([](core::Stream&) { return 0.5; }), 2).told.ceiling.value, 0.55);
  expect_ceiling(of_two([](core::Stream& random) { return random.below(2) == 0 ? 0.0 : 1.0; }), 2, 0.0);
}

TEST(Ceiling, IsNotFarFromThatOfOthers) {
  for (const double p : {0.6, 0.75, 0.9})
    expect_ceiling(of_two([p](core::Stream& random) { return random.below(2) == 0 ? p : 1.0 - p; }), 2, 0.25);
  expect_ceiling(of_two([](core::Stream& random) {
                   const std::uint64_t kind = random.below(4);  // half of the questions are coins, half are clear
                   return kind < 2 ? 0.5 : kind == 2 ? 0.0 : 1.0;
                 }),
                 2, 0.3);
  expect_ceiling([](core::Stream&) { return Probabilities{0.1, 0.7, 0.2}; }, 3, 0.25);
}

TEST(Ceiling, OfFacesAndInClosedForm) {
  EXPECT_NEAR(ceiling_of(0.6575, 2).value, 0.742, 5e-4);
  EXPECT_NEAR(ceiling_of(0.6575, 2).at_most, 0.7806, 5e-4);
  EXPECT_NEAR(ceiling_of(0.5, 3).value, 11.0 / 18.0, 1e-6) << "alpha = 1";
  for (const double agreement : {0.5001, 0.51, 0.6, 0.75, 0.9, 0.99, 0.9995}) {
    const double alpha = (1.0 - agreement) / (2.0 * agreement - 1.0);
    const double log_beta = 2.0 * std::lgamma(alpha) - std::lgamma(2.0 * alpha);
    EXPECT_NEAR(ceiling_of(agreement, 2).value, 0.5 + std::exp(-std::log(alpha) - alpha * std::log(4.0) - log_beta),
                1e-5);
  }
  for (const int choices : {2, 3})
    for (const double agreement : {0.2, 1.0 / choices, 1.0 / choices + 1e-9, 1.0 - 1e-9, 1.0}) {
      const double known = agreement > 0.9 ? 1.0 : 1.0 / choices;
      EXPECT_NEAR(ceiling_of(agreement, choices).value, known, 1e-4) << agreement;
      EXPECT_NEAR(ceiling_of(agreement, choices).at_most, known, 1e-4) << agreement;
    }
}

}  // namespace
}  // namespace tertium::answers
