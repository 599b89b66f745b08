// Groups of people: what permutations exchange, what is compared, and that the tests keep their level.
#include "answers/conclusions/groups.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/resampling/group_permutations.hpp"
#include "answers/tables/people_groups.hpp"
#include "core/random/random.hpp"
#include "tests/answers/group_studies.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using test::GroupStudy, test::kOtherPlaces, test::kPlaces, test::quick, test::study_of_lists;
using testing::expect_message;
using testing::message_of;

/// Two people in each of two groups, and two in both.
GroupStudy mixed_study() {
  GroupStudy study(5, {"one", "two"});
  for (int k = 0; k < 4; ++k) study.say(study.person(), k % 2, 0, 1, static_cast<Object>(2 + k % 3));
  for (int k = 0; k < 2; ++k) {
    const std::int32_t person = study.person();
    study.say(person, 0, 1, 2, 3);
    study.say(person, 1, 2, 3, 4);
  }
  return study;
}

TEST(GroupPermutations, ExchangePeopleOfOneGroupAndTheAnswersOfThoseInSeveral) {
  const GroupStudy study = mixed_study();
  const GroupPermutations permutations(study.table());
  EXPECT_EQ(permutations.parts().size(), 8U);
  EXPECT_EQ(permutations.in_several(), 2);
  EXPECT_EQ(permutations.arrangements(), 6 * 2 * 2);  // (4 over 2), and each of two exchanged or not
  std::set<std::vector<std::int32_t>> seen;
  for (std::uint64_t permutation = 0; permutation < 400; ++permutation) {
    const std::vector<std::int32_t> groups = permutations.permuted(7, permutation);
    seen.insert(groups);
    std::map<std::int32_t, std::multiset<std::int32_t>> of_subject;
    for (std::size_t k = 0; k < groups.size(); ++k) {
      of_subject[permutations.parts()[k].subject].insert(groups[k]);
      if (permutation == 0) {
        EXPECT_EQ(groups[k], permutations.parts()[k].group);
      }
    }
    std::multiset<std::int32_t> of_one;
    for (std::int32_t subject = 0; subject < 4; ++subject) of_one.insert(*of_subject[subject].begin());
    EXPECT_EQ(of_one, (std::multiset<std::int32_t>{0, 0, 1, 1}));
    for (std::int32_t subject = 4; subject < 6; ++subject)
      EXPECT_EQ(of_subject[subject], (std::multiset<std::int32_t>{0, 1}));
  }
  EXPECT_EQ(seen.size(), 24U);
}

TEST(GroupPermutations, TakeEveryWayOnceWhereThereAreFew) {
  const GroupPermutations permutations(mixed_study().table());
  EXPECT_TRUE(permutations.are_all(23));
  EXPECT_FALSE(permutations.are_all(22));
  EXPECT_EQ(permutations.permutations(1000), 23);
  EXPECT_EQ(permutations.permutations(22), 22);
  std::set<std::vector<std::int32_t>> ways;
  for (std::uint64_t number = 0; number < 24; ++number) ways.insert(permutations.dealt(7, number, 23));
  EXPECT_EQ(ways.size(), 24U);
  EXPECT_EQ(permutations.arrangement(0), permutations.permuted(7, 0));
  for (std::uint64_t permutation = 1; permutation < 100; ++permutation)
    EXPECT_TRUE(ways.contains(permutations.permuted(7, permutation)));
  EXPECT_EQ(permutations.dealt(7, 5, 22), permutations.permuted(7, 5));
}

/// People of one group, of the other, and of both, so many each.
GroupStudy people_of(int one, int other, int both) {
  GroupStudy study(5, {"unused", "one", "two"});
  for (int k = 0; k < one + other; ++k) study.say(study.person(), k < one ? 1 : 2, 0, 1, 2);
  for (int k = 0; k < both; ++k) {
    const std::int32_t person = study.person();
    study.say(person, 1, 1, 2, 3);
    study.say(person, 2, 2, 3, 4);
  }
  return study;
}

