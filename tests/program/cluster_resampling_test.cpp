// tertium compare with --support, --methods and -k held-out, from the command line to the files.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/random/random.hpp"
#include "tests/files/newick_reader.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using Names = std::vector<std::string>;

/// Whoever is drawn, or put into folds, is drawn by name.
TEST_F(ClusterTest, TheOrderOfRowsMeansNothingWherePeopleAreDrawn) {
  core::Stream random({.master_seed = 3}, core::Purpose::kTest);
  std::vector<std::string> rows;
  for (int k = 0; k < 400; ++k) {
    const auto any = [&] { return static_cast<int>(random.below(9)); };
    const int a = any(), b = any(), c = any();
    if (a == b || a == c || b == c) continue;
    const bool first = (std::abs(a - b) < std::abs(a - c)) != (random.below(5) == 0);
    rows.push_back(fmt::format("o{},o{},o{},p{}\n", a, first ? b : c, first ? c : b, random.below(12)));
  }
  std::vector<std::vector<std::string>> found;
  for (int order = 0; order < 2; ++order) {
    write("rows.csv", fmt::format("anchor,near,far,subject\n{}", fmt::join(rows, "")));
    run({"rows.csv", "--method", "AddS-3-AL", "--support", "20", "--weights", "weighted", "--no-picture", "--force"});
    std::vector<std::string>& files = found.emplace_back();
    for (const char* name : {"nodes.csv", "tree.nwk", "labels.csv", "weights.csv"})
      files.push_back(read(std::filesystem::path("rows-tertium") / name));
    compare({"rows.csv", "--methods", "AddS-3-AL,t-STE", "--folds", "subjects:5", "--force"});
    files.push_back(read("rows-compared/folds.csv"));
    random.shuffle(std::span(rows));
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST_F(ClusterTest, SupportTellsHowSureBranchesAre) {
  write("answers.csv", two_groups());
  const std::vector<std::string> args{"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--support", "50"};
  const Output output = run(args);
  EXPECT_NE(output.out.find("50 bootstrap trees (220 questions resampled)"), std::string::npos) << output.out;
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
  for (const char* name : {"nodes.csv", "bootstrap.nwk", "consensus.nwk", "co_clustering.csv"})
    EXPECT_FALSE(fs::exists(fs::path("answers-tertium") / name)) << name;
}

TEST_F(ClusterTest, SupportIsOfThreeKindsAndTheTreesAreKept) {
  write("answers.csv", two_groups());
  const Output output = run({"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--support", "40"});
  EXPECT_NE(output.out.find("have a transfer support of at least 0.5"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("have a local support of at least 0.9"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("nodes.csv, bootstrap.nwk, consensus.nwk"), std::string::npos) << output.out;
  const fs::path nodes = "answers-tertium/nodes.csv";
  const Names support = column(nodes, "support"), transfer = column(nodes, "transfer"), local = column(nodes, "local"),
              concordance = column(nodes, "concordance"), sizes = column(nodes, "size");
  for (std::size_t row = 0; row + 1 < support.size(); ++row) {
    EXPECT_GE(std::stod(transfer[row]), std::stod(support[row]));
    if (sizes[row] == "6") {
      EXPECT_GT(std::stod(local[row]), 0.9);
      EXPECT_EQ(concordance[row], "1");
    }
  }
  EXPECT_EQ(local.back() + concordance.back(), "") << "nothing is known of the root";
  const std::string trees = read("answers-tertium/bootstrap.nwk"), consensus = read("answers-tertium/consensus.nwk");
  EXPECT_EQ(std::count(trees.begin(), trees.end(), '\n'), 40);
  EXPECT_EQ(files::test::read_newick(trees.substr(0, trees.find('\n'))).clades.size(), 12U + 11U);
  std::multiset<std::size_t> in_consensus;
  for (const auto& clade : files::test::read_newick(consensus).clades)
    if (clade.size() > 1) in_consensus.insert(clade.size());
  EXPECT_EQ(in_consensus.count(6), 2U) << consensus;
  EXPECT_EQ(in_consensus.size(), 1 + static_cast<std::size_t>(std::count_if(
                                         support.begin(), support.end() - 1,
                                         [](const std::string& share) { return std::stod(share) > 0.5; })));
}

TEST_F(ClusterTest, LocalSupportNeedsNoTrees) {
  write("answers.csv", two_groups());
  run({"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--support", "40"});
  const Names local = column("answers-tertium/nodes.csv", "local");
  const Output output = run({"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--support", "local", "--force"});
  EXPECT_EQ(column("answers-tertium/nodes.csv", "local"), local);
  EXPECT_EQ(read("answers-tertium/nodes.csv").find("transfer"), std::string::npos);
  EXPECT_FALSE(fs::exists("answers-tertium/bootstrap.nwk"));
  EXPECT_EQ(output.out.find("bootstrap trees"), std::string::npos) << output.out;
}

TEST_F(ClusterTest, WeakBranchesCollapse) {
  write("answers.csv", two_groups());
  const auto clades = [&](const char* least, const char* kind) {
    const Output output = run({"answers.csv", "--no-picture", "--force", "--method", "AddS-3-AL", "--support", "40",
                               "--collapse", least, "--collapse-by", kind});
    EXPECT_NE(output.out.find("branches are left in tree.nwk"), std::string::npos) << output.out;
    return files::test::read_newick(read("answers-tertium/tree.nwk")).clades;
  };
  EXPECT_EQ(clades("0", "transfer").size(), 12U + 11U);
  for (const char* kind : {"transfer", "support"}) {
    const auto left = clades("1", kind);
    const Names shares = column("answers-tertium/nodes.csv", kind);
    EXPECT_EQ(std::ssize(left), 12 + std::count(shares.begin(), shares.end(), "1")) << kind;
    EXPECT_LT(left.size(), 12U + 11U);
    EXPECT_EQ(column("answers-tertium/linkage.csv", "size").size(), 11U) << "scipy's trees are binary";
  }
  const auto message = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"answers.csv", "--force"});
    return testing::message_of<core::UsageError>([&] { run(args); });
  };
  expect_message(message({"--collapse", ".5"}), "(support is unknown), add --support TREES or local");
  expect_message(message({"--collapse", "1.5", "--support", "9"}), "--collapse 1.5 is not a fraction");
  expect_message(message({"--collapse", ".5", "--support", "9", "--collapse-by", "x"}),
                 "--collapse-by x is not a kind of");
  expect_message(message({"--collapse", ".5", "--support", "local", "--collapse-by", "transfer"}),
                 "--collapse-by transfer needs bootstrap trees");
  expect_message(message({"--collapse-by", "local", "--support", "9"}), "--collapse-by is for --collapse");
  expect_message(message({"--method", "AddS-3+AL+cut", "--support", "local"}), "(AddS-3+AL+cut makes a partition)");
}

TEST_F(ClusterTest, AnOutgroupIsOnOneSideOfTheRoot) {
  write("answers.csv", two_groups());
  const auto outgroup = [&](const char* names) {
    return run({"answers.csv", "--no-picture", "--force", "--method", "AddS-3-AL+search+lengths", "--outgroup", names,
                "--support", "9"});
  };
  const auto alone = [](const char* name) {
    const std::string tree = read("answers-tertium/tree.nwk");
    const auto clades = files::test::read_newick(tree).clades;
    return std::ranges::any_of(clades, [&](const auto& clade) { return clade.size() == 11 && !clade.contains(name); });
  };
  EXPECT_NE(outgroup("3").out.find("between the outgroup of 1 and the 11 other objects"), std::string::npos);
  EXPECT_TRUE(alone("3"));
  EXPECT_NE(read("answers-tertium/summary.json").find("\"outgroup\""), std::string::npos);
  outgroup("7");
  EXPECT_TRUE(alone("7"));
  const Names support = column("answers-tertium/nodes.csv", "support"),
              sizes = column("answers-tertium/nodes.csv", "size");
  for (std::size_t row = 0; row < sizes.size(); ++row)
    if (sizes[row] == "11") {
      EXPECT_EQ(support[row], "1") << "every sample has its root there";
    }
  outgroup("5, 4,3,2,1,0");
  EXPECT_EQ(column("answers-tertium/labels.csv", "label"), kTwoGroups);
  const auto message = [&](std::vector<std::string> args) {
    args.insert(args.begin(), {"answers.csv", "--force"});
    return testing::message_of<core::UserError>([&] { run(args); });
  };
  expect_message(message({"--outgroup", "0,11"}),
                 "no branch of the tree separates the outgroup (0, 11) from all others");
  expect_message(message({"--outgroup", "12"}), "no object is called '12' (there are 12: ");
  expect_message(message({"--outgroup", "0,1,2,3,4,5,6,7,8,9,10,11"}), "the outgroup contains all 12 objects");
  expect_message(message({"--outgroup", "0", "--method", "AddS-3-AL"}), "put a step behind it: AddS-3-AL+lengths");
  expect_message(message({"--outgroup", "0", "-k", "held-out"}),
                 "--outgroup cannot be combined with --clusters held-out");
}

TEST_F(ClusterTest, ClustersAreAsSureAsTheirObjectsStay) {
  write("answers.csv", two_groups());
  for (const char* method : {"AddS-3-AL", "AddS-3+AL+cut"}) {
    const Output output = run({"answers.csv", "--no-picture", "--force", "--method", method, "--support", "30"});
    EXPECT_NE(output.out.find("objects are in their cluster in 100 % of 30 samples"), std::string::npos) << output.out;
    EXPECT_EQ(column("answers-tertium/labels.csv", "share"), Names(12, "1")) << method;
    const Names names = column("answers-tertium/co_clustering.csv", "name"),
                labels = column("answers-tertium/labels.csv", "label");
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Names shares = column("answers-tertium/co_clustering.csv", names[k]);
      for (std::size_t other = 0; other < names.size(); ++other)
        EXPECT_EQ(shares[other], labels[k] == labels[other] ? "1" : "0") << method;
    }
  }
}

