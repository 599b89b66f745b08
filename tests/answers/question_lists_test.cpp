// Lists of questions for people: what they promise, counted.
#include "answers/asking/question_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Object;

std::int64_t sets_of(Object n, std::size_t size) {
  const std::int64_t three = std::int64_t{n} * (n - 1) * (n - 2) / 6;
  return size == 3 ? three : three * (n - 3) / 4;
}

std::int64_t spread(const std::vector<std::int64_t>& counts) {
  return *std::max_element(counts.begin(), counts.end()) - *std::min_element(counts.begin(), counts.end());
}

/// How often each object is in a question, and in each place of the screen; of one list, or of all.
struct Counts {
  std::vector<std::int64_t> objects;
  std::vector<std::vector<std::int64_t>> places;

  explicit Counts(Object n) : objects(static_cast<std::size_t>(n)), places(objects.size()) {}
  void add(const Screen& screen) {
    const std::size_t size = objects_in(screen.form);
    for (std::size_t k = 0; k < size; ++k) {
      ++objects[screen.objects[k]];
      places[screen.objects[k]].resize(size);
      ++places[screen.objects[k]][k];
    }
  }
  void expect_balance(std::int64_t of_places) const {
    EXPECT_LE(spread(objects), 1);
    for (const std::vector<std::int64_t>& counts : places)
      if (!counts.empty()) {
        EXPECT_LE(spread(counts), of_places);
      }
  }
};

void expect_repeats(const ListPlan& plan, const std::vector<ListedScreen>& list) {
  std::set<std::int64_t> repeated;
  for (const ListedScreen& one : list) {
    if (one.repeats == 0) continue;
    EXPECT_TRUE(repeated.insert(one.repeats).second);
    EXPECT_EQ(one.screen, turned(list[one.repeats - 1].screen));
    EXPECT_NE(one.screen, list[one.repeats - 1].screen);
    EXPECT_EQ(list[one.repeats - 1].repeats, 0);
    EXPECT_GT(one.trial - one.repeats, (plan.questions + 1) / 2);
  }
  EXPECT_EQ(std::ssize(repeated), plan.repeats);
}

void expect_sound(const ListPlan& plan) {
  const std::vector<ListedScreen> lists = question_lists(plan);
  Counts all(plan.objects);
  std::map<std::int64_t, std::vector<ListedScreen>> by_participant;
  for (const ListedScreen& one : lists) by_participant[one.participant].push_back(one);
  ASSERT_EQ(std::ssize(by_participant), plan.participants);
  for (const auto& [participant, list] : by_participant) {
    Counts here(plan.objects);
    std::set<std::set<Object>> sets;
    std::int64_t trial = 0;
    for (const ListedScreen& one : list) {
      EXPECT_EQ(one.trial, ++trial);
      EXPECT_EQ(one.screen.form, plan.form);
      const auto objects = one.screen.objects.begin();
      const std::set<Object> set(objects, objects + static_cast<std::ptrdiff_t>(objects_in(plan.form)));
      EXPECT_EQ(set.size(), objects_in(plan.form));
      if (one.repeats > 0) continue;
      EXPECT_TRUE(sets.insert(set).second);
      here.add(one.screen);
      all.add(one.screen);
    }
    EXPECT_EQ(trial, plan.questions + plan.repeats);
    here.expect_balance(2);
    expect_repeats(plan, list);
  }
  all.expect_balance(1);
}

TEST(QuestionLists, AreCounterbalancedForEveryLength) {
  for (const std::string& name : question_forms()) {
    const files::AnswerForm form = question_form(name);
    for (Object n = static_cast<Object>(objects_in(form)); n <= 7; ++n)
      for (std::int64_t questions = 1; questions <= sets_of(n, objects_in(form)); ++questions) {
        SCOPED_TRACE(name + " " + std::to_string(n) + " " + std::to_string(questions));
        expect_sound({form, n, 3, questions, questions / 2, static_cast<std::uint64_t>(questions)});
      }
    expect_sound({form, 31, 40, 57, 5, 3});
    expect_sound({form, 100, 7, 20, 10, 4});
  }
}

