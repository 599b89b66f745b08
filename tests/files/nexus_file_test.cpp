// Files of several trees: Newick, one after the other, and NEXUS as programs of phylogenetics write it.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "files/structures/tree_file.hpp"
#include "files/text/text_file.hpp"
#include "tests/support/message.hpp"

namespace tertium::files {
namespace {

using Names = std::vector<std::string>;

std::vector<NamedTree> trees_in(const std::string& text) {
  std::vector<NamedTree> trees;
  parse_trees(text, "t", [&](NamedTree tree) { trees.push_back(std::move(tree)); });
  return trees;
}

std::vector<NamedTree> trees_of_file(const char* name) {
  return trees_in(read_text(std::filesystem::path(TERTIUM_SOURCE_DIR) / "tests/files/trees" / name));
}

std::string refusal(const std::string& text) {
  return tertium::testing::message_of([&] { trees_in(text); });
}

/// A NEXUS file with this in its block of trees.
std::string nexus(const std::string& block) {
  return "#NEXUS\nbegin trees;\n" + block + "\nend;\n";
}

TEST(TreeFiles, HaveTreesOneAfterTheOther) {
  const std::vector<NamedTree> trees = trees_in("[&R] ((a,b),(c,d));\n[&U]((a,c),(b,d))[x];((a:1,d:2)95:1,b,c);\n\n");
  ASSERT_EQ(trees.size(), 3u);
  EXPECT_EQ(trees[1].names, (Names{"a", "c", "b", "d"}));
  EXPECT_FALSE(trees[0].unrooted);
  EXPECT_TRUE(trees[1].unrooted);
  EXPECT_TRUE(trees[2].unrooted);
  EXPECT_EQ(trees[2].labels[1], "95");
}

TEST(TreeFiles, AsBeastWritesThem) {
  const std::vector<NamedTree> trees = trees_of_file("beast.trees");
  ASSERT_EQ(trees.size(), 4u);
  EXPECT_EQ(trees[0].names,
            (Names{"Homo_sapiens_2001", "Pan (troglodytes)", "gorilla", "Pongo", "macaque", "Darwin's finch"}));
  EXPECT_EQ(trees[0].remarks[3], "&rate=1.0,posterior=0.98");
  EXPECT_EQ(trees[1].lengths[trees[1].tree.leaf(5)], 21.0);
  for (const NamedTree& tree : trees) {
    EXPECT_TRUE(tree.tree.is_binary());
    EXPECT_FALSE(tree.unrooted);
  }
}

TEST(TreeFiles, AsMrBayesWritesThem) {
  const std::vector<NamedTree> trees = trees_of_file("mrbayes.t");
  ASSERT_EQ(trees.size(), 3u);
  EXPECT_EQ(trees[1].names, (Names{"d", "e", "c", "b", "a"}));
  for (const NamedTree& tree : trees) EXPECT_TRUE(tree.unrooted);
}

TEST(TreeFiles, OfNexusMayHaveOtherWordsAndBlocks) {
  const std::string trees =
      "TITLE 'a; b';\n translate x 'it''s', y b, z [the last] c ,;\n"
      "tree * 'best = one' = [&R](x,y,z);\nUTREE two=((x,y),(z,d));tree three=((x,b),z);";
  EXPECT_NE(refusal(nexus(trees)).find("a leaf 'd' that is not in the table 'translate', add it there"),
            std::string::npos);
  const auto read = trees_in("#nexus [x]\nBEGIN DATA;\nmatrix a 'tree;' [;] 01;\nEND;\n" +
                             nexus("utree two = ((a,b),(c,d)); tree three = ((a,b),(c,d));").substr(7) +
                             "begin figtree; set x=\"[\"];\nend;");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(read[0].unrooted);
  EXPECT_FALSE(read[1].unrooted);
  const auto named = trees_in(nexus("translate 1 'it''s', 2 b, 3 c1; tree x = [&R] ((1,b),c1);"));
  EXPECT_EQ(named.front().names, (Names{"it's", "b", "c1"}));  // leaves may be called by their names, too
}

TEST(TreeFiles, TellWhatIsWrong) {
  EXPECT_EQ(refusal(""), "t: has no tree, give a file of Newick or NEXUS that has one");
  EXPECT_EQ(refusal("#NEXUS\nbegin taxa; end;"), "t: has no block of trees, give a file with 'begin trees; ... end;'");
  EXPECT_EQ(refusal("(a,b);\n((a,b),c"),
            "t:2:9: the end of the text where a comma or a closing bracket is expected, correct the text");
  EXPECT_EQ(refusal(nexus("translate 1 a, 2 b;\ntree x = (1,3);")),
            "t:4:13: a leaf '3' that is not in the table 'translate', add it there");
  EXPECT_EQ(refusal(nexus("translate 1 a, 2;")),
            "t:3:16: a line of the table 'translate' that is not 'NUMBER NAME,', correct it");
  EXPECT_EQ(refusal(nexus("translate 1 a, 1 b;")),
            "t:3:16: a second name for one leaf in the table 'translate', remove one");
  EXPECT_EQ(refusal(nexus("tree x (a,b);")), "t:3:13: ';' where = and a tree is expected, correct the text");
  EXPECT_EQ(refusal("#NEXUS begin trees; tree x = (a,b);"),
            "t:1:36: the end of the text inside a block of trees, write END; after the last tree");
  EXPECT_EQ(refusal("#NEXUS begin taxa"),
            "t:1:18: the end of the text where the end of a command, ; is expected, "
            "correct the text");
}

}  // namespace
}  // namespace tertium::files
