// What is drawn and held out: units, folds, predictions, bootstrap samples and the support of branches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

#include "answers/fits/requirements.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/methods/product.hpp"
#include "files/answers/read.hpp"
#include "files/text/csv.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Quadruplet;
using files::AnswerForm;
using testing::expect_message;
using testing::message_of;

/// Every triplet about n objects on a line, two groups apart; with `coin` answered by a coin.
files::ComparisonFile line_of_objects(core::Object n, bool coin = false, std::int32_t subjects = 0) {
  core::Stream random({.master_seed = 5}, core::Purpose::kTest);
  files::ComparisonFile file;
  file.form = AnswerForm::kTriplet;
  file.objects = n;
  const auto place = [n](core::Object i) { return 1.01 * i + 0.001 * i * i + (2 * i < n ? 0 : 3 * n); };
  const auto distance = [&](core::Object i, core::Object j) { return std::abs(place(i) - place(j)); };
  for (core::Object a = 0; a < n; ++a)
    for (core::Object b = 0; b < n; ++b)
      for (core::Object c = b + 1; c < n; ++c) {
        if (a == b || a == c) continue;
        const bool first = coin ? random.below(2) == 0 : distance(a, b) < distance(a, c);
        file.statements.push_back(first ? Quadruplet{a, b, a, c} : Quadruplet{a, c, a, b});
        if (subjects > 0)
          file.metadata.origins.push_back(
              {.subject = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(subjects)))});
      }
  for (std::int32_t k = 0; k < subjects; ++k) file.metadata.subjects.push_back("p" + std::to_string(k));
  return file;
}

std::set<core::Object> objects_of(const Quadruplet& s) {
  return {s.i, s.j, s.k, s.l};
}

TEST(Resampling, WhatIsHeldOutHasLeftNoTrace) {
  files::ComparisonFile file = line_of_objects(9, false, 4);
  file.statements.insert(file.statements.end(), file.statements.begin(), file.statements.begin() + 50);  // repetitions
  file.metadata.origins.insert(file.metadata.origins.end(), file.metadata.origins.begin(),
                               file.metadata.origins.begin() + 50);
  const AnswerTable table = tabulate(file);
  for (const FoldChoice choice : {FoldChoice{FoldsOf::kAnswers, 5}, {FoldsOf::kSubjects, 0}, {FoldsOf::kSubjects, 2}}) {
    const Folds folds = make_folds(file, table, choice, 3);
    EXPECT_EQ(folds.count(), choice.count == 0 ? 4 : choice.count);
    for (std::int32_t fold = 0; fold < folds.count(); ++fold) {
      std::set<std::set<core::Object>> seen, held;
      std::set<std::int32_t> seen_subjects, held_subjects;
      for (std::size_t k = 0; k < file.statements.size(); ++k) {
        const bool is_held = folds.held_in[k] == fold;
        EXPECT_NE(is_held, folds.is_seen(k, fold));
        (is_held ? held : seen).insert(objects_of(file.statements[k]));
        (is_held ? held_subjects : seen_subjects).insert(file.metadata.origins[k].subject);
      }
      EXPECT_FALSE(held.empty());
      const bool by_subject = choice.of == FoldsOf::kSubjects;
      for (const auto& objects : held) EXPECT_TRUE(by_subject || !seen.contains(objects));
      for (const std::int32_t subject : held_subjects) EXPECT_TRUE(!by_subject || !seen_subjects.contains(subject));
    }
  }
}

TEST(Resampling, TheFilesOwnSetsAreKept) {
  files::ComparisonFile file = line_of_objects(5, false, 2);
  const AnswerTable before = tabulate(file);
  expect_message(message_of([&] { make_folds(file, before, {FoldsOf::kSets, 1}, 1); }), "the file has no set train");
  file.metadata.sets = {"Train", "other", "test"};
  for (std::size_t k = 0; k < file.metadata.origins.size(); ++k) file.metadata.origins[k].set = static_cast<int>(k % 3);
  const Folds folds = make_folds(file, tabulate(file), {FoldsOf::kSets, 1}, 1);
  for (std::size_t k = 0; k < folds.held_in.size(); ++k) {
    EXPECT_EQ(folds.held_in[k] == 0, k % 3 == 2);
    EXPECT_EQ(folds.is_seen(k, 0), k % 3 == 0);
  }
  EXPECT_EQ(folds.blocks, 2);  // subjects
  file.metadata.origins.clear();
  expect_message(message_of([&] {
                   make_folds(file, tabulate(file), {FoldsOf::kSubjects, 0}, 1);
                 }),
                 "does not say who answered");
  for (const char* text : {"1", "-2", "subjects:", "subjects:1", "set", ""})
    expect_message(message_of<core::UsageError>([&] { parse_folds(text); }), "is not known, give a number of folds");
}

