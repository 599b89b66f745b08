// Questions that test branches of a tree: of what is known, and of vectors before anybody answered.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "answers/asking/branch_questions.hpp"
#include "answers/asking/choice.hpp"
#include "answers/asking/prior.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

using core::Object, core::Node;
using files::AnswerForm;
constexpr std::array kForms{AnswerForm::kTriplet, AnswerForm::kOddOneOut};

/// A tree of n objects: the next one is hung onto any node.
core::Dendrogram random_tree(Object n, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  core::Dendrogram tree(core::Partition::singletons(n));
  std::vector<Node> roots;
  for (Object i = 0; i < n; ++i) roots.push_back(i);
  while (roots.size() > 1) {
    draws.shuffle(std::span(roots));
    const Node right = roots.back();
    roots.pop_back();
    roots.back() = tree.merge(roots.back(), right);
  }
  return tree;
}

/// Trees of the same clusters are equal so.
core::PairTable<Object> clusters_of(const core::Dendrogram& tree) {
  return core::lca_sizes(tree);
}

/// Alike are numbers with the same leading bits: their vectors, and their tree.
constexpr Object kNumbers = 32;
int apart(Object i, Object j) {
  return std::bit_width(static_cast<unsigned>(i) ^ static_cast<unsigned>(j));
}
std::shared_ptr<const Prior> vectors(double blur) {
  core::Stream draws({}, core::Purpose::kTest);
  Prior prior{{kNumbers, 5, {}}};
  for (Object i = 0; i < kNumbers; ++i)
    for (int bit = 0; bit < 5; ++bit)
      prior.places.values.push_back((i >> bit & 1) * (1 << bit) + blur * draws.normal());
  return std::make_shared<const Prior>(std::move(prior));
}
std::size_t true_choice(const Screen& question) {
  std::array<int, 3> of{100, 100, 100};
  for (std::size_t k = 0; k < choices_of(question.form); ++k) {
    const auto [i, j] = closest_by(question, k);
    of[k] = apart(i, j);
  }
  return static_cast<std::size_t>(std::ranges::min_element(of) - of.begin());
}
core::PairTable<Object> true_clusters() {
  return clusters_of(tree_of(*vectors(0.0)));
}
/// Batches that are answered rightly.
KnownAnswers asked_in_batches(ChoiceOptions options, int batches, std::size_t each) {
  KnownAnswers known(kNumbers);
  for (int batch = 0; batch < batches; ++batch)
    for (const ChosenQuestion& chosen : next_questions(known, each, 1, options))
      known.add(options.form, statement_of(chosen.question, true_choice(chosen.question)));
  return known;
}

TEST(BranchQuestions, TestOneBranchEach) {
  core::Dendrogram tree(core::Partition::singletons(5));
  const Node a = tree.merge(0, 1), b = tree.merge(2, 3);
  const Node c = tree.merge(a, b);
  tree.merge(c, 4);
  const BranchQuestions questions(tree);
  ASSERT_EQ(questions.branches().size(), 3U);
  const auto tested = [&](std::array<Object, 4> objects) {
    return questions.tested_by({AnswerForm::kOddOneOut, objects});
  };
  EXPECT_EQ(tested({0, 1, 2, 0}), tested({0, 1, 3, 0}));
  EXPECT_NE(tested({0, 1, 2, 0}), tested({0, 2, 3, 0}));
  EXPECT_NE(tested({0, 2, 4, 0}), BranchQuestions::kNone);
  EXPECT_EQ(tested({0, 1, 4, 0}), BranchQuestions::kNone) << "two branches at once";
  EXPECT_EQ(questions.tested_by({AnswerForm::kTriplet, {4, 0, 2}}), BranchQuestions::kNone) << "4 is the odd one";
  EXPECT_EQ(questions.tested_by({AnswerForm::kTriplet, {2, 0, 4}}), tested({0, 2, 4, 0}));
  EXPECT_EQ(questions.answer({AnswerForm::kTriplet, {2, 0, 4}}), 0U);
  EXPECT_EQ(questions.answer({AnswerForm::kTriplet, {4, 0, 2}}), std::nullopt);
  EXPECT_EQ(questions.answer({AnswerForm::kOddOneOut, {4, 0, 2}}), 0U);
  core::Stream draws({}, core::Purpose::kTest);
  for (const AnswerForm form : kForms)
    for (const Node branch : questions.branches())
      for (int k = 0; k < 20; ++k) {
        const Screen question = questions.draw(branch, form, draws);
        EXPECT_EQ(question, sorted(question));
        EXPECT_EQ(questions.tested_by(question), branch);
      }
}

