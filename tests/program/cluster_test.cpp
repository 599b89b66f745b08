// What tertium cluster finds and says, by which methods, and which it refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "program/answers/cluster_options.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using testing::message_of;
using Names = std::vector<std::string>;

TEST_F(ClusterTest, TellsWhoIsInWhichClusterAndWhatOfTheAnswersThatSatisfies) {
  std::string answers = "a,b,odd\n";
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < a; ++b)
      for (int odd = 6; odd < 12; ++odd) {
        answers += fmt::format("cat{},cat{},car{}\n", a, b, odd);
        answers += fmt::format("car{},car{},cat{}\n", a + 6, b + 6, odd - 6);
      }
  write("answers.csv", answers);
  const Output output = run({"answers.csv", "--kind", "odd-one-out", "--method", "Ls-AD-VC"});
  EXPECT_EQ(output.code, 0) << output.err;
  for (const char* part : {"satisfied  100.0 % of the answers have the odd one in one cluster",
                           "clusters   k = 2: 6, 6 objects", " 0: car6, car7, car8, car9, car10, car11\n"})
    EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
  EXPECT_NE(read("answers-tertium/summary.json").find("\"odd_one_outs_satisfied\": 1.0"), std::string::npos);
  EXPECT_EQ(output.out.find("left out"), std::string::npos) << output.out;
  EXPECT_FALSE(std::filesystem::exists("answers-tertium/omitted.csv"));
}

// One answer against many: the cover takes it out, and says so in a file that can be read as answers.
TEST_F(ClusterTest, TellsWhichAnswersTheCoverTookOut) {
  std::string answers = "a,b,odd\n";
  for (int odd = 0; odd < 20; ++odd) answers += fmt::format("owl,cat,car{}\n", odd);
  write("answers.csv", answers + "car0,cat,owl\n");
  const Output output = run({"answers.csv", "--method", "Ls-AD-VC", "-o", "out"});
  EXPECT_EQ(output.code, 0) << output.err;
  EXPECT_NE(output.out.find("left out   1 of 21 odd-one-outs, so that"), std::string::npos) << output.out;
  EXPECT_EQ(read("out/omitted.csv"), "a,b,odd,count\ncar0,cat,owl,1\n");
  EXPECT_EQ(run({"out/omitted.csv", "--method", "Ls-AD", "-o", "again"}).code, 0);
}

TEST_F(ClusterTest, FindsTheGroupsAndWritesWhatItSays) {
  write("answers.csv", two_groups());
  const Output output = run({"answers.csv", "--method", "4-AL", "-k", "2", "--no-picture"});
  EXPECT_EQ(output.code, 0);
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(column("answers-tertium/labels.csv", "label"), kTwoGroups);
  EXPECT_EQ(column("answers-tertium/linkage.csv", "size").back(), "12");
  const std::string summary = read("answers-tertium/summary.json");
  for (const char* part : {"\"program\": \"tertium cluster\"", "\"method\": \"4-AL\"", "\"objects\": 12",
                           "\"clusters\": 2", "\"cluster_sizes\": [\n    6,\n    6\n  ]", "\"ari\": null",
                           "ids count from 0 (a 0 occurs)", "\"kind\": \"triplets\""})
    EXPECT_NE(summary.find(part), std::string::npos) << part;
  for (const char* part :
       {"12 objects", "k = 2: 6, 6 objects", "satisfied", "revenue", "in answers-tertium: linkage.csv"})
    EXPECT_NE(output.out.find(part), std::string::npos) << output.out;
}

TEST_F(ClusterTest, WithoutAMethodTheAnswersChooseOne) {
  write("answers.csv", two_groups());
  const Output output = run({"answers.csv", "--no-picture"});
  for (const char* part :
       {"method     4-AL+search", "votes = 0.", "chosen     by cross-validation of answers in 5 folds",
        "4-AL+search predicts ", "; lengths:"})
    EXPECT_NE(output.out.find(part), std::string::npos) << output.out;
  EXPECT_EQ(column("answers-tertium/labels.csv", "label"), kTwoGroups);
  EXPECT_NE(read("answers-tertium/summary.json").find("\"method_choice\": {\n    \"held_out\": \"answers\""),
            std::string::npos);
  for (const char* insisting : {"--method=4-AL", "--set=ridge=0.001"}) {
    const std::string out = run({"answers.csv", "--no-picture", insisting, "--force"}).out;
    EXPECT_EQ(out.find("chosen "), std::string::npos) << out;
  }
}