TEST(GroupPermutations, FoldsKeepPeopleTogetherAndGroupsEven) {
  const GroupPermutations permutations(people_of(8, 12, 6).table());
  EXPECT_EQ(permutations.groups(), (std::vector<std::int32_t>{1, 2}));
  for (std::uint64_t permutation = 0; permutation < 20; ++permutation) {
    const std::vector<std::int32_t> group = permutations.permuted(3, permutation),
                                    fold = permutations.folds(group, 4, 3, permutation);
    std::map<std::int32_t, std::set<std::int32_t>> of_subject;
    std::map<std::pair<std::int32_t, std::int32_t>, int> people;  // by group (2: both) and fold
    for (std::size_t k = 0; k < fold.size(); ++k) {
      const std::int32_t subject = permutations.parts()[k].subject;
      if (of_subject[subject].insert(fold[k]).second) ++people[{subject < 20 ? group[k] : 2, fold[k]}];
    }
    for (const auto& [subject, folds] : of_subject) EXPECT_EQ(folds.size(), 1U);
    for (std::int32_t of = 0; of < 3; ++of)
      for (std::int32_t number = 0; number < 4; ++number) {
        const double fair = std::array{8.0, 12.0, 6.0}[of] / 4.0;
        EXPECT_NEAR((people[{of, number}]), fair, 0.99);
      }
  }
  const std::vector<std::int32_t> as_they_are = permutations.permuted(3, 0);
  EXPECT_NE(permutations.folds(as_they_are, 4, 3, 5), permutations.folds(as_they_are, 4, 3, 6));
}

TEST(GroupTests, CountTheObservedAmongThePermutationd) {
  const PermutationTest test{.observed = 3.0, .permuted = {1.0, 3.0, 2.0, 4.0, 0.0}};
  EXPECT_DOUBLE_EQ(test.p(), 3.0 / 6.0);
  EXPECT_DOUBLE_EQ(test.mean(), 2.0);
  EXPECT_DOUBLE_EQ(test.effect(), 1.0 / std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(test.quantile(0.8), 3.0);
  EXPECT_DOUBLE_EQ(test.quantile(0.81), 4.0);
  EXPECT_DOUBLE_EQ((PermutationTest{5.0, {1.0, 3.0, 4.0}}).p(), 0.25);
}

/// People of two groups, with the places of the second.
GroupStudy study_of(int people, const std::vector<double>& second, double spread, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  GroupStudy study(6, {"one", "two"});
  for (int k = 0; k < people; ++k)
    study.answer(study.person(), k % 2, k % 2 == 0 ? kPlaces : second, 40, spread, draws);
  return study;
}

/// As ProductDistances has it, from the tree's own text of merges.
std::uint8_t closest_of(const core::Dendrogram& tree, Object a, Object b, Object c) {
  const auto sizes = core::lca_sizes(tree);
  const Object least = std::min({sizes(a, b), sizes(a, c), sizes(b, c)});
  return static_cast<std::uint8_t>(sizes(a, b) == least ? 1 : sizes(a, c) == least ? 2 : 4);
}

TEST(GroupTests, TellApartWhatDiffers) {
  GroupStudy study = study_of(12, kOtherPlaces, 1.0, 3);
  const GroupComparison found = compare_groups(study.input(), quick(99));
  EXPECT_EQ(found.groups[0].people, 6);
  EXPECT_EQ(found.groups[1].answers, 240);
  EXPECT_EQ(found.people, 12);
  EXPECT_EQ(found.triples, 20);
  EXPECT_LE(found.distance.p(), 0.02);
  EXPECT_LE(found.nearer.p(), 0.02);
  EXPECT_DOUBLE_EQ(found.p(), 2.0 * std::min(found.distance.p(), found.nearer.p()));
  EXPECT_GT(found.shares.own.value, found.shares.other.value + 0.1);
  EXPECT_NEAR(found.shares.difference.value, found.shares.own.value - found.shares.other.value, 1e-12);
  EXPECT_DOUBLE_EQ(found.nearer.observed, found.shares.difference.value);
  EXPECT_TRUE(found.shares.difference.error > 0.01 && found.shares.difference.error < 0.1);
  // The trees are those of each group's answers alone, and their distance the share of triples that differ.
  int differ = 0;
  for (std::size_t g = 0; g < 2; ++g) {
    AnswerInput alone = study.input();
    alone.comparisons.statements.clear();
    for (std::size_t k = 0; k < study.input().comparisons.statements.size(); ++k)
      if (study.input().comparisons.metadata.origins[k].group == static_cast<std::int32_t>(g))
        alone.comparisons.statements.push_back(study.input().comparisons.statements[k]);
    alone.comparisons.metadata.origins.clear();
    EXPECT_EQ(std::get<core::Dendrogram>(found.made[g]),
              std::get<core::Dendrogram>(fit(alone, core::find_method("4K-AL"), 1).product));
  }
  for (Object a = 0; a < 6; ++a)
    for (Object b = a + 1; b < 6; ++b)
      for (Object c = b + 1; c < 6; ++c)
        differ += closest_of(std::get<core::Dendrogram>(found.made[0]), a, b, c) !=
                          closest_of(std::get<core::Dendrogram>(found.made[1]), a, b, c)
                      ? 1
                      : 0;
  EXPECT_DOUBLE_EQ(found.distance.observed, differ / 20.0);
}

/// Of studies with people who vary, but no difference between groups, about 5 % are at or below .05; of tests of twice
/// the level they would be 10 %, and of permutations of answers, as if each were another person's, many more.
void expect_level(int studies, GroupStudy (*study_number)(std::uint64_t)) {
  const double most = 0.05 * studies + 3.0 * std::sqrt(0.05 * 0.95 * studies);
  int by_distance = 0, by_prediction = 0;
  for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(studies); ++k) {
    GroupStudy study = study_number(k);
    const GroupComparison found = compare_groups(study.input(), quick(19, k));
    by_distance += found.distance.p() <= 0.05 ? 1 : 0;
    by_prediction += found.nearer.p() <= 0.05 ? 1 : 0;
  }
  EXPECT_TRUE(by_distance >= 1 && by_distance <= most) << by_distance;
  EXPECT_TRUE(by_prediction >= 1 && by_prediction <= most) << by_prediction;
}

