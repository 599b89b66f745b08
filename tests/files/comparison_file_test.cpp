#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "files/answers/read.hpp"
#include "files/answers/rows/sinks.hpp"
#include "files/answers/words/answers.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;
using Statements = std::vector<core::Quadruplet>;

TEST(ComparisonFile, ReadsQuadrupletsAndTriplets) {
  const ComparisonFile four = read("0,1,2,3\n2,0,1,3\n");
  EXPECT_EQ(four.form, AnswerForm::kQuadruplet);
  EXPECT_EQ(four.objects, 4);
  EXPECT_EQ(four.statements, (Statements{{0, 1, 2, 3}, {2, 0, 1, 3}}));
  EXPECT_EQ(four.names, (Names{"0", "1", "2", "3"}));
  const ComparisonFile three = read("0;1;2\n");
  EXPECT_EQ(three.form, AnswerForm::kTriplet);
  EXPECT_EQ(three.statements, (Statements{{0, 1, 0, 2}}));
}

TEST(ComparisonFile, FindsWhereIdsBegin) {
  const ComparisonFile ones = read("1,2,3\n3,4,1\n");
  EXPECT_EQ(ones.objects, 4);
  EXPECT_EQ(ones.names, (Names{"1", "2", "3", "4"}));
  EXPECT_EQ(ones.statements[1], (core::Quadruplet{2, 3, 2, 0}));
  EXPECT_EQ(ones.notes,
            (Names{"read as triplets by the number of fields: anchor,near,far = field 1,field 2,field 3; commas "
                   "between the fields",
                   "ids count from 1 (1 is the smallest)"}));
  EXPECT_EQ(read("0,2,3\n").notes.back(), "ids count from 0 (a 0 occurs)");
  expect_part(message_of("2,3,4\n"), "f.csv: has 2 as smallest id (so it is unclear where ids begin), use --base 0");
  EXPECT_EQ(read("2,3,4\n", {.fields = FieldMeaning::kZeroIds}).objects, 5);
  EXPECT_EQ(read("2,3,4\n", {.fields = FieldMeaning::kOneIds}).objects, 4);
  EXPECT_EQ(read("2,3,4\n", {.fields = FieldMeaning::kNames}).objects, 3);
  EXPECT_EQ(read("1,2,3\n", {.fields = FieldMeaning::kZeroIds}).objects, 4);
  expect_part(message_of("0,2,3\n", {.fields = FieldMeaning::kOneIds}), "f.csv: has the id 0");
}

TEST(ComparisonFile, NumbersNamesInNaturalOrder) {
  const ComparisonFile file = read("car10,car9,car1\n\"car, red\",car1,car10\n");
  EXPECT_EQ(file.names, (Names{"car, red", "car1", "car9", "car10"}));
  EXPECT_EQ(file.statements, (Statements{{3, 2, 3, 1}, {0, 1, 0, 3}}));
}

TEST(ComparisonFile, SayingTheSameWithIdsAndNamesIsTheSame) {
  std::string ids, names;
  for (int k = 0; k < 200; ++k) {
    const int i = k % 12, j = (i + 1 + k % 5) % 12, l = (j + 1 + k % 4) % 12;
    if (l == i) continue;
    ids += fmt::format("{},{},{}\n", i, j, l);
    names += fmt::format("obj{},obj{},obj{}\n", i, j, l);
  }
  EXPECT_EQ(read(ids).statements, read(names).statements);
}

