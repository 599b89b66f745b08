#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

TEST(NewickFile, TellsWhereItIsWrong) {
  EXPECT_EQ(refusal("(a,b"),
            "t:1:5: the end of the text where a comma or a closing bracket is expected, correct the text");
  EXPECT_EQ(refusal("(a,b)"), "t:1:6: the end of the text where the end of the tree, ; is expected, correct the text");
  EXPECT_EQ(refusal("(a,\n)b;"), "t:2:1: a leaf without a name, give it one");
  EXPECT_EQ(refusal("(a,b),c;"), "t:1:6: a comma outside of all brackets, put brackets around the tree");
  EXPECT_EQ(refusal("(a,b));"), "t:1:6: a closing bracket that nothing opens, remove it");
  EXPECT_EQ(refusal("(a,(b,a));"), "t:1:7: a second leaf called 'a', make the names different");
  EXPECT_EQ(refusal("(a,'b);"), "t:1:4: a quoted name without an end, close it with '");
  EXPECT_EQ(refusal("(a,b[c);"), "t:1:5: a comment without an end, close it with ]");
  EXPECT_EQ(refusal("(a:x,b);"), "t:1:4: 'x' where the length of a branch is expected, write a number");
  EXPECT_EQ(refusal("(a,b);(a,c);"),
            "t:1:7: more text behind the tree (one tree is read from a file), give each a file of its own");
  EXPECT_EQ(refusal(""), "t:1:1: a leaf without a name, give it one");
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
  const core::RootedTree tree = read_linkage(file("z.csv", "left,right,height,size\n0,2,1,2\n1,3,2,3\n"));
  EXPECT_EQ(tree.objects(), 3);
  EXPECT_EQ(tree.parent(tree.leaf(0)), tree.parent(tree.leaf(2)));
  EXPECT_EQ(read_linkage(file("z.csv", "0.0,2.0,0.5,2.0\n1.0,3.0,0.7,3.0\n")).objects(), 3);
}

TEST_F(LinkageFile, ReadsArrays) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 4), }";
  header.append(117 - header.size(), ' ');
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(118) + '\0' + header + '\n';
  for (const double value : {0.0, 1.0, 0.5, 2.0}) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  EXPECT_EQ(read_linkage(file("z.npy", bytes)).objects(), 2);
}

TEST_F(LinkageFile, RefusesWhatIsNoTree) {
  EXPECT_NE(refusal("0,2,1,2\n0,3,2,3\n").find("merge 1 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("0,9,1,2\n1,3,2,3\n").find("merge 0 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("0,x,1,2\n").find("merge 0 (from 0) does not join"), std::string::npos);
  EXPECT_NE(refusal("anchor,near,far\n1,2,3\n").find("no columns left and right"), std::string::npos);
}

}  // namespace
}  // namespace tertium::files