TEST(GroupTests, KeepTheirLevelBetweenGroupsOfAnySize) {
  expect_level(300, [](std::uint64_t k) {
    core::Stream draws({.master_seed = 100 + k}, core::Purpose::kTest);
    GroupStudy study(6, {"one", "two"});
    for (int person = 0; person < 9; ++person)
      study.answer(study.person(), person < 3 ? 0 : 1, kPlaces, 40, 8.0, draws);
    return study;
  });
}

TEST(GroupTests, KeepTheirLevelWherePeopleAreInBoth) {
  expect_level(300, [](std::uint64_t k) {
    core::Stream draws({.master_seed = 500 + k}, core::Purpose::kTest);
    GroupStudy study(6, {"one", "two"});
    for (int person = 0; person < 8; ++person) {
      const std::int32_t subject = study.person();
      std::vector<double> own = kPlaces;
      for (double& place : own) place += 8.0 * draws.uniform();
      if (person > 1) study.answer(subject, 0, own, 25, 2.0, draws);
      study.answer(subject, 1, own, 25, 2.0, draws);
    }
    return study;
  });
}

TEST(GroupTests, KeepTheirLevelWhereGroupsWereAskedOtherQuestions) {
  expect_level(150, [](std::uint64_t k) { return study_of_lists(20, 10, k % 2 == 0, kPlaces, k); });
}

TEST(GroupTests, TellApartWhatDiffersByCommonQuestions) {
  for (const bool within : {false, true}) {
    GroupStudy study = study_of_lists(25, 20, within, kOtherPlaces, 2);
    const GroupComparison found = compare_groups(study.input(), quick(99));
    EXPECT_TRUE(found.questions.differ);
    EXPECT_LE(found.nearer.p(), 0.02) << within;
    EXPECT_EQ(found.groups[0].answers, (within ? 12 : 6) * 20);
    EXPECT_EQ(found.left_out, 0);
  }
}

