#include "program/options/command_line.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "terminal/text_layout.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using core::UsageError;
using testing::expect_message;
using testing::message_of;

struct Plan {
  std::string config, other = "none";
  std::optional<std::filesystem::path> output;
  std::vector<std::string> set;
  bool smoke = false, pictures = true;
};

CommandLine make_line(Plan& plan) {
  CommandLine line("plan", "What would run.", "tertium plan x");
  line.argument("CONFIG", plan.config, "a file");
  line.argument("OTHER", plan.other, "more", CommandLine::Need::kOptional);
  line.option("output", 'o', "RUN", plan.output, "folder").flag("smoke", plan.smoke, "small");
  line.flag("no-pictures", off(plan.pictures), "none");
  add_set_option(line, plan.set);
  return line;
}

std::string error_of(const std::vector<std::string>& args) {
  Plan plan;
  return message_of<UsageError>([&] { make_line(plan).parse(args); });
}

TEST(TextLayout, ReportsAreWrappedAtWordsAsWideAsColumnsSays) {
  const char* before = std::getenv("COLUMNS");
  const std::optional<std::string> columns = before == nullptr ? std::nullopt : std::optional<std::string>(before);
  setenv("COLUMNS", "40", 1);
  const std::string text =
      terminal::report_line("answers", "many of these were seen by 95 % of all, d = 2 and 1 ± 2 %");
  if (columns)
    setenv("COLUMNS", columns->c_str(), 1);
  else
    unsetenv("COLUMNS");
  EXPECT_EQ(text,
            "answers    many of these were seen by\n"
            "           95 % of all, d = 2 and\n"
            "           1 ± 2 %\n");
}

TEST(CommandLine, ReadsArgumentsOptionsAndFlags) {
  Plan plan;
  CommandLine line = make_line(plan);
  ASSERT_TRUE(line.parse({"a.ini", "--set", "model.delta=0.1", "-o", "run", "--set=x.y=z", "--smoke"}));
  EXPECT_EQ(plan.config, "a.ini");
  EXPECT_EQ(plan.output, "run");
  EXPECT_EQ(plan.set, (std::vector<std::string>{"model.delta=0.1", "x.y=z"}));
  EXPECT_TRUE(plan.smoke && plan.pictures && line.has("smoke"));
  EXPECT_FALSE(line.has("OTHER"));
  EXPECT_EQ(plan.other, "none");
  ASSERT_TRUE(make_line(plan).parse({"a.ini", "b.ini", "--no-pictures"}));
  EXPECT_EQ(plan.other, "b.ini");
  EXPECT_FALSE(plan.pictures);
}

TEST(CommandLine, WhatFollowsIsDoneInTheOrderOfTheDescription) {
  int size = 1;
  std::vector<int> sizes;
  CommandLine line("plan", "A test.", "tertium plan");
  const auto note = [&](const CommandLine&) { sizes.push_back(size); };
  line.then(note).option("size", 0, "N", in_range(size, 1, 9), "a number").then(note);
  ASSERT_TRUE(line.parse({"--size", "7"}));
  EXPECT_EQ(sizes, (std::vector<int>{1, 7}));
}

TEST(CommandLine, ValuesAreWhatAFunctionMakesOfThem) {
  std::size_t length = 0;
  std::string told;
  CommandLine line("plan", "A test.", "tertium plan");
  const auto length_of = [](const std::string& text) { return text.size(); };
  line.option("one", 0, "T", into(length, length_of), "a text");
  line.option("told", 0, "T",
              into(told, [](const std::string& text, const std::string& option) { return option + text; }), "a text");
  ASSERT_TRUE(line.parse({"--one=abc", "--told", "x"}));
  EXPECT_EQ(length, 3U);
  EXPECT_EQ(told, "--toldx");
}

TEST(CommandLine, HelpIsPrintedWhateverElseIsThere) {
  ::testing::internal::CaptureStdout();
  Plan plan;
  EXPECT_FALSE(make_line(plan).parse({"--nonsense", "--help"}));
  const std::string page = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(page.find("Usage: tertium plan CONFIG [OTHER] [options]\n"), 0U) << page;
  EXPECT_NE(page.find("\n  -o, --output RUN "), std::string::npos) << page;
  EXPECT_NE(page.find("Example:\n  tertium plan x\n"), std::string::npos) << page;
}