TEST_F(ClusterTest, TheSameSeedGivesTheSameBytes) {
  write("answers.csv", two_groups());
  for (const char* folder : {"a", "b"})
    run({"answers.csv", "--no-picture", "-o", folder, "--seed", "7", "--set", "ties=random"});
  for (const char* file : {"linkage.csv", "tree.nwk", "labels.csv"})
    EXPECT_EQ(read(fs::path("a") / file), read(fs::path("b") / file));
}

TEST_F(ClusterTest, EveryPassiveMethodFindsTheGroups) {
  write("answers.csv", two_groups());
  for (const std::string& method : answers::methods_on(answers::kOfAnswers)) {
    SCOPED_TRACE(method);
    run({"answers.csv", "--no-picture", "--method", method, "-o", "out", "--force"});
    EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  }
}

TEST_F(ClusterTest, AMajorityOfFiveToOneIsHeard) {
  const auto name = [](int i) { return std::to_string(i); };
  std::string rows = "anchor,near,far,votes_near,votes_far\n";
  write("right.csv", two_groups(name, ","));
  files::CsvReader right(fs::path("right.csv"));
  while (right.next()) rows += fmt::format("{},{},{},5,1\n", right.fields()[0], right.fields()[1], right.fields()[2]);
  write("votes.csv", rows);
  for (const std::string& method : answers::methods_on(answers::kOfAnswers)) {
    SCOPED_TRACE(method);
    run({"votes.csv", "--no-picture", "--method", method, "-o", "out", "--force"});
    EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  }
}

/// 24,000 answers of 30 people, each wrong with probability 0.15, about 400 questions on 30 objects in three groups.
std::string crowd() {
  core::Stream random({.master_seed = 4}, core::Purpose::kTest);
  const auto alike = [](int i, int j) { return i % 3 == j % 3 ? 1 : 0; };
  std::vector<std::array<int, 3>> questions;
  while (questions.size() < 400) {
    std::array<int, 3> q{};
    for (int& object : q) object = static_cast<int>(random.below(30));
    if (q[0] != q[1] && q[0] != q[2] && alike(q[0], q[1]) > alike(q[0], q[2])) questions.push_back(q);
  }
  std::string text = "participant,reference,closer,farther\n";
  for (int person = 0; person < 30; ++person)
    for (int k = 0; k < 800; ++k) {
      std::array<int, 3> q = questions[random.below(questions.size())];
      if (random.uniform() < 0.15) std::swap(q[1], q[2]);
      text += fmt::format("p{},{},{},{}\n", person, q[0], q[1], q[2]);
    }
  return text;
}

TEST_F(ClusterTest, ACrowdThatIsOftenWrongIsHeard) {
  write("crowd.csv", crowd());
  for (const char* method : {"4-AL", "AddS-3-AL", "AddS-4-AL"}) {
    const Output output =
        run({"crowd.csv", "--base", "0", "-k", "3", "--no-picture", "--method", method, "-o", "out", "--force"});
    EXPECT_NE(output.out.find("24000 answers to "), std::string::npos) << output.out;
    const Names labels = column("out/labels.csv", "label");
    int agreeing = 0;
    for (int i = 0; i < 30; ++i)
      for (int j = 0; j < i; ++j) agreeing += (labels[i] == labels[j]) == (i % 3 == j % 3);
    EXPECT_GE(agreeing, 400) << method << ": of 435 pairs";
  }
}

TEST_F(ClusterTest, ChanceIsWhatATreeMakesOfRandomAnswers) {
  write("answers.csv", two_groups());
  const Output output = run({"answers.csv", "--chance", "--no-picture"});
  EXPECT_NE(output.out.find("(random answers to the same questions: "), std::string::npos) << output.out;
  const auto number = [](const std::string& key) {
    const std::string summary = read("answers-tertium/summary.json");
    return std::stod(summary.substr(summary.find("\"" + key + "\": ") + key.size() + 4));
  };
  EXPECT_GT(number("satisfied"), 0.8);
  EXPECT_GT(number("satisfied_by_chance"), 0.5);
  EXPECT_LT(number("satisfied_by_chance"), 0.65);
}