TEST(Resampling, APredictionIsWhatPutsTheTwoClosestTogether) {
  const auto tally = [](AnswerForm form, const core::Product& product, const Quadruplet& s) {
    Predicted sum;
    add_prediction(form, s, 2, metrics::ProductDistances(product), sum);
    EXPECT_EQ(sum.answers, 2);
    return std::pair(sum.sixths, sum.ties);
  };
  using Pair = std::pair<std::int64_t, std::int64_t>;
  core::Dendrogram tree(core::Partition::singletons(4));  // ((0,1),2),3
  tree.merge(tree.merge(tree.merge(0, 1), 2), 3);
  const core::Product hangs = tree, groups = core::Partition(std::vector<core::Label>{0, 0, 1, 2}),
                      line = core::Coordinates{4, 1, {0.0, 1.0, 3.0, 7.0}};
  EXPECT_EQ(tally(AnswerForm::kTriplet, hangs, {0, 1, 0, 2}), Pair(12, 0));
  EXPECT_EQ(tally(AnswerForm::kTriplet, hangs, {0, 2, 0, 1}), Pair(0, 0));
  EXPECT_EQ(tally(AnswerForm::kTriplet, hangs, {2, 0, 2, 1}), Pair(6, 2));
  EXPECT_EQ(tally(AnswerForm::kQuadruplet, hangs, {0, 1, 2, 3}), Pair(12, 0));
  EXPECT_EQ(tally(AnswerForm::kTriplet, groups, {0, 1, 0, 2}), Pair(12, 0));
  EXPECT_EQ(tally(AnswerForm::kTriplet, groups, {0, 2, 0, 3}), Pair(6, 2));
  EXPECT_EQ(tally(AnswerForm::kOddOneOut, groups, {0, 1, 0, 2}), Pair(12, 0));
  EXPECT_EQ(tally(AnswerForm::kOddOneOut, groups, {1, 2, 1, 3}), Pair(4, 2));
  EXPECT_EQ(tally(AnswerForm::kOddOneOut, line, {1, 2, 1, 3}), Pair(12, 0));
  EXPECT_EQ(tally(AnswerForm::kMostCentral, line, {0, 1, 0, 2}), Pair(12, 0));  // 1 between 0 and 2
  EXPECT_EQ(tally(AnswerForm::kMostCentral, line, {1, 0, 1, 2}), Pair(0, 0));
  EXPECT_EQ(tally(AnswerForm::kMostCentral, hangs, {0, 1, 0, 2}), Pair(6, 2));  // a tree leaves two
}

TEST(Resampling, StandardErrorsAreThoseOfARatio) {
  const std::vector<Predicted> one{{10, 60, 0}, {10, 30, 0}}, other{{10, 48, 0}, {10, 18, 0}};
  EXPECT_DOUBLE_EQ(share_predicted(one).value, 0.75);
  EXPECT_DOUBLE_EQ(share_predicted(one).error, 0.25);
  EXPECT_NEAR(difference_predicted(one, other).value, 0.2, 1e-12);
  EXPECT_NEAR(difference_predicted(one, other).error, 0.0, 1e-12);
  EXPECT_TRUE(std::isnan(share_predicted(std::span(one).first(1)).error));
}

/// A study of 24 people with 40 answers each to questions of their own; somebody is right with a probability of .5 to 1
/// that is the same for all his or her answers.
struct PeopleStudy {
  files::ComparisonFile file{};
  std::vector<bool> right{};
};