TEST(ComparisonFile, KnowsHeadersByTheirWords) {
  for (const char* header : {"i,j,k,l", "I, J, K, L", "\"i\",\"j\",\"k\",\"l\"", "#i,j,k,l"})
    EXPECT_EQ(read(std::string(header) + "\n0,1,2,3\n").statements, (Statements{{0, 1, 2, 3}})) << header;
  for (const char* header : {"anchor,near,far", "Anchor,Positive,Negative", "i,j,k", "reference,closer,farther",
                             "head,winner,loser", "Probe,More similar,less-similar"})
    EXPECT_EQ(read(std::string(header) + "\n0,1,2\n").statements, (Statements{{0, 1, 0, 2}})) << header;
  const ComparisonFile wide = read("person,far,anchor,seconds,near\np1,2,0,1.5,1\np2,0,1,0.7,2\n");
  EXPECT_EQ(wide.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(wide.notes.front(),
            "read as triplets by the header: anchor,near,far = anchor,near,far, subject = person, time = seconds; "
            "commas between the fields");
  const ComparisonFile subjects = read("subject,reference,closer,farther\nAnna,x,y,z\nBen,y,x,z\n");
  EXPECT_EQ(subjects.names, (Names{"x", "y", "z"})) << "who answers is no object";
}

TEST(ComparisonFile, TakesTwoStatementsFromTheCentralAndTheOddOne) {
  for (const char* header : {"central,a,b", "most_central,other1,other2", "central,p,q", "subject,central,p,q"}) {
    const std::string row = std::string(header).starts_with("subject") ? "9,0,1,2\n" : "0,1,2\n";
    EXPECT_EQ(read(std::string(header) + "\n" + row).statements, (Statements{{1, 0, 1, 2}, {2, 0, 2, 1}})) << header;
  }
  for (const char* header : {"a,b,odd", "i1,i2,outlier", "a,b,odd one out"})
    EXPECT_EQ(read(std::string(header) + "\n0,1,2\n").statements, (Statements{{0, 1, 0, 2}, {1, 0, 1, 2}})) << header;
  EXPECT_EQ(read("a,b,odd\n0,1,2\n").rows, 1);
  EXPECT_EQ(read("a,b,odd\n0,1,2\n").notes[1],
            "every row says: a is more like b than like odd, and b more like a than like odd");
  EXPECT_EQ(read("central,a,b\n0,1,2\n").notes[1],
            "every row says: a is more like central than like b, and b more like central than like a");
}

TEST(ComparisonFile, ReadsHowOftenARowWasAnswered) {
  const ComparisonFile file = read("anchor,near,far,count\n0,1,2,3\n0,2,1,0\n1,0,2,1.0\n");
  EXPECT_EQ(file.statements, (Statements{{0, 1, 0, 2}, {1, 0, 1, 2}}));
  EXPECT_EQ(file.counts, (std::vector<std::int32_t>{3, 1}));
  EXPECT_EQ(file.answers(), 4);
  EXPECT_TRUE(read("i,j,k,l,weight\n0,1,2,3,1\n").counts.empty());
  const ComparisonFile both = read("anchor,near,far,votes_near,votes_far\n0,1,2,4,2\n");
  EXPECT_EQ(both.statements, (Statements{{0, 1, 0, 2}, {0, 2, 0, 1}}));
  EXPECT_EQ(both.counts, (std::vector<std::int32_t>{4, 2}));
  expect_part(message_of("anchor,near,far,freq\n0,1,2,0.5\n"), "f.csv:2: '0.5' in field 4 (freq) is not a count");
  expect_part(message_of("anchor,near,far,count\n0,1,2,-1\n"), "f.csv:2: '-1' in field 4 (count) is not a count");
}

TEST(ComparisonFile, IsAddedUpAsOftenAsARowWasAnswered) {
  const std::vector<core::Object> number{0, 1, 2};
  for (const auto less : {AnswerAdder::Less::kSubtract, AnswerAdder::Less::kAdd}) {
    AnswerAdder adder("f.csv", less);
    const StatementBlock block{{{0, 1, 0, 2}, {0, 1, 1, 2}}, {3, 2}, 2};
    adder.add(std::span(&block, 1));
    const core::AnswerSums sums = adder.sums(3, number);
    EXPECT_EQ(sums.answers, 5);
    EXPECT_EQ(sums.table(0, 1), 5);
    EXPECT_EQ(sums.table(0, 2), 3 * static_cast<int>(less));
    EXPECT_EQ(sums.table(1, 2), 2 * static_cast<int>(less));
  }
}

TEST(ComparisonFile, RefusesHeadersThatItDoesNotUnderstand) {
  for (const char* text : {"referent,A,B\n0,1,2\n", "subject,x,y,z\n1,0,1,2\n", "anchor,near,c\nx,y,z\n",
                           "subject,anchor,near,other,time\n1,2,3,4,5\n"}) {
    const std::string message = message_of(text);
    expect_part(message, "f.csv:1: the header '");
    expect_part(message, "' is not understood, say which columns are what: --columns 'NAME=anchor,NAME=near,NAME=far'");
  }
  expect_part(message_of("anchor,reference,near,far\n0,1,2,3\n"), "'anchor' and 'reference' both mean anchor");
  expect_part(message_of("anchor,near,near\n0,1,2\n"),
              "f.csv:1: two columns mean the same ('near' and 'near' both mean near");
  std::string rows = "word,A,B\n";
  for (int k = 0; k < 11; ++k) rows += "x,y,z\n";
  expect_part(message_of(rows), "f.csv:1: the header 'word,A,B' is not understood");
  EXPECT_EQ(read(rows, {.header = HeaderLine::kNo}).statements.size(), 12U);
  const ComparisonFile passed = read(rows, {.header = HeaderLine::kYes});
  EXPECT_EQ(passed.names, (Names{"x", "y", "z"}));
  EXPECT_EQ(passed.notes[1], "line 1 is passed over as a header, the columns are taken as anchor,near,far");
}

TEST(ComparisonFile, TakesForAStatementWhatCouldBeOne) {
  const ComparisonFile letters = read("i,j,k\nj,k,i\nk,i,j\n");
  EXPECT_EQ(letters.statements.size(), 3U);
  EXPECT_EQ(letters.notes.front(), "line 1 is taken as a comparison (its words are objects of other rows)");
  EXPECT_EQ(read("i,j,k\nj,k,i\n", {.header = HeaderLine::kYes}).statements.size(), 1U);
  const ComparisonFile two = read("p,q,r\nx,y,z\n");
  EXPECT_EQ(two.statements.size(), 2U) << "two rows prove nothing";
  EXPECT_EQ(two.notes.back(), "line 1 is taken as a comparison (--header yes if it is a header)");
}

TEST(ComparisonFile, TakesNamesThatBeginWithAHash) {
  const ComparisonFile file = read("# a comment, with, commas\n#3,x,y\nx,#3,y\n# another, one, here\ny,x,#3\n");
  EXPECT_EQ(file.statements.size(), 3U);
  EXPECT_EQ(file.names, (Names{"#3", "x", "y"}));
  expect_part(file.notes.back(), "1 lines that begin with # are passed over, the first is line 4");
}

TEST(ComparisonFile, ListsBadRowsTogetherOrLeavesThemOut) {
  std::string text = "x,y,z\n";
  for (int k = 0; k < 12; ++k) text += "x,x,y\nbad" + std::to_string(k) + ",y\nz,y,x\n";
  text += "x,\xED\xA0\x80,y\nx,\xC0\xAF,y\nx,\"y,z\n" + std::string(200'000, 'n') + ",x,y\n";
  const auto read_raw = [&](bool skip) {
    CsvReader rows("f.csv", text, CsvReader::BadText::kRowByRow);
    return read_comparisons(rows, {.skip_bad = skip});
  };
  try {
    read_raw(false);
    ADD_FAILURE() << "bad rows are taken";
  } catch (const core::UserError& error) {
    const std::string message = error.what();
    expect_part(message,
                "f.csv: 28 of 41 rows cannot be read, correct them, or leave them out with --skip-bad: line 2: 'x' ");
    expect_part(message, "; line 3: 2 fields (the first row has 3)");
    expect_part(message, "; ...");
    EXPECT_EQ(std::count(message.begin(), message.end(), ';'), 10) << message;
  }
  const ComparisonFile file = read_raw(true);
  EXPECT_EQ(file.rows, 13);
  EXPECT_EQ(file.bad_rows, 28);
  EXPECT_EQ(file.names, (Names{"x", "y", "z"})) << "what bad rows name does not count";
  expect_part(file.notes.back(), "28 bad rows left out: line 2: 'x' is compared with itself");
  expect_part(message_of("0,0,1\n1,1,2\n", {.skip_bad = true}),
              "f.csv: contains no comparison that can be read (2 bad rows");
  const ComparisonFile ids = read("0,1,2\n7000000,1,2\n0,7,7\n", {.skip_bad = true});
  EXPECT_EQ(ids.objects, 3) << "nor do ids of bad rows";
}

TEST(ComparisonFile, ObeysTheListOfNames) {
  ComparisonOptions options{.known_names = {"d", "c", "b", "a"}, .known_names_from = "names.csv"};
  const ComparisonFile file = read("reference,closer,farther\na,b,c\n", options);
  expect_part(message_of("word,x,y\na,b,c\n", options), "f.csv:1: the header 'word,x,y' is not understood");
  EXPECT_EQ(file.objects, 4);
  EXPECT_EQ(file.names, options.known_names);
  EXPECT_EQ(file.statements, (Statements{{3, 2, 3, 1}}));
  expect_part(message_of("a,b,c\na,b,e\n", options), "f.csv:2: 'e' is not among the 4 objects of names.csv");
  options.known_names = {"7", "8", "9"};
  EXPECT_EQ(read("9,8,7\n", options).statements, (Statements{{2, 1, 2, 0}}));
}

TEST(ComparisonFile, TakesTheNumberOfObjects) {
  const ComparisonFile file = read("1,2,3\n", {.objects = 5});
  EXPECT_EQ(file.objects, 5);
  EXPECT_EQ(file.names.back(), "5");
  expect_part(message_of("0,1,2\n0,1,5\n", {.objects = 5}), "f.csv:2: object 5 does not exist (there are 5 from 0)");
  expect_part(message_of("a,b,c\n", {.objects = 5}), "f.csv: names 3 objects (5 were announced)");
}

TEST(ComparisonFile, SaysWhichRowIsNoStatement) {
  expect_part(message_of("# c\n\n"), "f.csv: contains no comparison (only blank lines and comments)");
  expect_part(message_of("i,j,k,l\n"), "f.csv: contains no comparison (only a header, counts of 0, or rows");
  expect_part(message_of("0,1,2\n0,1\n"), "f.csv:2: 2 fields (the first row has 3)");
  expect_part(message_of("0,1,2\n\n0,1,2,3\n"), "f.csv:3: 4 fields (the first row has 3)");
  expect_part(message_of("0,1,2,3,4\n"),
              "f.csv:1: 5 fields (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3)");
  expect_part(message_of("0/1/2\n"), "f.csv:1: 1 field (");
  expect_part(message_of("0/1/2\n"), "separate them by comma, semicolon, tab or blank");
  expect_part(message_of("0,1,2\n0,,2\n"), "f.csv:2: field 2 is empty");
  expect_part(message_of("0,0,1,2\n"), "f.csv:1: '0' is compared with itself");
  expect_part(message_of("0,1,2,2\n"), "f.csv:1: '2' is compared with itself");
  expect_part(message_of("a,b,b,a\n"), "f.csv:1: the pair 'a', 'b' is compared with itself");
  expect_part(message_of("0,1,2\n0,1,1\n"), "f.csv:2: the pair '0', '1' is compared with itself");
  expect_part(message_of("0,1,0\n"), "f.csv:1: '0' is compared with itself");
}

TEST(ComparisonFile, SaysWhichIdIsNone) {
  expect_part(message_of("0,1,2\n0,1,x\n"), "f.csv:2: 'x' is not an id");
  expect_part(message_of("1O,2,3\n1,2,3\n"), "f.csv:1: '1O' is not an id");
  expect_part(message_of("0,1,-2\n"), "f.csv:1: id -2 is negative");
  expect_part(message_of("0,1,1000001\n"), "f.csv:1: id 1000001 is too large (at most 1000000 objects)");
  expect_part(message_of("0,1,99999999999999999999\n"), "f.csv:1: id 99999999999999999999 is too large");
  expect_part(message_of("0,1,1000000\n"), "f.csv: has the id 1000000 (at most 1000000 objects)");
  EXPECT_EQ(read("1,2,65536\n").objects, 65536);
  EXPECT_EQ(read("0,1,99999999\n", {.fields = FieldMeaning::kNames}).objects, 3);
}

TEST(ComparisonFile, RefusesTheOtherKind) {
  expect_part(message_of("0,1,2\n", {.form = AnswerForm::kQuadruplet}), "f.csv:1: these are triplets");
  expect_part(message_of("0,1,2,3\n", {.form = AnswerForm::kTriplet}), "f.csv:1: these are quadruplets");
  expect_part(message_of("a,b,odd\n0,1,2\n", {.form = AnswerForm::kTriplet}), "f.csv:1: these are odd-one-outs");
  EXPECT_EQ(message_of("0,1,2\n", {.form = AnswerForm::kTriplet}), "");
}

}  // namespace
}  // namespace tertium::files