TEST_F(ClusterTest, WarnsOfWhatWasNeverCompared) {
  write("answers.csv", "0,1,2\n");
  EXPECT_NE(run({"answers.csv", "--no-picture"}).err.find("warning: 1 of 3 pairs of objects are in no comparison"),
            std::string::npos);
  EXPECT_NE(run({"answers.csv", "--no-picture", "--force", "--objects", "10"})
                .err.find("7 of 10 objects are in no comparison (3, 4, 5, 6, 7, ...)"),
            std::string::npos);
}

TEST_F(ClusterTest, MethodsThatNeedMoreThanAListAreRefused) {
  write("answers.csv", two_groups());
  for (const std::string method : {"AL", "SL", "4K-AL-act"}) {
    const std::string message = testing::message_of<core::UsageError>([&] {
      run({"answers.csv", "--method", method});
    });
    expect_message(message, method + (method == "AL" ? " needs a graph" : " needs answers to its own questions"));
    expect_message(message, "choose one of ");
  }
  expect_message(testing::message_of([] {
                   run({"answers.csv", "--set", "m=2"});
                 }),
                 "needs the true clusters (only answers are known here)");
  const std::string message = testing::message_of<core::UsageError>([] {
    run({"answers.csv", "--method", "4-AL-I3"});
  });
  expect_message(message, "4-AL-I3 needs the true clusters");
  EXPECT_EQ(message.find("4-AL-I5"), std::string::npos) << message;
}

TEST_F(ClusterTest, ChainsAndPartitionsWorkAsAnyMethod) {
  write("answers.csv", two_groups());
  run({"answers.csv", "--method", "MulK-3+SL", "--no-picture", "-o", "chain"});
  EXPECT_EQ(column("chain/labels.csv", "label"), kTwoGroups);
  const Output output = run({"answers.csv", "--method", "AddS-3+AL+cut", "--no-picture", "-o", "flat"});
  EXPECT_EQ(column("flat/labels.csv", "label"), kTwoGroups);
  EXPECT_FALSE(std::filesystem::exists("flat/linkage.csv"));
  EXPECT_EQ(output.out.find("tree.nwk"), std::string::npos) << output.out;
  expect_message(testing::message_of<core::UsageError>([] {
                   run({"answers.csv", "--method", "AddS-3+cut"});
                 }),
                 "cut cannot follow AddS-3");
}

TEST_F(ClusterTest, TellsHowATreeWithLengthsIsCutAndWarnsWhereOthersPartSingleObjects) {
  write("answers.csv", two_groups());
  const std::string method = "AddS-3-AL+search+lengths";
  const Output lengths = run({"answers.csv", "--method", method, "--support", "20", "--no-picture", "-o", "lengths"});
  EXPECT_EQ(column("lengths/labels.csv", "label"), kTwoGroups);
  EXPECT_NE(lengths.out.find("the branch cut is in 100 % of the bootstrap trees"), std::string::npos) << lengths.out;
  EXPECT_NE(read("lengths/summary.json").find("\"cut_branches\""), std::string::npos);
  EXPECT_EQ(lengths.out.find("warning"), std::string::npos);
  const auto plain = [](const char* k) {
    return run({"answers.csv", "--method", "AddS-3-AL", "-k", k, "--no-picture", "-o", "plain", "--force"}).out;
  };
  EXPECT_EQ(plain("2").find("one or two objects"), std::string::npos);
  EXPECT_NE(plain("5").find("one or two objects: the cut undoes the last merges"), std::string::npos) << plain("5");
  EXPECT_EQ(plain("6").find("one or two objects"), std::string::npos) << "there are not more for each";
}

