// Answers to "do these two belong together?".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random/random.hpp"
#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Statements = std::vector<core::Quadruplet>;

Statements sorted(Statements statements) {
  std::ranges::sort(statements, {}, [](const core::Quadruplet& s) { return std::tuple(s.i, s.j, s.k, s.l); });
  return statements;
}

// x belongs with y, and not with z: x is more like y than like z. So does y.
TEST(SameAnswers, AreTripletsOfWhatJoinsAndPartsAnObject) {
  const Statements expected{{0, 1, 0, 2}, {1, 0, 1, 3}};
  for (const char* text : {"a,b,same\nx,y,yes\nx,z,no\ny,w,no\n", "item1;item2;same_cluster\ny;x;1\nz;x;0\nw;y;0\n",
                           "i,j,together\nx,y,TRUE\nx,z,False\ny,w,false\n",
                           "left word,right word,same\nx,y,same\nx,z,different\ny,w,n\n"}) {
    const ComparisonFile file = read(text);
    EXPECT_EQ(file.form, AnswerForm::kTriplet) << text;
    EXPECT_EQ(file.names.size(), 4U) << text;
    // Names are numbered in their order: w, x, y, z.
    EXPECT_EQ(sorted(file.statements), (Statements{{1, 2, 1, 3}, {2, 1, 2, 0}})) << text;
    expect_part(file.notes.front(), "1 answers say that two objects belong together, 2 that they do not");
  }
  EXPECT_EQ(sorted(read("x,y,1\nx,z,0\ny,w,0\n", {.columns = {"a", "b", "same"}}).statements),
            sorted({{1, 2, 1, 3}, {2, 1, 2, 0}}));
  // Without a header; of x nothing is said that compares it.
  const ComparisonFile listed =
      read("yes,no,y\nx,z,0\nyes,z,0\n", {.columns = {"a", "b", "same"}, .header = HeaderLine::kNo});
  EXPECT_EQ(listed.names, (std::vector<std::string>{"no", "yes", "z"}));
  EXPECT_EQ(listed.statements, (Statements{{1, 0, 1, 2}}));
  expect_part(listed.notes.at(1), "1 objects are in none of these triplets");
  EXPECT_EQ(sorted(read("p,q,r\n0,1,1\n0,2,0\n1,3,0\n", {.columns = {"p=a", "q=b", "r=same"}}).statements), expected);
}

TEST(SameAnswers, MakeTripletsWithinAPersonOnly) {
  const ComparisonFile file = read("subject,a,b,same\n7,0,1,1\n7,0,2,0\n8,0,1,1\n8,1,2,0\n", {.origins = true});
  EXPECT_EQ(sorted(file.statements), (Statements{{0, 1, 0, 2}, {1, 0, 1, 2}}));
  ASSERT_EQ(file.metadata.subjects.size(), 2U);
  // Nor of two sets of questions, nor of two groups.
  for (const char* column : {"set", "group"}) {
    const ComparisonFile two = read(std::string(column) + ",a,b,same\n7,0,1,1\n7,0,2,0\n8,0,1,1\n8,1,2,0\n");
    EXPECT_EQ(sorted(two.statements), (Statements{{0, 1, 0, 2}, {1, 0, 1, 2}})) << column;
  }
}

TEST(SameAnswers, CountAsOftenAsBothWereGiven) {
  const ComparisonFile file = read("a,b,same,count\n0,1,1,3\n0,2,0,2\n");
  EXPECT_EQ(file.counts, std::vector<std::int32_t>{6});
  EXPECT_EQ(read("a,b,same\n0,1,1\n0,1,1\n0,2,0\n").statements.size(), 2U);
}

