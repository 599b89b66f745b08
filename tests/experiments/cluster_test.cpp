#include "experiments/commands/cluster/cluster.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "core/base/error.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"
#include "tests/core/newick_reader.hpp"
#include "tests/experiments/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using Names = std::vector<std::string>;

const Names kTwoGroups{"0", "0", "0", "0", "0", "0", "1", "1", "1", "1", "1", "1"};

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
  for (const char* part : {"satisfied  100.0 % of the answers have the odd one apart", "clusters   k = 2: 6, 6 objects",
                           " 0: car6, car7, car8, car9, car10, car11\n"})
    EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
  EXPECT_NE(read("answers-tertium/summary.json").find("\"odd_one_outs_satisfied\": 1.0"), std::string::npos);
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

TEST_F(ClusterTest, Graphs) {
  const std::string edges = "source,target,weight\na,b,3\nb,c,2\na,c,2\nd,e,4\ne,f,1\nd,f,1\nf,a,0.5\nd,d,7\n";
  write("friends.csv", edges);
  write("names.csv", "object,name\na,Ann\nb,Bob\nc,Cid\nd,Dot\ne,Eve\nf,Flo\ng,Guy\n");
  Output output = run({"friends.csv", "-k", "3", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("friends-tertium/labels.csv", "label"), (Names{"0", "0", "0", "1", "1", "1", "2"}));
  EXPECT_EQ(output.err,
            "tertium cluster: warning: 1 of 7 objects have no edge (Guy): their place in the tree means nothing\n");
  for (const char* part :
       {"7 objects, 8 rows, graph", "1 loops are left out", "7 edges, 33.3 % of all pairs, total weight 13.5",
        "AL (m = 1, ties = first)", "cost       "})
    EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
  EXPECT_NE(read("friends-tertium/summary.json").find("\"dasgupta_cost\": 35.0"), std::string::npos)
      << read("friends-tertium/summary.json");
  write("same.mtx",
        "%%MatrixMarket matrix coordinate real symmetric\n6 6 7\n2 1 3\n3 2 2\n3 1 2\n5 4 4\n6 5 1\n6 4 1\n6 1 0.5\n");
  for (const char* method : {"AL", "graph-SL", "graph-CL"}) {
    output = run({"same.mtx", "-k", "2", "--method", method, "--no-picture", "-o", "out", "--force"});
    EXPECT_EQ(column("out/labels.csv", "label"), (Names{"0", "0", "0", "1", "1", "1"})) << method;
  }
  write("bare.csv", "1,2\n2,3\n");
  EXPECT_EQ(run({"bare.csv", "--kind", "graph", "--no-picture"}).code, 0);
  expect_message(testing::message_of([] {
                   run({"same.mtx", "--method", "4-AL"});
                 }),
                 "4-AL needs passive quadruplets (only a graph is known here), choose one of ");
  expect_message(testing::message_of([] {
                   run({"same.mtx", "--objects", "9"});
                 }),
                 "--objects is for answers (same.mtx is a graph), leave it out");
  expect_message(testing::message_of([] {
                   run({"bare.csv", "--method", "AL"});
                 }),
                 "AL needs a graph (only somebody's answers are known here)");
}

TEST_F(ClusterTest, TheSummaryIsJsonWhateverTheFileIsCalled) {
  const std::string name = "o\"d\\d\t\x01\xC3\xA4\xFF.csv";
  write(name, two_groups());
  EXPECT_EQ(run({name, "--output", "out", "--no-picture"}).code, 0);
  const std::string summary = read("out/summary.json");
  EXPECT_NE(summary.find(R"("source": "o\"d\\d\t\u0001)"
                         "\xC3\xA4\xEF\xBF\xBD.csv\""),
            std::string::npos)
      << summary;
}

TEST_F(ClusterTest, ThePageOfTheTree) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  const auto object = [](int i) { return i == 3 ? std::string("a</script>\"&") : "o" + std::to_string(i); };
  write("answers.csv", "anchor,near,far\n" + two_groups(object));
  fs::create_directory("faces");
  for (const std::size_t size : {1, 2, 3})
    write(fmt::format("faces/o{}.png", size + 3), std::string("\x00\xFFz", 3).substr(0, size));
  const Names args{"answers.csv", "--method", "AddS-3-AL", "-k", "2", "--support", "20", "--images", "faces"};
  Output output = run(args);
  EXPECT_NE(output.out.find(", tree.html"), std::string::npos) << output.out << output.err;
  const std::string page = read("answers-tertium/tree.html"), begin = "type=\"application/json\">";
  EXPECT_EQ(page.find("TERTIUM_TREE"), std::string::npos);
  const std::size_t from = page.find(begin) + begin.size();
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  EXPECT_EQ(data["names"].size(), 12U);
  EXPECT_EQ(std::count(data["names"].begin(), data["names"].end(), "a</script>\"&"), 1);
  EXPECT_EQ(data["rows"].size(), 11U);
  EXPECT_EQ(data["support"].size(), 11U);
  std::multiset<std::string> images;
  const Names labels = column("answers-tertium/labels.csv", "label");
  for (std::size_t k = 0; k < 12; ++k) {
    images.insert(data["images"][k].get<std::string>());
    EXPECT_EQ(std::to_string(data["labels"][k].get<int>()), labels[k]);
  }
  EXPECT_EQ(images.count(""), 9U);
  for (const char* image : {"AA==", "AP8=", "AP96"})
    EXPECT_EQ(images.count(std::string("data:image/png;base64,") + image), 1U) << image;
  run({"answers.csv", "--no-picture"});  // an earlier result's page is no longer true
  EXPECT_FALSE(fs::exists("answers-tertium/tree.html"));
  output = run({"answers.csv", "--images", "faces", "--method", "AddS-3+SPUR", "--force"});
  EXPECT_NE(output.err.find("--images is for the page tree.html"), std::string::npos) << output.err;
  fs::create_directory("none");
  const auto refused = [&](const char* folder, const char* option) {
    return testing::message_of([&] { run({"answers.csv", "--images", folder, option}); });
  };
  expect_message(refused("none", "--force"), "--images none holds no picture of any object (such as '");
  expect_message(refused("nowhere", "--force"), "--images nowhere is no folder");
  expect_message(refused("faces", "--no-picture"), "give one of them");
}

