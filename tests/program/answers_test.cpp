#include "program/answers/answers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/random/random.hpp"
#include "program/answers/groups.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using Names = std::vector<std::string>;

class AnswersTest : public testing::ClusterTest {
 protected:
  static Output look(const Names& args) { return run_command(run_answers, args); }
};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nshould hold: " << part;
}

/// Ten subjects answer 60 questions about 12 objects in two groups: eight as the groups are, one by a coin, one wrong.
std::string crowd() {
  core::Stream random({.master_seed = 8}, core::Purpose::kTest);
  std::string text = "participant,reference,closer,farther,rt,set\n";
  for (int question = 0; question < 60; ++question) {
    const int anchor = question % 12, near = (anchor + 2) % 12, far = (anchor + 1 + 2 * (question % 5)) % 12;
    for (int person = 0; person < 10; ++person) {
      const bool turned = person == 8 ? random.uniform() < 0.5 : person == 9;
      text += fmt::format("p{},{},{},{},{},{}\n", person, anchor, turned ? far : near, turned ? near : far,
                          person == 8 ? 200 : 2000 + question, question < 50 ? "train" : "test");
    }
  }
  for (int person = 0; person < 10; ++person)
    for (int check = 0; check < 4; ++check)
      text += person == 8 ? fmt::format("p{},3,4,3,90,check\n", person) : fmt::format("p{},3,3,4,900,check\n", person);
  return text + "p0,1,NA,NA,100,train\n";
}

TEST_F(AnswersTest, TellsWhoAnswersAsNobodyElse) {
  write("crowd.csv", crowd());
  const Output output = look({"crowd.csv", "--base", "0", "-o", "out"});
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.err, "");
  for (const char* part :
       {"12 objects, 641 rows, triplets",
        "600 to 60 different questions, 9.09 % of the 660 possible ones, by 10 subjects", "sets: train 500, test 100",
        "1 row without an answer", "40 rows of attention checks", "answers link them all",
        "60 questions with more than one answer (600 answers), 60 of these questions with",
        "checks     40, 4 failed (10.0 %)", "p8 ", "4 of 4", "as by chance; fails checks; fast",
        "as if two options were exchanged",
        "1 subject is flagged; without it: tertium cluster crowd.csv --base=0 --drop-subjects p8\n",
        "The answers of 1 subject (p9) may have been misread"})
    expect_part(output.out, part);
  EXPECT_EQ(column("out/subjects.csv", "subject").size(), 10U);
  expect_part(look({"crowd.csv", "--base", "0", "--drop-subjects", "p3", "--columns", "participant=subject",
                    "--missing", "can't say"})
                  .out,
              "tertium cluster crowd.csv --columns=participant=subject --base=0 '--missing=can'\\''t say' "
              "--drop-subjects p3,p8\n");
  EXPECT_EQ(column("out/subjects.csv", "missing").front(), "1");
  EXPECT_EQ(column("out/objects.csv", "answers").size(), 12U);
  for (const char* part : {"\"program\": \"tertium answers\"", "\"answers\": 600", "\"rows_without_answer\": 1",
                           "\"flagged_subjects\": [\n    \"p8\"\n  ]"})
    expect_part(read("out/summary.json"), part);
  for (std::size_t begin = 0, end = 0; (end = output.out.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 105U) << output.out.substr(begin, end - begin);
}

TEST_F(AnswersTest, ExportsAreReadWithOneOption) {
  const std::string folder = std::string(TERTIUM_SOURCE_DIR) + "/tests/files/exports/";
  const std::string eleven = "11 to 4 different questions, 33.3 % of the 12 possible ones, by 3 subjects";
  expect_part(look({folder + "psychopy.csv", "--answers", "f=left,j=right"}).out, eleven);
  expect_part(look({folder + "qualtrics.csv", "--questions", folder + "qualtrics-questions.csv"}).out, eleven);
  expect_part(look({folder + "gorilla.csv", "--from", "Gorilla", "--normalize"}).out, eleven);
  expect_part(look({folder + "things.txt", "--from", "things"}).out, "8 rows, odd-one-outs");
  expect_message(testing::message_of([&] { look({folder + "psychopy.csv"}); }), "--answers f=SIDE,j=SIDE");
  expect_message(testing::message_of([] { look({"x.csv", "--answers", "f"}); }), "--answers: 'f' does not say");
  expect_message(testing::message_of([] { look({"x.csv", "--from", "gorila"}); }), "did you mean 'gorilla'?");
  expect_message(testing::message_of([] { look({"car", "--normalize"}); }), "leave out --normalize");
}