TEST(QuestionLists, AreFoundWhereChanceFindsNone) {
  // With about half of all sets in a list, or all but half of them, those that the deck still has are mostly there.
  for (const std::string& name : question_forms()) {
    const files::AnswerForm form = question_form(name);
    for (Object n = static_cast<Object>(objects_in(form)) + 1; n <= 10; ++n) {
      const std::int64_t sets = sets_of(n, objects_in(form));
      for (const std::int64_t questions : {sets / 3, sets / 2, sets / 2 + 1, sets - sets / 3})
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          SCOPED_TRACE(name + " " + std::to_string(n) + " " + std::to_string(questions) + " " + std::to_string(seed));
          expect_sound({form, n, 4, questions, 0, seed});
        }
    }
  }
}

TEST(QuestionLists, AreFoundForManyObjectsToo) {
  expect_sound({files::AnswerForm::kTriplet, 30, 3, 2030, 1015, 736756});
  expect_sound({files::AnswerForm::kQuadruplet, 12, 24, 165, 0, 68495});
}

TEST(QuestionLists, DifferByPeopleAndBySeed) {
  const auto text = [](const std::vector<ListedScreen>& lists) {
    std::vector<Screen> screens;
    for (const ListedScreen& one : lists) screens.push_back(one.screen);
    return screens;
  };
  ListPlan plan{files::AnswerForm::kOddOneOut, 30, 2, 40, 0, 1};
  const std::vector<Screen> lists = text(question_lists(plan));
  EXPECT_EQ(text(question_lists(plan)), lists);
  EXPECT_FALSE(std::equal(lists.begin(), lists.begin() + 40, lists.begin() + 40));
  plan.seed = 2;
  EXPECT_NE(text(question_lists(plan)), lists);
}

TEST(QuestionLists, OfChosenQuestionsHaveTheNextOnes) {
  for (const files::AnswerForm form : {files::AnswerForm::kTriplet, files::AnswerForm::kOddOneOut}) {
    KnownAnswers known(9);
    known.add(form, {0, 1, 0, 2});
    const ChoiceOptions choice{.rule = ChoiceRule::kRandom, .form = form, .seed = 3};
    const ListPlan plan{form, 9, 4, 10, 2, 3};
    std::set<Screen> next, dealt;
    for (const ChosenQuestion& one : next_questions(known, 40, 1, choice)) next.insert(one.question);
    std::map<std::int64_t, std::vector<ListedScreen>> lists;
    for (const ListedScreen& one : chosen_lists(known, plan, 1, choice)) lists[one.participant].push_back(one);
    EXPECT_EQ(lists.size(), 4U);
    for (const auto& [participant, list] : lists) {
      std::set<std::set<Object>> about;
      expect_repeats(plan, list);
      for (const ListedScreen& one : list) {
        if (one.repeats > 0) continue;
        EXPECT_TRUE(about.insert({one.screen.objects.begin(), one.screen.objects.begin() + 3}).second);
        EXPECT_TRUE(dealt.insert(sorted(one.screen)).second);
      }
    }
    EXPECT_TRUE(std::ranges::includes(next, dealt));
    EXPECT_GE(dealt.size(), 36U) << "hardly any is left out";
    EXPECT_TRUE(chosen_lists(known, {form, 9, 200, 80, 0, 1}, 1, choice).size() < 260) << "they last no longer";
  }
}

TEST(QuestionLists, RefuseWhatCannotBe) {
  const auto message = [](const ListPlan& plan) { return testing::message_of([&] { question_lists(plan); }); };
  testing::expect_message(message({files::AnswerForm::kQuadruplet, 6, 1, 16}), "there are 15 sets of 4 of 6 objects");
  testing::expect_message(message({files::AnswerForm::kTriplet, 9, 1, 9, 5}), "5 of 9 questions cannot be repeated");
  testing::expect_message(message({files::AnswerForm::kTriplet, 9, 100'000'000'000, 5}),
                          "lists of 5 questions are too many");
}

}  // namespace
}  // namespace tertium::answers
