// Asking an oracle that is a function: which questions come next, and what the log makes of the answers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "answers/asking/answer_log.hpp"
#include "answers/asking/answer_model.hpp"
#include "answers/asking/oracle.hpp"
#include "answers/asking/simulated_answers.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using testing::expect_message;
using testing::message_of;
using enum OracleAnswer;
constexpr auto kOfTwo = files::AnswerForm::kTriplet;

/// Objects are numbers on a line; who is as near to both cannot say.
std::vector<OracleAnswer> by_numbers(std::span<const AskedOnce> batch) {
  std::vector<OracleAnswer> answers;
  for (const AskedOnce& one : batch) {
    const int first = std::abs(one.question.objects[0] - one.question.objects[1]);
    const int second = std::abs(one.question.objects[0] - one.question.objects[2]);
    answers.push_back(first < second ? kFirst : second < first ? kSecond : kSkip);
  }
  return answers;
}

OraclePlan plan_of(std::int64_t budget) {
  OraclePlan plan{.votes = 2, .swap = true, .budget = budget, .batch = 7};
  plan.choice.method = probable_method("t-STE");
  return plan;
}

using Line = std::vector<std::int64_t>;
std::vector<Line> lines_of(std::span<const AskedOnce> asked) {
  std::vector<Line> lines;
  for (const AskedOnce& one : asked)
    lines.push_back({one.question.objects[0], one.question.objects[1], one.question.objects[2],
                     static_cast<int>(one.answer), one.vote, one.swapped ? 1 : 0, one.batch});
  return lines;
}

TEST(AskingOracle, BrokenOffItGoesOnAsIfItHadNotBeen) {
  OracleRun whole(KnownAnswers(9), plan_of(60));
  whole.ask_all(by_numbers);
  ASSERT_EQ(whole.asked().size(), 60U);
  EXPECT_EQ(whole.left(), 0);
  for (const std::size_t kept : {std::size_t{7}, std::size_t{21}, std::size_t{60}}) {
    OracleRun rest(KnownAnswers(9), plan_of(60));
    rest.take(std::span(whole.asked()).first(kept));
    rest.ask_all(by_numbers);
    EXPECT_EQ(lines_of(rest.asked()), lines_of(whole.asked())) << kept;
  }
}

// Of three votes in three orders each is compared with each.
TEST(AskingOracle, OrdersOfThreeObjectsAreToldApart) {
  OraclePlan plan = plan_of(1000);
  plan.choice.form = files::AnswerForm::kOddOneOut;
  plan.choice.rule = ChoiceRule::kRandom;
  plan.votes = 3;
  OracleRun run(KnownAnswers(5), plan);
  run.ask_all([](std::span<const AskedOnce> batch) { return std::vector(batch.size(), kThird); });
  const OracleTally tally = tally_of(run.asked());
  EXPECT_EQ(tally.questions, 10);
  EXPECT_EQ(tally.both_ways, 30);
  EXPECT_EQ(tally.by_place, 30);
}

TEST(AskingOracle, EveryQuestionHasItsVotesInExchangedPlaces) {
  OracleRun run(KnownAnswers(5), plan_of(1000));
  run.ask_all(by_numbers);
  EXPECT_EQ(run.asked().size(), 60U);  // all 30 questions, twice
  EXPECT_EQ(run.left(), 940);
  EXPECT_TRUE(run.next_batch().empty());
  std::map<Screen, std::vector<AskedOnce>> votes;
  for (const AskedOnce& one : run.asked()) votes[sorted(one.question)].push_back(one);
  EXPECT_EQ(votes.size(), 30U);
  for (const auto& [question, both] : votes) {
    ASSERT_EQ(both.size(), 2U);
    EXPECT_EQ(both[0].question.objects[1], both[1].question.objects[2]);
    EXPECT_TRUE(both[1].swapped && !both[0].swapped);
    EXPECT_EQ(statement_of(both[0]), statement_of(both[1]));
  }
  const OracleTally tally = tally_of(run.asked());
  EXPECT_EQ(tally.questions, 30);
  EXPECT_EQ(tally.answers + tally.skipped, 60);
  EXPECT_EQ(tally.repeated, tally.both_ways);
  EXPECT_EQ(tally.divided, 0);
  EXPECT_EQ(tally.by_place, 0);
}

TEST(AskingOracle, OfTwoAnswersOfAFileEitherIsTheFirst) {
  files::ComparisonFile file;
  file.form = files::AnswerForm::kTriplet;
  file.objects = 3;
  file.statements = {{0, 1, 0, 2}, {0, 2, 0, 1}};
  const Screen question{files::AnswerForm::kTriplet, {0, 1, 2}};
  int ones = 0;
  for (std::uint64_t run = 0; run < 40; ++run) {
    const std::unique_ptr<SimulatedAnswers> answers = answers_of_file(file, files::AnswerForm::kTriplet, 2, 1, run);
    ASSERT_EQ(answers->open().size(), 1U);
    const core::Object near_first = answers->ask(question).j, near_second = answers->ask(question).j;
    EXPECT_EQ(near_first + near_second, 3);
    EXPECT_TRUE(answers->open().empty());
    ones += near_first == 1 ? 1 : 0;
  }
  EXPECT_TRUE(ones > 8 && ones < 32) << ones;
}

TEST(AskingOracle, WhatItThrowsEndsTheAskingAfterWholeBatches) {
  OracleRun run(KnownAnswers(6), plan_of(50));
  int batches = 0;
  const Oracle failing = [&](std::span<const AskedOnce> batch) {
    if (++batches == 3) core::fail("no time");
    return by_numbers(batch);
  };
  EXPECT_EQ(message_of([&] { run.ask_all(failing); }), "no time");
  EXPECT_EQ(run.asked().size(), 14U);
}

TEST(AskingOracle, AnswersAreWordsOrNumbersInAnyCase) {
  EXPECT_EQ(parse_answers("answer\r\n First\r\n2\t\nSKIP\n0\n\n\n", 4, kOfTwo),
            (std::vector<OracleAnswer>{kFirst, kSecond, kSkip, kSkip}));
  EXPECT_EQ(parse_answers("1", 1, kOfTwo), std::vector<OracleAnswer>{kFirst});
  expect_message(message_of([] { parse_answers("", 2, kOfTwo); }), "it wrote 0 lines (there were 2 questions)");
  expect_message(message_of([] { parse_answers("1\n\n2\n", 3, kOfTwo); }), "its answer 2 of 3 is ''");
}

TEST(AskingOracle, ALogGivesBackWhatItTook) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tertium-log-" + std::to_string(::getpid()) + ".csv");
  std::filesystem::remove(path);
  const std::vector<std::string> names{"a, b", "b", "\"c\"", "d", "e"};
  OracleRun run(KnownAnswers(5), plan_of(20));
  {
    const AnswerLog log(path, names);
    EXPECT_TRUE(log.found().empty());
    run.ask_all(by_numbers, [&](std::span<const AskedOnce> batch) { log.add(batch); });
  }
  const AnswerLog again(path, names);
  EXPECT_EQ(again.note(), "");
  EXPECT_EQ(lines_of(again.found()), lines_of(run.asked()));
  std::filesystem::remove(path);
  expect_message(message_of([&] { AnswerLog(path.string() + ".gz", names); }), path.string() + ".gz: is compressed");
  expect_message(message_of([&] { AnswerLog(path, {"a", "a"}); }), "two objects have the same name");
}

}  // namespace
}  // namespace tertium::answers
