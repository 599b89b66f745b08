// Files of answers with one thing wrong: every form of answers in every way of writing it, times every damage. Each is
// told with its line, the reason and what to do, and a damaged row can be left out.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kRows = 14;
constexpr std::size_t kDamaged = 9;  // place of the damaged row, on line kDamaged + 2 below the header

/// Files of ids 0 to 5, all good.
struct Form {
  const char* header;
  std::function<Row(std::size_t)> row;
  std::size_t object;  ///< a field that is an object and no answer
  std::optional<std::size_t> count{}, choice{};
};

std::string id(std::size_t k) {
  return std::to_string(k % 6);
}

const std::vector<Form>& forms() {
  static const std::vector<Form> all{
      {"anchor,near,far",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2)};
       },
       0},
      {"far,subject,anchor,near,count",
       [](std::size_t k) {
         return Row{id(k), "Ann", id(k + 1), id(k + 2), "2"};
       },
       2, 4},
      {"i,j,k,l",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2), id(k + 3)};
       },
       1},
      {"a,b,odd",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2)};
       },
       1},
      {"central,a,b,rt",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2), "0.5"};
       },
       2},
      {"anchor,left,right,answer",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2), k % 2 == 0 ? "left" : "right"};
       },
       0,
       {},
       3},
      {"a,b,c,odd",
       [](std::size_t k) {
         return Row{id(k), id(k + 1), id(k + 2), id(k + k % 3)};
       },
       1,
       {},
       3},
  };
  return all;
}

/// What can be wrong with a row, and what is then said. An empty text: this form cannot have it.
struct Damage {
  const char* name;
  std::function<std::string(const Form&, Row&)> damage;
};

const std::vector<Damage>& damages() {
  const auto object = [](std::string text, std::string says) {
    return [text, says](const Form& form, Row& row) {
      row[form.object] = text;
      return says;
    };
  };
  const auto field = [](std::optional<std::size_t> Form::*place, std::string text, std::string says) {
    return [place, text, says](const Form& form, Row& row) {
      if (!(form.*place)) return std::string();
      row[*(form.*place)] = text;
      return says;
    };
  };
  static const std::vector<Damage> all{
      {"a field too few",
       [](const Form&, Row& row) {
         row.pop_back();
         return fmt::format("{} fields (the first row has {}), correct the row", row.size(), row.size() + 1);
       }},
      {"a field too many",
       [](const Form&, Row& row) {
         row.emplace_back("7");
         return fmt::format("{} fields (the first row has {}), correct the row", row.size(), row.size() - 1);
       }},
      {"a word among ids", object("x", "'x' is not an id (")},
      {"a negative id", object("-3", "id -3 is negative (")},
      {"an id too large", object("12345678", "id 12345678 is too large (")},
      {"an id with a fraction", object("2.5", "'2.5' is not an id (")},
      {"an endless name", object(std::string(1001, 'n'), "has 1001 bytes (a name has at most 1000), look for")},
      {"no end of a quote", object("\"2", "a quoted field has no end (")},
      {"text behind a quote", object("\"2\"3", "text follows a closing quote (3)")},
      {"bytes that are no text", object("\xFF", "is not UTF-8 (byte 0xFF), save the file as UTF-8")},
      {"half a character", object("\xC3", "is not UTF-8 (byte 0xC3)")},
      {"no object",
       [](const Form& form, Row& row) {
         row[form.object].clear();
         return std::string(" is empty (an object is needed), correct the row");
       }},
      {"an object twice",
       [](const Form& form, Row& row) {
         row[form.object] = row[form.object == 0 ? 1 : form.object == 2 ? 0 : form.object - 1];
         return std::string("compared with itself (");
       }},
      {"a negative count", field(&Form::count, "-1", "'-1' in field 5 (count) is not a count (")},
      {"half a count", field(&Form::count, "0.5", "'0.5' in field 5 (count) is not a count (")},
      {"a word for a count", field(&Form::count, "many", "'many' in field 5 (count) is not a count (")},
      {"a choice of nothing", field(&Form::choice, "9", ") does not say which one was chosen (")},
  };
  return all;
}

std::string text_of(const Form& form, char delimiter, const Row& damaged) {
  std::string text = form.header;
  std::replace(text.begin(), text.end(), ',', delimiter);
  for (std::size_t k = 0; k < kRows; ++k)
    text += fmt::format(
        "\n{}", fmt::join(k == kDamaged && !damaged.empty() ? damaged : form.row(k), std::string_view(&delimiter, 1)));
  return text + "\n";
}

ComparisonFile read(const std::string& text, const ComparisonOptions& options) {
  return test::read(text, options, CsvReader::BadText::kRowByRow);
}

std::string message_of(const std::string& text, const ComparisonOptions& options = {}) {
  return test::message_of(text, options, CsvReader::BadText::kRowByRow);
}