TEST_F(ClusterTest, TheNumberOfClustersIsGivenOrFound) {
  write("answers.csv", two_groups());
  const auto made = [](const std::string& method, const std::string& k) {
    const Output output = run({"answers.csv", "--method", method, "-k", k, "--no-picture", "-o", "out", "--force"});
    EXPECT_EQ(output.code, 0) << output.out;
    return output.out;
  };
  EXPECT_NE(made("AddS-3+SPUR", "auto").find("k = 2: 6, 6 objects"), std::string::npos);
  EXPECT_NE(made("AddS-3+SPUR", "auto").find("proof "), std::string::npos);
  EXPECT_NE(run({"car", "--method", "AddS-3+SPUR", "-k", "auto", "--no-picture", "-o", "car"})
                .out.find("exceed the noise, which suggests"),
            std::string::npos);
  EXPECT_NE(made("AddS-3+SDP-k", "2").find("these clusters are the optimum of the semidefinite program"),
            std::string::npos);
  EXPECT_NE(made("AddS-3+k-means", "4").find("k = 4: "), std::string::npos);
  EXPECT_NE(made("AddS-3+AL+cut", "3").find("k = 3: "), std::string::npos);
  const auto message = [](const std::string& method, const std::string& k) {
    return testing::message_of<core::UsageError>([&] { run({"answers.csv", "--method", method, "-k", k}); });
  };
  expect_message(message("AddS-3+SPUR", "3"), "AddS-3+SPUR finds the number of clusters itself, leave the number out");
  expect_message(message("AddS-3+SDP-k", "auto"), "AddS-3+SDP-k does not find the number of clusters");
  write("pairs.csv", "i,j,k,l\na,b,c,d\na,b,a,d\nc,d,a,d\n");
  expect_message(testing::message_of([] {
                   run({"pairs.csv", "--method", "4-AL", "-k", "auto", "-o", "pairs"});
                 }),
                 "these answers are quadruplets (auto needs answers about one object and two others)");
  EXPECT_FALSE(std::filesystem::exists("pairs"));
}

TEST_F(ClusterTest, UsageErrorsNameWhatIsKnown) {
  write("answers.csv", two_groups());
  const auto message = [](std::vector<std::string> args) {
    args.insert(args.begin(), "answers.csv");
    return testing::message_of<core::UsageError>([&] { run(args); });
  };
  expect_message(message({"--method", "5-AL"}), "unknown method '5-AL'");
  for (const auto& [written, meant] : std::map<std::string, std::string>{
           {"4-Al", "4-AL"}, {"4al", "4-AL"}, {"tste", "t-STE"}, {"adds-3-al", "AddS-3-AL"}, {"SDP", "SDP-k"}})
    expect_message(message({"--method", written}), "did you mean '" + meant + "'?");
  expect_message(message({"--meth", "4-AL"}), "unknown option '--meth'");
  expect_message(message({"--set", "depth=1"}), "unknown parameter of 4-AL+search+lengths 'depth'; known: m, ties");
  expect_message(message({"--set", "ties"}), "--set ties has no '='");
  expect_message(message({"--set", "ties=maybe"}), "ties = maybe is not known");
  expect_message(message({"-k", "0"}), "--clusters 0 is not a whole number in [1, 1000000]");
  expect_message(message({"-k", "two"}), "--clusters two is not a whole number");
  expect_message(message({"-k", "13"}), "--clusters 13 is more than the 12 objects");
  expect_message(message({"--seed", "-1"}), "--seed -1 is not a whole number");
  expect_message(message({"--kind", "pairs"}), "unknown --kind 'pairs'; known: auto, triplets, quadruplets");
  expect_message(message({"--base", "2"}), "unknown --base '2'; known: auto, 0, 1, none");
  expect_message(message({"--header", "maybe"}), "unknown --header 'maybe'; known: auto, yes, no");
  expect_message(message({"--objects", "2"}), "--objects 2 is not a whole number in [3, 1000000]");
  expect_message(testing::message_of<core::UsageError>([] { run({}); }), "FILE is missing");
}

TEST_F(ClusterTest, HelpShowsAnExample) {
  const Output output = run({"--help"});
  EXPECT_EQ(output.code, 0);
  EXPECT_NE(output.out.find("Example:"), std::string::npos);
}

}  // namespace
}  // namespace tertium::program
