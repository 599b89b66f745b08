// Who answers as by chance, and what answers count by who gave them: studies in which it is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/fits/fit.hpp"
#include "answers/resampling/people.hpp"
#include "core/base/error.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using core::Object;

constexpr Object kObjects = 24;
constexpr std::int32_t kPeople = 40;

/// Objects in four groups of six in space.
class Space {
 public:
  explicit Space(core::Stream& random) {
    std::array<double, 12> centres{};
    for (double& one : centres) one = 2.0 * random.normal();
    for (Object i = 0; i < kObjects; ++i)
      for (std::size_t d = 0; d < 3; ++d)
        places_[i][d] = centres[static_cast<std::size_t>(i / 6) * 3 + d] + 0.6 * random.normal();
  }
  double distance(Object i, Object j) const {
    return std::hypot(places_[i][0] - places_[j][0], places_[i][1] - places_[j][1], places_[i][2] - places_[j][2]);
  }

 private:
  std::array<std::array<double, 3>, kObjects> places_{};
};

/// So many answers of each of 40 people, of whom every `careless`-th throws a coin.
AnswerInput study(std::uint64_t seed, int answers, std::int32_t careless) {
  core::Stream random({.master_seed = seed}, core::Purpose::kTest);
  const Space space(random);
  AnswerInput input{.source = "study"};
  input.comparisons.form = files::AnswerForm::kTriplet;
  input.comparisons.objects = kObjects;
  for (std::int32_t person = 0; person < kPeople; ++person) {
    input.comparisons.metadata.subjects.push_back("p" + std::to_string(person));
    for (int k = 0; k < answers; ++k) {
      std::array<Object, kObjects> objects{};
      for (Object i = 0; i < kObjects; ++i) objects[i] = i;
      for (std::size_t i = 0; i < 3; ++i) std::swap(objects[i], objects[i + random.below(kObjects - i)]);
      const auto& [a, b, c] = std::array{objects[0], objects[1], objects[2]};
      const bool first = person % careless == 0 ? random.below(2) == 0
                                                : space.distance(a, b) + 0.6 * random.normal() <
                                                      space.distance(a, c) + 0.6 * random.normal();
      input.comparisons.statements.push_back(first ? core::Quadruplet{a, b, a, c} : core::Quadruplet{a, c, a, b});
      input.comparisons.metadata.origins.push_back({.subject = person});
    }
  }
  return input;
}

/// How many are named, and judged.
struct Named {
  int careless = 0, others = 0, judged = 0;
};

Named named(const Overview& found, std::int32_t careless) {
  Named sum;
  for (const Subject& subject : found.subjects) {
    sum.judged += subject.evaluated ? 1 : 0;
    if (!subject.flags.empty()) ++(subject.number % careless == 0 ? sum.careless : sum.others);
  }
  return sum;
}

TEST(Careless, AreFoundAndNobodyElseIsNamed) {
  Named sum;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Named one = named(overview(study(seed, 60, 10)), 10);
    sum.careless += one.careless;
    sum.others += one.others;
  }
  EXPECT_GE(sum.careless, 39) << "of 40";
  EXPECT_EQ(sum.others, 0) << "of 360";
}

/// The flags of somebody of the study, and what is predicted with two options exchanged.
std::string flags_of(const Overview& found, std::size_t subject) {
  std::string text;
  for (const std::string& flag : found.subjects[subject].flags) text += flag + ';';
  return text;
}

TEST(Careless, AreNotThoseWhoseAnswersMayHaveBeenMisread) {
  AnswerInput input = study(1, 60, 10);  // 0, 10, 20 and 30 throw coins
  for (std::size_t k = 0; k < input.comparisons.statements.size(); ++k)
    if (input.comparisons.metadata.origins[k].subject == 5) {
      core::Quadruplet& s = input.comparisons.statements[k];
      s = {s.k, s.l, s.i, s.j};
      input.comparisons.metadata.origins[k].time = 0.1;
    } else {
      input.comparisons.metadata.origins[k].time = 10.0;
    }
  const Overview found = overview(input);
  EXPECT_EQ(flags_of(found, 5), "as if two options were exchanged;") << "and nothing of how fast";
  ASSERT_TRUE(found.subjects[5].exchanged.has_value());
  EXPECT_NEAR(*found.subjects[5].exchanged, 1.0 - *found.subjects[5].predicted, 1e-12);
  EXPECT_GT(*found.subjects[5].exchanged, 0.7);
  EXPECT_EQ(flags_of(found, 10), "as by chance;");
  EXPECT_FALSE(found.subjects[10].exchanged.has_value());
  EXPECT_EQ(flags_of(found, 6), "");
  EXPECT_EQ(found.of_nobody, 0);
  for (std::size_t k = 0; k < 70; ++k) input.comparisons.metadata.origins[k].subject = -1;
  EXPECT_EQ(overview(input).of_nobody, 70);
}