TEST(CommandLine, NamesAreNotGuessed) {
  expect_message(
      error_of({"a", "--outpu", "run"}),
      "unknown option '--outpu'; did you mean '--output'? known: --output, --smoke, --no-pictures, --set, --help");
  expect_message(error_of({"a", "--smok"}), "did you mean '--smoke'?");
  expect_message(error_of({"a", "-x"}), "unknown option '-x'");
}

TEST(CommandLine, WordsThatDoNotFit) {
  expect_message(error_of({}), "CONFIG is missing (tertium plan CONFIG [OTHER]), see tertium plan --help");
  expect_message(error_of({"a", "b", "c"}), "'c' is one argument too many");
  expect_message(error_of({"a", "-o", "x", "--output", "y"}), "--output is given more than once");
  expect_message(error_of({"a", "--set"}), "see tertium plan --help");
  expect_message(error_of({"a", "--smoke=yes"}), "see tertium plan --help");
}

/// What is read of --size, whose range is so.
template <typename Number>
Number size_of(const std::vector<std::string>& args, Number otherwise, Number least, Number most) {
  CommandLine line("plan", "A test.", "tertium plan");
  Number size = otherwise;
  line.option("size", 0, "N", in_range(size, least, most), "a number");
  line.parse(args);
  return size;
}

TEST(CommandLine, NumbersInARange) {
  EXPECT_EQ(size_of<int>({"--size", "12"}, 1, 1, 12), 12);
  EXPECT_EQ(size_of<double>({"--size", "0.5"}, 1, 0, 1), 0.5);
  EXPECT_EQ(size_of<int>({}, 7, 1, 5), 7) << "what is not given is not checked";
  expect_message(message_of<UsageError>([] {
                   size_of<int>({"--size", "13"}, 1, 1, 12);
                 }),
                 "--size 13 is not a whole number in [1, 12], correct it");
  expect_message(message_of<UsageError>([] { size_of<int>({"--size", "1x"}, 1, 1, 12); }), "--size 1x is not a whole");
  expect_message(message_of<UsageError>([] {
                   size_of<double>({"--size", "nan"}, 1, 0, 1);
                 }),
                 "--size nan is not a number in [0, 1], correct it");
}

TEST(CommandLine, SeedsAreAnyNumbersFromZero) {
  std::uint64_t seed = 1;
  CommandLine line("plan", "A test.", "tertium plan");
  line.option("seed", 0, "SEED", seed, "of it");
  ASSERT_TRUE(line.parse({"--seed", "18446744073709551615"}));
  EXPECT_EQ(seed, 18446744073709551615U);
}

TEST(TextLayout, LinesBreakBetweenWords) {
  const std::string word(40, 'x');
  EXPECT_EQ(terminal::wrapped(word + " " + word + "  " + word, 10),
            word + " " + word + "\n" + std::string(10, ' ') + word);
  EXPECT_EQ(terminal::wrapped("", 4), "");
  EXPECT_EQ(terminal::wrapped(std::string(200, 'y'), 4), std::string(200, 'y'));
}

TEST(TextLayout, ColumnsTellHowWideAPageIs) {
  const std::string word(30, 'x');
  for (const auto& [columns, width] : {std::pair("60", 60U), {"4000", 100U}, {"1", 40U}, {"wide", 100U}}) {
    setenv("COLUMNS", columns, 1);
    EXPECT_EQ(terminal::page_width(), width) << columns;
  }
  setenv("COLUMNS", "60", 1);
  EXPECT_EQ(terminal::wrapped(word + " " + word, 0), word + "\n" + word);
  unsetenv("COLUMNS");
}

TEST(TextLayout, TablesCountCharactersNotBytes) {
  EXPECT_EQ(terminal::aligned_table({{"ä", "1"}, {"bb", "22"}}, {terminal::Align::kLeft, terminal::Align::kRight}),
            "ä    1\nbb  22\n");
}

TEST(TextLayout, TimesAndSizesForPeople) {
  EXPECT_EQ(core::duration_text(0.0005), "0.5 ms");
  EXPECT_EQ(core::duration_text(59), "59 s");
  EXPECT_EQ(core::duration_text(90), "1.5 min");
  EXPECT_EQ(core::duration_text(3 * 86400), "3.0 days");
  EXPECT_EQ(core::bytes_text(0), "0.0 B");
  EXPECT_EQ(core::bytes_text(331e6), "331 MB");
}

}  // namespace
}  // namespace tertium::program
