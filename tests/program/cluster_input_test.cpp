// What tertium cluster reads: files of every kind, data sets and pipes.
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/trees/merge_similarities.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/cluster_report.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using Names = std::vector<std::string>;

TEST_F(ClusterTest, Graphs) {
  const std::string edges = "source,target,weight\na,b,3\nb,c,2\na,c,2\nd,e,4\ne,f,1\nd,f,1\nf,a,0.5\nd,d,7\n";
  write("friends.csv", edges);
  write("names.csv", "object,name\na,Ann\nb,Bob\nc,Cid\nd,Dot\ne,Eve\nf,Flo\ng,Guy\n");
  Output output = run({"friends.csv", "-k", "3", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("friends-tertium/labels.csv", "label"), (Names{"0", "0", "0", "1", "1", "1", "2"}));
  EXPECT_EQ(output.err,
            "tertium cluster: warning: 1 of 7 objects have no edge (Guy): their position in the tree is arbitrary\n");
  for (const char* part :
       {"7 objects, 8 rows, graph", "1 loops are left out", "7 edges, 33.3 % of all pairs, total weight 13.5",
        "AL (m = 1, ties = first)", "cost       "})
    EXPECT_NE(output.out.find(part), std::string::npos) << part << "\n" << output.out;
  EXPECT_NE(read("friends-tertium/summary.json").find("\"dasgupta_cost\": 35.0"), std::string::npos)
      << read("friends-tertium/summary.json");
  ASSERT_EQ(std::system("gzip -n friends.csv && mv friends.csv.gz packed.csv.gz"), 0);
  run({"packed.csv.gz", "-k", "3", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(read("packed-tertium/labels.csv"), read("friends-tertium/labels.csv"));
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
                 "4-AL needs answers: quadruplets or triplets (only a graph is known here), choose one of AL, ");
  expect_message(testing::message_of([] {
                   run({"same.mtx", "--objects", "9"});
                 }),
                 "--objects is for answers (same.mtx is a graph), leave it out");
  expect_message(testing::message_of([] {
                   run({"bare.csv", "--method", "AL"});
                 }),
                 "AL needs a graph (only answers are known here)");
}

/// As in data/faces_names.csv.
TEST_F(ClusterTest, ATableOfNamesMayHaveAHeaderOfItsOwnWords) {
  write("answers.csv", "0,1,2\n1,0,3\n2,3,0\n3,2,1\n");
  write("names.csv", "face,image,group\n0,a,x\n1,b,x\n2,c,y\n3,d,y\n");
  run({"answers.csv", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("answers-tertium/labels.csv", "name"), (Names{"a", "b", "c", "d"}));
  write("words.csv", "p,q,r\nq,p,7\nr,7,p\n7,r,q\n");  // of which one is a number
  write("names.csv", "p,a\nq,b\nr,c\n7,d\n");
  run({"words.csv", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("words-tertium/labels.csv", "name"), (Names{"a", "b", "c", "d"}));
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
      {rows("anchor,near,far\n1,2,1\n# a note\n", ids("\r\n")), {"--skip-bad"}},
      {rows("near,anchor,far,count\n", ids(",3\n")), {}},
      {rows("anchor,near,far\n", ids("\n")) + rows("far,near,anchor\n", ids("\n")), {}},
      {rows("", two_groups([](int i) { return fmt::format("o{}", i); })), {}}};
  for (const auto& [text, more] : files) {
    write("big.csv", text);
    Names args{"big.csv", "--method", "AddS-3-AL", "--heights", "similarity"};
    args.insert(args.end(), more.begin(), more.end());
    const ClusterOptions options = *parse_cluster_options(args);
    const auto read = [&](std::size_t most_kept) {
      return answers::read_answer_input(options.source, options.request.method, most_kept);
    };
    const answers::AnswerInput listed = read(answers::kMostKept), added = read(1000);
    ASSERT_TRUE(added.sums);
    EXPECT_EQ(added.comparisons.names, listed.comparisons.names);
    EXPECT_EQ(added.comparisons.rows, listed.comparisons.rows);
    EXPECT_EQ(added.comparisons.notes, listed.comparisons.notes);
    EXPECT_EQ(added.sums->answers, listed.comparisons.answers());
    const answers::Clustering one = answers::cluster(added, options.request),
                              other = answers::cluster(listed, options.request);
    EXPECT_EQ(*one.tree, *other.tree);
    EXPECT_FALSE(one.agreement);
    EXPECT_EQ(answers::merge_similarities(*one.tree, added), answers::merge_similarities(*other.tree, listed));
    EXPECT_NE(cluster_report({added, options.request, one, {}, {}, {}}).find("added up while reading"),
              std::string::npos);
  }
}

/// The same for what reads answers by anchor.
TEST_F(ClusterTest, WhatIsNotListedIsPacked) {
  for (const std::string header : {"near,anchor,far,count", "a,b,odd"}) {
    std::string text = header + "\n";
    while (text.size() < (5U << 18))
      text += two_groups([](int i) { return std::to_string(i + 1); }, ",", header == "a,b,odd" ? "\n" : ",2\n");
    write("big.csv", text);
    const ClusterOptions options = *parse_cluster_options({"big.csv", "--method", "AddS-3-sparse"});
    const auto read = [&](std::size_t most_kept) {
      return answers::read_answer_input(options.source, options.request.method, most_kept);
    };
    const answers::AnswerInput listed = read(answers::kMostKept), packed = read(1000);
    ASSERT_TRUE(packed.packed);
    EXPECT_FALSE(packed.listed());
    EXPECT_EQ(packed.comparisons.names, listed.comparisons.names);
    EXPECT_EQ(packed.comparisons.notes, listed.comparisons.notes);
    EXPECT_EQ(packed.packed->answers(), listed.comparisons.answers());
    const answers::Clustering one = answers::cluster(packed, options.request),
                              other = answers::cluster(listed, options.request);
    EXPECT_EQ(one.labels, other.labels);
    answers::ClusterRequest of_tree = options.request;
    of_tree.method = core::find_method("AddS-3-splits");
    const answers::Clustering tree = answers::cluster(packed, of_tree);
    EXPECT_EQ(*tree.tree, *answers::cluster(listed, of_tree).tree);
    EXPECT_EQ(answers::merge_similarities(*tree.tree, packed), answers::merge_similarities(*tree.tree, listed));
    const core::Method places = core::find_method("STE(optimizer=adam)");
    EXPECT_NEAR(answers::fit(packed, places, 1).reports.at("embedding_loss"),
                answers::fit(listed, places, 1).reports.at("embedding_loss"), 1e-3);
    EXPECT_EQ(one.reports.at("certified"), other.reports.at("certified"));
    EXPECT_LE(answers::bytes_needed(packed, options.request.method),
              answers::bytes_needed(listed, options.request.method) / 5.0);
    EXPECT_NE(cluster_report({packed, options.request, one, {}, {}, {}}).find("packed by anchor while reading"),
              std::string::npos);
  }
  std::string counted = "anchor,near,far,count\n";  // of which there would be too many
  for (int k = 0; k < 1100; ++k) counted += "0,1,2,2000000000\n";
  write("big.csv", counted);
  const ClusterOptions many = *parse_cluster_options({"big.csv", "--method", "AddS-3-sparse"});
  expect_message(testing::message_of([&] { answers::read_answer_input(many.source, many.request.method, 1); }),
                 "big.csv: no memory for more than 0 answers");
  write("big.csv", "i,j,k,l\n0,1,2,3\n");
  const ClusterOptions options = *parse_cluster_options({"big.csv", "--method", "AddS-3-sparse"});
  const answers::AnswerInput of_four = answers::read_answer_input(options.source, options.request.method, 1);
  expect_message(testing::message_of([&] { answers::check_fit(of_four, options.request.method); }),
                 "these answers are quadruplets");
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
    const ClusterOptions options = *parse_cluster_options({"big.csv", "--method", "AddS-4-AL"});
    expect_message(
        testing::message_of([&] { answers::read_answer_input(options.source, options.request.method, 1000); }),
        fmt::format("big.csv:{}: {}", lines + 1, message));
  }
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

TEST_F(ClusterTest, EveryAnswerCounts) {
  write("answers.csv", "i,j,k,l\n1,2,3,4\n2,1,4,3\n1,3,2,4\n2,4,1,3\n1,2,1,3\n");
  const Output output = run({"answers.csv", "--no-picture"});
  EXPECT_NE(output.out.find("5 answers to 3 questions, 1 of them answered both ways (1 evenly split)"),
            std::string::npos)
      << output.out;
  const std::string summary = read("answers-tertium/summary.json");
  for (const char* part : {"\"rows\": 5", "\"answers\": 5", "\"questions\": 3", "\"questions_disputed\": 1",
                           "\"questions_tied\": 1", "\"bad_rows\": 0"})
    EXPECT_NE(summary.find(part), std::string::npos) << summary;
  write("none.csv", "a,b,c\na,c,b\n");
  expect_message(testing::message_of([] { run({"none.csv"}); }),
                 "none.csv: the answers to every question are evenly split");
  EXPECT_FALSE(fs::exists("none-tertium")) << "nothing was written, so nothing stays";
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

TEST_F(ClusterTest, NamesComeFromATable) {
  write("answers.csv", "1,2,3\n2,3,1\n");
  write("names.csv", "id,name,note\n1,\"Bach, J. S.\",x\n2,Haydn,y\n3,Mozart,z\n4,Ligeti,w\n");
  const Output output = run({"answers.csv", "--names", "names.csv", "--no-picture"});
  EXPECT_EQ(column("answers-tertium/labels.csv", "name"), (Names{"Bach, J. S.", "Haydn", "Mozart", "Ligeti"}));
  EXPECT_NE(output.err.find("warning: 1 of 4 objects are in no comparison (Ligeti)"), std::string::npos) << output.err;
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

TEST_F(ClusterTest, CarIsBuiltInAndAFileOfItsNameHasASlash) {
  const Output output = run({"car", "--no-picture", "-k", "4", "--method", "4-AL"});
  EXPECT_NE(output.out.find("60 objects, 12112 rows, triplets"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("with the 4 known classes"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("without the outliers"), std::string::npos) << output.out;
  const std::string summary = read("car-tertium/summary.json");
  const double satisfied = std::stod(summary.substr(summary.find("\"satisfied\": ") + 13));
  const double ari = std::stod(summary.substr(summary.find("\"ari\": ") + 7));
  EXPECT_GT(satisfied, 0.65);
  EXPECT_GT(ari, 0.3);
  write("car", two_groups());
  run({"car", "--no-picture", "--method", "4-AL", "--force"});
  EXPECT_EQ(column("car-tertium/labels.csv", "object").size(), 60U);
  run({"./car", "--no-picture", "--force"});
  EXPECT_EQ(column("car-tertium/labels.csv", "object").size(), 12U);
}

TEST_F(ClusterTest, FilesAndFoldersAreJoined) {
  std::filesystem::create_directories("study/below");
  std::istringstream lines(two_groups());
  std::string line;
  std::ofstream one("study/P1.csv"), two("study/P2.TSV");
  one << "anchor,near,far\n";
  two << "far\tnear\tanchor\n";
  for (int row = 0; std::getline(lines, line); ++row) {
    std::vector<std::string> fields = core::split_list(line);
    if (row % 2 == 1) std::ranges::reverse(fields);
    (row % 2 == 0 ? one : two) << fmt::format("{}\n", fmt::join(fields, row % 2 == 0 ? "," : "\t"));
  }
  one.close();
  two.close();
  write("study/below/other.csv", "not,read\n");
  write("study/notes.md", "not read\n");
  write("whole.csv", "anchor,near,far\n" + two_groups());
  run({"whole.csv", "--method", "4-AL", "--no-picture"});
  run({"study", "--method", "4-AL", "--no-picture"});
  run({"study/P1.csv", "study/P2.TSV", "--method", "4-AL", "--no-picture"});
  EXPECT_EQ(read("study-tertium/labels.csv"), read("whole-tertium/labels.csv"));
  EXPECT_EQ(read("P1-tertium/labels.csv"), read("whole-tertium/labels.csv"));
  expect_message(testing::message_of([&] { run({"study/below/..", "car", "--no-picture"}); }), "car: cannot be opened");
  std::filesystem::create_directories("empty");
  expect_message(testing::message_of([&] { run({"empty"}); }), "empty: contains no .csv, .tsv or .txt");
  expect_message(testing::message_of([&] { run({"car", "whole.csv"}); }), "car: is a data set");
}

TEST_F(ClusterTest, AllVotesAboutFoodAreUsed) {
  const Output output = run({"food", "--method", "AddS-3-AL", "--no-picture", "-k", "5"});
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
                   std::string(method) + " needs answers about three objects");
  }
}

TEST_F(ClusterTest, DatasetsThatAreNoComparisonsSayWhereTheyBelong) {
  expect_message(testing::message_of([] { run({"zoo"}); }),
                 "data set zoo has features (no comparisons), use it in a sweep");
  expect_message(testing::message_of([] { run({"nothing"}); }),
                 "nothing: no such file or data set (known data sets: car, faces, food");
  expect_message(testing::message_of<core::UsageError>([] {
                   run({"car", "--objects", "70"});
                 }),
                 "has its own objects, names and columns, leave out --objects");
}

}  // namespace
}  // namespace tertium::program