/// Answers about three places of a screen, by 30 people: the place of the odd one, by each person's `said` of the right
/// place. `told`: the file tells places, as a column of answers does; a row of a, b, odd does not.
AnswerInput odd_study(bool told, const std::function<int(int person, int place)>& said) {
  core::Stream random({.master_seed = 2}, core::Purpose::kTest);
  const Space space(random);
  AnswerInput input{.source = "study"};
  input.comparisons.form = files::AnswerForm::kOddOneOut;
  input.comparisons.objects = kObjects;
  for (std::int32_t person = 0; person < 30; ++person) {
    input.comparisons.metadata.subjects.push_back("p" + std::to_string(person));
    for (int k = 0; k < 60; ++k) {
      std::array<Object, 3> o{};
      for (Object& one : o) one = static_cast<Object>(random.below(kObjects));
      if (o[0] == o[1] || o[0] == o[2] || o[1] == o[2]) continue;
      const std::array between{space.distance(o[1], o[2]), space.distance(o[0], o[2]), space.distance(o[0], o[1])};
      const auto right = static_cast<int>(std::ranges::min_element(between) - between.begin());
      const int place = said(person, right);
      std::array<Object, 3> row{o[(place + 1) % 3], o[(place + 2) % 3], o[place]};  // as a row is read
      if (!told && random.below(2) == 0) std::swap(row[0], row[1]);
      input.comparisons.statements.push_back({row[0], row[1], row[0], row[2]});
      input.comparisons.statements.push_back({row[1], row[0], row[1], row[2]});
      const files::AnswerOrigin origin{.subject = person, .place = static_cast<std::int8_t>(told ? place : -1)};
      input.comparisons.metadata.origins.insert(input.comparisons.metadata.origins.end(), 2, origin);
    }
  }
  return input;
}

TEST(Careless, OddOneOutsAreMisreadByExchangedKeys) {
  for (const int kept : {0, 1, 2}) {  // person 7 takes the two other keys for each other, 8 all three in turn
    const Overview found = overview(odd_study(true, [&](int person, int place) {
      if (person == 8) return (place + 1) % 3;
      return person != 7 || place == kept ? place : 3 - kept - place;
    }));
    EXPECT_EQ(flags_of(found, 7), "as if two options were exchanged;") << kept;
    EXPECT_GT(*found.subjects[7].exchanged, 0.7);
    EXPECT_EQ(flags_of(found, 8), "as by chance;") << kept;
    EXPECT_EQ(flags_of(found, 9), "");
  }
}

TEST(Careless, OddOneOutsAreMisreadByExchangedColumns) {
  for (const int column : {0, 1}) {
    AnswerInput input = odd_study(false, [](int, int place) { return place; });
    files::ComparisonFile& file = input.comparisons;
    for (std::size_t k = 0; k < file.statements.size(); k += 2) {
      if (file.metadata.origins[k].subject != 7) continue;
      core::Quadruplet& s = file.statements[k];
      std::swap(s.l, column == 0 ? s.i : s.j);
      s.k = s.i;
      file.statements[k + 1] = {s.j, s.i, s.j, s.l};
    }
    const Overview found = overview(input);
    EXPECT_EQ(flags_of(found, 7), "as if two options were exchanged;");
    EXPECT_EQ(flags_of(found, 8), "");
  }
}

TEST(Careless, AreNotToldFromFewAnswersOrWhereNothingCanBePredicted) {
  const Overview few = overview(study(1, 12, 10));
  EXPECT_GT(*few.prediction.share, 0.6);
  EXPECT_EQ(named(few, 10).judged, 0);
  EXPECT_EQ(named(few, 10).careless + named(few, 10).others, 0);
  const Overview coins = overview(study(1, 60, 1));
  EXPECT_NEAR(*coins.prediction.share, 0.5, 0.05);
  EXPECT_EQ(named(coins, 1).careless, 0) << "everybody answers so";
}

TEST(Careless, AreNobodyWhereNobodyIsKnown) {
  AnswerInput input = study(1, 12, 10);
  for (files::AnswerOrigin& origin : input.comparisons.metadata.origins) origin.subject = 7;
  EXPECT_FALSE(overview(input).prediction.share.has_value());
  EXPECT_EQ(overview(input).prediction.why, "fewer than two are known");
  input.comparisons.metadata.origins.clear();
  EXPECT_FALSE(overview(input).prediction.share.has_value());
}

