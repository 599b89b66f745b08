// The method that is taken where none is named: the rule, on made-up folds, and what it takes of answers to a chain and
// of answers about places.
#include "answers/conclusions/default_method.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/fits/fit.hpp"
#include "answers/tables/answer_arrays.hpp"
#include "core/clusterings/rooted_tree.hpp"
#include "core/random/random.hpp"
#include "partition/trees/tree_parts.hpp"

namespace tertium::answers {
namespace {

using Rows = std::vector<std::int64_t>;

/// Hundreds of answers, one a fold, of which so many sixths are predicted.
TriedMethod tried(const std::vector<std::int64_t>& sixths) {
  TriedMethod one;
  for (const std::int64_t sum : sixths) one.blocks.push_back({100, sum, 0});
  return one;
}

/// 70 answers a fold, and as many sixths more, 2, 1, 0, -1 and -2 answers apart: the standard error is .707 answers.
TriedMethod better_by(std::int64_t sixths) {
  return tried({432 + sixths, 426 + sixths, 420 + sixths, 414 + sixths, 408 + sixths});
}

TEST(DefaultMethod, TheSimplestWithinAStandardErrorOfTheBestIsTaken) {
  const TriedMethod simple = tried({420, 420, 420, 420, 420});
  const auto taken = [&](std::int64_t sixths) { return by_one_standard_error({simple, better_by(sixths)}); };
  EXPECT_NEAR(lead_over(better_by(6), simple).error, 0.00707, 1e-5);
  EXPECT_EQ(taken(-6), 0U);
  EXPECT_EQ(taken(0), 0U);
  EXPECT_EQ(taken(4), 0U) << ".67 answers: half a standard error is less";
  EXPECT_EQ(taken(5), 1U) << ".83 answers: two standard errors are more";
  const TriedMethod hardly_better = tried({440, 429, 428, 417, 413});
  EXPECT_EQ(by_one_standard_error({simple, hardly_better}), 1U);
  EXPECT_EQ(by_one_standard_error({simple, better_by(5), hardly_better}), 1U);
  EXPECT_EQ(by_one_standard_error({simple, better_by(-9), better_by(9)}), 2U);
}

// What is paired does not matter for each by itself: all folds are harder or easier for all methods.
TEST(DefaultMethod, OfTreesWithLengthsTheBestIsTaken) {
  TriedMethod search = tried({400, 400, 400, 400, 400}), lengths = tried({420, 420, 420, 420, 420});
  lengths.method = core::find_method("4-AL+search+lengths(interchanges=0)");
  EXPECT_EQ(by_one_standard_error({search, lengths, better_by(4)}), 2U) << "though it is within a standard error";
  EXPECT_EQ(by_one_standard_error({search, lengths, better_by(0)}), 1U);
  search = tried({422, 422, 422, 422, 422});
  EXPECT_EQ(by_one_standard_error({search, lengths, better_by(4)}), 0U);
}

TEST(DefaultMethod, DifferencesAreWithinFolds) {
  EXPECT_EQ(by_one_standard_error({tried({300, 350, 400, 450, 500}), tried({302, 353, 402, 453, 502})}), 1U);
  EXPECT_EQ(by_one_standard_error({tried({400, 420}), tried({404, 424})}), 1U);
}

AnswerInput input_of(const Rows& rows) {
  return {.source = "answers", .comparisons = comparisons_of({.form = files::AnswerForm::kTriplet, .rows = rows})};
}

/// Of three objects of a chain the one that leaves it first is the odd one; a tenth of the answers is wrong.
AnswerInput chain(std::int64_t objects, int answers) {
  core::Stream draws({.master_seed = 1}, core::Purpose::kTest);
  Rows rows;
  const auto draw = [&] { return static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(objects))); };
  while (answers > 0) {
    std::array<std::int64_t, 3> of{draw(), draw(), draw()};
    std::ranges::sort(of);
    if (of[0] == of[1] || of[1] == of[2]) continue;
    if (answers % 10 == 0) std::swap(of[0], of[2]);
    rows.insert(rows.end(), {of[1], of[2], of[0]});
    --answers;
  }
  return input_of(rows);
}

