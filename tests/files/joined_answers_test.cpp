// Files put one behind the other, and several files: joined by the names of their columns.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "files/answers/read.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;
using Statements = std::vector<core::Quadruplet>;

TEST(JoinedAnswers, OfOneTextAreReadByTheHeaderAboveThem) {
  const Statements said{{2, 0, 2, 1}, {0, 1, 0, 2}, {2, 1, 2, 0}, {0, 1, 0, 2}};
  const std::string first = "participant,anchor,near,far\np1,owl,cat,dog\np1,cat,dog,owl\n";
  for (const char* mark : {"", "\xEF\xBB\xBF"})
    for (const char* below : {"participant,anchor,far,near\np2,owl,cat,dog\np2,cat,owl,dog\n",
                              "far,near,anchor,participant\ncat,dog,owl,p2\nowl,dog,cat,p2\n",
                              "trial,anchor,\"near\",far,participant,rt\n1,owl,dog,cat,p2,9\n2,cat,dog,owl,p2,8\n"}) {
      SCOPED_TRACE(below);
      const ComparisonFile file = read(first + mark + below, {.origins = true});
      EXPECT_EQ(file.statements, said);
      EXPECT_EQ(file.metadata.subjects, (Names{"p1", "p2"}));
      EXPECT_EQ(file.metadata.origins.at(3).subject, 1);
      expect_part(file.notes.back(), "headers differ, the first other one is f.csv:4");
    }
  EXPECT_TRUE(read(first + "rt,anchor,near,far,participant\n9,owl,dog,cat,p2\n").metadata.times);
  expect_part(message_of(first + "far,near,anchor,participant\ncat,dog,owl\n"), "f.csv:5: 3 fields (its header has 4)");
  const std::string wide =
      "key_resp.keys,imgA,imgB,imgC,psychopyVersion\nleft,x,y,z,1\nimgC,imgB,imgA,key_resp.keys,psychopyVersion\n"
      "z,y,x,left,1\n";
  const ComparisonFile odd =
      read(wide, {.form = AnswerForm::kOddOneOut, .answers = {"left=first", "down=second", "right=third"}});
  EXPECT_EQ(odd.statements, (Statements{{1, 2, 1, 0}, {2, 1, 2, 0}, {1, 2, 1, 0}, {2, 1, 2, 0}}));
}

TEST(JoinedAnswers, ThatAreNoHeadersStayAnswers) {
  EXPECT_EQ(read("i,j,k,l\nj,i,k,l\nk,l,i,j\n").rows, 3);
  EXPECT_EQ(read("a,b,odd\nx,y,z\nb,a,z\n").rows, 2);
  EXPECT_EQ(read("left,right,answer,word\nright,left,word,answer\nword,answer,left,right\n").rows, 3);
}

/// A folder of files.
class JoinedFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "tertium-joined";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ComparisonFile read_all(const std::vector<std::pair<std::string, std::string>>& files,
                          ComparisonOptions options = {}) {
    std::vector<std::filesystem::path> paths;
    for (const auto& [name, text] : files) {
      paths.push_back(folder_ / name);
      std::ofstream(paths.back()) << text;
    }
    options.origins = true;
    return read_comparisons("study", paths, options);
  }
  std::string message(const std::vector<std::pair<std::string, std::string>>& files,
                      const ComparisonOptions& options = {}) {
    try {
      read_all(files, options);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
};

TEST_F(JoinedFiles, AreJoinedByTheNamesOfColumns) {
  const ComparisonFile file = read_all({{"P1.csv", "anchor,near,far\nowl,cat,dog\n"},
                                        {"P2.tsv", "far\tnear\tanchor\trt\ndog\tcat\towl\t9\n"},
                                        {"P3.csv",
                                         "\xEF\xBB\xBF"
                                         "anchor;near;far;group\nowl;dog;cat;b\n"}});
  EXPECT_EQ(file.statements, (Statements{{2, 0, 2, 1}, {2, 0, 2, 1}, {2, 1, 2, 0}}));
  EXPECT_EQ(file.metadata.subjects, (Names{"P1", "P2", "P3"}));
  EXPECT_EQ(file.metadata.origins.at(1).time, 9);
  EXPECT_EQ(file.metadata.groups, Names{"b"});
  EXPECT_EQ(file.notes.at(0), "3 files are joined by the names of their columns");
  expect_part(file.notes.at(1), "in 3 of them no column names the participant: the name of the file does, as 'P3'");
  EXPECT_EQ(file.notes.at(2), "columns that only some of them have are empty in the others: rt, group");
  EXPECT_EQ(read_all({{"a.csv", "worker,anchor,near,far\nw,x,y,z\n"}, {"b.csv", "anchor,near,far\nx,y,z\n"}})
                .metadata.subjects,
            (Names{"b", "w"}));
}

TEST_F(JoinedFiles, AreRefusedByName) {
  const std::pair<std::string, std::string> good{"a.csv", "anchor,near,far\nx,y,z\n"};
  expect_part(message({good, {"b.csv", "x,y,z\ny,x,z\n"}}),
              "b.csv: the first row is not a header that is understood ('x,y,z';");
  expect_part(message({good, {"b.csv", "a,b,odd\nx,y,z\n"}}), "b.csv: has the columns a,b,odd (");
  expect_part(message({good, {"b.csv", "reference,closer,farther\nx,y,z\n"}}),
              "b.csv: calls its columns reference,closer,farther (");
  expect_part(message({good, {"b.csv", "anchor,near,far\nx,y,z\nx,y\n"}}),
              "b.csv:3: 2 fields (its header has 3), correct the row");
  expect_part(message({good, {"b.csv", "anchor,near,far\nx,x,z\n"}}), "b.csv:2: 'x' is compared with itself");
  expect_part(message({good, good}, {.columns = {"anchor", "near", "far"}}),
              "study: several files are joined by the words");
}

}  // namespace
}  // namespace tertium::files
