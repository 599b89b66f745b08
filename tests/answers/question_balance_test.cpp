// Whether groups were asked the same questions, and what is left of those that were not.
#include "answers/resampling/question_balance.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "answers/conclusions/groups.hpp"
#include "tests/answers/group_studies.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using test::GroupStudy, test::kPlaces, test::questions, test::quick, test::study_of_lists;
using testing::expect_message;
using testing::message_of;

TEST(QuestionBalance, LeavesQuestionsThatAllWereAskedWhereGroupsWereAskedOthers) {
  for (const bool within : {false, true}) {
    GroupStudy study = study_of_lists(20, 8, within, kPlaces, 1);
    AnswerTable table = study.table();
    const QuestionBalance found = balance_questions(table, study.input().comparisons.form, 1);
    EXPECT_TRUE(found.differ);
    EXPECT_EQ(found.asked, 32);
    EXPECT_EQ(found.common, 8);
    EXPECT_EQ(found.left_out, (within ? 24 : 12) * 12);
    std::map<std::pair<std::int32_t, std::int32_t>, int> kept;  // of a question and group
    for (const GivenAnswer& answer : table.answers)
      if (answer.origin.group >= 0) ++kept[{answer.question, answer.origin.group}];
    EXPECT_EQ(kept.size(), 16U);
    for (const auto& [of, count] : kept) EXPECT_EQ(count, within ? 12 : 6);
    AnswerTable same = study_of_lists(20, 20, within, kPlaces, 1).table();
    EXPECT_FALSE(balance_questions(same, study.input().comparisons.form, 1).differ);
  }
}

TEST(QuestionBalance, LeavesAsManyAnswersOfEachPersonInAGroup) {
  // Four people are asked all twelve questions, eight of the other group the first six of them twice.
  core::Stream draws({.master_seed = 1}, core::Purpose::kTest);
  const std::vector<core::Triplet> all = questions(12, draws), first(all.begin(), all.begin() + 6);
  GroupStudy study(6, {"one", "two"});
  for (int person = 0; person < 12; ++person) {
    const std::int32_t subject = study.person();
    study.answer(subject, person < 4 ? 0 : 1, kPlaces, person < 4 ? all : first, 1.0, draws);
    if (person >= 4) study.answer(subject, 1, kPlaces, first, 1.0, draws);
  }
  AnswerTable table = study.table();
  const QuestionBalance found = balance_questions(table, study.input().comparisons.form, 1);
  EXPECT_TRUE(found.differ);
  EXPECT_EQ(found.left_out, 4 * 6 + 8 * 6);
  std::map<std::pair<std::int32_t, std::int32_t>, int> kept;
  for (const GivenAnswer& answer : table.answers)
    if (answer.origin.group >= 0) ++kept[{answer.question, answer.origin.group}];
  for (const auto& [of, count] : kept) EXPECT_EQ(count, of.second == 0 ? 4 : 8);
  EXPECT_EQ(kept.size(), 12U);
}

// Whoever is held out was asked some question: the own group must not have an answer less to just that one. Answers
// here are alike for all, but each question's is drawn, so that little tells it but other answers to the same.
TEST(QuestionBalance, GroupsThatDoNotDifferPredictAsMuchOfEachOther) {
  constexpr Object kObjects = 14;
  constexpr std::size_t kPool = 600, kList = 360;  // a fifth of the pool is in both lists
  constexpr std::uint64_t kStudies = 4;
  double sum = 0.0;
  for (std::uint64_t seed = 0; seed < kStudies; ++seed) {
    core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
    std::vector<core::Triplet> pool;
    for (Object a = 0; a < kObjects; ++a)
      for (Object j = 0; j < kObjects; ++j)
        for (Object l = 0; l < j; ++l)
          if (a != j && a != l) pool.push_back(draws.below(2) == 0 ? core::Triplet{a, j, l} : core::Triplet{a, l, j});
    draws.shuffle(std::span(pool));
    GroupStudy study(kObjects, {"one", "two"});
    for (int person = 0; person < 16; ++person) {
      const std::int32_t subject = study.person();
      for (int k = 0; k < 80; ++k) {
        const core::Triplet& said = pool[(person % 2 == 0 ? 0 : kPool - kList) + draws.below(kList)];
        study.say(subject, person % 2, said.anchor, said.near, said.far);
      }
    }
    const GroupComparison found =
        compare_groups(study.input(), {.method = core::find_method("STE(d=5)"), .permutations = 1});
    EXPECT_TRUE(found.questions.differ);
    sum += found.shares.difference.value;
  }
  EXPECT_NEAR(sum / kStudies, 0.0, 0.03);
}

TEST(QuestionBalance, TakesQuestionsDrawnForEverybodyForTheSame) {
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
    GroupStudy study(6, {"one", "two"});
    for (int person = 0; person < 16; ++person)
      study.answer(study.person(), person % 4 == 0 ? 0 : 1, kPlaces, 10 + person, 1.0, draws);
    AnswerTable table = study.table();
    differ += balance_questions(table, study.input().comparisons.form, seed).differ ? 1 : 0;
  }
  EXPECT_LE(differ, 4) << "one is expected, of two tests at .005";
}

TEST(QuestionBalance, SeesObjectsWhereNoQuestionIsAskedTwice) {
  // Of a hundred objects everybody is asked about others of the group's half; an anchor is never compared.
  for (const bool by_anchor : {false, true}) {
    core::Stream draws({.master_seed = 3}, core::Purpose::kTest);
    GroupStudy study(100, {"one", "two"});
    for (int person = 0; person < 12; ++person) {
      const std::int32_t subject = study.person();
      const Object base = 50 * (person % 2);
      for (int k = 0; k < 30; ++k) {
        const core::Triplet asked = GroupStudy::random_question(50, draws);
        study.say(subject, person % 2, base + asked.anchor, by_anchor ? 50 - base + asked.near : base + asked.near,
                  by_anchor ? 50 - base + asked.far : base + asked.far);
      }
    }
    expect_message(message_of([&] { compare_groups(study.input(), quick(20)); }),
                   "study: the groups were asked different questions, and none of the ");
  }
}

}  // namespace
}  // namespace tertium::answers