/// Places in the unit square, of which the nearer one is called the nearer: no tree says that.
AnswerInput plane(int objects, int answers) {
  core::Stream draws({.master_seed = 2}, core::Purpose::kTest);
  std::vector<std::array<double, 2>> places(static_cast<std::size_t>(objects));
  for (auto& place : places) place = {draws.uniform(), draws.uniform()};
  const auto draw = [&] { return static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(objects))); };
  const auto apart = [&](std::int64_t a, std::int64_t b) {
    return std::hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]);
  };
  Rows rows;
  while (answers > 0) {
    const std::int64_t a = draw(), b = draw(), c = draw();
    if (a == b || a == c || b == c || apart(a, b) >= apart(a, c)) continue;
    rows.insert(rows.end(), {a, b, c});
    --answers;
  }
  return input_of(rows);
}

TEST(DefaultMethod, OfAChainIsTheSearchAndOfPlacesATreeWithLengths) {
  const DefaultChoice of_chain = choose_default(chain(30, 1000), 1, PeopleRule::kAll, false);
  EXPECT_EQ(of_chain.method().name, "4-AL+search");
  const AnswerInput places = plane(15, 400);
  const DefaultChoice of_places = choose_default(places, 1, PeopleRule::kAll, false);
  EXPECT_NE(of_places.method().name, "4-AL+search");
  EXPECT_GT(lead_over(of_places.tried[1], of_places.tried[0]).value, 0.02);
  EXPECT_EQ(choose_default(chain(30, 300), 1, PeopleRule::kAll, true).tried.size(), 2U) << "only those with lengths";
}

TEST(DefaultMethod, DimensionsAreAsFewAsPredictAsMuch) {
  const DefaultChoice of_plane = choose_dimensions(plane(15, 600), 1, PeopleRule::kAll);
  ASSERT_EQ(of_plane.tried.size(), 6U);
  EXPECT_GE(of_plane.taken, 1U) << of_plane.method().name;
  EXPECT_EQ(of_plane.taken, by_one_standard_error(of_plane.tried));
  EXPECT_GT(lead_over(of_plane.tried[1], of_plane.tried[0]).value, 0.02);
  // Nothing can be held out of answers about the same three objects.
  const DefaultChoice of_nothing = choose_dimensions(input_of({0, 1, 2, 0, 1, 2}), 1, PeopleRule::kAll);
  EXPECT_FALSE(of_nothing.why.empty());
  EXPECT_EQ(of_nothing.taken, 1U);
}

TEST(DefaultMethod, OfATreeWithoutLengthsClustersArePartsByLengthsFittedToIt) {
  const AnswerInput input = chain(30, 300);
  const DefaultChoice choice{.tried = {{"search", core::find_method("4-AL+search")}}};
  const Clustering found =
      cluster(input, {.method = choice.method(), .clusters_by = choice.clusters_by(), .clusters = 3, .support = 3});
  EXPECT_FALSE(found.tree->has_lengths());
  const core::Product with_lengths = fit(input, *choice.clusters_by(), 1).product;
  EXPECT_EQ(found.labels, partition::parts_of(std::get<core::Dendrogram>(with_lengths), 3).clusters);
  ASSERT_EQ(found.cut_branches.size(), 2U);
  // Above a branch that is cut no cluster is on both sides: it is the tree's own.
  for (const core::Node node : found.cut_branches) {
    const core::RootedTree tree(*found.tree);
    core::Node v = 0;
    while (tree.given(v) != node) ++v;
    std::set<core::Label> below, beside;
    for (core::Object i = 0; i < 30; ++i)
      (std::ranges::count(tree.below(v), i) > 0 ? below : beside).insert(found.labels[i]);
    for (const core::Label label : below) EXPECT_FALSE(beside.contains(label));
  }
  EXPECT_EQ(found.membership->replicates, 3);
}

TEST(DefaultMethod, DoesNotDependOnThreads) {
  const AnswerInput places = plane(15, 400);
  const int threads = omp_get_max_threads();
  std::vector<DefaultChoice> found;
  for (const int count : {1, 3}) {
    omp_set_num_threads(count);
    found.push_back(choose_default(places, 3, PeopleRule::kAll, false));
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(found[0].taken, found[1].taken);
  for (std::size_t k = 0; k < found[0].tried.size(); ++k) {
    for (std::size_t b = 0; b < found[0].tried[k].blocks.size(); ++b)
      EXPECT_EQ(found[0].tried[k].blocks[b].sixths, found[1].tried[k].blocks[b].sixths);
  }
}

TEST(DefaultMethod, WithoutAnythingToHoldOutIsATreeWithLengths) {
  const DefaultChoice choice = choose_default(input_of({0, 1, 2, 0, 1, 2}), 1, PeopleRule::kAll, false);
  EXPECT_EQ(choice.method().name, kDefaultMethod);
  EXPECT_NE(choice.why, "");
}

}  // namespace
}  // namespace tertium::answers
