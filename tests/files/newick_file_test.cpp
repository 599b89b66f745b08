#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/clusterings/newick.hpp"
#include "core/clusterings/tree_comparison.hpp"
#include "files/structures/tree_file.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/message.hpp"

namespace tertium::files {
namespace {

using Names = std::vector<std::string>;

std::string refusal(const std::string& text) {
  return tertium::testing::message_of([&] { parse_newick(text, "t"); });
}

TEST(NewickFile, ReadsNamesLabelsLengthsAndComments) {
  const NamedTree tree = parse_newick("\xef\xbb\xbf [&R] ((a:1,'b''s one':2e-1)0.87:3,\n c_1[x],(d))root;\n", "t");
  EXPECT_EQ(tree.names, (Names{"a", "b's one", "c_1", "d"}));
  EXPECT_EQ(tree.labels, (Names{"root", "0.87", "", "", "", ""}));
  EXPECT_EQ(tree.tree.children(0).size(), 3u);
  EXPECT_EQ(tree.tree.size(1), 2);
  EXPECT_EQ(parse_newick("a;", "t").tree.objects(), 1);
  EXPECT_EQ(parse_newick("(((a,b)));", "t").tree.nodes(), 3);
}

TEST(NewickFile, ReadsWhatIsWritten) {
  const core::Dendrogram tree = core::test::random_tree(40, 3);
  Names names;
  for (int i = 0; i < 40; ++i) names.push_back(i % 3 == 0 ? "it's " + std::to_string(i) : std::to_string(i));
  const NamedTree read = parse_newick(core::newick(tree, names), "t");
  std::vector<core::Object> id;
  for (const std::string& name : read.names)
    id.push_back(static_cast<core::Object>(std::find(names.begin(), names.end(), name) - names.begin()));
  EXPECT_EQ(core::count_triples(core::pruned(read.tree, id), core::RootedTree(tree)).distance(), 0.0);
}

/// Any characters: of one byte, of several, and what Newick has a use for.
std::string random_name(core::Stream& draws) {
  const std::vector<std::string> letters{"a", "Z", "7", "_", "=",  "\\", "'",  "\"",     " ",
                                         "(", ")", "[", "]", ":",  ";",  ",",  "&",      "#",
                                         "-", "+", ".", "/", "\t", "é",  "东", "\u00a0", "\U0001F600"};
  std::string name;
  for (std::uint64_t k = 1 + draws.below(6); k > 0; --k) name += letters[draws.below(letters.size())];
  return name;
}

TEST(NewickFile, AnyNamesSupportsAndLengthsComeBack) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    core::Stream draws = core::test::stream(seed);
    const core::RootedTree tree = core::test::random_rooted(12, 2 + static_cast<int>(seed % 3), seed);
    std::set<std::string> different;
    while (different.size() < 12) different.insert(random_name(draws));
    const Names names(different.begin(), different.end());
    Names labels(static_cast<std::size_t>(tree.nodes()));
    std::vector<double> lengths(labels.size());
    for (core::Node v = 1; v < tree.nodes(); ++v) {
      if (!tree.is_leaf(v)) labels[v] = std::to_string(draws.below(101));
      lengths[v] = seed % 2 == 0 ? draws.uniform() : draws.uniform() * 1e-300;
    }
    const NamedTree read = parse_newick(core::newick(tree, names, labels, lengths), "t");
    EXPECT_FALSE(read.unrooted);
    ASSERT_EQ(read.tree.nodes(), tree.nodes());
    for (core::Node v = 0; v < tree.nodes(); ++v) {  // nodes are in the order of the text
      EXPECT_EQ(read.tree.parent(v), tree.parent(v));
      EXPECT_EQ(read.labels[v], labels[v]);
      EXPECT_TRUE(v == 0 || read.lengths[v] == lengths[v]);
      EXPECT_TRUE(!tree.is_leaf(v) || read.names[read.tree.object(v)] == names[tree.object(v)]);
    }
  }
}

