// Words for a paper about answers.
#include "answers/study/study.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "answers/study/study_text.hpp"
#include "core/base/error.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

void expect_words(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "should hold: " << part << "\n" << text;
}

/// Two methods, or one, of which the best predicts so many of ten answers of each of six people.
std::string compared_by(const std::vector<std::int64_t>& right, std::size_t methods) {
  Comparison compared;
  compared.folds.blocks = 6;
  compared.folds.blocks_called = "subjects";
  HeldOut result{.method = core::find_method("4-AL")};
  std::vector<Predicted>& blocks = result.blocks.emplace_back();
  for (const std::int64_t count : right) blocks.push_back({.answers = 10, .sixths = 6 * count, .ties = 0});
  compared.best_first.assign(methods, result);
  return comparison_paragraph({}, compared);
}

TEST(StudyText, TheBestOfSeveralHasToBeThreeStandardErrorsAboveChance) {
  const std::vector<std::int64_t> by_3_5{5, 6, 7, 8, 7, 6}, by_2_4{5, 6, 7, 6, 8, 5}, by_1_4{4, 6, 8, 5, 7, 5};
  const std::string doubt = "That is indistinguishable from chance (50.0 %) by ";
  EXPECT_EQ(compared_by(by_3_5, 2).find(doubt), std::string::npos);
  expect_words(compared_by(by_2_4, 2), doubt + "three standard errors: what follows may be meaningless.");
  EXPECT_EQ(compared_by(by_2_4, 1).find(doubt), std::string::npos);
  expect_words(compared_by(by_1_4, 1), doubt + "two standard errors");
  expect_words(compared_by(by_3_5, 2),
               "4-AL was the most accurate: 65.0 ± 4.3 % (chance 50.0 %). ± is a standard "
               "error over the 6 subjects. One is indistinguishable from it");
}

TEST(StudyText, AStudyHasOneTree) {
  EXPECT_EQ(no_trees_problem({"trees", "4-AL", "t-STE(d=2..3)+AL"}), "");
  EXPECT_EQ(no_trees_problem({"4-AL", "t-STE"}),
            "t-STE: it makes coordinates (a study has one tree), leave it out, or put a step behind it: t-STE+AL");
  EXPECT_EQ(no_trees_problem({"all"}), "all: a study has one tree, give trees, or names of methods");
  EXPECT_THROW(no_trees_problem({"5-AL"}), core::UsageError);
}

}  // namespace
}  // namespace tertium::answers