PeopleStudy study_of_people(std::uint64_t seed) {
  core::Stream random({.master_seed = seed}, core::Purpose::kTest);
  PeopleStudy study;
  study.file.form = AnswerForm::kTriplet;
  study.file.objects = 30;
  for (std::int32_t person = 0; person < 24; ++person) {
    study.file.metadata.subjects.push_back("p" + std::to_string(person));
    const double ability = 0.5 + 0.5 * random.uniform();
    for (int answer = 0; answer < 40; ++answer) {
      const auto first = static_cast<core::Object>(random.below(28));
      study.file.statements.push_back({first, first + 1, first, first + 2});
      study.file.metadata.origins.push_back({.subject = person});
      study.right.push_back(random.uniform() < ability);
    }
  }
  return study;
}

/// Whether two standard errors over these parts reach the truth.
bool covers(const std::vector<std::int32_t>& part, std::int32_t parts, const std::vector<bool>& right, double truth) {
  std::vector<Predicted> tallies(static_cast<std::size_t>(parts));
  for (std::size_t k = 0; k < part.size(); ++k) tallies[part[k]] += {1, right[k] ? 6 : 0, 0};
  const Estimate share = share_predicted(tallies);
  return std::abs(share.value - truth) <= 2.0 * share.error;
}

TEST(Resampling, StandardErrorsAreOverPeopleWhereTheyAreKnown) {
  int people = 0, folds_alone = 0;
  constexpr int kStudies = 200;
  for (int k = 0; k < kStudies; ++k) {
    const PeopleStudy study = study_of_people(static_cast<std::uint64_t>(k));
    const Folds folds = make_folds(study.file, tabulate(study.file), {FoldsOf::kAnswers, 10}, 1);
    EXPECT_EQ(folds.errors_over(), "24 subjects");
    people += covers(folds.block, folds.blocks, study.right, 0.75) ? 1 : 0;
    folds_alone += covers(folds.held_in, folds.count(), study.right, 0.75) ? 1 : 0;
  }
  EXPECT_GE(people, 0.91 * kStudies);
  EXPECT_LE(folds_alone, 0.75 * kStudies) << "or the study shows nothing";
}

TEST(Resampling, FoldsArePartsOfTheirOwnBesidePeople) {
  const files::ComparisonFile file = line_of_objects(9, false, 4);
  const AnswerTable table = tabulate(file);
  const Folds folds = make_folds(file, table, {FoldsOf::kAnswers, 5}, 3);
  const HeldOut found =
      predict(file, table, folds, {.methods = {core::find_method("AddS-3-AL")}, .shares = {0.5, 1.0}}, 1.0).front();
  for (std::size_t share = 0; share < 2; ++share) {
    ASSERT_EQ(found.blocks[share].size(), 4U);
    ASSERT_EQ(found.folds[share].size(), 5U);
    EXPECT_DOUBLE_EQ(share_predicted(found.blocks[share]).value, share_predicted(found.folds[share]).value);
    for (std::int32_t fold = 0; fold < 5; ++fold)
      EXPECT_EQ(found.folds[share][fold].answers, std::count(folds.held_in.begin(), folds.held_in.end(), fold));
  }
}

TEST(Resampling, MethodsPredictWhatFollowsAndNoCoins) {
  HeldOutPlan plan{.methods = {core::find_method("AddS-3-AL"), core::find_method("AddS-3+AL+cut")},
                   .shares = {0.5, 1.0}};
  const auto shares = [&](const files::ComparisonFile& file) {
    const AnswerTable table = tabulate(file);
    std::vector<double> values;
    for (const HeldOut& found : predict(file, table, make_folds(file, table, {FoldsOf::kAnswers, 5}, 1), plan, 1.0)) {
      EXPECT_EQ(found.failure, "");
      for (const auto& blocks : found.blocks) values.push_back(share_predicted(blocks).value);
    }
    return values;
  };
  const std::vector<double> truth = shares(line_of_objects(12)), coins = shares(line_of_objects(12, true));
  EXPECT_GT(truth[1], 0.75);  // a tree cannot say all of a line
  EXPECT_GT(truth[1], truth[3]);
  EXPECT_GT(truth[3], 0.7);
  for (const double share : coins) EXPECT_NEAR(share, 0.5, 0.08);
  EXPECT_EQ(shares(line_of_objects(12)), truth);
}

