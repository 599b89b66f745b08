// tertium cluster with --support, --compare and -k held-out, from the command line to the files.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/experiments/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using Names = std::vector<std::string>;

TEST_F(ClusterTest, SupportTellsHowSureBranchesAre) {
  write("answers.csv", two_groups());
  const std::vector<std::string> args{"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--support", "50"};
  const Output output = run(args);
  EXPECT_NE(output.out.find("trees from samples of the 220 questions"), std::string::npos) << output.out;
  const std::string first = read("answers-tertium/nodes.csv"), tree = read("answers-tertium/tree.nwk");
  const Names sizes = column("answers-tertium/nodes.csv", "size"),
              shares = column("answers-tertium/nodes.csv", "support"),
              members = column("answers-tertium/nodes.csv", "members");
  ASSERT_EQ(sizes.size(), 11U);
  int groups = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    groups += sizes[k] == "6" && shares[k] == "1" ? 1 : 0;
    EXPECT_EQ(std::count(members[k].begin(), members[k].end(), ';') + 1, std::stoi(sizes[k]));
  }
  EXPECT_EQ(groups, 2);
  EXPECT_NE(tree.find(")1:"), std::string::npos) << tree;
  EXPECT_NE(read("answers-tertium/summary.json").find("\"samples_of\": \"questions\""), std::string::npos);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(threads == 1 ? 3 : 1);
  run(args);
  omp_set_num_threads(threads);
  EXPECT_EQ(read("answers-tertium/nodes.csv"), first);
  run({"answers.csv", "--no-picture", "--force"});  // an earlier result's support is no longer true
  EXPECT_FALSE(fs::exists("answers-tertium/nodes.csv"));
}

TEST_F(ClusterTest, MethodsAreComparedByAnswersHeldOut) {
  write("answers.csv", two_groups());
  const Output output =
      run({"answers.csv", "--compare", "AddS-3+AL+cut,AddS-3-AL,STE", "--folds", "4", "-k", "1", "--learning-curve"});
  EXPECT_NE(output.out.find("4 folds; all answers about the same three objects are in one of them"), std::string::npos);
  EXPECT_NE(output.out.find("chance     50.0 %"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("answers seen"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("foretells"), std::string::npos) << output.out;
  const Names methods = column("answers-compared/comparison.csv", "method");
  const Names foretold = column("answers-compared/comparison.csv", "foretold");
  ASSERT_EQ(methods.size(), 12U);  // each from four shares of the answers
  EXPECT_EQ(methods.back(), "AddS-3+AL+cut");
  EXPECT_EQ(foretold.back(), "0.5");  // one cluster foretells nothing
  EXPECT_GT(std::stod(foretold[3]), 0.9);
  EXPECT_EQ(column("answers-compared/folds.csv", "fold").size(), 48U);
  EXPECT_NE(read("answers-compared/summary.json").find("\"worse_than_the_first\": true"), std::string::npos);
  const auto message = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"answers.csv", "--force"});
    return testing::message_of([&] { run(args); });
  };
  expect_message(message({"--compare", "AL"}),
                 "--compare AL: it needs a graph (only somebody's answers are known here)");
  expect_message(message({"--compare", "all", "--method", "4-AL"}), "--method is for one method");
  expect_message(message({"--compare", "all", "--folds", "subjects"}), "the file does not tell who answered");
  expect_message(message({"--folds", "5"}), "--folds says how methods are compared, give --compare METHODS, too");
  expect_message(message({"--method", "AddS-3+SPUR", "-k", "held-out"}),
                 "AddS-3+SPUR finds the number of clusters itself");
  expect_message(message({"--method", "AddS-3+AL+cut", "--support", "9"}), "(AddS-3+AL+cut makes a partition)");
}

TEST_F(ClusterTest, AParameterGoesToTheMethodsComparedThatHaveIt) {
  write("answers.csv", two_groups());
  const auto compare = [](const std::string& methods, const std::vector<std::string>& more) {
    std::vector<std::string> args{"answers.csv", "--force", "--folds", "3", "--compare", methods};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  };
  run(compare("AddS-3-AL,STE,STE(d = 1, iterations = 20)", {"--set", "d=3", "--set", "iterations=20"}));
  Names methods = column("answers-compared/comparison.csv", "method");
  std::sort(methods.begin(), methods.end());
  EXPECT_EQ(methods, (Names{"AddS-3-AL", "STE (d = 1, iterations = 20)", "STE (d = 3, iterations = 20)"}));
  const auto message = [&](const std::string& names, const std::string& set) {
    return testing::message_of<core::UsageError>([&] { run(compare(names, {"--set", set})); });
  };
  expect_message(message("AddS-3-AL,STE", "dd=3"),
                 "unknown parameter of the methods compared 'dd'; did you mean 'd'? known: d, ");
  expect_message(message("AddS-3-AL,4-AL", "d=3"), "unknown parameter of the methods compared 'd'; known: m, ties");
  expect_message(message("AddS-3-AL,STE", "d=x"), "d = x is not a whole number");
}

TEST_F(ClusterTest, ANameWithParametersIsAMethod) {
  write("answers.csv", two_groups());
  const Output named = run({"answers.csv", "--method", "AddS-3-AL(ties=random)", "--no-picture"});
  EXPECT_NE(named.out.find("method     AddS-3-AL (m = 1, ties = random), seed 1"), std::string::npos) << named.out;
  run({"answers.csv", "--method", "AddS-3-AL", "--set", "ties=random", "--no-picture", "-o", "set"});
  EXPECT_EQ(read("answers-tertium/linkage.csv"), read("set/linkage.csv"));
}

TEST_F(ClusterTest, AllMethodsThatApplyAreCompared) {
  write("answers.csv", "i,j,k,l\na,b,c,d\na,b,e,f\nc,d,a,e\ne,f,a,c\nc,d,b,f\na,b,d,f\n");
  const Output output = run({"answers.csv", "--compare", "all", "--folds", "3"});
  EXPECT_NE(output.out.find("AddS-4-AL"), std::string::npos) << output.out;
  EXPECT_EQ(output.out.find("AddS-3"), std::string::npos) << output.out;  // needs triplets
  EXPECT_NE(output.out.find("not known: hardly any question was answered twice"), std::string::npos) << output.out;
}

TEST_F(ClusterTest, TheNumberOfClustersIsFoundByAnswersHeldOut) {
  std::string rows = "anchor,near,far\n";
  for (int a = 0; a < 12; ++a)
    for (int b = 0; b < 12; ++b)
      for (int c = 0; c < 12; ++c)  // three groups, and nothing between them or inside
        if (a != b && a != c && b != c && a % 3 == b % 3 && a % 3 != c % 3) rows += fmt::format("{},{},{}\n", a, b, c);
  write("answers.csv", rows);
  for (const char* method : {"AddS-3-AL", "AddS-3+k-means"}) {
    const Output output = run(
        {"answers.csv", "--no-picture", "--method", method, "-k", "held-out", "--folds", "4", "-o", "out", "--force"});
    EXPECT_NE(output.out.find("held out   k = 3 is the smallest number"), std::string::npos) << output.out;
    const Names labels = column("out/labels.csv", "label");
    EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()).size(), 3U);
  }
}

}  // namespace
}  // namespace tertium::experiments
