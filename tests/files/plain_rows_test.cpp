// Lines of nothing but ids are read many at once. What a file says is the same as if it were read row by row, wherever
// other lines stand among them.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/random/random.hpp"
#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

/// Draws files about `kObjects` objects, of several blocks of lines.
class Files {
 public:
  explicit Files(std::uint64_t seed) : draws_({.master_seed = seed}, core::Purpose::kTest) {}

  std::string next() {
    const char* headers[]{"anchor,near,far", "i,j,k,l", "a,b,odd", "central,a,b", "far,anchor,near", ""};
    header_ = headers[below(6)];
    fields_ = header_ == "i,j,k,l" || (header_.empty() && below(2) == 0) ? 4 : 3;
    first_ = below(2);
    std::string text = header_.empty() ? "" : header_ + "\n";
    const int rows = 9'000 + below(8'000), odd = below(4);
    std::vector<int> odd_rows;
    for (int k = 0; k < odd; ++k) odd_rows.push_back(below(rows));
    for (int row = 0; row < rows; ++row) {
      for (const int at : odd_rows)
        if (at == row) text += odd_line();
      text += plain_line() + (below(500) == 0 ? "\r\n" : "\n");
    }
    if (below(3) == 0) text.pop_back();
    return text;
  }
  int below(int n) { return static_cast<int>(draws_.below(static_cast<std::uint64_t>(n))); }

  static constexpr int kObjects = 60;

 private:
  std::string plain_line() {
    std::vector<int> ids;
    const int start = below(kObjects);
    for (int k = 0; k < fields_; ++k) ids.push_back(first_ + (start + k * (1 + below(12)) + k) % kObjects);
    for (int k = 1; k < fields_; ++k)
      for (int before = 0; before < k; ++before)
        if (ids[static_cast<std::size_t>(before)] == ids[static_cast<std::size_t>(k)]) return plain_line();
    return fmt::format("{}", fmt::join(ids, ","));
  }
  std::string odd_line() {
    const std::string line = plain_line();
    const char* others[]{"# nothing\n", "\n",          "1,1,2\n", "1,2\n",    "x,2,3\n",
                         "-1,2,3\n",    "1,2,3,4,5\n", "1,2,\n",  "99,2,3\n", "61,2,3\n"};
    switch (below(6)) {
      case 0:
        return " " + line + "\n";
      case 1:
        return "0" + line + "\n";
      case 2:
        return "\"" + line.substr(0, line.find(',')) + "\"" + line.substr(line.find(',')) + "\n";
      case 3:
        return header_.empty() ? line + "\n" : header_ + "\n";
      default:
        return others[below(10)];
    }
  }

  core::Stream draws_;
  std::string header_{};
  int fields_ = 3, first_ = 0;
};

struct Said {
  std::string words;  ///< all but the statements; or why it cannot be read
  std::vector<core::Quadruplet> statements;
};

Said said(const std::string& text, const ComparisonOptions& options) {
  try {
    ComparisonFile file = test::read(text, options, CsvReader::BadText::kRowByRow);
    return {fmt::format("{} objects, {} rows, {} bad\n{}\n{}", file.objects, file.rows, file.bad_rows,
                        fmt::join(file.names, " "), fmt::join(file.notes, "\n")),
            std::move(file.statements)};
  } catch (const core::UserError& error) {
    return {error.what(), {}};
  }
}

TEST(PlainRows, SayWhatTheySayOneByOne) {
  Files files(17);
  int refused = 0;
  for (int k = 0; k < 60; ++k) {
    const std::string text = files.next();
    const int objects[]{0, Files::kObjects, Files::kObjects + 1};
    ComparisonOptions options{.skip_bad = files.below(2) == 0, .objects = objects[files.below(3)], .origins = true};
    const Said quick = said(text, options);
    options.missing = {"nobody"};  // so that no row is plain
    Said slow = said(text, options);
    if (const auto at = slow.words.find(" or ?"); at == std::string::npos)
      if (const auto list = slow.words.find(", ?, nobody"); list != std::string::npos)
        slow.words.replace(list, 11, " or ?");
    EXPECT_EQ(quick.words, slow.words) << text.substr(0, 200);
    EXPECT_TRUE(quick.statements == slow.statements) << text.substr(0, 200);
    refused += quick.statements.empty() ? 1 : 0;
  }
  EXPECT_GT(refused, 4);
  EXPECT_LT(refused, 40);
}

TEST(PlainRows, KeepNoOriginsOfWhichNothingIsKnown) {
  EXPECT_TRUE(test::read("a,b,odd\n0,1,2\n", {.origins = true}).metadata.origins.empty());
  EXPECT_EQ(test::read("subject,a,b,odd\n7,0,1,2\n", {.origins = true}).metadata.origins.size(), 2U);
}

// Ids are words where --missing says that some say nothing.
TEST(PlainRows, AreNoneWhereAnIdMayBeMissing) {
  EXPECT_EQ(test::read("a,b,odd\n0,1,2\n3,1,9\n1,2,3\n", {.missing = {"9"}}).statements.size(), 4U);
}

}  // namespace
}  // namespace tertium::files
