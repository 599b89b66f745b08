// What a file of answers may say beside near and far: which of several was chosen, by whom, how fast, and that nobody
// could say.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "tests/files/read_answers.hpp"

namespace tertium::files {
namespace {

using test::expect_part;
using test::message_of;
using test::read;
using Names = std::vector<std::string>;
using Statements = std::vector<core::Quadruplet>;

TEST(AnswerColumns, WhichOfTwoWasChosenInEveryWayOfWritingIt) {
  const Statements expected{{0, 1, 0, 2}, {1, 2, 1, 0}};
  for (const char* text :
       {"anchor,left,right,answer\nx,y,z,y\ny,x,z,z\n", "Center,Left,Right,Answer\nx,y,z,left\ny,x,z,right\n",
        "anchor,p,q,choice\nx,y,z,p\ny,x,z,q\n", "reference,a,b,response\nx,y,z,1\ny,x,z,2\n",
        "anchor,a,b,answer\nx,y,z,first\ny,x,z,second\n", "anchor,a,b,first_chosen\nx,y,z,1\ny,x,z,0\n",
        "anchor,a,b,answer\nx,y,z,true\ny,x,z,false\n", "anchor,a,b,answer\nx,y,z,1\ny,x,z,-1\n"})
    EXPECT_EQ(read(text).statements, expected) << text;
  EXPECT_EQ(read("anchor,a,b,votes_first\n0,1,2,3\n1,0,2,-2\n2,0,1,0\n").counts, (std::vector<std::int32_t>{3, 2}));
  EXPECT_EQ(read("i,j,k,l,answer\n0,1,2,3,1\n0,1,2,3,2\n").statements, (Statements{{0, 1, 2, 3}, {2, 3, 0, 1}}));
  expect_part(message_of("anchor,a,b,votes_first\n0,1,2,3\n1,0,2,-2147483648\n"), "f.csv:3: '-2147483648' in field 4");
  expect_part(message_of("anchor,a,b,answer\nx,y,z,0\ny,x,z,1\n"),
              "f.csv: field 4 (answer) is 0 or 1 (the first of two");
  expect_part(message_of("anchor,a,b,answer\nx,y,z,maybe\ny,x,z,z\n"),
              "f.csv: field 4 (answer) should say which of a, b was");
}

// What nine rows say is what a column says: the tenth is the one that is wrong.
TEST(AnswerColumns, AreReadAsMostOfTheirRowsAre) {
  std::string text = "anchor,a,b,answer\n";
  for (int row = 0; row < 9; ++row) text += "x,y,z,y\n";
  expect_part(message_of(text + "y,x,z,maybe\n"),
              "f.csv:11: 'maybe' in field 4 (answer) does not say which one was chosen");
}

TEST(AnswerColumns, WhichOfThreeWasChosen) {
  const Statements odd{{0, 1, 0, 2}, {1, 0, 1, 2}, {1, 2, 1, 0}, {2, 1, 2, 0}};  // z of x,y,z; x of x,y,z
  for (const char* text : {"a,b,c,odd\nx,y,z,z\nx,y,z,x\n", "a,b,c,odd_one_out\nx,y,z,3\nx,y,z,1\n",
                           "img1,img2,img3,odd\nx,y,z,2\nx,y,z,0\n", "a,b,c,odd\nx,y,z,c\nx,y,z,a\n",
                           "Id;Image 1;item_b;Stimulus-3;Odd One Out;Note\n7;x;y;z;3;\n8;x;y;z;1;?\n"})
    EXPECT_EQ(read(text).statements, odd) << text;
  const Statements central{{0, 2, 0, 1}, {1, 2, 1, 0}};  // z of x,y,z
  const ComparisonFile file = read("a,b,c,central\nx,y,z,z\n");
  EXPECT_EQ(file.form, AnswerForm::kMostCentral);
  EXPECT_EQ(file.statements, central);
  EXPECT_EQ(read("x,y,z\n", {.form = AnswerForm::kOddOneOut}).statements, (Statements{{0, 1, 0, 2}, {1, 0, 1, 2}}));
  EXPECT_EQ(read("z,x,y\n", {.form = AnswerForm::kMostCentral}).statements, central);
  EXPECT_EQ(read("a,b,c,answer\nx,y,z,z\n", {.form = AnswerForm::kMostCentral}).statements, central);
  expect_part(message_of("a,b,c,answer\nx,y,z,z\n"), "f.csv:1: the header 'a,b,c,answer' does not say what");
}

TEST(AnswerColumns, ColumnsAreAsAPersonNamesThem) {
  const ComparisonOptions named{.columns = {"-", "odd", "a", "subject", "b"}};
  const ComparisonFile file = read("trial,worst,p,who,q\n1,z,x,Ann,y\n2,x,y,Bob,z\n3,x,y,Bob,z\n", named);
  EXPECT_EQ(file.form, AnswerForm::kOddOneOut);
  EXPECT_EQ(file.names, (Names{"p", "q", "worst", "x", "y", "z"})) << "three rows prove no header";
  expect_part(file.notes.back(), "line 1 is taken as an answer (--header yes if it is a header)");
  ComparisonOptions with_header = named;
  with_header.header = HeaderLine::kYes;
  EXPECT_EQ(read("trial,worst,p,who,q\n1,z,x,Ann,y\n", with_header).names, (Names{"x", "y", "z"}));
  EXPECT_EQ(read("1,z,x,Ann,y\n", named).metadata.subjects, (Names{"Ann"}));
  EXPECT_EQ(read("n,p,q,who,r\n1,0,1,Ann,2\n", named).objects, 3) << "above ids, words are a header";
  expect_part(message_of("x,y,z\n", {.columns = {"a", "b"}}), "f.csv:1: 3 fields (--columns names 2)");
  expect_part(message_of("x,y\n", {.columns = {"a", "b"}}), "f.csv: --columns a,b does not describe an answer (");
}

TEST(AnswerColumns, SomeAreNamed) {
  const std::string text = "ID,anchor,pic_l,pic_r,response,chosen,rt\nAnn,x,y,z,0,left,9\nBob,y,x,z,1,right,8\n";
  const ComparisonFile file = read(text, {.columns = {"ID=subject", "pic_l=left", "pic_r=right", "chosen=answer"}});
  EXPECT_EQ(file.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}})) << "response has lost its role";
  EXPECT_EQ(file.metadata.subjects, (Names{"Ann", "Bob"}));
  EXPECT_TRUE(file.metadata.times) << "rt has kept its role";
  EXPECT_EQ(read("p,n,f,t\nx,y,z,5\n", {.columns = {"p=anchor", "n=near", "f=far", "t=time"}, .origins = true})
                .metadata.origins.at(0)
                .time,
            5);
  EXPECT_EQ(read("p=q,n,f\nx,y,z\n", {.columns = {"p=q=anchor", "n=near", "f=far"}}).objects, 3);
  expect_part(message_of("p,n,f\nx,y,z\n", {.columns = {"q=anchor", "n=near", "f=far"}}),
              "f.csv:1: no column is called 'q' (there are p, n, f)");
  expect_part(message_of("p,n,f\nx,y,z\n", {.columns = {"p=anchor"}}),
              "f.csv:1: no column is called left, right, answer (others are n, f), say which it is: --columns "
              "'NAME=left,NAME=right,NAME=answer'");
  expect_part(message_of("u,v,w,x,y,near\n", {}), "--columns 'NAME=anchor");
  const std::string other = "anchor,left,right,chosen,mine,first_chosen\nx,y,z,y,z,1\ny,x,z,x,z,1\n";
  EXPECT_EQ(read(other, {.columns = {"mine = answer"}}).statements, (Statements{{0, 2, 0, 1}, {1, 2, 1, 0}}))
      << "what a person names goes before what the words say";
  expect_part(message_of("std,pic_l,pic_r,resp\nx,y,z,y\n", {.columns = {"std=anchor", "pic_l=left", "resp=answer"}}),
              "f.csv:1: no column is called right (others are pic_r), say which it is: --columns 'pic_r=right'");
  expect_part(message_of("p,p,f\nx,y,z\n", {.columns = {"p=anchor", "f=far"}}), "two columns are called 'p'");
  EXPECT_EQ(columns_problem(Names{"p=anchor", "q=-"}), "");
  expect_part(columns_problem(Names{"p=left", "p=right"}), "'p' is named twice");
  expect_part(columns_problem(Names{"p=left", "q=left"}), "'p' and 'q' are both said to be left");
  expect_part(columns_problem(Names{"p=subject", "q=worker"}), "'p' and 'q' are both said to be worker");
  expect_part(columns_problem(Names{"p=anchor", "near"}), "some columns are named");
  expect_part(columns_problem(Names{"p=ankor"}), "'ankor' is not a column");
  EXPECT_EQ(read("Participant Private ID,anchor,near,far\n7,x,y,z\n").metadata.subjects, (Names{"7"}));
}