// A learning curve's share is of what methods learn from, never of what is held out.
TEST(Resampling, LittleIsPredictedOfFewAnswers) {
  const files::ComparisonFile file = line_of_objects(12);
  const AnswerTable table = tabulate(file);
  const HeldOutPlan plan{.methods = {core::find_method("AddS-3-AL")}, .shares = {0.02, 1.0}};
  const std::vector<HeldOut> found =
      predict(file, table, make_folds(file, table, {FoldsOf::kAnswers, 5}, 1), plan, 1.0);
  const auto& [few, all] = std::tie(found.front().blocks[0], found.front().blocks[1]);
  EXPECT_LT(share_predicted(few).value, share_predicted(all).value - 0.1);
  for (std::size_t fold = 0; fold < 5; ++fold) EXPECT_EQ(few[fold].answers, all[fold].answers);
}

// Answers without a subject are nobody's: they are no person that is drawn, or held out.
TEST(Resampling, AnswersOfNobodyAreNoPerson) {
  files::ComparisonFile file = line_of_objects(12, false, 3);
  for (std::size_t k = 0; k < file.statements.size(); k += 4) file.metadata.origins[k].subject = -1;
  const AnswerTable table = tabulate(file);
  const AnswerUnits units = units_by_subject(table);
  std::set<Question> sets;
  for (const GivenAnswer& answer : table.answers)
    if (answer.origin.subject < 0) sets.insert(table.questions[answer.question]);
  EXPECT_EQ(units.subjects, 3);
  EXPECT_GT(units.count, 20);
  EXPECT_LE(units.count, 3 + std::ssize(sets));
  for (const Folds& folds :
       {make_folds(file, table, {FoldsOf::kSubjects, 0}, 1), make_folds(file, table, {FoldsOf::kSubjects, 2}, 1)}) {
    for (std::size_t k = 0; k < table.answers.size(); ++k)
      EXPECT_EQ(folds.held_in[k] == Folds::kAlwaysSeen, table.answers[k].origin.subject < 0);
    EXPECT_EQ(folds.errors_over(), "3 subjects");
    EXPECT_NE(folds.sentence.find("3 subjects"), std::string::npos);
    EXPECT_NE(folds.sentence.find("; answers without a subject are always used for fitting"), std::string::npos);
  }
  EXPECT_EQ(make_folds(file, table, {FoldsOf::kAnswers, 5}, 1).errors_over(),
            fmt::format("3 subjects and {} questions without one", units.count - 3));
  const Resampling drawn = resample(file, core::find_method("AddS-3-AL"), 5, 1, 1.0);
  EXPECT_EQ(drawn.units, 3);
  EXPECT_EQ(drawn.of_nobody, units.count - 3);
}