/// Of each of some people the same number of answers, so many of which are predicted.
std::vector<Predicted> predicted_of(std::int64_t answers, std::initializer_list<double> shares) {
  std::vector<Predicted> tallies;
  for (const double share : shares)
    tallies.push_back({answers, static_cast<std::int64_t>(std::lround(6.0 * share * static_cast<double>(answers))), 0});
  return tallies;
}

TEST(PeopleWeights, AreTheLogarithmsOfWhatAnswersAreWorth) {
  // log 9 : log 3 : log 1, and of less than chance nothing; the mean, .6, for nobody known.
  EXPECT_EQ(weights_of_people(predicted_of(1'000'000, {0.9, 0.75, 0.5, 0.25}), 2, PeopleRule::kWeighed),
            (std::vector<std::int32_t>{8, 4, 0, 0, 1}));
  // Of three possible answers a third is chance: log 18 : log 6 : 0.
  EXPECT_EQ(weights_of_people(predicted_of(1'000'000, {0.9, 0.75, 1.0 / 3.0}), 3, PeopleRule::kWeighed),
            (std::vector<std::int32_t>{8, 5, 0, 4}));
  EXPECT_EQ(weights_of_people(predicted_of(10, {0.9, 0.1}), 2, PeopleRule::kAll), (std::vector<std::int32_t>{1, 1, 1}));
}

TEST(PeopleWeights, OfFewAnswersAreThoseOfAll) {
  std::vector<Predicted> tallies = predicted_of(1000, {0.9, 0.8, 0.7, 0.6});
  tallies.push_back({4, 24, 0});  // four of four
  tallies.push_back({0, 0, 0});
  const std::vector<std::int32_t> weights = weights_of_people(tallies, 2, PeopleRule::kWeighed);
  EXPECT_LT(weights[4], weights[0]);
  EXPECT_GT(weights[4], weights[2]);
  EXPECT_EQ(weights[5], weights[6]) << "nothing is known of the one nor of the others";
  // Shares that differ as those of coins do are all the same.
  const std::vector<std::int32_t> coins =
      weights_of_people(predicted_of(100, {0.65, 0.7, 0.75}), 2, PeopleRule::kWeighed);
  EXPECT_EQ(*std::ranges::min_element(coins), kWholeAnswer);
}

TEST(PeopleWeights, LeaveOutWhomChancePredictsAsWell) {
  // Two standard errors of 400 answers are .05.
  EXPECT_EQ(weights_of_people(predicted_of(400, {0.8, 0.8, 0.56, 0.54, 0.4}), 2, PeopleRule::kAttentive),
            (std::vector<std::int32_t>{1, 1, 1, 0, 0, 1}));
  EXPECT_EQ(weights_of_people(predicted_of(8, {0.8, 0.8, 0.5}), 2, PeopleRule::kAttentive),
            (std::vector<std::int32_t>{1, 1, 1, 1}))
      << "too few answers to tell";
}

/// Each method by each rule, in the order of the rules.
std::vector<HeldOut> compared(const AnswerInput& input, const std::string& method, std::vector<PeopleRule> rules) {
  const Comparison found =
      compare(input, {.methods = {method}, .folds = parse_folds("subjects:8"), .people = std::move(rules)});
  EXPECT_TRUE(found.failed.empty());
  std::vector<HeldOut> results = found.best_first;
  std::ranges::sort(results, {}, [](const HeldOut& one) { return one.method.name; });
  return results;
}

TEST(PeopleWeights, OfTheHeldOutAreNotLookedFor) {
  AnswerInput input = study(3, 40, 5);
  const std::vector<HeldOut> before = compared(input, "STE", {PeopleRule::kAttentive, PeopleRule::kWeighed});
  EXPECT_EQ(before[0].method.name, "STE with people attentive");
  EXPECT_EQ(before[1].method.name, "STE with people weighted");
  // Everybody of the fold says the opposite: then what was predicted is not, and the reverse.
  const Folds folds = make_folds(input.comparisons, tabulate(input.comparisons), parse_folds("subjects:8"), 1);
  for (std::size_t k = 0; k < folds.held_in.size(); ++k) {
    core::Quadruplet& s = input.comparisons.statements[k];
    if (folds.held_in[k] == 0) s = {s.k, s.l, s.i, s.j};
  }
  const std::vector<HeldOut> after = compared(input, "STE", {PeopleRule::kAttentive, PeopleRule::kWeighed});
  for (std::size_t rule = 0; rule < 2; ++rule) {
    const Predicted& said = before[rule].folds[0][0];
    const Predicted& opposite = after[rule].folds[0][0];
    EXPECT_EQ(opposite.answers, said.answers);
    EXPECT_EQ(opposite.sixths, 6 * said.answers - said.sixths);
  }
}