TEST(GroupTests, TryAllWaysAndSayHowSmallPCanBe) {
  GroupStudy study(6, {"one", "two"});
  core::Stream draws({}, core::Purpose::kTest, 6);
  for (int person = 0; person < 6; ++person)
    study.answer(study.person(), person % 2, person % 2 == 0 ? kPlaces : kOtherPlaces, 40, 1.0, draws);
  const GroupComparison found = compare_groups(study.input(), quick(1000));
  EXPECT_EQ(found.distance.permuted.size(), 19U);
  EXPECT_DOUBLE_EQ(found.least_p(), 0.1);
  EXPECT_GE(found.distance.p(), 0.1) << "the groups the other way round are as good";
  EXPECT_GE(found.p(), found.least_p());
  EXPECT_DOUBLE_EQ(compare_groups(study.input(), quick(9)).least_p(), 0.2);
}

TEST(GroupTests, ComparePeopleWithThemselvesWhereTheyAnsweredInBoth) {
  core::Stream draws({}, core::Purpose::kTest, 4);
  GroupStudy study(6, {"before", "after"});
  for (int k = 0; k < 16; ++k) {
    const std::int32_t person = study.person();
    study.answer(person, 0, kPlaces, 40, 1.0, draws);
    study.answer(person, 1, kOtherPlaces, 40, 1.0, draws);
  }
  const GroupComparison found = compare_groups(study.input(), quick(199));
  EXPECT_EQ(found.in_several, 16);
  EXPECT_EQ(found.people, 16);
  EXPECT_EQ(found.arrangements, 65536);
  // Trees of people mixed from both are unstable, and differ as much as those of the groups; prediction tells.
  EXPECT_GT(found.distance.p(), 0.05);
  EXPECT_LE(found.nearer.p(), 0.01);
}

TEST(GroupTests, OfSeveralGroupsEachPairIsTold) {
  core::Stream draws({}, core::Purpose::kTest, 5);
  GroupStudy study(6, {"a", "b", "c"});
  for (int k = 0; k < 15; ++k) study.answer(study.person(), k % 3, k % 3 == 2 ? kOtherPlaces : kPlaces, 60, 0.5, draws);
  const GroupComparison found = compare_groups(study.input(), quick(99));
  ASSERT_EQ(found.pairs.size(), 3U);  // a b, a c, b c
  EXPECT_NEAR(
      (found.pairs[0].distance.observed + found.pairs[1].distance.observed + found.pairs[2].distance.observed) / 3.0,
      found.distance.observed, 1e-12);
  // Holm: the smallest p counts three times, the next one twice, the last one once, and none below one before.
  std::vector<std::pair<double, double>> both;
  for (const GroupPair& pair : found.pairs) both.emplace_back(pair.distance.p(), pair.holm_p);
  std::sort(both.begin(), both.end());
  EXPECT_DOUBLE_EQ(both[0].second, std::min(1.0, 3.0 * both[0].first));
  EXPECT_DOUBLE_EQ(both[1].second, std::min(1.0, std::max(both[0].second, 2.0 * both[1].first)));
  EXPECT_DOUBLE_EQ(both[2].second, std::min(1.0, std::max(both[1].second, both[2].first)));
  EXPECT_LE(found.nearer.p(), 0.02);
  EXPECT_GT(found.shares.difference.value, 0.0);
}