// By definition, on random answers about ten objects: those about the same two contradict each other and make nothing.
TEST(SameAnswers, MakeEveryPairOfAnswersAtAnObject) {
  std::string text = "a,b,same\n";
  std::vector<std::tuple<int, int, bool>> answers;
  core::Stream draws({.master_seed = 5}, core::Purpose::kTest);
  for (int a = 0; a < 60; ++a) {
    const int i = static_cast<int>(draws.below(10)), j = (i + 1 + static_cast<int>(draws.below(9))) % 10;
    answers.emplace_back(i, j, draws.below(2) == 1);
    text += std::to_string(i) + "," + std::to_string(j) + (std::get<2>(answers.back()) ? ",yes\n" : ",no\n");
  }
  Statements expected;
  for (const auto& [i, j, joined] : answers)
    for (const auto& [k, l, same] : answers) {
      if (!joined || same) continue;
      for (const auto& [x, near] : {std::pair(i, j), std::pair(j, i)})
        for (const auto& [y, far] : {std::pair(k, l), std::pair(l, k)})
          if (x == y && near != far) expected.push_back({x, near, x, far});
    }
  EXPECT_EQ(sorted(read(text).statements), sorted(expected));
}

TEST(SameAnswers, AreReadBelowEveryHeaderAndUnderEverySpelling) {
  const Statements expected = sorted(read("a,b,same\nx,y,yes\nx,z,no\ny,w,no\n").statements);
  EXPECT_EQ(sorted(read("a,b,same\nx,y,yes\nx,z,no\nsame,a,b\nno,y,w\n").statements), expected);
  EXPECT_EQ(sorted(read("p,q,same\nx,y,yes\nx,z,no\np,q,same\ny,w,no\n", {.columns = {"a", "b", "same"}}).statements),
            expected);
  EXPECT_EQ(
      sorted(read("x,y,same\nx,z,different\ny,w,different\nx,y,same\n", {.columns = {"a", "b", "same"}}).statements)
          .size(),
      4U);
  EXPECT_EQ(sorted(read("a,b,same\nx,y,1.0\nX,z,0.0\ny,w,0.0\n", {.normalize = true}).statements), expected);
  std::vector<std::string> told;
  std::string many = "a,b,same\n";
  for (int k = 0; k < 1100; ++k) many += fmt::format("o,p{0},1\no,q{0},0\n", k);
  read(many, {.notice = [&](const std::string& text) { told.push_back(text); }});
  ASSERT_EQ(told.size(), 1U);
  expect_part(told.front(), "f.csv: 2200 answers make 1210000 triplets, which need about");
}

TEST(SameAnswers, RefuseWhatTheyCannotSay) {
  expect_part(message_of("a,b,same,count\n0,1,1,99999999999\n0,2,0,1\n"),
              "f.csv:2: '99999999999' in field 4 (count) is too");

  expect_part(message_of("a,b,same\n0,1,1\n2,3,0\n"), "f.csv: no object has both a yes and a no (1");
  expect_part(message_of("a,b,same\n0,1,1\n0,2,maybe\n0,3,0\n"),
              "f.csv:3: 'maybe' in field 3 (same) is neither yes nor no");
  expect_part(message_of("a,b,same\n0,0,1\n0,2,0\n0,3,1\n"), "f.csv:2: '0' is compared with itself");
  expect_part(message_of("a,b,same,count\n0,1,1,0\n0,2,0,1\n"), "f.csv:2: '0' in field 4 (count) is not a number");
  expect_part(message_of("a,b,same\n0,1,1\n0,2,0\n", {.form = AnswerForm::kOddOneOut}), "not odd-one-outs");
  EXPECT_EQ(read("a,b,same\n0,1,1\n0,2,NA\n0,3\n0,2,0\n", {.skip_bad = true}).statements.size(), 1U);
  std::vector<std::string> told;
  EXPECT_THROW(read("a,b,same\n0,1,1\n0,3\n", {.skip_bad = true, .told_bad = &told}), core::UserError);
  ASSERT_EQ(told.size(), 1U) << "where the whole file is no use, rows are told all the same";
  expect_part(told.front(), ":3: ");
}

// A column of that name beside three objects means something else.
TEST(SameAnswers, AreNotSeenInTriplets) {
  EXPECT_EQ(read("anchor,near,far,same\n0,1,2,1\n1,2,0,0\n").statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(read("a,b,odd,together\n0,1,2,1\n").statements.size(), 2U);
}

}  // namespace
}  // namespace tertium::files
