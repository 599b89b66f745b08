#include "program/options/command_line.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "terminal/text_layout.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using core::UsageError;
using testing::expect_message;
using testing::message_of;

CommandLine make_line() {
  CommandLine line("plan", "What would run.", "tertium plan x");
  line.argument("CONFIG", "a file").argument("OTHER", "more", CommandLine::Need::kOptional);
  line.option("output", 'o', "RUN", "folder").flag("smoke", "small");
  add_set_option(line);
  return line;
}

std::string error_of(const std::vector<std::string>& args) {
  return message_of<UsageError>([&] { make_line().parse(args); });
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
  CommandLine line = make_line();
  ASSERT_TRUE(line.parse({"a.ini", "--set", "model.delta=0.1", "-o", "run", "--set=x.y=z", "--smoke"}));
  EXPECT_EQ(line.text("CONFIG"), "a.ini");
  EXPECT_EQ(line.text("output"), "run");
  EXPECT_EQ(line.texts("set"), (std::vector<std::string>{"model.delta=0.1", "x.y=z"}));
  EXPECT_TRUE(line.has("smoke"));
  EXPECT_FALSE(line.has("OTHER"));
  EXPECT_EQ(line.text("OTHER", "none"), "none");
}

TEST(CommandLine, HelpIsPrintedWhateverElseIsThere) {
  ::testing::internal::CaptureStdout();
  EXPECT_FALSE(make_line().parse({"--nonsense", "--help"}));
  const std::string page = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(page.find("Usage: tertium plan CONFIG [OTHER] [options]\n"), 0U) << page;
  EXPECT_NE(page.find("\n  -o, --output RUN "), std::string::npos) << page;
  EXPECT_NE(page.find("Example:\n  tertium plan x\n"), std::string::npos) << page;
}

TEST(CommandLine, NamesAreNotGuessed) {
  expect_message(error_of({"a", "--outpu", "run"}),
                 "unknown option '--outpu'; did you mean '--output'? known: --output, --smoke, --set, --help");
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

TEST(CommandLine, NumbersInARange) {
  const auto line_of = [](const std::string& text) {
    CommandLine line("plan", "A test.", "tertium plan");
    line.option("size", 0, "N", "a number");
    line.parse({"--size", text});
    return line;
  };
  EXPECT_EQ(line_of("12").integer("size", 1, 1, 12), 12);
  EXPECT_EQ(line_of("0.5").real("size", 1, 0, 1), 0.5);
  CommandLine none("plan", "A test.", "tertium plan");
  EXPECT_EQ(none.integer("size", 7, 1, 5), 7) << "what is not given is not checked";
  expect_message(testing::message_of([&] { line_of("13").integer("size", 1, 1, 12); }),
                 "--size 13 is not a whole number in [1, 12], correct it");
  expect_message(testing::message_of([&] { line_of("1x").integer("size", 1, 1, 12); }), "--size 1x is not a whole");
  expect_message(testing::message_of([&] { line_of("nan").real("size", 1, 0, 1); }),
                 "--size nan is not a number in [0, 1], correct it");
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
