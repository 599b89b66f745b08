// What is concluded from answers: what they are like, clusters and how good these are, how many there are, which method
// predicts most.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/method_choice.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/fits/fit.hpp"
#include "answers/study/study_text.hpp"
#include "answers/tables/answer_arrays.hpp"
#include "answers/tables/coverage.hpp"
#include "core/base/error.hpp"
#include "core/random/random.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using files::AnswerForm;
using testing::expect_message;
using testing::message_of;
using Rows = std::vector<std::int64_t>;

AnswerInput input_of(AnswerForm form, const Rows& rows) {
  return {.source = "answers", .comparisons = comparisons_of({.form = form, .rows = rows})};
}

TEST(Conclusions, QuestionsAreCountedWhicheverWayTheyAreAsked) {
  Overview found = overview(input_of(AnswerForm::kTriplet, {0, 1, 2, 0, 2, 1, 0, 1, 2, 1, 0, 2}));
  EXPECT_EQ(found.answers, 4);
  EXPECT_EQ(found.questions, 2);
  EXPECT_EQ(found.possible_questions, 3);
  EXPECT_EQ(found.repetition.contradicted, 1);
  EXPECT_DOUBLE_EQ(found.repetition.agreement, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.satisfiable, 0.75);
  EXPECT_DOUBLE_EQ(found.repetition.ceiling.at_most, 0.5) << "two answers agree no more often than by chance";
  // Each of the two equal ones sees one vote for either side, the third one sees two against it.
  EXPECT_DOUBLE_EQ(found.repetition.by_majority, 1.0 / 3.0);
  found = overview(input_of(AnswerForm::kOddOneOut, {0, 1, 2, 1, 0, 2, 0, 2, 1, 3, 1, 2}));
  EXPECT_EQ(found.answers, 4);
  EXPECT_EQ(found.questions, 2);
  EXPECT_EQ(found.choices, 3);
  EXPECT_EQ(found.repetition.contradicted, 1);
  EXPECT_EQ(found.answers_about, (std::vector<std::int64_t>{3, 4, 4, 1}));
  found = overview(input_of(AnswerForm::kMostCentral, {0, 1, 2, 1, 2, 0, 0, 2, 1}));
  EXPECT_EQ(found.questions, 1);
  EXPECT_DOUBLE_EQ(found.satisfiable, 2.0 / 3.0);
  found = overview(input_of(AnswerForm::kQuadruplet, {0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 0, 2}));
  EXPECT_EQ(found.questions, 2);
  EXPECT_EQ(found.repetition.contradicted, 1);
}

/// All triplets that tell three groups of four apart: object i is of group i % 3.
AnswerInput three_groups() {
  Rows rows;
  for (std::int64_t a = 0; a < 12; ++a)
    for (std::int64_t b = 0; b < 12; ++b)
      for (std::int64_t c = 0; c < 12; ++c)
        if (a != b && a % 3 == b % 3 && a % 3 != c % 3) rows.insert(rows.end(), {a, b, c});
  return input_of(AnswerForm::kTriplet, rows);
}

TEST(Conclusions, AClusteringIsWhatTheMethodMakesAndItsWorth) {
  AnswerInput input = three_groups();
  input.truth = core::Partition(std::vector<core::Label>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
  input.outlier = std::vector<bool>(12, false);
  ClusterRequest request{.method = core::find_method("AddS-3-AL"), .clusters = 3, .support = 20, .chance = true};
  const Clustering found = cluster(input, request);
  EXPECT_EQ(*found.tree, std::get<core::Dendrogram>(fit(input, request.method, 1).product));
  EXPECT_EQ(found.answers.answers, std::ssize(input.comparisons.statements));
  EXPECT_EQ(found.sizes(), (std::vector<core::Object>{4, 4, 4}));
  EXPECT_DOUBLE_EQ(found.agreement->satisfied, 1.0);
  EXPECT_LT(*found.satisfied_by_chance, 0.7);
  EXPECT_DOUBLE_EQ(*found.ari, 1.0);
  EXPECT_DOUBLE_EQ(*found.ari_without_outliers, 1.0);
  EXPECT_EQ(found.support->at_least(1.0), 3) << "the groups, and what two of them make if it is always the same";
  request.method = core::find_method("AddS-3+SPUR");
  EXPECT_EQ(cluster(input, request).labels.clusters(), 3);
  request.clusters = 13;
  expect_message(message_of([&] { cluster(input, request); }), "13 clusters cannot be made of 12 objects");
  expect_message(message_of([&] { cluster(input, {.method = core::find_method("t-STE")}); }), "makes coordinates");
  expect_message(message_of([&] { cluster(input, {.method = core::find_method("AL")}); }),
                 "answers: AL needs a graph (these answers are triplets), choose one of 3-AL, ");
}

/// Triplets about three groups of `size` objects in a row, .3 wide and 2 apart: object i is of group i % 3.
AnswerInput groups_in_a_row(std::int64_t size, int answers, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  std::vector<double> place;
  for (std::int64_t i = 0; i < 3 * size; ++i) place.push_back(2.0 * static_cast<double>(i % 3) + 0.3 * draws.uniform());
  Rows rows;
  while (std::ssize(rows) < 3 * std::int64_t{answers}) {
    std::array<std::int64_t, 3> asked{};
    for (std::int64_t& object : asked)
      object = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(3 * size)));
    auto [a, b, c] = asked;
    if (a == b || a == c || b == c) continue;
    if (std::abs(place[a] - place[b]) > std::abs(place[a] - place[c])) std::swap(b, c);
    rows.insert(rows.end(), {a, b, c});
  }
  return input_of(AnswerForm::kTriplet, rows);
}

