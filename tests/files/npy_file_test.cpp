#include "files/text/npy_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "files/answers/read.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::files {
namespace {

namespace fs = std::filesystem;

std::string header(const std::string& type, const std::string& shape, bool fortran, int version) {
  std::string text =
      fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}", type, fortran ? "True" : "False", shape);
  while ((text.size() + 11 + (version == 1 ? 0 : 2)) % 16 != 0) text += ' ';
  text += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) bytes += static_cast<char>(text.size() >> (8 * k) & 255U);
  return bytes + text;
}

std::string numbers(const std::vector<std::int64_t>& values, int width, bool big) {
  std::string bytes;
  for (const std::int64_t value : values)
    for (int k = 0; k < width; ++k)
      bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * (big ? width - 1 - k : k)) & 255U);
  return bytes;
}

std::int64_t bits_of(float value) {
  return std::bit_cast<std::int32_t>(value);
}

class NpyFile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) / fmt::format("tertium_npy_{}", getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  static std::string message_of(const fs::path& file, const fs::path& responses = {}) {
    try {
      read_comparisons(file, {.responses = responses});
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(NpyFile, ReadsEveryTypeOrderAndVersion) {
  const std::vector<std::int64_t> rows{0, 1, 2, 3, 2, 1}, columns{0, 3, 1, 2, 2, 1};
  for (const char* type : {"i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"})
    for (const bool big : {false, true})
      for (const bool fortran : {false, true})
        for (const int version : {1, 2, 3}) {
          const int width = type[1] - '0';
          const std::string text = header(fmt::format("'{}{}'", big ? '>' : '<', type), "(2, 3)", fortran, version) +
                                   numbers(fortran ? columns : rows, width, big);
          EXPECT_EQ(read_npy_table(write("a.npy", text)).text(2), "0,1,2\n3,2,1\n")
              << type << big << fortran << version;
        }
  const ComparisonFile file = read_comparisons(folder_ / "a.npy");
  EXPECT_EQ(file.statements, (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {3, 2, 3, 1}}));
  const ComparisonFile odd = read_comparisons(folder_ / "a.npy", {.form = AnswerForm::kOddOneOut});
  std::ofstream(folder_ / "odd.txt") << "0 1 2\n3 2 1\n";
  EXPECT_EQ(odd.statements, read_comparisons(folder_ / "odd.txt", {.form = AnswerForm::kOddOneOut}).statements);
  EXPECT_EQ(odd.statements.front(), (core::Quadruplet{0, 1, 0, 2}));
  EXPECT_EQ(odd.statements.back(), (core::Quadruplet{2, 3, 2, 1}));
  const fs::path no_zero = write("z.npy", header("'<i8'", "(1, 3)", false, 1) + numbers({1, 2, 3}, 8, false));
  EXPECT_EQ(read_comparisons(no_zero).objects, 4) << "rows and columns of arrays count from 0";
  const fs::path four = write("b.npy", header("'<i8'", "(1, 4)", false, 1) + numbers({0, 1, 2, 3}, 8, false));
  EXPECT_EQ(read_comparisons(four).form, AnswerForm::kQuadruplet);
}

TEST_F(NpyFile, TakesResponsesOfAnArrayOfTheirOwn) {
  const fs::path questions =
      write("q.npy", header("'<i8'", "(3, 3)", false, 1) + numbers({0, 1, 2, 1, 0, 2, 2, 0, 1}, 8, false));
  const fs::path truths = write("t.npy", header("'|b1'", "(3,)", false, 1) + numbers({1, 0, 1}, 1, false));
  ComparisonFile file = read_comparisons(questions, {.responses = truths});
  EXPECT_EQ(file.statements, (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {1, 2, 1, 0}, {2, 0, 2, 1}}));
  const fs::path counts = write("c.npy", header("'<i4'", "(3, 1)", true, 1) + numbers({2, -1, 0}, 4, false));
  file = read_comparisons(questions, {.responses = counts});
  EXPECT_EQ(file.statements, (std::vector<core::Quadruplet>{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(file.counts, (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(file.metadata.missing_rows, 1);
  // 0 and 1, or 1 and 2, may stand for the two, and 0 for nobody could say.
  for (const std::array<int, 3>& votes : {std::array{0, 1, 1}, {1, 2, 1}, {0, 0, 0}, {2, 2, 2}}) {
    const fs::path unclear =
        write("u.npy", header("'<i4'", "(3,)", false, 1) + numbers({votes[0], votes[1], votes[2]}, 4, false));
    EXPECT_NE(message_of(questions, unclear).find("save truth values"), std::string::npos) << votes[0] << votes[1];
  }
  for (const std::array<int, 3>& votes : {std::array{1, 1, 1}, {0, 1, 2}, {1, -1, 0}, {1, 3, 1}}) {
    const fs::path clear =
        write("k.npy", header("'<i4'", "(3,)", false, 1) + numbers({votes[0], votes[1], votes[2]}, 4, false));
    EXPECT_EQ(read_comparisons(questions, {.responses = clear}).form, AnswerForm::kTriplet);
  }
  const fs::path few = write("f.npy", header("'|b1'", "(2,)", false, 1) + numbers({1, 0}, 1, false));
  EXPECT_NE(message_of(questions, few).find("f.npy: is an array of shape (2) (there are 3 questions in "),
            std::string::npos);
}

TEST_F(NpyFile, TakesFloatsThatAreWholeNumbers) {
  const auto of_floats = [&](const std::string& name, const char* shape, const std::vector<float>& values) {
    std::string bytes = header("'<f4'", shape, false, 1);
    for (const float value : values) bytes += numbers({bits_of(value)}, 4, false);
    return write(name, bytes);
  };
  const fs::path questions = of_floats("q.npy", "(3, 3)", {0, 1, 2, 1, 0, 2, 2, 0, 1});
  EXPECT_EQ(read_comparisons(questions).statements.size(), 3U);
  const float none = std::numeric_limits<float>::quiet_NaN();
  const ComparisonFile file = read_comparisons(questions, {.responses = of_floats("r.npy", "(3,)", {2, -1, none})});
  EXPECT_EQ(file.counts, (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(file.metadata.missing_rows, 1);
  EXPECT_NE(message_of(questions, of_floats("r.npy", "(3,)", {2, -1, 1e12F}))
                .find("the count in row 2 (from 0) is too large"),
            std::string::npos);
}

TEST_F(NpyFile, SaysWhatIsWrongWithAFile) {
  const std::string good = header("'<i8'", "(2, 3)", false, 1) + numbers({0, 1, 2, 3, 2, 1}, 8, false);
  const std::vector<std::pair<std::string, std::string>> damaged{
      {good.substr(0, good.size() - 1), "47 bytes of numbers (its shape needs 48: the file is cut off)"},
      {good + "x", "49 bytes of numbers (its shape needs 48: the file is too long)"},
      {good.substr(0, 40), "its header is cut off"},
      {good.substr(0, 8), "is cut off, or of a version of the .npy format that is not known"},
      {header("'<f2'", "(2, 3)", false, 1),
       "contains numbers of type '<f2' (whole numbers or truth values are needed)"},
      {header("'<f4'", "(1, 3)", false, 1) + numbers({0, bits_of(1.0F), bits_of(2.5F)}, 4, false),
       "d.npy: 2.5 in row 0, column 2 (from 0) is not a whole number, correct it"},
      {header("'<u8'", "(1, 3)", false, 1) + numbers({0, 1, -3}, 8, false), "is too large (at most"},
      {header("'|O'", "(2, 3)", false, 1), "contains numbers of type '|O'"},
      {header("[('a', '<i8')]", "(2, 3)", false, 1), "contains numbers of type [('a'"},
      {header("'<i8'", "(6,)", false, 1) + numbers({0, 1, 2, 3, 2, 1}, 8, false), "is an array of shape (6) ("},
      {header("'<i8'", "(3, 2)", false, 1) + numbers({0, 1, 2, 3, 2, 1}, 8, false), "is an array of shape (3, 2) ("},
      {header("'<i8'", "()", false, 1) + numbers({0}, 8, false), "is an array of shape () ("},
      {header("'<i8'", "(0, 3)", false, 1), "contains no answer"},
      {header("'<i8'", "(4611686018427387904, 8)", false, 1), "(the file is damaged)"},
      {header("'<i8'", "(2, 3)", false, 1) + numbers({0, 1, 2, 3, 2, -1}, 8, false), ":2: id -1 is negative"},
      {header("'<i8'", "(2, 3)", false, 1) + numbers({0, 1, 2, 3, 2, 2}, 8, false),
       ":2: the pair '3', '2' is compared"},
      {header("'<i8'", "(2, 3)", false, 9), "of a version of the .npy format that is not known"},
      {std::string("\x93NUMPY\x01\x00\x04\x00{}  ", 14), "its header has no 'descr'"}};
  for (const auto& [bytes, part] : damaged) {
    const std::string message = message_of(write("d.npy", bytes));
    EXPECT_NE(message.find(part), std::string::npos) << message << "\nshould hold: " << part;
  }
}

}  // namespace
}  // namespace tertium::files
