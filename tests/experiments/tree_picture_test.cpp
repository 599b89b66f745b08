#include "experiments/commands/cluster/tree_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

TEST(TreePicture, AMergesSimilarityIsTheShareOfAnswersForThePairsJoinedThere) {
  core::Dendrogram tree(core::Partition::singletons(5));
  tree.merge(0, 1);
  tree.merge(2, 3);
  tree.merge(5, 6);
  tree.merge(4, 7);
  const std::vector<double> found = merge_similarities(tree, {{0, 1, 2, 3}, {0, 1, 0, 2}, {3, 2, 1, 2}, {0, 3, 1, 2}});
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0], 1.0);   // 0,1: twice the more alike
  EXPECT_EQ(found[1], 0.5);   // 2,3: once of two
  EXPECT_EQ(found[2], 0.25);  // 0,3 of 0,2 and 1,2 twice, too
  EXPECT_TRUE(std::isnan(found[3]));
}

nlohmann::ordered_json page_of(const std::vector<std::string>& words) {
  CommandLine line("cluster", "", "");
  add_tree_options(line);
  line.parse(words);
  return tree_page(line);
}

TEST(TreePicture, OptionsBecomeAPage) {
  const nlohmann::ordered_json page = page_of({"--width", "8.5", "--no-title", "--orientation=top"});
  EXPECT_EQ(page["width"], 8.5);
  EXPECT_TRUE(page["height"].is_null());
  EXPECT_EQ(page["title"], false);
  EXPECT_EQ(page["orientation"], "top");
  EXPECT_EQ(page["heights"], "rank");
  expect_message(message_of([] { page_of({"--width", "1"}); }), "--width 1 is not a number in [3, 200]");
  expect_message(message_of([] { page_of({"--heights", "ranks"}); }), "did you mean 'rank'?");
}

}  // namespace
}  // namespace tertium::experiments