TEST(Conclusions, ATreeWithLengthsIsCutWhereverItsRootIs) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const AnswerInput input = groups_in_a_row(6, 900, seed);
    const Clustering found =
        cluster(input, {.method = core::find_method("4-AL+search+lengths"), .clusters = 3, .support = 5});
    for (core::Object i = 0; i < 18; ++i) EXPECT_EQ(found.labels[i], i % 3) << seed;
    ASSERT_EQ(found.cut_branches.size(), 2U);
    EXPECT_EQ(found.cut_support->counts, (std::vector<std::int64_t>{5, 5}));
    EXPECT_EQ(found.membership->stays, std::vector<std::int64_t>(18, 5));
    const ClusterRequest request{.method = core::find_method("4-AL+search+lengths"), .clusters = 3};
    EXPECT_NE(tree_paragraph(request, found, {}).find("the parts that remain when 2 of its branches are cut"),
              std::string::npos);
    const std::vector<core::Label> labels = *labels_of(*found.tree, 3);
    for (core::Object i = 0; i < 18; ++i) EXPECT_EQ(labels[i], found.numbers[found.labels[i]]);
  }
}

TEST(Conclusions, WhereMergesAreTiesTreesOfOtherSeedsAreCompared) {
  const Clustering tied = cluster(three_groups(), {.method = core::find_method("AddS-3-AL")});
  EXPECT_GT(tied.reports.at("tied_merges"), 5.0) << "those within a group are all alike";
  EXPECT_EQ(tied.other_seeds->trees, kOtherSeeds);
  EXPECT_GT(tied.other_seeds->distance, 0.0);
  EXPECT_GE(tied.other_seeds->farthest, tied.other_seeds->distance);
  EXPECT_LE(tied.other_seeds->farthest, (12 + 64) / 220.0) << "triples of one group, or of all three";
  const AnswerInput two = input_of(AnswerForm::kTriplet, {0, 1, 2, 1, 0, 2});
  EXPECT_FALSE(cluster(two, {.method = core::find_method("AddS-3-AL")}).other_seeds);
}

TEST(Conclusions, TheNumberOfClustersIsTheSmallestThatPredictsAsWell) {
  const ClusterRequest request{.method = core::find_method("AddS-3-AL")};
  const NumberChoice choice = choose_number(three_groups(), request, {.count = 4});
  EXPECT_EQ(choice.taken, 3);
  EXPECT_EQ(choice.tried.front().clusters, 1);
  EXPECT_EQ(choice.tried.back().clusters, 12);
  EXPECT_GT(choice.tried[2].log_likelihood.value, choice.tried[1].log_likelihood.value);
}

/// The same, a third of them the other way round.
AnswerInput three_noisy_groups(std::uint64_t seed) {
  AnswerInput input = three_groups();
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  for (core::Quadruplet& said : input.comparisons.statements)
    if (draws.below(3) == 0) said = {said.k, said.l, said.i, said.j};
  return input;
}

TEST(Conclusions, ALargerNumberThatPredictsBarelyMoreIsNotTaken) {
  const ClusterRequest request{.method = core::find_method("AddS-3-AL")};
  int fewer = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const NumberChoice choice = choose_number(three_noisy_groups(seed), request, {.count = 4});
    EXPECT_LE(choice.taken, choice.best);
    fewer += choice.taken < choice.best ? 1 : 0;
  }
  EXPECT_GT(fewer, 0);
}

