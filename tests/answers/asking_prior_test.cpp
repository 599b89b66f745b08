// Questions that begin where vectors have the objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <vector>

#include "answers/asking/prior_asking.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using core::Object;

constexpr Object kObjects = 32;

/// Alike are numbers with the same leading bits.
int apart(Object i, Object j) {
  return std::bit_width(static_cast<unsigned>(i) ^ static_cast<unsigned>(j));
}

/// Leading bits stand far apart; of what is blurred nothing does.
Prior vectors(double blur) {
  core::Stream draws({}, core::Purpose::kTest);
  Prior prior{{kObjects, 5, {}}};
  for (Object i = 0; i < kObjects; ++i)
    for (int bit = 0; bit < 5; ++bit)
      prior.places.values.push_back((i >> bit & 1) * (1 << bit) + blur * draws.normal());
  return prior;
}

std::vector<OracleAnswer> answer(std::span<const AskedOnce> batch) {
  std::vector<OracleAnswer> answers;
  for (const AskedOnce& asked : batch) {
    const auto& o = asked.question.objects;
    const std::array without{apart(o[1], o[2]), apart(o[0], o[2]), apart(o[0], o[1])};
    answers.push_back(static_cast<OracleAnswer>(std::ranges::min_element(without) - without.begin()));
  }
  return answers;
}

OraclePlan plan(std::int64_t budget, std::int64_t votes = 1) {
  OraclePlan plan;
  plan.choice.form = files::AnswerForm::kOddOneOut;
  plan.budget = budget;
  plan.votes = votes;
  return plan;
}

std::vector<Screen> questions_of(const OracleRun& run) {
  std::vector<Screen> questions;
  for (const AskedOnce& asked : run.asked()) questions.push_back(sorted(asked.question));
  return questions;
}

OracleRun asked(const Prior& prior, const OraclePlan& plan, bool placed = true) {
  OracleRun run(KnownAnswers(kObjects), plan);
  EXPECT_EQ(ask_by_prior(run, prior, answer), placed);
  return run;
}

TEST(AskingByPrior, AsksLessTheMoreVectorsKnow) {
  const auto questions = [](double blur) { return asked(vectors(blur), plan(1000)).asked().size(); };
  EXPECT_LE(questions(0.0), 2U * kObjects);
  EXPECT_LT(2 * questions(0.0), questions(1e6));
  EXPECT_LE(questions(1e6), 5U * kObjects) << "N log2 N";
}

TEST(AskingByPrior, AsksNothingTwiceAndGoesOnWhereItWas) {
  const std::vector<Screen> whole = questions_of(asked(vectors(2.0), plan(1000)));
  EXPECT_EQ(std::set<Screen>(whole.begin(), whole.end()).size(), whole.size());
  OracleRun half = asked(vectors(2.0), plan(20), false);
  EXPECT_EQ(half.asked().size(), 20U);
  OracleRun rest(KnownAnswers(kObjects), plan(1000));
  rest.take(half.asked());
  EXPECT_TRUE(ask_by_prior(rest, vectors(2.0), answer));
  EXPECT_EQ(questions_of(rest), whole);

  OracleRun one_by_one(KnownAnswers(kObjects), plan(1000));
  for (std::vector<AskedOnce> next = next_by_prior(one_by_one, vectors(2.0)); !next.empty();
       next = next_by_prior(one_by_one, vectors(2.0)))
    one_by_one.ask(next, answer);
  EXPECT_EQ(questions_of(one_by_one), whole);
}

// Of three votes one is wrong, or skipped: the same questions, each three times.
TEST(AskingByPrior, GoesByTheMostVotes) {
  const std::vector<Screen> once = questions_of(asked(vectors(1.0), plan(1000)));
  for (const bool skips : {false, true}) {
    OracleRun run(KnownAnswers(kObjects), plan(3000, 3));
    const Oracle errs = [&](std::span<const AskedOnce> batch) {
      std::vector<OracleAnswer> answers = answer(batch);
      EXPECT_EQ(answers.size(), 3U);
      answers[1] = skips ? OracleAnswer::kSkip : static_cast<OracleAnswer>((static_cast<int>(answers[1]) + 1) % 3);
      return answers;
    };
    EXPECT_TRUE(ask_by_prior(run, vectors(1.0), errs));
    std::vector<Screen> each = questions_of(run);
    each.erase(std::unique(each.begin(), each.end()), each.end());
    EXPECT_EQ(each, once);
  }
}

TEST(AskingByPrior, TakesRowsByName) {
  const files::NamedVectors table{"table.csv", {"b", "c", "a"}, {3, 1, {1.0, 2.0, 3.0}}};
  EXPECT_EQ(prior_of(table, {"a", "b"}, true).places, (core::Coordinates{2, 1, {3.0, 1.0}}));
  try {
    prior_of(table, {"a", "d"}, false);
    ADD_FAILURE() << "an object without a vector";
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(),
                 "table.csv has no row for d (every object needs a vector), add one, or give other names by --names");
  }
}

}  // namespace
}  // namespace tertium::answers