/// Answers of a text of any size: as they are listed, and added up as they are read.
TEST_F(ClusterTest, WhatIsNotKeptIsAddedUp) {
  const auto rows = [](const std::string& begins, const std::string& some) {
    std::string text = begins;
    while (text.size() < (5U << 18)) text += some;  // two pieces
    return text;
  };
  const auto ids = [](const char* ends) { return two_groups([](int i) { return std::to_string(i + 1); }, ",", ends); };
  const std::vector<std::pair<std::string, Names>> files = {
      {rows("", ids("\n")), {}},
      {rows("anchor,near,far\n1,2,1\n# a remark\n", ids("\r\n")), {"--skip-bad"}},
      {rows("near,anchor,far,count\n", ids(",3\n")), {}},
      {rows("", two_groups([](int i) { return fmt::format("o{}", i); })), {}}};
  for (const auto& [text, more] : files) {
    write("big.csv", text);
    Names args{"big.csv", "--method", "AddS-3-AL", "--no-picture"};
    args.insert(args.end(), more.begin(), more.end());
    ClusterOptions options = *parse_cluster_options(args);
    const ClusterInput listed = read_cluster_input(options);
    options.most_kept = 1000;
    const ClusterInput added = read_cluster_input(options);
    ASSERT_TRUE(added.sums);
    EXPECT_EQ(added.comparisons.names, listed.comparisons.names);
    EXPECT_EQ(added.comparisons.rows, listed.comparisons.rows);
    EXPECT_EQ(added.comparisons.remarks, listed.comparisons.remarks);
    EXPECT_EQ(added.sums->answers, listed.comparisons.answers());
    const ClusterOutcome one = cluster(added, options), other = cluster(listed, options);
    EXPECT_EQ(*one.tree, *other.tree);
    EXPECT_FALSE(one.agreement);
    EXPECT_NE(cluster_report(added, options, one).find("added up as they were read"), std::string::npos);
  }
}