TEST_F(ClusterTest, MethodsAreComparedByAnswersHeldOut) {
  write("answers.csv", two_groups());
  const Output output = compare(
      {"answers.csv", "--methods", "AddS-3+AL+cut,AddS-3-AL,STE", "--folds", "4", "-k", "1", "--learning-curve"});
  EXPECT_NE(output.out.find("4 folds; all answers about the same three objects are in one of them"), std::string::npos);
  EXPECT_NE(output.out.find("chance     50.0 %"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("answers seen"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("predicts"), std::string::npos) << output.out;
  const Names methods = column("answers-compared/comparison.csv", "method");
  const Names predicted = column("answers-compared/comparison.csv", "accuracy");
  ASSERT_EQ(methods.size(), 12U);  // each from four shares of the answers
  EXPECT_EQ(methods.back(), "AddS-3+AL+cut");
  EXPECT_EQ(predicted.back(), "0.5");  // one cluster predicts nothing
  EXPECT_GT(std::stod(predicted[3]), 0.9);
  EXPECT_EQ(column("answers-compared/folds.csv", "fold").size(), 48U);
  EXPECT_NE(read("answers-compared/summary.json").find("\"worse_than_the_first\": true"), std::string::npos);
  const auto message = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"answers.csv", "--force"});
    return testing::message_of([&] { compare(args); });
  };
  expect_message(message({"--methods", "AL"}), "--methods AL: it needs a graph (only answers are known here)");
  expect_message(message({"--methods", "all", "--folds", "subjects"}), "the file does not say who answered");
  const auto of_cluster = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"answers.csv", "--force"});
    return testing::message_of([&] { run(args); });
  };
  expect_message(of_cluster({"--folds", "5"}), "--folds is for -k held-out");
  expect_message(of_cluster({"--method", "AddS-3+SPUR", "-k", "held-out"}),
                 "AddS-3+SPUR finds the number of clusters itself");
}

