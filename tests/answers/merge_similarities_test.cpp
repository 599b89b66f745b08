#include "answers/trees/merge_similarities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace tertium::answers {
namespace {

AnswerInput answers_of(std::vector<core::Quadruplet> statements, std::vector<std::int32_t> counts = {}) {
  AnswerInput input;
  input.comparisons.statements = std::move(statements);
  input.comparisons.counts = std::move(counts);
  return input;
}

TEST(MergeSimilarities, AMergesSimilarityIsTheShareOfAnswersForThePairsJoinedThere) {
  core::Dendrogram tree(core::Partition::singletons(5));
  tree.merge(0, 1);
  tree.merge(2, 3);
  tree.merge(5, 6);
  tree.merge(4, 7);
  const std::vector<double> found =
      merge_similarities(tree, answers_of({{0, 1, 2, 3}, {0, 1, 0, 2}, {3, 2, 1, 2}, {0, 3, 1, 2}}));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0], 1.0);   // 0,1: twice the more alike
  EXPECT_EQ(found[1], 0.5);   // 2,3: once of two
  EXPECT_EQ(found[2], 0.25);  // 0,3 of 0,2 and 1,2 twice, too
  EXPECT_TRUE(std::isnan(found[3]));
}

TEST(MergeSimilarities, AnAnswerCountsAsOftenAsItWasGiven) {
  core::Dendrogram tree(core::Partition::singletons(4));
  tree.merge(0, 1);
  tree.merge(2, 3);
  tree.merge(4, 5);
  const core::Quadruplet once{0, 1, 2, 3}, often{2, 3, 0, 1}, other{0, 2, 0, 1};
  const std::vector<double> row_by_row = merge_similarities(tree, answers_of({often, once, often, often, other}));
  EXPECT_EQ(row_by_row, (std::vector{0.2, 0.75, 1.0}));
  EXPECT_EQ(merge_similarities(tree, answers_of({once, often, other}, {1, 3, 1})), row_by_row);
}

}  // namespace
}  // namespace tertium::answers
