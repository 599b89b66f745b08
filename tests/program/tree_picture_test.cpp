#include "program/answers/tree_picture.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using testing::message_of;

nlohmann::ordered_json page_of(const std::vector<std::string>& words) {
  CommandLine line("cluster", "", "");
  nlohmann::ordered_json page;
  add_tree_options(line, page);
  add_layout_option(line, page);
  line.parse(words);
  return page;
}

TEST(TreePicture, OptionsBecomeAPage) {
  const nlohmann::ordered_json page = page_of({"--width", "8.5", "--no-title", "--orientation=top"});
  EXPECT_EQ(page["width"], 8.5);
  EXPECT_TRUE(page["height"].is_null());
  EXPECT_EQ(page["title"], false);
  EXPECT_EQ(page["orientation"], "top");
  EXPECT_EQ(page["heights"], "rank");
  EXPECT_FALSE(is_unrooted(page));
  EXPECT_TRUE(is_unrooted(page_of({"--layout", "unrooted"})));
  expect_message(message_of([] { page_of({"--width", "1"}); }), "--width 1 is not a number in [3, 200]");
  expect_message(message_of([] { page_of({"--heights", "ranks"}); }), "did you mean 'rank'?");
}

}  // namespace
}  // namespace tertium::program
