#include "files/text/csv.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <limits>

#include "core/base/text.hpp"

namespace tertium::files {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& text) {
  CsvReader reader("text", text);
  Rows rows;
  while (reader.next()) rows.emplace_back(reader.fields().begin(), reader.fields().end());
  return rows;
}

std::string message_of(const std::string& text) {
  try {
    rows_of(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(CsvReader, FindsTheDelimiter) {
  const Rows expected{{"a", "b", "c"}, {"d", "e", "f"}};
  EXPECT_EQ(rows_of("a,b,c\nd,e,f\n"), expected);
  EXPECT_EQ(rows_of("a;b;c\nd;e;f\n"), expected);
  EXPECT_EQ(rows_of("a\tb\tc\nd\te\tf\n"), expected);
  EXPECT_EQ(rows_of("1,5;2,5\n3;4,5\n"), (Rows{{"1,5", "2,5"}, {"3", "4,5"}})) << "commas differ from row to row";
  EXPECT_EQ(rows_of("\"x;y\",b\nc,d\n"), (Rows{{"x;y", "b"}, {"c", "d"}})) << "quoted delimiters do not count";
  EXPECT_EQ(rows_of("alone\n"), (Rows{{"alone"}}));
}

TEST(CsvReader, TakesAnyLineEnd) {
  const Rows expected{{"a", "b"}, {"c", "d"}};
  for (const char* text : {"a,b\nc,d\n", "a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\r\nc,d", "a,b\rc,d\r",
                           "\xEF\xBB\xBF"
                           "a,b\nc,d\n"})
    EXPECT_EQ(rows_of(text), expected) << text;
}

TEST(CsvReader, PassesOverBlankLinesAndComments) {
  EXPECT_EQ(rows_of("# one\n\n  \na,b\n , \n,,,\n  # two, more\nc,d\n\n"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_TRUE(rows_of("\n# nothing\n").empty());
  EXPECT_EQ(rows_of("#one\n#2,b\n#,c\n##,d\n"), (Rows{{"#2", "b"}, {"#", "c"}})) << "names may begin so";
}

TEST(CsvReader, UnquotesAndTrims) {
  EXPECT_EQ(rows_of("\"a, b\" , \"say \"\"hi\"\"\",  c  d \n"), (Rows{{"a, b", "say \"hi\"", "c  d"}}));
  EXPECT_EQ(rows_of("\"\",b\"c\"\n"), (Rows{{"", "b\"c\""}})) << "a quote inside a field is a quote";
  EXPECT_EQ(rows_of("a,,b,\n"), (Rows{{"a", "", "b", ""}}));
}

TEST(CsvReader, KnowsItsLines) {
  CsvReader reader("text", "# c\r\na,b\r\n\r\nc,d\r\n");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 2);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), 4);
  EXPECT_FALSE(reader.next());
  reader.rewind();
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.fields()[0], "a");
}

TEST(CsvReader, SaysWhatIsNoCsv) {
  EXPECT_EQ(message_of(""), "text: is empty (0 bytes), give a CSV file");
  EXPECT_EQ(message_of(std::string("a,b\nc\0d", 7)), "text:2: is not text (a zero byte), give a CSV file");
  EXPECT_EQ(message_of("a,b\nc,\xE9t\xE9\n"),
            "text:2: is not UTF-8 (byte 0xE9), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 text > FILE");
  EXPECT_EQ(message_of("\xFF\xFEz"),
            "text: is UTF-16 text (by its first bytes), save it as UTF-8: iconv -f UTF-16 -t UTF-8 text > FILE");
  EXPECT_NE(message_of("a,\"b\nc,d\n").find("text:1: a quoted field has no end"), std::string::npos);
  EXPECT_NE(message_of("a,b\nc,\"d\" e\n").find("text:2: text follows a closing quote"), std::string::npos);
  EXPECT_EQ(message_of("é,ü,日本,🚗\n"), "");
}

TEST(CsvReader, MayRefuseBytesRowByRow) {
  CsvReader reader("text", "a,b\n\xED\xA0\x80,c\nd,e\n", CsvReader::BadText::kRowByRow);  // half of a surrogate pair
  EXPECT_TRUE(reader.next());
  EXPECT_THROW(reader.next(), core::UserError);
  EXPECT_TRUE(reader.next());
  EXPECT_EQ(reader.fields()[0], "d");
  EXPECT_NE(message_of("a,\xC0\xAF\n").find("text:1: is not UTF-8 (byte 0xC0)"), std::string::npos) << "overlong";
}

TEST(CsvReader, SaysWhichFileCannotBeRead) {
  const auto message = [](const std::filesystem::path& path) {
    try {
      CsvReader reader(path);
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("/no/such/file.csv"),
            "/no/such/file.csv: cannot be opened (No such file or directory), check the path");
  EXPECT_EQ(message("/tmp"), "/tmp: is a folder (a CSV file is needed), name a file");
  const std::string path = ::testing::TempDir() + "tertium_csv_" + std::to_string(getpid());
  std::ofstream(path) << "a,b\n";
  EXPECT_EQ(message(path), "");
  if (geteuid() != 0) {  // root may read everything
    std::filesystem::permissions(path, std::filesystem::perms::none);
    EXPECT_EQ(message(path), path + ": cannot be opened (Permission denied), check the path");
  }
  std::filesystem::remove(path);
}

TEST(ParseInteger, TakesWholeNumbersOnly) {
  std::int64_t value = 0;
  EXPECT_TRUE(parse_integer("007", value));
  EXPECT_EQ(value, 7);
  EXPECT_TRUE(parse_integer("-3", value));
  EXPECT_EQ(value, -3);
  EXPECT_TRUE(parse_integer("99999999999999999999", value));
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::max());
  for (const char* text : {"", "1.0", "1e3", "a", "1a", " 1", "-"}) EXPECT_FALSE(parse_integer(text, value)) << text;
}

TEST(CsvField, ReadsBackAsTheSameText) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  for (const std::string text : {"a,b", "a;b", "a\tb", "# no comment", "a \"b\", c", "x\"", "\xC3\xA4,\xC3\xB6"}) {
    CsvReader reader("memory", csv_field(text) + ",second\n");
    ASSERT_TRUE(reader.next());
    ASSERT_EQ(reader.fields().size(), 2U) << text;
    EXPECT_EQ(reader.fields()[0], text);
  }
  for (const std::string text : {" a", "a ", "two\nlines", "a\rb"}) EXPECT_EQ(csv_field(text), '"' + text + '"');
}

TEST(NaturalOrder, CountsDigitsAsNumbers) {
  const std::vector<std::string> sorted{"", "2", "10", "a", "a1", "a01b", "a2", "a2b1", "a2b10", "a10", "b"};
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = 0; j < sorted.size(); ++j)
      EXPECT_EQ(core::natural_less(sorted[i], sorted[j]), i < j) << sorted[i] << " " << sorted[j];
  EXPECT_NE(core::natural_less("a1", "a01"), core::natural_less("a01", "a1"));
}

}  // namespace
}  // namespace tertium::files
