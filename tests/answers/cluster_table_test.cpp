// What clusters tell of answers, and the number of clusters that this speaks for.
#include "answers/fits/cluster_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/folds.hpp"
#include "core/methods/method.hpp"
#include "core/random/random.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Label;
using core::Object;
using core::Quadruplet;
using files::AnswerForm;
using testing::expect_message;
using testing::message_of;

/// By clusters of the anchor, and of two others, b < c: how often b was the nearer one, and how often c.
using PlainTable = std::map<std::tuple<Label, Label, Label>, std::pair<double, double>>;

/// A triplet's cell, and whether the object of the first cluster was the nearer one; a cell (a, b, b) tells nothing.
std::pair<std::tuple<Label, Label, Label>, bool> cell_of(const core::Partition& clusters, const Quadruplet& said) {
  const Label a = clusters[said.i], near = clusters[said.j], far = clusters[said.l];
  return {{a, std::min(near, far), std::max(near, far)}, near < far};
}

void add_to(PlainTable& table, const core::Partition& clusters, const Quadruplet& said, double times) {
  const auto [cell, first] = cell_of(clusters, said);
  (first ? table[cell].first : table[cell].second) += times;
}

double plain_log_probability(PlainTable table, const core::Partition& clusters, const Quadruplet& said) {
  const auto [cell, first] = cell_of(clusters, said);
  if (std::get<1>(cell) == std::get<2>(cell)) return std::log(0.5);
  const auto [one, other] = table[cell];
  return std::log(((first ? one : other) + 1.0) / (one + other + 2.0));
}

/// -2 ln L + ln(m) cells, m the triplets.
double plain_criterion(const PlainTable& table) {
  double likelihood = 0.0, cells = 0.0, statements = 0.0;
  for (const auto& [cell, counts] : table) {
    const double all = counts.first + counts.second;
    statements += all;
    if (std::get<1>(cell) == std::get<2>(cell)) {
      likelihood += all * std::log(0.5);
      continue;
    }
    cells += 1.0;
    for (const double count : {counts.first, counts.second})
      if (count > 0.0) likelihood += count * std::log(count / all);
  }
  return -2.0 * likelihood + std::log(statements) * cells;
}

/// So many triplets about n objects, answered by a coin, each given up to three times.
files::ComparisonFile coin_triplets(Object n, int count, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  files::ComparisonFile file;
  file.form = AnswerForm::kTriplet;
  file.objects = n;
  while (std::ssize(file.statements) < count) {
    const auto draw = [&] { return static_cast<Object>(draws.below(static_cast<std::uint64_t>(n))); };
    const Object a = draw(), b = draw(), c = draw();
    if (a == b || a == c || b == c) continue;
    file.statements.push_back({a, b, a, c});
    file.counts.push_back(1 + static_cast<std::int32_t>(draws.below(3)));
  }
  return file;
}

core::Partition random_clusters(Object n, Label k, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest, 1);
  std::vector<Label> labels;
  for (Object i = 0; i < n; ++i) labels.push_back(static_cast<Label>(draws.below(static_cast<std::uint64_t>(k))));
  return core::Partition(labels);
}

TEST(ClusterTable, IsThatOfItsDefinition) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const core::Partition clusters = random_clusters(9, 1 + static_cast<Label>(seed % 6), seed);
    const files::ComparisonFile file = coin_triplets(9, static_cast<int>(10 * seed), seed);
    PlainTable plain;
    for (std::size_t k = 0; k < file.statements.size(); ++k)
      add_to(plain, clusters, file.statements[k], file.counts[k]);
    const ClusterTable table = cluster_table(file, clusters);
    EXPECT_NEAR(table.criterion(), plain_criterion(plain), 1e-9 * std::abs(table.criterion()));
    for (const Quadruplet& said : coin_triplets(9, 30, seed + 100).statements)
      EXPECT_NEAR(table.log_probability(said), plain_log_probability(plain, clusters, said), 1e-12);
  }
}