TEST(Resampling, AnswersOfAScreenAreDrawnTogether) {
  const std::string text = "subject,anchor,chosen,others\n7,a,b|c,d|e\n7,a,d|e,b|c\n8,b,a,c|d\n";
  files::CsvReader rows("f.csv", text);
  const files::ComparisonFile file = files::read_comparisons(rows, {.origins = true});
  EXPECT_TRUE(file.metadata.screens);
  const AnswerUnits units = units_by_objects(tabulate(file));
  EXPECT_EQ(units.count, 2);  // two screens were about the same objects
  EXPECT_EQ(units.of_answer, (std::vector<std::int32_t>{1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
  // In the standard's form, too.
  files::CsvReader again("g.csv", files::standard_rows(file));
  EXPECT_EQ(units_by_objects(tabulate(files::read_comparisons(again, {.origins = true}))).of_answer, units.of_answer);
}

TEST(Resampling, SamplesOfSumsAreTheSumsOfSamples) {
  for (const std::int32_t subjects : {0, 3}) {
    files::ComparisonFile file = line_of_objects(7, false, subjects);
    for (std::size_t k = 0; k < file.statements.size(); ++k) file.counts.push_back(1 + static_cast<int>(k % 3));
    const AnswerTable table = tabulate(file);
    const AnswerUnits units = subjects > 0 ? units_by_subject(table) : units_by_objects(table);
    EXPECT_EQ(units.count, subjects > 0 ? subjects : 35);
    std::vector<std::int32_t> weights;  // nothing of the last unit
    for (const std::int32_t unit : units.of_answer) weights.push_back(unit + 1 == units.count ? 0 : unit % 3);
    const AnswerBootstrap quick(file, units, 9, true, weights), plain(file, units, 9, false, weights);
    for (std::int64_t replicate = 0; replicate < 3; ++replicate) {
      const problems::ModelSample sums = quick.sample(replicate), list = plain.sample(replicate);
      core::PairTable<std::int64_t> table_of_list(7, 0);
      std::int64_t answers = 0;
      for (std::size_t k = 0; k < list.triplets.size(); ++k) {
        const core::Triplet& t = list.triplets[k];
        table_of_list(t.anchor, t.near) += list.counts[k];
        table_of_list(t.anchor, t.far) -= list.counts[k];
        answers += list.counts[k];
      }
      EXPECT_EQ(sums.sums->table, table_of_list);
      EXPECT_EQ(sums.sums->answers, answers);
    }
  }
}

/// The tree that the method makes of all answers, and the support of its branches.
BranchSupport support_of(const files::ComparisonFile& file, const char* name) {
  const core::Method method = core::find_method(name);
  const problems::AssembledProblem data =
      problems::assemble(sample_of(file), problems::find_scheme("own"), {}, {.master_seed = 1});
  const core::Product tree =
      core::relabelled(core::run_method(method, data.problem).product, core::inverse(data.new_id));
  return branch_support(std::get<core::Dendrogram>(tree), resample(file, method, 60, 1, 1.0));
}

TEST(Resampling, BranchesOfTruthAreSureAndThoseOfCoinsAreNot) {
  files::ComparisonFile truth = line_of_objects(10);
  const std::vector<Quadruplet> all = truth.statements;
  core::Stream draws({.master_seed = 6}, core::Purpose::kTest);
  std::vector<std::int32_t> counts;  // different, so that no two merges tie, which the numbering would decide
  for (std::size_t k = 0; k < all.size(); ++k) counts.push_back(1 + static_cast<std::int32_t>(draws.below(1000)));
  for (std::int32_t subject = 0; subject < 3; ++subject) {  // everybody answers every question, and as often
    truth.metadata.subjects.push_back("p" + std::to_string(subject));
    truth.metadata.origins.insert(truth.metadata.origins.end(), all.size(), {.subject = subject});
    truth.counts.insert(truth.counts.end(), counts.begin(), counts.end());
    if (subject > 0) truth.statements.insert(truth.statements.end(), all.begin(), all.end());
  }
  const files::ComparisonFile random = line_of_objects(10, true);
  for (const char* name : {"AddS-3-AL", "4-AL"}) {
    SCOPED_TRACE(name);
    const BranchSupport sure = support_of(truth, name), coins = support_of(random, name);
    EXPECT_EQ(sure.drawn, "subjects");
    EXPECT_EQ(sure.counts, std::vector<std::int64_t>(9, 60));
    EXPECT_EQ(sure.at_least(0.95), 8);
    EXPECT_EQ(sure.transfer_at_least(1.0), 8);
    EXPECT_EQ(coins.drawn, "questions");
    EXPECT_EQ(coins.units, 120);
    EXPECT_EQ(coins.counts.back(), 60);  // all objects
    EXPECT_LE(coins.at_least(0.5), 2);
    EXPECT_LT(coins.transfer_at_least(0.7), 4);
    for (std::size_t row = 0; row < 9; ++row) EXPECT_GE(coins.transfer(row), coins.share(row));
    EXPECT_EQ(coins.transfer(8), 1.0);
    EXPECT_EQ(support_of(random, name).counts, coins.counts);
    EXPECT_EQ(support_of(random, name).moved, coins.moved);
  }
}

// 0 and 2 are as near to 1, and everybody says so: which of them it is merged with is chance, in every tree anew.
TEST(Resampling, ChanceIsNoSupport) {
  files::ComparisonFile file;
  file.form = AnswerForm::kTriplet;
  file.objects = 3;
  for (std::int32_t subject = 0; subject < 2; ++subject) {
    file.metadata.subjects.push_back("p" + std::to_string(subject));
    file.statements.insert(file.statements.end(), {Quadruplet{0, 1, 0, 2}, Quadruplet{2, 1, 2, 0}});
    file.metadata.origins.insert(file.metadata.origins.end(), 2, {.subject = subject});
  }
  const BranchSupport support = support_of(file, "AddS-3-AL");
  EXPECT_GT(support.counts.front(), 15);
  EXPECT_LT(support.counts.front(), 45);
}

}  // namespace
}  // namespace tertium::answers