TEST_F(ClusterTest, ADamagedLineOfALargeTextIsTold) {
  std::string text;
  while (text.size() < (5U << 18)) text += two_groups();
  const auto lines = std::count(text.begin(), text.end(), '\n');
  for (const auto& [line, message] :
       std::vector<std::pair<std::string, std::string>>{{"3,7,x", "'x' is not an id"},
                                                        {"3,7", "2 fields (the first row has 3)"},
                                                        {"3,7,3", "'3' is compared with itself"},
                                                        {"3,7,99999999", "id 99999999 is too large"}}) {
    write("big.csv", text + line + "\n" + two_groups());
    ClusterOptions options = *parse_cluster_options({"big.csv", "--method", "AddS-4-AL"});
    options.most_kept = 1000;
    expect_message(testing::message_of([&] { read_cluster_input(options); }),
                   fmt::format("big.csv:{}: {}", lines + 1, message));
  }
}

TEST_F(ClusterTest, NewickHoldsTheGroupsByName) {
  write("answers.csv", two_groups([](int i) { return fmt::format("\"it's {}\"", i); }));
  run({"answers.csv", "--no-picture"});
  const core::test::NewickTree tree = core::test::read_newick(read("answers-tertium/tree.nwk"));
  std::set<std::string> first;
  std::set<std::string> second;
  for (int i = 0; i < 6; ++i) {
    first.insert(fmt::format("it's {}", i));
    second.insert(fmt::format("it's {}", i + 6));
  }
  EXPECT_EQ(tree.clades.count(first), 1U);
  EXPECT_EQ(tree.clades.count(second), 1U);
  EXPECT_EQ(tree.leaf_depths, std::vector<double>(12, 11.0));
}

TEST_F(ClusterTest, HowTheFileIsWrittenDoesNotMatter) {
  write("plain.csv", two_groups());
  run({"plain.csv", "--no-picture"});
  write("ones.csv", "\xEF\xBB\xBF" + two_groups([](int i) { return std::to_string(i + 1); }, ";", "\r\n"));
  write("names.tsv",
        "anchor\tnear\tfar\n# a comment\n" + two_groups([](int i) { return fmt::format("object {}", i); }, "\t"));
  write("quads.csv", two_groups([](int i) { return std::to_string(i); }, ",", ",\n"));  // an empty fourth field
  for (const std::string name : {"ones.csv", "names.tsv"}) {
    run({name, "--no-picture", "-o", "other", "--force"});
    EXPECT_EQ(read("other/linkage.csv"), read("plain-tertium/linkage.csv")) << name;
    EXPECT_EQ(column("other/labels.csv", "label"), kTwoGroups) << name;
  }
  expect_message(testing::message_of([] { run({"quads.csv"}); }),
                 "rows cannot be read, correct them, or leave them out with --skip-bad: line 1: field 4 is empty");
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
  for (const std::string& method : passive_methods()) {
    SCOPED_TRACE(method);
    run({"answers.csv", "--no-picture", "--method", method, "-o", "out"});
    EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  }
}

TEST_F(ClusterTest, EveryAnswerCounts) {
  write("answers.csv", "i,j,k,l\n1,2,3,4\n2,1,4,3\n1,3,2,4\n2,4,1,3\n1,2,1,3\n");
  const Output output = run({"answers.csv", "--no-picture"});
  EXPECT_NE(output.out.find("5 answers to 3 questions, 1 of them answered both ways (1 as often one way as the other)"),
            std::string::npos)
      << output.out;
  const std::string summary = read("answers-tertium/summary.json");
  for (const char* part : {"\"rows\": 5", "\"answers\": 5", "\"questions\": 3", "\"questions_disputed\": 1",
                           "\"questions_tied\": 1", "\"bad_rows\": 0"})
    EXPECT_NE(summary.find(part), std::string::npos) << summary;
  write("none.csv", "a,b,c\na,c,b\n");
  expect_message(testing::message_of([] { run({"none.csv"}); }),
                 "none.csv: every question is answered as often one way as the other");
  EXPECT_FALSE(fs::exists("none-tertium")) << "nothing was written, so nothing stays";
}