/// A method that predicts so many of ten answers in each block.
HeldOut prediction(const std::vector<std::int64_t>& right) {
  HeldOut result{.method = core::find_method("4-AL")};
  std::vector<Predicted>& blocks = result.blocks.emplace_back();
  for (const std::int64_t count : right) blocks.push_back({.answers = 10, .sixths = 6 * count, .ties = 0});
  return result;
}

TEST(Conclusions, AMethodIsWorseBehindTwoStandardErrors) {
  Comparison found;
  found.best_first = {prediction({8, 7, 9, 8}), prediction({7, 5, 8, 9}), prediction({7, 5, 8, 7})};
  const auto lead = [&](std::size_t k) {
    const Estimate by = difference_predicted(found.best_first.front().of_all(), found.best_first[k].of_all());
    return by.value / by.error;
  };
  EXPECT_TRUE(lead(1) > 1.0 && lead(1) < 2.0) << lead(1);
  EXPECT_GT(lead(2), 2.0);
  EXPECT_FALSE(found.is_worse(found.best_first[1]));
  EXPECT_TRUE(found.is_worse(found.best_first[2]));
}

TEST(Conclusions, MethodsAreComparedFromAllSharesOfTheAnswers) {
  CompareRequest request{.methods = {"AddS-3+AL+cut", "AddS-3-AL"}, .folds = {.count = 4}, .shares = kLearningCurve};
  const AnswerInput input = three_groups();
  const Comparison found = compare(input, request);
  ASSERT_EQ(found.rows().size(), 8U);
  EXPECT_EQ(found.answers, std::ssize(input.comparisons.statements));
  EXPECT_EQ(found.rows().front().result->method.name, "AddS-3-AL");
  EXPECT_EQ(found.rows()[3].difference_to_best.value, 0.0);
  EXPECT_FALSE(found.is_worse(found.best_first.front()));
  EXPECT_EQ(found.best_first.front().folds.back().size(), 4U);
}

/// The names of the methods that were compared.
std::set<std::string> compared(const std::vector<std::string>& methods) {
  std::set<std::string> names;
  for (const HeldOut& result : compare(three_groups(), {.methods = methods, .folds = {.count = 2}}).best_first)
    names.insert(result.method.name);
  return names;
}

TEST(Conclusions, AWordComparesAllMethodsOfAKind) {
  const std::set<std::string> trees = compared({"trees"}), all = compared({"all", "3-AL"});
  for (const char* tree : {"3-AL", "4-AL+search", "t-STE+AL", "tSTE-AL"}) EXPECT_TRUE(trees.contains(tree)) << tree;
  EXPECT_FALSE(trees.contains("t-STE"));
  EXPECT_FALSE(trees.contains("Ls-MS"));
  const std::set<std::string> others = compared({"clusters", "embeddings"});
  EXPECT_TRUE(others.contains("t-STE") && others.contains("Ls-MS"));
  EXPECT_EQ(all.size(), trees.size() + others.size());
  EXPECT_TRUE(std::includes(all.begin(), all.end(), trees.begin(), trees.end()));
}

TEST(Conclusions, ARangeComparesEachOfItsNumbers) {
  EXPECT_EQ(names_in("t-STE (d = 2..4, restarts = 1..2)").size(), 6U);
  EXPECT_EQ(names_in("t-STE(d=2..3)+AL"), (std::vector<std::string>{"t-STE (d = 2)+AL", "t-STE (d = 3)+AL"}));
  EXPECT_EQ(names_in("4K+Linkage++"), (std::vector<std::string>{"4K+Linkage++"}));
  EXPECT_EQ(compared({"t-STE(d=2..4)"}), (std::set<std::string>{"t-STE (d = 2)", "t-STE (d = 3)", "t-STE (d = 4)"}));
  EXPECT_EQ(names_in("4-AL (ties = random)"), (std::vector<std::string>{"4-AL (ties = random)"}));
  for (const char* range : {"4..2", "..3", "2..", "1..65", "a..b"})
    expect_message(message_of([&] { names_in(fmt::format("t-STE(d={})", range)); }), "is not a range (FIRST..LAST");
}

TEST(Conclusions, WhatNoAnswerIsAboutIsTold) {
  AnswerInput input = input_of(AnswerForm::kTriplet, {0, 1, 2, 3, 4, 5});
  input.comparisons.objects = 7;
  const Coverage found = coverage(input);
  EXPECT_EQ(found.uncompared_objects, (std::vector<core::Object>{6}));
  EXPECT_EQ(found.pairs, 21);
  EXPECT_EQ(found.uncompared_pairs, 17);
  EXPECT_EQ(found.groups, (std::vector<core::Object>{3, 3}));
}

}  // namespace
}  // namespace tertium::answers