TEST(ClusterTable, ByHand) {
  // Eight of ten say that 0 is more like 1 than like 2; one asks within a cluster; an odd-one-out is two triplets.
  ClusterTable table(core::Partition(std::vector<Label>{0, 0, 1, 1}));
  table.add({0, 1, 0, 2}, 8);
  table.add({0, 3, 0, 1}, 2);
  table.add({1, 2, 1, 3}, 1);
  EXPECT_EQ(table.cells(), 1);
  EXPECT_NEAR(table.log_likelihood(), 8 * std::log(0.8) + 2 * std::log(0.2) + std::log(0.5), 1e-12);
  EXPECT_NEAR(table.criterion(), 11.394343 + 2.397895, 1e-5) << "-2 ln L, and the logarithm of eleven statements";
  EXPECT_NEAR(table.log_probability({0, 1, 0, 3}), std::log(9.0 / 12.0), 1e-12);
  EXPECT_NEAR(table.log_probability({2, 3, 2, 0}), std::log(0.5), 1e-12) << "never asked about";
  files::ComparisonFile odd;
  odd.form = AnswerForm::kOddOneOut;
  odd.statements = {{0, 1, 0, 2}, {0, 1, 1, 2}};
  EXPECT_EQ(cluster_table(odd, core::Partition(std::vector<Label>{0, 0, 1})).statements(), 2);
  const ClusterTable empty(core::Partition(std::vector<Label>{0, 1}));
  EXPECT_EQ(empty.criterion(), 0.0);
}

TEST(ClusterTable, AQuadrupletIsAboutPairsOfClusters) {
  ClusterTable table(core::Partition(std::vector<Label>{0, 0, 1, 1, 2, 2}));
  table.add({0, 1, 2, 4}, 3);
  table.add({3, 5, 1, 0}, 1);
  table.add({0, 2, 3, 1}, 5);
  EXPECT_EQ(table.cells(), 1) << "within 0 against 1 with 2; 0 with 1 against itself tells nothing";
  EXPECT_NEAR(table.log_probability({1, 0, 5, 2}), std::log(4.0 / 6.0), 1e-12);
}

/// Four groups of six below two pairs of groups, on a line, and triplets of which a tenth are wrong; object i is of
/// group i % 4. Clusters predict most by the two pairs, by shares of answers.
AnswerInput two_levels(std::uint64_t seed, int count, std::uint64_t wrong_in_ten = 1) {
  constexpr double kPlaces[] = {0.0, 3.0, 20.0, 23.0};
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest, 2);
  AnswerInput input{.source = "answers", .comparisons = coin_triplets(24, count, seed)};
  input.comparisons.counts.clear();
  for (Quadruplet& said : input.comparisons.statements) {
    const auto apart = [&](Object i, Object j) {
      return std::abs(kPlaces[i % 4] - kPlaces[j % 4] + 1e-3 * (i - j) * (1.0 + 1e-2 * j));
    };
    const bool right = apart(said.i, said.j) < apart(said.k, said.l);
    if (right == (draws.below(10) < wrong_in_ten)) said = {said.k, said.l, said.i, said.j};
  }
  return input;
}

TEST(ClusterNumber, ThatOfTheLowerLevelIsFound) {
  const ClusterRequest request{.method = core::find_method("AddS-3-AL")};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const AnswerInput input = two_levels(seed, 2500);
    EXPECT_EQ(choose_number(input, request, {.count = 5}).taken, 4) << seed;
    EXPECT_EQ(choose_number_by_criterion(input, request).taken, 4) << seed;
  }
  EXPECT_EQ(choose_number(two_levels(4, 1500, 5), request, {.count = 5}).taken, 1) << "answers by a coin";
}

/// A tree that parts {0, 1} from {2, 3}, and then 2 from 3, and so many of each two answers.
core::Dendrogram small_tree() {
  core::Dendrogram tree(core::Partition::singletons(4));
  const core::Node left = tree.merge(0, 1), right = tree.merge(2, 3);
  tree.merge(left, right);
  return tree;
}

TEST(ClusterNumber, ACellIsWorthTheLogarithmOfTheNumberOfStatements) {
  files::ComparisonFile file;
  file.form = AnswerForm::kTriplet;
  file.objects = 4;
  file.statements = {{0, 1, 0, 2}, {0, 2, 0, 1}};
  // A cell costs ln 100 = 4.6, and saves 2 * 100 (ln 2 - H): 59 answers to 41 save 3.3, 61 to 39 4.9, 65 to 35 9.1.
  for (const auto& [near, clusters] : {std::pair{59, 1}, {61, 2}, {65, 2}}) {
    file.counts = {near, 100 - near};
    EXPECT_EQ(number_by_criterion(file, small_tree()).taken, clusters) << near;
  }
  file.form = AnswerForm::kQuadruplet;
  expect_message(message_of([&] { number_by_criterion(file, small_tree()); }), "these answers are quadruplets (auto");
}

