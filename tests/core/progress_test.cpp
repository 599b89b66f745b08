#include "core/base/progress.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tertium::core {
namespace {

/// What is written of four parts, of which one is done and one done in vain before the work ends, each a fifth of it.
std::vector<std::string> texts_of_four(bool terminal, std::chrono::milliseconds pause, Progress::Quick quick) {
  std::vector<std::string> texts;
  {
    Progress progress({[&](const std::string& text) { texts.push_back(text); }, terminal, pause}, "fits", quick);
    progress.expect(4, 10.0);
    for (const std::size_t failed : {std::size_t{0}, std::size_t{1}}) {
      progress.add(1 - failed, failed, 2.0);
      progress.tick();
    }
  }
  return texts;
}

TEST(Progress, TellsPartsFailuresAndWhatIsLeft) {
  const std::vector<std::string> lines = texts_of_four(false, {}, Progress::Quick::kHidden);
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0].find("20 %: 1/4 fits, "), 0);
  EXPECT_EQ(lines[0].find("failed"), std::string::npos);
  EXPECT_EQ(lines[1].find("40 %: 2/4 fits, "), 0);
  EXPECT_NE(lines[1].find(", 1 failed, "), std::string::npos);
  EXPECT_EQ(lines[1].substr(lines[1].size() - 6), " left\n");
  EXPECT_NE(lines[2].find(", took "), std::string::npos);
}

TEST(Progress, DrawsABarOfTheWorkOverTheLastOne) {
  const std::vector<std::string> texts = texts_of_four(true, {}, Progress::Quick::kHidden);
  ASSERT_EQ(texts.size(), 3);
  EXPECT_EQ(texts[1].find("\r\033[K[#########...............]  40 % 2/4 fits"), 0);
  EXPECT_EQ(texts[1].find('\n'), std::string::npos);
  EXPECT_EQ(texts[2].back(), '\n');
}

TEST(Progress, QuickWorkIsToldInTheEndWhereThatIsAskedFor) {
  EXPECT_TRUE(texts_of_four(true, std::chrono::hours(1), Progress::Quick::kHidden).empty());
  EXPECT_EQ(texts_of_four(true, std::chrono::hours(1), Progress::Quick::kShown).size(), 1);
}

}  // namespace
}  // namespace tertium::core