TEST(NewickFile, QuotesWhatOtherReadersTakeForSomethingElse) {
  const auto written = [](const std::string& name) {
    return core::newick(core::RootedTree(std::vector<core::Node>{-1}, std::vector<core::Object>{0}), Names{name});
  };
  for (const char* name : {"a_b", "a=b", "a\\b", "a b", "a:b", "\"a\"", "[a]", "a\fb"})
    EXPECT_EQ(written(name), "'" + std::string(name) + "';");
  EXPECT_EQ(written("it's"), "'it''s';");
  for (const char* name : {"plain", "1e5", "-5", "a.b", "a+b", "é", "#1", "a/b"})
    EXPECT_EQ(written(name), std::string(name) + ";");
}

TEST(NewickFile, KnowsTreesWithoutARoot) {
  const auto unrooted = [](const std::string& text) { return parse_newick(text, "t").unrooted; };
  for (const char* text : {"[&U] ((a,b),(c,d));", "[&u]((a,b),c,d);", "((a,b),c,d);", "[x][&U]((a,b),(c,d));"})
    EXPECT_TRUE(unrooted(text)) << text;
  for (const char* text : {"((a,b),(c,d));", "[&R]((a,b),c,d);", "(a,b,c);", "((a,b),c,d,e);", "[&R] ((a,b),(c,d));"})
    EXPECT_FALSE(unrooted(text)) << text;
}

TEST(NewickFile, TellsWhereItIsNoUtf8) {
  EXPECT_EQ(refusal("((a,b),\n(\xe4,c));"),
            "t:2:2: is not UTF-8 (byte 0xE4), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 t > FILE");
  EXPECT_NE(refusal(std::string("(a,b\0);", 7)).find("t:1:5: is not UTF-8 (byte 0x00)"), std::string::npos);
}

TEST(NewickFile, TellsWhereItIsWrong) {
  EXPECT_EQ(refusal("(a,b"),
            "t:1:5: the end of the text where a comma or a closing bracket is expected, correct the text");
  EXPECT_EQ(refusal("(a,b)"), "t:1:6: the end of the text where the end of the tree, ; is expected, correct the text");
  EXPECT_EQ(refusal("(a,\n)b;"), "t:2:1: a leaf without a name, give it one");
  EXPECT_EQ(refusal("(a,b),c;"), "t:1:6: a comma outside of all brackets, put brackets around the tree");
  EXPECT_EQ(refusal("(a,b));"), "t:1:6: a closing bracket without an opening one, remove it");
  EXPECT_EQ(refusal("(a,(b,a));"), "t:1:7: a second leaf called 'a', make the names different");
  EXPECT_EQ(refusal("(a,'b);"), "t:1:4: a quoted name without an end, close it with '");
  EXPECT_EQ(refusal("(a,b[c);"), "t:1:5: a comment without an end, close it with ]");
  EXPECT_EQ(refusal("(a:x,b);"), "t:1:4: 'x' where the length of a branch is expected, write a number");
  EXPECT_EQ(refusal("(a,b);(a,c);"),
            "t: has several trees (one is asked for here), give one of them, or their consensus: tertium trees FILE -o "
            "FOLDER");
  EXPECT_EQ(refusal("(a,b);(a,c"),
            "t:1:11: the end of the text where a comma or a closing bracket is expected, correct the text");
  EXPECT_EQ(refusal(" [x]\n"), "t: has no tree, give a file of Newick or NEXUS that has one");
}