TEST(DamagedAnswers, EveryDamageOfEveryFormIsToldWithItsLine) {
  int cases = 0;
  for (const Form& form : forms())
    for (const char delimiter : {',', ';', '\t', ' '}) {
      EXPECT_EQ(read(text_of(form, delimiter, {}), {}).rows, kRows) << form.header;
      for (const Damage& damage : damages()) {
        Row row = form.row(kDamaged);
        const std::string says = damage.damage(form, row);
        // Blanks cannot show that a field is empty.
        if (says.empty() || (delimiter == ' ' && std::count(row.begin(), row.end(), "") > 0)) continue;
        SCOPED_TRACE(fmt::format("{} in {} with '{}'", damage.name, form.header, delimiter));
        const std::string text = text_of(form, delimiter, row);
        const std::string message = message_of(text);
        EXPECT_TRUE(message.starts_with(fmt::format("f.csv:{}: ", kDamaged + 2))) << message;
        EXPECT_NE(message.find(says), std::string::npos) << message << "\nshould hold: " << says;
        EXPECT_TRUE(message.ends_with("(or leave it out: --skip-bad)")) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_NE(message.find("), "), std::string::npos) << message << "\nshould say what to do";
        const ComparisonFile rest = read(text, {.skip_bad = true});
        EXPECT_EQ(rest.rows, static_cast<std::int64_t>(kRows) - 1);
        EXPECT_EQ(rest.bad_rows, 1);
        EXPECT_EQ(rest.objects, 6);
        ++cases;
      }
    }
  EXPECT_GT(cases, 300);
}

TEST(DamagedAnswers, WhatIsWrongWithAWholeFileIsTold) {
  struct Case {
    std::string text, says;
    ComparisonOptions options{};
  };
  const std::vector<Case> cases{
      {"", "f.csv: is empty (0 bytes), give a CSV file"},
      {"\n \n# nothing\n,,,\n", "f.csv: contains no comparison (only blank lines and comments), give rows"},
      {"anchor,near,far\n",
       "f.csv: contains no comparison (only a header, counts of 0, or rows that are left out), give"},
      {"anchor,near,far\nx,?,?\n", "f.csv: contains no comparison (only a header"},
      {"anchor,near,far,count\n0,1,2,0\n", "f.csv: contains no comparison (only a header, counts of 0"},
      {"anchor,near,far,set\n0,1,2,check\n", "f.csv: contains no comparison (only a header"},
      {std::string("0,1,2\n0,\0,2\n", 12), "f.csv:2: is not text (a zero byte), give a CSV file"},
      {"PK\x03\x04 and so on", "f.csv: is a zip archive (a spreadsheet, or arrays in .npz), save it as CSV"},
      {"\xFF\xFE"
       "0\x01",
       "f.csv: is UTF-16 text (by its first bytes), save it as UTF-8"},
      {"0/1/2\n", "f.csv:1: 1 field (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), separate them by"},
      {"0,1,2,3,4\n", "f.csv:1: 5 fields (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), name all"},
      {"anchor,reference,near,far\n0,1,2,3\n",
       "f.csv:1: two columns mean the same ('anchor' and 'reference' both mean"},
      {"anker,nah,fern\n0,1,2\n", "f.csv:1: the header 'anker,nah,fern' is not understood, say"},
      {"0,1,2\n", "f.csv:1: 3 fields (--columns names 2), name every column", {.columns = {"a", "b"}}},
      {"0,1,2\n", "f.csv:1: these are triplets (", {.form = AnswerForm::kQuadruplet}},
      {"a,b,odd\n0,1,2\n", "f.csv:1: these are odd-one-outs (", {.form = AnswerForm::kMostCentral}},
      {"2,3,4\n", "f.csv: has 2 as smallest id (so it is unclear where ids begin), use --base 0"},
      {"0,1,2\n", "f.csv: has the id 0 (ids from 1 were announced), use --base 0", {.fields = FieldMeaning::kOneIds}},
      {"0,1,2\n0,1,7\n", "f.csv:2: object 7 does not exist (there are 5 from 0), correct it", {.objects = 5}},
      {"anchor,a,b,answer\n0,1,2,0\n3,1,2,1\n", "f.csv: field 4 (answer) is 0 or 1 (the first of two could be 0"},
      {"anchor,a,b,answer\n0,1,2,so\n",
       "f.csv: field 4 (answer) should say which of a, b was chosen, but contains 'so' ("},
      {"a,b,c,odd\n0,1,2,7\n", "f.csv: field 4 (odd) should say which of a, b, c was chosen"},
  };
  for (const Case& c : cases) {
    const std::string message = message_of(c.text, c.options);
    EXPECT_NE(message.find(c.says), std::string::npos) << message << "\nshould hold: " << c.says;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace tertium::files