TEST(GroupTests, AreTheSameForAnyNumberOfThreads) {
  GroupStudy study = study_of(8, kPlaces, 4.0, 9);
  const int threads = omp_get_max_threads();
  std::set<std::vector<double>> seen;
  for (const int number : {1, 3}) {
    omp_set_num_threads(number);
    const GroupComparison found = compare_groups(study.input(), quick(30));
    seen.insert(found.distance.permuted);
    EXPECT_NE(found.nearer.permuted[0], found.nearer.permuted[1]);
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(seen.size(), 1U);
}

/// Three people of the study "mixed", P0 to P2, and what a table says of them.
files::ComparisonFile told_by(std::vector<PeopleGroups::Member> members) {
  GroupStudy study(5, {"unused"});
  for (int k = 0; k < 3; ++k) study.say(study.person(), 0, 0, 1, 2);
  files::ComparisonFile file = study.input().comparisons;
  take_groups({.source = "participants.csv", .members = std::move(members)}, file);
  return file;
}

TEST(PeopleGroups, AreThoseOfATableOfPeople) {
  const files::ComparisonFile file =
      told_by({{"P9", "ill", 2}, {"P2", "well", 3}, {"P0", "ill", 4}, {"P2", "well", 5}, {"P1", "", 6}});
  EXPECT_EQ(file.metadata.groups, (std::vector<std::string>{"ill", "well"}));
  std::vector<std::int32_t> groups;
  for (const files::AnswerOrigin& origin : file.metadata.origins) groups.push_back(origin.group);
  EXPECT_EQ(groups, (std::vector<std::int32_t>{0, -1, 1}));
  EXPECT_EQ(file.notes,
            (std::vector<std::string>{"groups are from participants.csv", "without a group there: 1 participant (P1)",
                                      "there, but gave no answer: 1 participant (P9)"}));
  EXPECT_EQ(told_by({{"P0", "a"}, {"P1", "b"}, {"P2", "a"}}).notes.size(), 1U);
}

TEST(PeopleGroups, RefuseTwoGroupsOfOneAndStrangers) {
  const auto refused = [](std::vector<PeopleGroups::Member> members) {
    return message_of([&] { told_by(std::move(members)); });
  };
  expect_message(refused({{"P0", "ill", 2}, {"P1", "well", 3}, {"P0", "well", 4}}),
                 "participants.csv:4: P0 is of the group well, and of ill in line 2 (participants with several groups "
                 "need a column");
  expect_message(refused({{"P0", "ill"}, {"P0", "well"}}),
                 "participants.csv: P0 is of the group well, and of ill (participants with several groups");
  expect_message(refused({{"p0", "ill"}, {"p1", "well"}}),
                 "participants.csv: has none of the participants (it has p0, p1; P0, P1, P2 answered), write them as");
  files::ComparisonFile nobody;
  expect_message(message_of([&] { take_groups({.source = "participants.csv"}, nobody); }), "who answered is unknown");
}

TEST(GroupTests, SayWhatIsMissing) {
  const auto refused = [](GroupStudy study) { return message_of([&] { compare_groups(study.input(), quick(20)); }); };
  GroupStudy study = mixed_study();
  study.input().comparisons.metadata.groups.clear();
  for (auto& origin : study.input().comparisons.metadata.origins) origin.group = -1;
  expect_message(refused(study),
                 "study: the groups are unknown (of participants, or conditions), name their column group");
  study = mixed_study();
  study.input().comparisons.metadata.subjects.clear();
  expect_message(refused(study), "who answered is unknown");
  study = GroupStudy(5, {"one"});
  study.say(study.person(), 0, 0, 1, 2);
  expect_message(refused(study), "all answers are of the group one (two groups are needed)");
  study = mixed_study();
  study.input().comparisons.metadata.groups.emplace_back("three");  // of which there is no answer
  EXPECT_EQ(compare_groups(study.input(), quick(19)).groups.size(), 2U);
  study.say(study.person(), 2, 0, 1, 2);
  expect_message(refused(study),
                 "only one participant of the group three answered (permutations need two of each group)");
  study = GroupStudy(9, {"one", "two"});
  for (int k = 0; k < 4; ++k) {
    const auto base = static_cast<Object>(k % 2 == 0 ? 0 : 3);
    study.say(study.person(), k % 2, base, base + 1, base + 2);
  }
  expect_message(refused(study),
                 "the groups were asked different questions, and none of the 2 was asked of all groups");
  study = GroupStudy(12, {"one", "two"});  // everybody is asked about other objects
  for (Object k = 0; k < 4; ++k) study.say(study.person(), k % 2, 3 * k, 3 * k + 1, 3 * k + 2);
  expect_message(refused(study), "all groups were asked about 0 objects (three are needed)");
}

}  // namespace
}  // namespace tertium::answers