TEST(NewickFile, ReadsTreesAsDeepAsTheyHaveLeaves) {
  std::string text(100'000, '(');
  text += "a0";
  for (int k = 1; k <= 100'000; ++k) text += ",a" + std::to_string(k) + ")";
  EXPECT_EQ(parse_newick(text + ";", "t").tree.objects(), 100'001);
}

class LinkageFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  std::string refusal(const std::string& text) const {
    return tertium::testing::message_of([&] { read_linkage(file("z.csv", text)); });
  }
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("tertium_linkage_" + std::to_string(::getpid()));
};

TEST_F(LinkageFile, ReadsTables) {
  const core::RootedTree tree = read_linkage(file("z.csv", "left,right,height,size\n0,2,1,2\n1,3,2,3\n")).tree;
  EXPECT_EQ(tree.objects(), 3);
  EXPECT_EQ(tree.parent(tree.leaf(0)), tree.parent(tree.leaf(2)));
  const LinkageTree scipy = read_linkage(file("z.csv", "0.0,2.0,0.5,2.0\n1.0,3.0,0.7,3.0\n"));
  EXPECT_EQ(scipy.tree.objects(), 3);
  EXPECT_EQ(scipy.heights, (std::vector{0.5, 0.7}));
  EXPECT_TRUE(read_linkage(file("z.csv", "0,2\n1,3\n")).heights.empty());
}

TEST_F(LinkageFile, ReadsArrays) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 4), }";
  header.append(117 - header.size(), ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(118) + '\0' + header + '\n';
  for (const double value : {0.0, 1.0, 0.5, 2.0}) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  EXPECT_EQ(read_linkage(file("z.npy", bytes)).tree.objects(), 2);
  EXPECT_EQ(read_linkage(file("z.npy", bytes)).heights, std::vector{0.5});
  bytes.replace(bytes.find("<f8"), 3, "<f4").resize(128);
  for (const float value : {0.0F, 1.0F, 0.5F, 2.0F}) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  EXPECT_EQ(read_linkage(file("z.npy", bytes)).tree.objects(), 2);
}

TEST_F(LinkageFile, ReadsTheTablesOfOtherPrograms) {
  const std::string scipy = "0,2,0.5,2\n3,1,0.7,2\n4,5,2.5,4\n";
  const auto expect_same = [&](const std::string& text) {
    const core::RootedTree one = read_linkage(file("z.csv", scipy)).tree,
                           other = read_linkage(file("y.csv", text)).tree;
    ASSERT_EQ(other.objects(), 4) << text;
    EXPECT_EQ(core::count_triples(one, other).distance(), 0.0) << text;
  };
  expect_same(
      "0.000000e+00,2.000e+00,5.0e-01,2.0e+00\n3e+00,1e+00,7e-01,2e+00\n4e+00,5e+00,2.5e+00,4e+00\n");  // savetxt
  expect_same("0.000e+00 2.000e+00 5.0e-01 2.0e+00\n3e+00 1e+00 7e-01 2e+00\n4e+00 5e+00 2.5e+00 4e+00\n");
  expect_same("0,2\n3,1\n4,5\n");
  expect_same("0.000e+00 2.000e+00\n3.000e+00 1.000e+00\n4e+00 5e+00\n");
  expect_same("-1,-3\n-4,-2\n1,2\n");                                        // R: hclust's merge
  expect_same("\"\",\"V1\",\"V2\"\n\"1\",-1,-3\n\"2\",-4,-2\n\"3\",1,2\n");  // its write.csv
  expect_same("1,3,0.5\n4,2,0.7\n5,6,2.5\n");                                // MATLAB
}

TEST_F(LinkageFile, RefusesWhatIsNoTree) {
  EXPECT_NE(refusal("0,2,1,2\n0,3,2,3\n").find("merge 1 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("0,9,1,2\n1,3,2,3\n").find("merge 0 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("0,x,1,2\n").find("merge 0 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("0,99999999999999999999,1,2\n").find("a node of merge 0 (from 0) is too large"), std::string::npos);
  EXPECT_NE(refusal("0,1,1,9e99\n").find("the size of merge 0 (from 0) is too large"), std::string::npos);
  EXPECT_NE(refusal("anchor,near,far\n1,2,3\n").find("no columns left and right"), std::string::npos);
}

}  // namespace
}  // namespace tertium::files