TEST(AnswerColumns, WordsForNothing) {
  const std::string text = "anchor,a,b,answer\nx,y,z,y\ny,x,z,can't say\nnull,null,null,null\nz,y,x,NA\nz,y,x,y\n";
  const ComparisonFile file = read(text, {.missing = {"can't say", "null"}});
  EXPECT_EQ(file.statements, (Statements{{0, 1, 0, 2}, {2, 1, 2, 0}}));
  EXPECT_EQ(file.metadata.missing_rows, 2);
  EXPECT_EQ(file.metadata.blank_rows, 1);
  expect_part(message_of(text), "field 4");
}

TEST(AnswerColumns, ButtonsAndInstructionsAreNoAnswers) {
  const std::string jspsych =
      "trial_type,subject,rt,response,anchor,left,right,chosen\n"
      "html-button-response,p0,3000,0,,,,\ntriplet,p1,900,0,x,y,z,left\nhtml-button-response,p1,100,0,,,,\n"
      "triplet,p1,800,1,y,x,z,right\ntriplet,p1,700,0,y,x,z,\n";
  const ComparisonFile file = read(jspsych);
  EXPECT_EQ(file.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(file.metadata.subjects, (Names{"p1"})) << "who only read instructions is nobody";
  EXPECT_EQ(file.metadata.blank_rows, 2);
  EXPECT_EQ(file.metadata.missing_rows, 1);
  const ComparisonFile by_button = read("anchor,left,right,response\n,,,0\nx,y,z,1\ny,x,z,2\n");
  EXPECT_EQ(by_button.statements, file.statements) << "the 0 of a row without objects is no place";
  expect_part(message_of("anchor,left,right,response\nx,y,z,1\n,y,x,2\n"), "f.csv:3: field 1 (anchor) is empty");
  const ComparisonFile checked = read("subject,check,anchor,left,right,answer\np1,no,x,y,z,left\np1,yes,,,,left\n");
  EXPECT_EQ(checked.metadata.check_rows + checked.metadata.blank_rows, 1);
  EXPECT_EQ(checked.metadata.blank_rows, 0) << "a check is one whatever it shows";
}

TEST(AnswerColumns, WhoAnsweredWhenAndWhatFor) {
  const std::string text =
      "head,winner,loser,worker_id,rt,Center,Left,Right,Answer,sampleAlg,sampleSet\n"
      "0,1,2,78,8728,p,q,r,q,validation,train\n1,2,0,79,NA,q,r,p,r,random,test\n2,2,0,78,100,r,r,p,r,check,NA\n"
      "2,1,2,79,100,r,q,r,q,check,NA\n0,NA,NA,79,50,p,q,r,NA,random,train\n";
  const ComparisonFile file = read(text, {.origins = true});
  EXPECT_EQ(file.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  const AnswerMetadata& metadata = file.metadata;
  EXPECT_EQ(metadata.subjects, (Names{"78", "79"}));
  EXPECT_EQ(metadata.sets, (Names{"train", "test"}));
  ASSERT_EQ(metadata.origins.size(), 2U);
  EXPECT_EQ(metadata.origins[0].time, 8728);
  EXPECT_TRUE(std::isnan(metadata.origins[1].time));
  EXPECT_EQ(metadata.origins[1].subject, 1);
  EXPECT_EQ(metadata.missing_rows, 1);
  ASSERT_EQ(metadata.checks.size(), 2U);
  EXPECT_TRUE(*metadata.checks[0].passed);
  EXPECT_FALSE(*metadata.checks[1].passed);
  EXPECT_EQ(file.rows, 5);
  EXPECT_EQ(read(text, {.metadata = {.dropped_subjects = {"78"}}}).statements.size(), 1U);
  EXPECT_EQ(read(text, {.metadata = {.sets = {"train"}}}).statements, (Statements{{0, 1, 0, 2}}));
  expect_part(message_of(text, {.metadata = {.dropped_subjects = {"80"}}}),
              "f.csv: has no subject '80' (there are 78, 79)");
  expect_part(message_of(text, {.metadata = {.sets = {"dev"}}}), "f.csv: has no set 'dev' (there are train, test)");
  expect_part(message_of("0,1,2\n", {.metadata = {.sets = {"dev"}}}), "f.csv: has no column of sets");
  expect_part(message_of("0,1,2\n", {.metadata = {.dropped_subjects = {"1"}}}), "f.csv: has no column of subjects");
}

TEST(AnswerColumns, TimesBelowZeroAreNoTimes) {
  const AnswerMetadata metadata = read("anchor,near,far,rt\n0,1,2,350\n0,1,2,-5\n", {.origins = true}).metadata;
  ASSERT_EQ(metadata.origins.size(), 2U);
  EXPECT_EQ(metadata.origins[0].time, 350);
  EXPECT_TRUE(std::isnan(metadata.origins[1].time));
}

TEST(AnswerColumns, FilesOfSalmonAreReadAsTheyAre) {
  const ComparisonFile exported = read(
      "Participant.ID,Timestamp,Center,Left,Right,Answer,Response.Time..s.,Alg.Label\n"
      "1099,2001-01-01 00:00:00.1,i04,i05,i06,i05,7955,Train\n1099,2001-01-01 00:00:00.2,i05,i04,i06,i06,2233,Test\n",
      {.origins = true});
  EXPECT_EQ(exported.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(exported.metadata.subjects, (Names{"1099"}));
  EXPECT_EQ(exported.metadata.sets, (Names{"Train", "Test"}));
  EXPECT_EQ(exported.metadata.origins[1].time, 2233);
  const ComparisonFile raw = read(
      "alg_ident,head,left,loser,network_latency,response_time,right,score,time_received,winner,puid\n"
      "Random,0,1,2,0.1,1.5,2,0,12.5,1,ab\nRandom,1,0,0,0.1,2.5,2,0,13.5,2,cd\n",
      {.origins = true});
  EXPECT_EQ(raw.statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(raw.metadata.subjects, (Names{"ab", "cd"}));
  EXPECT_EQ(raw.metadata.origins[0].time, 1.5);
}

TEST(AnswerColumns, WhoCouldNotSayIsCounted) {
  for (const char* text :
       {"a,b,odd\nx,y,z\nx,y,NA\nx,z,?\ny,z,\n", "anchor,a,b,answer\nx,y,z,y\nx,y,z,?\nx,y,z,\nx,y,z,N/A\n",
        "anchor,near,far\nx,y,z\nx,NA,NA\ny,?,?\nz,,\n", "central,a,b\nx,y,z\n,x,y\nNA,x,y\n?,x,y\n"}) {
    const ComparisonFile file = read(text);
    EXPECT_EQ(file.metadata.missing_rows, 3) << text;
    EXPECT_EQ(file.objects, 3) << text;
    EXPECT_EQ(file.rows, 4) << text;
  }
  expect_part(message_of("anchor,near,far\nx,y,z\nx,,z\n"), "f.csv:3: field 2 (near) is empty");
  expect_part(message_of("a,b,odd\nx,,z\n"), "f.csv:2: field 2 (b) is empty");
  EXPECT_EQ(read("a,b,odd\nK,Fe,Na\n").metadata.missing_rows, 0) << "sodium";
  EXPECT_EQ(read("a,b,odd\nNA,y,z\ny,z,NA\n", {.known_names = {"NA", "y", "z"}}).metadata.missing_rows, 0);
}

TEST(AnswerColumns, BlanksDivideWhereNothingElseDoes) {
  EXPECT_EQ(read("0 1 2\n1  2   0 \n").statements, (Statements{{0, 1, 0, 2}, {1, 2, 1, 0}}));
  EXPECT_EQ(read("anchor near far\n\"big x\" y z\n").names, (Names{"big x", "y", "z"}));
  EXPECT_EQ(read("big x,small y,red z\nred z,big x,small y\n").names, (Names{"big x", "red z", "small y"}));
}

}  // namespace
}  // namespace tertium::files
