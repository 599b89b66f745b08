// Numbers and UTF-8 in texts.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/base/numbers.hpp"
#include "core/base/text.hpp"

namespace tertium::core {
namespace {

TEST(ParseNumber, TakesTheWholeText) {
  EXPECT_EQ(parse_number<int>("42"), 42);
  EXPECT_EQ(parse_number<int>("+42"), 42);
  EXPECT_EQ(parse_number<int>("-42"), -42);
  EXPECT_EQ(parse_number<double>("1e-3"), 1e-3);
  EXPECT_EQ(parse_number<double>("+.5"), 0.5);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), 18446744073709551615ULL);
  for (const char* text : {"", "+", "-", "+-1", "++1", "1 ", " 1", "1x", "0x1", "1.5", "2147483648", "-2147483649"})
    EXPECT_FALSE(parse_number<int>(text)) << text;
  for (const char* text : {"inf", "-inf", "nan", "1e999", "1e", "1,5"})
    EXPECT_FALSE(parse_number<double>(text)) << text;
  EXPECT_FALSE(parse_number<std::uint64_t>("-1"));
}

TEST(TakeNumber, LeavesTheRest) {
  std::string_view text = "12-7";
  EXPECT_EQ(take_number<int>(text), 12);
  EXPECT_EQ(text, "-7");
  EXPECT_EQ(take_number<int>(text), -7);
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  text = "1e3s";
  EXPECT_EQ(take_number<double>(text, std::chars_format::fixed), 1.0);
  EXPECT_EQ(text, "e3s");
  EXPECT_EQ(take_number<double>(text), std::nullopt);
  EXPECT_EQ(text, "e3s");
}

TEST(ToUtf8, ReplacesOnlyWhatIsInvalid) {
  EXPECT_EQ(to_utf8("plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8C\xB3"), "plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8C\xB3");
  EXPECT_EQ(to_utf8("a\xFF\xC3"), "a??");
  EXPECT_EQ(to_utf8(std::string_view("a\0b", 3)), "a?b");
  EXPECT_EQ(to_utf8("\xED\xA0\x80"), "???");
  EXPECT_EQ(to_utf8("\xC0\xAF"), "??");
}

TEST(Texts, AMessageIsOnePlainLine) {
  EXPECT_EQ(one_plain_line("a\nb\tc"), "a b c");
  EXPECT_EQ(one_plain_line("\x1b[2Jé数\x7f"), "?[2Jé数?");
  EXPECT_EQ(one_plain_line("\xc2\x85 \xe2\x80\xa8 \xe2\x80\xae \xff"), "? ? ? ?");
}

TEST(Texts, NumbersInARow) {
  EXPECT_EQ(ranges_text(std::vector{2, 3, 4, 5, 7}), "2 to 5, 7");
  EXPECT_EQ(ranges_text(std::vector{3}), "3");
  EXPECT_EQ(percent(0.6125), "61.3 %");
}

}  // namespace
}  // namespace tertium::core