/// Twelve people answer 20 questions each about 8 objects on a line, those of the second group on another one.
std::string well_and_ill() {
  core::Stream random({.master_seed = 3}, core::Purpose::kTest);
  const std::vector<int> first{0, 1, 2, 3, 10, 11, 12, 13}, second{0, 10, 1, 11, 2, 12, 3, 13};
  std::string text = "participant,anchor,left,right,chosen,diagnosis\n";
  for (int person = 0; person < 12; ++person)
    for (int question = 0; question < 20;) {
      const std::vector<int>& places = person % 2 == 0 ? first : second;
      const auto any = [&] { return static_cast<int>(random.below(8)); };
      const int a = any(), l = any(), r = any();
      if (a == l || a == r || l == r) continue;
      const bool left = std::abs(places[a] - places[l]) < std::abs(places[a] - places[r]);
      text += fmt::format("p{},o{},o{},o{},o{},{}\n", person, a, l, r, left ? l : r, person % 2 == 0 ? "well" : "ill");
      ++question;
    }
  return text;
}

TEST_F(AnswersTest, GroupsAreComparedAndWritten) {
  write("study.csv", well_and_ill());
  const Names args{"study.csv", "--columns", "diagnosis=group", "--permutations", "99", "-o", "out", "--no-picture"};
  const Output output = run_command(run_groups, args);
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.err, "");
  for (const char* part :
       {"group = diagnosis", "groups     ill (6 participants, 120 answers), well (6 participants, 120 answers)",
        "no participant is in several groups", "method     STE (d = 2", "of the triples of objects (56)", "p = 0.01",
        "over the 12 participants", "verdict    the groups differ",
        "in out: summary.json, permutations.csv, methods.md, ill.csv, well.csv"})
    expect_part(output.out, part);
  EXPECT_EQ(column("out/permutations.csv", "distance").size(), 100U);
  for (const char* part : {"\"people\": 12", "\"differ\": true", "\"arrangements\": 924.0"})
    expect_part(read("out/summary.json"), part);
  EXPECT_EQ(column("out/well.csv", "x2").size(), 8U);
  EXPECT_EQ(run_command(run_groups, args).code, 0) << "the same line again replaces its own files";
  EXPECT_EQ(run_command(run_groups, {"study.csv", "--columns", "diagnosis=group", "--method", "4K-AL", "--permutations",
                                     "19", "-o", "trees", "--no-picture"})
                .code,
            0);
  EXPECT_EQ(read("trees/ill.nwk").back(), '\n');
  expect_message(testing::message_of([] { run_command(run_groups, {"study.csv"}); }),
                 "study.csv: the groups are unknown");
  std::string table = "diagnosis,Participant\n";
  for (int person = 0; person < 12; ++person) table += fmt::format("{},p{}\n", person % 2 == 0 ? "x" : "y", person);
  write("participants.csv", table);
  expect_part(run_command(run_groups, {"study.csv", "--groups", "participants.csv", "--permutations", "19"}).out,
              "groups     x (6 participants, 120 answers), y (6 participants, 120 answers)");
  write("participants.csv", "subject,group\np0\n");
  expect_message(testing::message_of([] {
                   run_command(run_groups, {"study.csv", "--groups", "participants.csv"});
                 }),
                 "participants.csv:2: 1 field (subject and group are in fields 1 and 2), correct the row");
  expect_message(testing::message_of([] {
                   run_command(run_groups, {"study.csv", "--method", "AddS-3"});
                 }),
                 "AddS-3 ends in similarities");
  expect_message(testing::message_of([] { run_command(run_groups, {"study.csv", "--method", "AL"}); }), "AL needs");
}

