// Answers of half and whole weight are worth as much as those that were given once and twice.
#include <gtest/gtest.h>

#include <string>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/people.hpp"
#include "answers/results/results.hpp"
#include "core/methods/method.hpp"
#include "core/random/random.hpp"
#include "files/answers/read.hpp"
#include "files/text/csv.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

/// Triplets of twelve objects in three groups, by four people who err at times; those of the first group count twice.
AnswerInput drawn(const std::string& column, const std::string& less, const std::string& more) {
  core::Stream draws({.master_seed = 5}, core::Purpose::kTest);
  std::string text = "subject,anchor,near,far," + column + "\n";
  const auto object = [&] { return static_cast<int>(draws.below(12)); };
  for (int row = 0; row < 400; ++row) {
    int anchor = object(), near = object(), far = object();
    if (anchor == near || anchor == far || near == far) continue;
    if (far % 3 == anchor % 3 && draws.below(8) > 0) std::swap(near, far);
    text += fmt::format("p{},o{},o{},o{},{}\n", row % 4, anchor, near, far, anchor % 3 == 0 ? more : less);
  }
  files::CsvReader rows("f.csv", std::move(text), files::CsvReader::BadText::kRefuse);
  files::ComparisonOptions options;
  options.origins = true;
  return {.comparisons = files::read_comparisons(rows, options)};
}

TEST(WeighedAnswers, AreWorthAsMuchAsCounts) {
  const AnswerInput weighed = drawn("weight", "0.5", "1"), counted = drawn("count", "1", "2");
  ASSERT_FALSE(weighed.comparisons.weights.empty());
  ASSERT_EQ(weighed.comparisons.parts, 2.0);
  CompareRequest request{.methods = {"AddS-3-AL", "4-AL+search", "t-STE"}};
  request.folds.count = 4;
  const Comparison one = compare(weighed, request), other = compare(counted, request);
  ASSERT_EQ(one.best_first.size(), 3U);
  for (std::size_t m = 0; m < 3; ++m) {
    EXPECT_EQ(one.best_first[m].method.name, other.best_first[m].method.name);
    const Estimate share = share_predicted(one.best_first[m].of_all()),
                   expected = share_predicted(other.best_first[m].of_all());
    EXPECT_DOUBLE_EQ(share.value, expected.value);
    EXPECT_DOUBLE_EQ(share.error, expected.error);
  }
  double answers = 0.0, twice = 0.0;
  for (const FoldRow& row : fold_rows(one)) answers += static_cast<double>(row.tally.answers);
  for (const FoldRow& row : fold_rows(other)) twice += static_cast<double>(row.tally.answers);
  EXPECT_NEAR(answers, 0.5 * twice, 6.0) << "whole answers, rounded by fold";
  const ClusterRequest tree{.method = core::find_method("4-AL"), .clusters = 3, .support = 20};
  const Clustering a = cluster(weighed, tree), b = cluster(counted, tree);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.support->counts, b.support->counts) << "samples keep weights";
  EXPECT_DOUBLE_EQ(a.agreement->satisfied, b.agreement->satisfied);
  EXPECT_EQ(a.answers.answers, weighed.comparisons.answers()) << "and not their parts";
}

TEST(WeighedAnswers, JudgePeopleByWholeAnswers) {
  const AnswerInput weighed = drawn("weight", "0.5", "1"), counted = drawn("count", "1", "2");
  const core::Method judge = judge_of_people(weighed.comparisons.form);
  const auto judged = [&](const AnswerInput& input) {
    return accuracy_of_others(input.comparisons, tabulate(input.comparisons), {}, judge, 4, 0.0, true);
  };
  const auto one = judged(weighed), other = judged(counted);
  ASSERT_EQ(one.size(), 4U);
  for (std::size_t p = 0; p < 4; ++p) {
    EXPECT_NEAR(static_cast<double>(one[p].answers), 0.5 * static_cast<double>(other[p].answers), 0.6);
    EXPECT_NEAR(static_cast<double>(one[p].sixths), 0.5 * static_cast<double>(other[p].sixths), 0.6);
  }
}

TEST(WeighedAnswers, AreRefusedWhereAnswersAreTakenOneByOne) {
  const AnswerInput weighed = drawn("weight", "0.5", "1");
  for (const char* name : {"AddS-3+SPUR", "AddS-3-sparse", "SPoSE+AL"})
    testing::expect_message(testing::message_of([&] { check_fit(weighed, core::find_method(name)); }),
                            "takes answers one by one");
  check_fit(weighed, core::find_method("AddS-3+SDP-k"));
}

}  // namespace
}  // namespace tertium::answers