TEST(PeopleWeights, PredictMoreWhereSomeAreCareless) {
  Predicted all, attentive, weighed;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto found =
        compared(study(seed, 80, 5), "STE", {PeopleRule::kAll, PeopleRule::kAttentive, PeopleRule::kWeighed});
    for (const Predicted& one : found[0].of_all()) all += one;
    for (const Predicted& one : found[1].of_all()) attentive += one;
    for (const Predicted& one : found[2].of_all()) weighed += one;
  }
  EXPECT_GT(static_cast<double>(attentive.sixths - all.sixths), 0.002 * 6.0 * static_cast<double>(all.answers));
  EXPECT_GT(static_cast<double>(weighed.sixths - all.sixths), 0.002 * 6.0 * static_cast<double>(all.answers));
}

TEST(PeopleWeights, AreHowOftenAnswersCountInAFit) {
  const AnswerInput input = study(2, 40, 4);
  const core::Method method = core::find_method("AddS-3-AL");
  const Clustering found = cluster(input, {.method = method, .support = 5, .people = PeopleRule::kWeighed});
  ASSERT_TRUE(found.people.has_value());
  EXPECT_EQ(std::ranges::max(found.people->weights), kWholeAnswer);
  AnswerInput counted = input;
  for (const std::int32_t weight : found.people->of_answers) counted.comparisons.counts.push_back(std::max(1, weight));
  std::size_t kept = 0;  // those that count nothing are left out by hand
  files::ComparisonFile& file = counted.comparisons;
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    if (found.people->of_answers[k] == 0) continue;
    file.statements[kept] = file.statements[k];
    file.counts[kept] = file.counts[k];
    file.metadata.origins[kept++] = file.metadata.origins[k];
  }
  file.statements.resize(kept);
  file.counts.resize(kept);
  file.metadata.origins.resize(kept);
  EXPECT_EQ(core::scipy_linkage(*found.tree), core::scipy_linkage(*cluster(counted, {.method = method}).tree));
  EXPECT_EQ(found.answers.answers, 40 * 40) << "what is judged is what was said";
  EXPECT_EQ(found.support->replicates, 5);
}

// Weights change how many answers there are: what goes by that is refused, and the others make the same of all twice.
TEST(PeopleWeights, AreForMethodsThatGoByShares) {
  const AnswerInput input = study(2, 20, 4);
  AnswerInput twice = input;
  twice.comparisons.counts.assign(twice.comparisons.statements.size(), 2);
  for (const char* name : {"AddS-3-AL", "4-AL", "3-AL", "4K-AL", "3K-AL", "AddS-3-AL+search", "AddS-3+SDP-k", "STE",
                           "t-STE", "4-AL+search+lengths", "AddS-3+spectral"}) {
    const core::Method method = core::find_method(name);
    EXPECT_FALSE(method.counts_answers()) << name;
    const Predicted once = predict_all(fit(input, method, 1).product, input.comparisons);
    const Predicted again = predict_all(fit(twice, method, 1).product, input.comparisons);
    EXPECT_NEAR(static_cast<double>(again.sixths), static_cast<double>(once.sixths), 0.002 * 6.0 * 800.0) << name;
  }
  for (const char* name : {"SPoSE", "AddS-3+SPUR", "CrowdClust+DP-mixture", "AddS-3+SDP-lambda"}) {
    const core::Method method = core::find_method(name);
    EXPECT_TRUE(method.counts_answers()) << name;
    EXPECT_THROW(expect_counted(input, PeopleRule::kWeighed, method), core::UserError) << name;
    EXPECT_NO_THROW(expect_counted(input, PeopleRule::kAttentive, method)) << name;
  }
}

TEST(PeopleWeights, NeedPeople) {
  AnswerInput one_left = study(2, 12, 4);  // of all that the metadata names
  for (files::AnswerOrigin& origin : one_left.comparisons.metadata.origins) origin.subject = 3;
  EXPECT_NO_THROW(expect_people(one_left, PeopleRule::kAll));
  EXPECT_THROW(expect_people(one_left, PeopleRule::kWeighed), core::UserError);
  EXPECT_THROW(people_rule("some"), core::UsageError);
}

}  // namespace
}  // namespace tertium::answers