TEST_F(AnswersTest, SubjectsLeftOutAreAsIfTheyHadNotAnswered) {
  write("crowd.csv", crowd());
  std::string rest;
  for (std::size_t begin = 0; begin < crowd().size();) {
    const std::string text = crowd();
    const std::size_t end = text.find('\n', begin) + 1;
    if (!text.substr(begin).starts_with("p8") && !text.substr(begin).starts_with("p9"))
      rest += text.substr(begin, end - begin);
    begin = end;
  }
  write("rest.csv", rest);
  run({"crowd.csv", "--base", "0", "--drop-subjects", "p8,p9", "--no-picture"});
  run({"rest.csv", "--base", "0", "--no-picture"});
  EXPECT_EQ(read("crowd-tertium/linkage.csv"), read("rest-tertium/linkage.csv"));
  const Output output = look({"crowd.csv", "--base", "0", "--drop-subjects", "p8,p9"});
  expect_part(output.out, "128 rows left out with their subjects");
  expect_part(output.out, "No subject is flagged.");
  expect_part(output.out, "100.0 % of all answers at most, by any method (none contradicts another)");
  expect_message(testing::message_of([] {
                   look({"crowd.csv", "--base", "0", "--drop-subjects", "p8,nobody"});
                 }),
                 "crowd.csv: has no subject 'nobody' (there are p0, p1, ");
}

TEST_F(AnswersTest, SupportByPeopleSaysWhatItCannotTell) {
  write("crowd.csv", crowd());
  const std::string limit = "support shows whether other participants like these would give the same tree";
  expect_part(run({"crowd.csv", "--base", "0", "--method", "AddS-3-AL", "--support", "20", "--no-picture"}).out, limit);
  write("nobody.csv", "a,b,c\nb,c,a\nc,a,b\na,b,d\nb,d,a\nd,a,b\n");
  const Output others = run({"nobody.csv", "--method", "AddS-3-AL", "--support", "20", "--no-picture"});
  expect_part(others.out, "questions");
  EXPECT_EQ(others.out.find(limit), std::string::npos);
}

TEST_F(AnswersTest, GroupsThatNoAnswerLinksAreTold) {
  write("parts.csv", "a,b,c\nb,c,a\nc,a,b\nu,v,w\nv,w,u\nw,u,v\n");
  write("names.csv", "object,name\na,a\nb,b\nc,c\nu,u\nv,v\nw,w\nz,z\n");
  const Output output = look({"parts.csv", "--names", "names.csv"});
  expect_part(output.out, "1 object in no answer: z");
  expect_part(output.out, "they fall into 2 groups that no answer links (3, 3 objects)");
  expect_part(output.out, "the file does not say who answered (a column subject would)");
  expect_part(output.out, "no question was answered twice: the reliability of the answers is unknown");
  expect_part(
      run({"parts.csv", "--no-picture"}).err,
      "warning: the objects fall into 2 groups that no answer links (3, 3 objects): how these are merged is arbitrary");
}

TEST_F(AnswersTest, ReadsDataSetsAndPipesAndRefusesWhatClusterRefuses) {
  expect_part(look({"food"}).out, "250320 to 181027 different questions");
  expect_message(testing::message_of([] { look({"zoo"}); }), "data set zoo has features");
  expect_message(testing::message_of([] { look({"nothing"}); }), "nothing: no such file or data set");
  expect_message(testing::message_of<core::UsageError>([] {
                   look({"car", "--columns", "anchor,near,far"});
                 }),
                 "data set car has its own objects, names and columns");
  expect_message(testing::message_of<core::UsageError>([] {
                   look({"x.csv", "--columns", "anchor,nearest"});
                 }),
                 "--columns: 'nearest' is not a column of answers (");
  expect_message(testing::message_of<core::UsageError>([] {
                   look({"x.csv", "--drop-subjects", "a,,b"});
                 }),
                 "--drop-subjects a,,b has an empty part");
  write("answers.csv", "0,1,2\n");
  expect_message(testing::message_of([] {
                   look({"answers.csv", "--responses", "r.npy"});
                 }),
                 "answers.csv: is not a .npy file (--responses gives the answers to questions in one)");
  std::filesystem::create_directories("out");
  write("out/objects.csv", "mine");
  expect_message(testing::message_of([] { look({"answers.csv", "-o", "out"}); }), "out/objects.csv: exists already");
}

}  // namespace
}  // namespace tertium::program