TEST_F(ClusterTest, AMajorityOfFiveToOneIsHeard) {
  const auto name = [](int i) { return std::to_string(i); };
  std::string rows = "anchor,near,far,votes_near,votes_far\n";
  write("right.csv", two_groups(name, ","));
  core::CsvReader right(fs::path("right.csv"));
  while (right.next()) rows += fmt::format("{},{},{},5,1\n", right.fields()[0], right.fields()[1], right.fields()[2]);
  write("votes.csv", rows);
  for (const std::string& method : passive_methods()) {
    SCOPED_TRACE(method);
    run({"votes.csv", "--no-picture", "--method", method, "-o", "out"});
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
    const Output output = run({"crowd.csv", "--base", "0", "-k", "3", "--no-picture", "--method", method, "-o", "out"});
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
  const Output output = run({"answers.csv", "--no-picture"});
  EXPECT_NE(output.out.find("of random answers to the same questions it would be "), std::string::npos) << output.out;
  const auto number = [](const std::string& key) {
    const std::string summary = read("answers-tertium/summary.json");
    return std::stod(summary.substr(summary.find("\"" + key + "\": ") + key.size() + 4));
  };
  EXPECT_GT(number("satisfied"), 0.8);
  EXPECT_GT(number("satisfied_by_chance"), 0.5);
  EXPECT_LT(number("satisfied_by_chance"), 0.65);
}

TEST_F(ClusterTest, BadRowsAreLeftOutOnRequest) {
  write("answers.csv", two_groups() + "0,0,1\n3,4\n");
  expect_message(testing::message_of([] { run({"answers.csv"}); }), "answers.csv: 2 of 650 rows cannot be read");
  const Output output = run({"answers.csv", "--skip-bad", "--no-picture"});
  EXPECT_NE(output.out.find("2 bad rows left out: line "), std::string::npos) << output.out;
  EXPECT_NE(read("answers-tertium/summary.json").find("\"bad_rows\": 2"), std::string::npos);
}

TEST_F(ClusterTest, APipeIsReadAsAFile) {
  write("answers.csv", two_groups());
  ASSERT_EQ(mkfifo("pipe", 0600), 0);
  std::thread writer([] { std::ofstream("pipe") << two_groups(); });
  run({"pipe", "--no-picture", "-o", "out"});
  writer.join();
  run({"answers.csv", "--no-picture"});
  EXPECT_EQ(read("out/linkage.csv"), read("answers-tertium/linkage.csv"));
  expect_message(testing::message_of<core::UsageError>([] {
                   run({"-", "--names", "-"});
                 }),
                 "- cannot give both the comparisons and the names");
}

TEST_F(ClusterTest, RunsIntoOneFolderDoNotShareTemporaryFiles) {
  write("answers.csv", two_groups());
  fs::create_directories("out/.labels.csv.part");  // what another run would be writing
  run({"answers.csv", "--no-picture", "-o", "out"});
  EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  for (const auto& entry : fs::directory_iterator("out"))
    EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp")) << entry.path();
}

TEST_F(ClusterTest, NamesComeFromATable) {
  write("answers.csv", "1,2,3\n2,3,1\n");
  write("names.csv", "id,name,note\n1,\"Bach, J. S.\",x\n2,Haydn,y\n3,Mozart,z\n4,Ligeti,w\n");
  const Output output = run({"answers.csv", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("answers-tertium/labels.csv", "name"), (Names{"Bach, J. S.", "Haydn", "Mozart", "Ligeti"}));
  EXPECT_NE(output.err.find("warning: 1 of 4 objects are in no statement (Ligeti)"), std::string::npos) << output.err;
  write("short.csv", "1,Bach\n2,Haydn\n");
  const auto message = [](const std::string& table) {
    return testing::message_of([&] { run({"answers.csv", "--names", table}); });
  };
  expect_message(message("short.csv"), "line 1: '3' is not among the 2 objects of short.csv");
  write("twice.csv", "1,Bach\n2,Haydn\n1,Mozart\n");
  expect_message(message("twice.csv"), "twice.csv:3: object '1' is listed twice (first in line 1)");
  write("one.csv", "Bach\n");
  expect_message(message("one.csv"), "one.csv:1: 1 fields");
  write("unnamed.csv", "1,Bach\n2,\n");
  expect_message(message("unnamed.csv"), "unnamed.csv:2: object '2' has an empty name (field 2), give it one");
  write("same.csv", "1,Bach\n2,Bach\n");
  expect_message(message("same.csv"), "same.csv:2: the name 'Bach' is given twice (first in line 1)");
  expect_message(message("none.csv"), "none.csv: cannot be opened (No such file or directory)");
}

TEST_F(ClusterTest, WarnsOfWhatWasNeverCompared) {
  write("answers.csv", "0,1,2\n");
  EXPECT_NE(run({"answers.csv", "--no-picture"}).err.find("warning: 1 of 3 pairs of objects are in no statement"),
            std::string::npos);
  EXPECT_NE(run({"answers.csv", "--no-picture", "--objects", "10"})
                .err.find("7 of 10 objects are in no statement (3, 4, 5, 6, 7, ...)"),
            std::string::npos);
}

TEST_F(ClusterTest, ForeignFilesAreNotOverwritten) {
  write("answers.csv", two_groups());
  fs::create_directories("out");
  write("out/labels.csv", "mine");
  write("out/notes.txt", "also mine");
  expect_message(
      testing::message_of([] {
        run({"answers.csv", "-o", "out", "--no-picture"});
      }),
      "out/labels.csv: is there already (and is no result of an earlier run), give another --output, or --force");
  EXPECT_EQ(read("out/labels.csv"), "mine");
  run({"answers.csv", "-o", "out", "--no-picture", "--force"});
  EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  run({"answers.csv", "-o", "out", "--no-picture", "-k", "3"});  // its own earlier result
  const Names labels = column("out/labels.csv", "label");
  EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()), (std::set<std::string>{"0", "1", "2"}));
  EXPECT_EQ(read("out/notes.txt"), "also mine");
}