TEST_F(ClusterTest, AParameterGoesToTheMethodsComparedThatHaveIt) {
  write("answers.csv", two_groups());
  const auto words = [](const std::string& methods, const std::vector<std::string>& more) {
    std::vector<std::string> args{"answers.csv", "--force", "--folds", "3", "--methods", methods};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  };
  compare(words("AddS-3-AL,STE,STE(d = 1, iterations = 20)", {"--set", "d=3", "--set", "iterations=20"}));
  Names methods = column("answers-compared/comparison.csv", "method");
  std::sort(methods.begin(), methods.end());
  EXPECT_EQ(methods, (Names{"AddS-3-AL", "STE (d = 1, iterations = 20)", "STE (d = 3, iterations = 20)"}));
  const auto message = [&](const std::string& names, const std::string& set) {
    return testing::message_of<core::UsageError>([&] { compare(words(names, {"--set", set})); });
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
  const Output output = compare({"answers.csv", "--methods", "all", "--folds", "3"});
  EXPECT_NE(output.out.find("AddS-4-AL"), std::string::npos) << output.out;
  EXPECT_EQ(output.out.find("AddS-3"), std::string::npos) << output.out;  // needs triplets
  EXPECT_NE(output.out.find("unknown: almost no question was answered twice"), std::string::npos) << output.out;
}

TEST_F(ClusterTest, TheNumberOfClustersIsFoundByAnswersHeldOutOrByACriterion) {
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
  const Output output = run({"answers.csv", "--no-picture", "--method", "AddS-3-AL", "-k", "auto", "-o", "auto"});
  EXPECT_NE(output.out.find("auto       k = 3 has the lowest Bayesian information criterion"), std::string::npos)
      << output.out;
  EXPECT_NE(output.out.find("clusters   k = 3: 4, 4, 4 objects"), std::string::npos) << output.out;
  EXPECT_NE(read("auto/summary.json").find("\"clusters_chosen_by\": \"auto\""), std::string::npos);
}

}  // namespace
}  // namespace tertium::program