TEST(BranchQuestions, OneAnswerForEachBranchTellsTheTree) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const core::Dendrogram tree = random_tree(24, seed);
    const BranchQuestions questions(tree);
    core::Stream draws({.master_seed = seed}, core::Purpose::kTest, 1);
    KnownAnswers known(24);
    for (const Node branch : questions.branches()) {
      const Screen question = questions.draw(branch, AnswerForm::kOddOneOut, draws);
      known.add(AnswerForm::kOddOneOut, statement_of(question, *questions.answer(question)));
    }
    ASSERT_EQ(known.statements.size(), 2U * 22U);
    EXPECT_EQ(clusters_of(tree_by(known, AnswerForm::kOddOneOut, nullptr, 1)), clusters_of(tree));
  }
}

TEST(BranchQuestions, APriorIsWhatItIsUntilAnswersOutvoteIt) {
  for (const AnswerForm form : kForms) {
    const std::shared_ptr<const Prior> wrong = vectors(1e6);
    EXPECT_EQ(clusters_of(tree_by(KnownAnswers(kNumbers), form, wrong.get(), 1)), clusters_of(tree_of(*wrong)));
    KnownAnswers known(kNumbers);
    for (const Screen& question : open_questions(AskedCounts(kNumbers), form, 1, 1, 0))
      if (form == AnswerForm::kOddOneOut ||
          apart(question.objects[0], question.objects[1]) != apart(question.objects[0], question.objects[2]))
        known.add(form, statement_of(question, true_choice(question)));
    EXPECT_EQ(clusters_of(tree_by(known, form, wrong.get(), 1)), true_clusters());
  }
}

TEST(BranchQuestions, AThirdOfABatchTestsEachBranchAsOften) {
  for (const AnswerForm form : kForms) {
    ChoiceOptions options{.rule = ChoiceRule::kBranches, .form = form, .prior = vectors(0.0)};
    const std::vector<ChosenQuestion> chosen = next_questions(KnownAnswers(kNumbers), 90, 1, options);
    ASSERT_EQ(chosen.size(), 90U);
    const BranchQuestions questions(tree_of(*options.prior));
    std::set<Node> tested;
    std::set<Screen> different;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      different.insert(chosen[k].question);
      if (k < 30) tested.insert(questions.tested_by(chosen[k].question));
    }
    EXPECT_EQ(different.size(), 90U);
    EXPECT_EQ(tested.size(), 30U) << "N - 2 branches";
    EXPECT_FALSE(tested.contains(BranchQuestions::kNone));
  }
}

TEST(BranchQuestions, RightVectorsSaveQuestionsAndWorthlessOnesCostNone) {
  const auto right = [](const std::shared_ptr<const Prior>& prior, ChoiceRule rule, int batches) {
    const ChoiceOptions options{.rule = rule, .form = AnswerForm::kOddOneOut, .prior = prior};
    const KnownAnswers known = asked_in_batches(options, batches, 32);
    return clusters_of(tree_by(known, AnswerForm::kOddOneOut, nullptr, 1)) == true_clusters();
  };
  EXPECT_TRUE(right(vectors(0.0), ChoiceRule::kBranches, 3));
  EXPECT_FALSE(right(nullptr, ChoiceRule::kRandom, 12));
  EXPECT_TRUE(right(vectors(1e6), ChoiceRule::kBranches, 12));
  EXPECT_TRUE(right(nullptr, ChoiceRule::kBranches, 12));
}

TEST(BranchQuestions, BranchesAreTestedOfManyObjectsToo) {
  constexpr Object kMany = 256;
  Prior prior{{kMany, 8, {}}};
  for (Object i = 0; i < kMany; ++i)
    for (int bit = 0; bit < 8; ++bit) prior.places.values.push_back((i >> bit & 1) * (1 << bit));
  ChoiceOptions options{.rule = ChoiceRule::kBranches,
                        .form = AnswerForm::kOddOneOut,
                        .prior = std::make_shared<const Prior>(std::move(prior))};
  ASSERT_FALSE(are_all_listed(kMany, options.form));
  const std::vector<ChosenQuestion> chosen = next_questions(KnownAnswers(kMany), 3 * (kMany - 2), 1, options);
  const BranchQuestions questions(tree_of(*options.prior));
  std::set<Node> tested;
  for (Object k = 0; k < kMany - 2; ++k) tested.insert(questions.tested_by(chosen[k].question));
  EXPECT_EQ(tested.size(), static_cast<std::size_t>(kMany - 2));
}

}  // namespace
}  // namespace tertium::answers