TEST_F(ClusterTest, OutputThatCannotBeMadeIsRefusedBeforeTheWork) {
  write("answers.csv", two_groups());
  const auto message = [](const std::string& output) {
    return testing::message_of([&] { run({"answers.csv", "--no-picture", "-o", output}); });
  };
  expect_message(message("answers.csv"), "answers.csv: is a file (results need a folder), give another --output");
  expect_message(message("/proc/tertium"), "/proc/tertium: cannot be made (");
  expect_message(message("answers.csv/below"), "answers.csv/below: cannot be made (");
}

TEST_F(ClusterTest, CarIsBuiltInUnlessAFileHasItsName) {
  const Output output = run({"car", "--no-picture", "-k", "4"});
  EXPECT_NE(output.out.find("60 objects, 12112 rows, triplets"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("with the 4 known classes"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("without the outliers"), std::string::npos) << output.out;
  const std::string summary = read("car-tertium/summary.json");
  const double satisfied = std::stod(summary.substr(summary.find("\"satisfied\": ") + 13));
  const double ari = std::stod(summary.substr(summary.find("\"ari\": ") + 7));
  EXPECT_GT(satisfied, 0.65);
  EXPECT_GT(ari, 0.3);
  write("car", two_groups());
  EXPECT_NE(run({"car", "--no-picture"}).out.find("the file of that name is read, not the data set"),
            std::string::npos);
  EXPECT_EQ(column("car-tertium/labels.csv", "object").size(), 12U);
}

TEST_F(ClusterTest, AllVotesAboutFoodAreUsed) {
  const Output output = run({"food", "--no-picture", "-k", "5"});
  EXPECT_NE(output.out.find("250320 answers to 181027 questions, 9349 of them answered both ways"), std::string::npos)
      << output.out;
  EXPECT_GT(column("food-tertium/labels.csv", "object").size(), 99U);
}

TEST_F(ClusterTest, TripletsGoToMethodsOfTriplets) {
  write("answers.csv", two_groups());
  for (const char* method : {"3K-AL", "AddS-3-AL"}) {
    run({"answers.csv", "--method", method, "--no-picture", "--output", method});
    EXPECT_EQ(column(std::string(method) + "/labels.csv", "label"), kTwoGroups) << method;
    write("four.csv", "0,1,2,3\n1,2,0,3\n");
    expect_message(testing::message_of([&] {
                     run({"four.csv", "--method", method});
                   }),
                   std::string(method) + " needs triplets (these are quadruplets");
  }
}

TEST_F(ClusterTest, DatasetsThatAreNoComparisonsSayWhereTheyBelong) {
  expect_message(testing::message_of([] { run({"zoo"}); }),
                 "data set zoo has features (no comparisons), use it in a sweep");
  expect_message(testing::message_of([] { run({"nothing"}); }),
                 "nothing: no such file (nor a data set; known: car, faces, food");
  expect_message(testing::message_of<core::UsageError>([] {
                   run({"car", "--objects", "70"});
                 }),
                 "has its own objects, names and columns, leave out --objects");
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
                 "needs the true clusters (only somebody's answers are known here)");
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
                 "cut does not follow AddS-3");
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
  EXPECT_NE(made("AddS-3+SDP-k", "2").find("these clusters are the optimum of the semidefinite program"),
            std::string::npos);
  EXPECT_NE(made("AddS-3+k-means", "4").find("k = 4: "), std::string::npos);
  EXPECT_NE(made("AddS-3+AL+cut", "3").find("k = 3: "), std::string::npos);
  const auto message = [](const std::string& method, const std::string& k) {
    return testing::message_of<core::UsageError>([&] { run({"answers.csv", "--method", method, "-k", k}); });
  };
  expect_message(message("AddS-3+SPUR", "3"), "AddS-3+SPUR finds the number of clusters itself, leave it out");
  expect_message(message("AddS-3-AL", "auto"), "AddS-3-AL does not find the number of clusters, give one");
  expect_message(message("AddS-3+SDP-k", "auto"), "AddS-3+SDP-k does not find the number of clusters");
}

TEST_F(ClusterTest, UsageErrorsNameWhatIsKnown) {
  write("answers.csv", two_groups());
  const auto message = [](std::vector<std::string> args) {
    args.insert(args.begin(), "answers.csv");
    return testing::message_of<core::UsageError>([&] { run(args); });
  };
  expect_message(message({"--method", "5-AL"}), "unknown method '5-AL'");
  expect_message(message({"--method", "4-Al"}), "did you mean '4-AL'?");
  expect_message(message({"--meth", "4-AL"}), "unknown option '--meth'");
  expect_message(message({"--set", "depth=1"}), "unknown parameter of 4-AL 'depth'; known: m, ties");
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
  expect_message(message({"--names", "a", "--objects", "4"}), "--names and --objects both say");
  expect_message(message({"more.csv"}), "'more.csv' is one argument too many");
  expect_message(testing::message_of<core::UsageError>([] { run({}); }), "FILE is missing");
}

TEST_F(ClusterTest, HelpShowsAnExample) {
  const Output output = run({"--help"});
  EXPECT_EQ(output.code, 0);
  EXPECT_NE(output.out.find("Example:"), std::string::npos);
}

}  // namespace
}  // namespace tertium::experiments