/// The log likelihood of what each fold holds out, by number of clusters and by fold, from the definition.
std::vector<std::vector<double>> plain_scores(const AnswerInput& input, const core::Method& method, const Folds& folds,
                                              Label most) {
  const files::ComparisonFile& file = input.comparisons;
  std::vector<std::vector<double>> scores(most, std::vector<double>(static_cast<std::size_t>(folds.count())));
  for (std::int32_t fold = 0; fold < folds.count(); ++fold) {
    std::vector<std::int32_t> seen;
    for (std::size_t k = 0; k < file.statements.size(); ++k) seen.push_back(folds.is_seen(k, fold) ? 1 : 0);
    const problems::AssembledProblem data =
        problems::assemble(sample_of(file, seen), problems::find_scheme("own"), {},
                           {.master_seed = 1, .repetition = static_cast<std::uint64_t>(fold) + 1});
    const core::Product made =
        core::relabelled(core::run_method(method, data.problem).product, core::inverse(data.new_id));
    for (Label k = 1; k <= most; ++k) {
      const core::Partition clusters = std::get<core::Dendrogram>(made).cut(k);
      PlainTable table;
      for (std::size_t s = 0; s < seen.size(); ++s)
        if (seen[s] > 0) add_to(table, clusters, file.statements[s], 1.0);
      for (std::size_t s = 0; s < seen.size(); ++s)
        if (folds.held_in[s] == fold) scores[k - 1][fold] += plain_log_probability(table, clusters, file.statements[s]);
    }
  }
  return scores;
}

/// The sum of scores over that of answers, and its standard error as a ratio over folds.
Estimate plain_ratio(const std::vector<double>& scores, const std::vector<double>& answers) {
  double sum = 0.0, all = 0.0, squares = 0.0;
  for (const double score : scores) sum += score;
  for (const double count : answers) all += count;
  for (std::size_t f = 0; f < scores.size(); ++f) squares += std::pow(scores[f] - sum / all * answers[f], 2);
  const auto folds = static_cast<double>(scores.size());
  return {sum / all, std::sqrt(folds / (folds - 1.0) * squares) / all};
}

TEST(ClusterNumber, HeldOutIsThatOfItsDefinition) {
  const AnswerInput input = two_levels(7, 400);
  const core::Method method = core::find_method("AddS-3-AL");
  const Folds folds = make_folds(input.comparisons, tabulate(input.comparisons), {.count = 4}, 1);
  std::vector<double> answers(4);
  for (const std::int32_t fold : folds.held_in) answers[static_cast<std::size_t>(fold)] += 1.0;
  const std::vector<std::vector<double>> plain = plain_scores(input, method, folds, 20);
  const NumberChoice choice = choose_number(input, {.method = method}, {.count = 4});
  ASSERT_EQ(choice.tried.size(), 20U);
  EXPECT_NEAR(choice.tried[0].log_likelihood.value, std::log(0.5), 1e-12);
  Label taken = 0;
  std::vector<Label> indistinguishable;
  for (Label k = 1; k <= 20; ++k) {
    const Estimate score = plain_ratio(plain[k - 1], answers), told = choice.tried[k - 1].log_likelihood;
    EXPECT_NEAR(told.value, score.value, 1e-12);
    EXPECT_NEAR(told.error, score.error, 1e-12);
    EXPECT_LE(told.value, choice.tried[choice.best - 1].log_likelihood.value);
    std::vector<double> lead = plain[choice.best - 1];
    for (std::size_t f = 0; f < lead.size(); ++f) lead[f] -= plain[k - 1][f];
    const Estimate by = plain_ratio(lead, answers);
    if (taken == 0 && by.value <= by.error) taken = k;
    if (by.value <= 2.0 * by.error) indistinguishable.push_back(k);
  }
  EXPECT_EQ(choice.taken, taken);
  EXPECT_EQ(choice.indistinguishable, indistinguishable);
}

}  // namespace
}  // namespace tertium::answers
