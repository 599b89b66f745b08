// Two trees by their names, and the rows that tables of their branches have.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "answers/trees/trees_comparison.hpp"
#include "files/structures/tree_file.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using testing::expect_message;
using testing::message_of;

const char* const kOneTree = "(((a:1,b:1)0.9:1,c)0.7,(d,('e 1',f)0.96)0.2);";
const char* const kOtherTree = "((a,b,c),((d,f),'e 1'));";

TEST(ComparedTrees, RowsSayWhatTheTreesShare) {
  const TreePair pair = paired(tree_of_newick(kOneTree, "one"), tree_of_newick(kOtherTree, "two"));
  const TreesComparison found = compare_trees(pair);
  EXPECT_DOUBLE_EQ(found.triples.distance(), 0.1);
  EXPECT_EQ(found.branches.distance(), 3);
  EXPECT_EQ(found.tanglegram.crossings, 0);
  const std::vector<BranchRow> rows = branch_rows(pair, found);
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_TRUE(rows[0].in_first);
  EXPECT_EQ(rows[0].support, 0.96);
  EXPECT_FALSE(rows[0].in_both);
  EXPECT_EQ(rows[0].match_size, 3);
  EXPECT_EQ(rows[0].match->common, 2);
  std::vector<std::string> members;
  for (const core::Object i : rows[0].members) members.push_back(pair.names[i]);
  EXPECT_EQ(members, (std::vector<std::string>{"e 1", "f"}));
  EXPECT_TRUE(std::isnan(rows.back().support));
}

TEST(ComparedTrees, MergesAreTreesOfNamedObjects) {
  const std::vector<std::array<std::int64_t, 2>> merges{{0, 1}, {2, 3}, {4, 5}};
  const TreeSource linkage = tree_of_names(files::tree_of_merges(merges, {}, "rows"), {"a", "b", "c", "d"}, "rows");
  const TreePair pair = paired(linkage, tree_of_newick("((b,a),(d,c));", "text"));
  EXPECT_EQ(compare_trees(pair).triples.distance(), 0.0);
  const std::vector<std::array<std::int64_t, 2>> impossible{{0, 1}, {0, 2}};
  expect_message(message_of([&] { files::tree_of_merges(impossible, {}, "rows"); }),
                 "rows: merge 1 (from 0) does not join");
  expect_message(message_of([&] {
                   tree_of_names(files::tree_of_merges(merges, {}, "rows"), {"a", "b"}, "rows");
                 }),
                 "2 names for 4 objects");
  expect_message(message_of([&] {
                   tree_of_names(files::tree_of_merges(merges, {}, "rows"), {"a", "b", "a", "c"}, "rows");
                 }),
                 "two objects have the same name");
}

std::vector<double> support_in(const std::string& text) {
  std::vector<double> support = tree_of_newick(text, "tree").support;
  std::erase_if(support, [](double share) { return std::isnan(share); });
  return support;
}

TEST(ComparedTrees, SupportIsReadAsProgramsWriteIt) {
  for (const char* text :
       {"((a,b)90,(c,d)40);", "((a,b)0.9,(c,d)0.4);", "((a,b)90/100,(c,d)40/100);", "((a,b)180/200,(c,d)80/200)root;",
        "((a,b)99.5/90,(c,d)20/40);", "((a,b)[90],(c,d)[40]);", "((a,b):0.1[90],(c,d):0.2[40]);",
        "((a,b)[&support=90],(c,d)[&support=40]);", "((a,b):1[&x=3,posterior=\"0.9\"],(c,d)[&prob=0.4,y=9]);",
        "((a,b)[&&NHX:S=1:B=90],(c,d)[&&NHX:B=40]);", "((a,b)90%,(c,d)40%)100;", "((a,b)'90',(c,d)40)[&R];"})
    EXPECT_EQ(support_in(text), (std::vector{0.9, 0.4})) << text;
  EXPECT_EQ(support_in("(((a,b)1,(c,d)),(e,f)0.5);"), (std::vector{1.0, 0.5}));
  EXPECT_EQ(support_in("((a,b)100,((c,d)87,(e,f)100)100);"), (std::vector{1.0, 1.0, 0.87, 1.0}));
}

TEST(ComparedTrees, NumbersThatAreNoSupportAreNone) {
  for (const char* text :
       {"((a,b)120,(c,d)40);", "((a,b)-1,(c,d)40);", "((a,b)x,(c,d)40);",               // none could be
        "((a,b)1,((c,d)3,e)2);", "((a,b)2,(c,d)3)1;", "((a,b)7,(c,d)8,(e,f)9)6;",       // numbers of nodes
        "((a,b)4,(c,d)5)6;",                                                            // as scipy numbers them
        "(((a:1,b:1)1:2,c:3)3:1.5,d:4.5)4.5;", "(((a:1,b:1)3.5:2,c:3)1.5:1.5,d:4.5);",  // heights, and depths
        "((((((a,b)0.5,c)1.25,d)2,e)3.5,f)4.125,g)9;", "((a,b)[&rate=3],(c,d)[&rate=4]);", "((a,b)90/1,(c,d)40);"})
    EXPECT_TRUE(support_in(text).empty()) << text;
}

TEST(ComparedTrees, TreesWithoutARootAreComparedByTheirBranches) {
  const std::string rooted = "((((a,b)0.9,c)0.8,d)0.5,(e,f)0.7);", same = "(e,(f,(d,((b,a),c))));";
  for (const std::string& first : {"[&U]" + rooted, std::string("(((a,b)90,c)80,d,(e,f)50);")}) {
    const TreePair pair = paired(tree_of_newick(first, "one"), tree_of_newick(same, "two"));
    EXPECT_TRUE(pair.unrooted);
    const TreesComparison found = compare_trees(pair);
    EXPECT_EQ(found.triples.all(), 15);
    EXPECT_EQ(found.triples.distance(), 0.0);
    EXPECT_EQ(found.branches.shared, 3);
    EXPECT_EQ(found.branches.distance(), 0);
    const std::vector<BranchRow> rows = branch_rows(pair, found);
    EXPECT_EQ(rows[0].support, 0.9);
    EXPECT_EQ(rows[2].support, 0.5) << "of two branches that are one, the smaller";
    EXPECT_EQ(rows[2].members.size(), 2U) << "the smaller side, e and f";
  }
  for (const char* first : {"[&R] (((a,b),c),d,(e,f));", "((((a,b),c),d),(e,f));"})
    EXPECT_FALSE(paired(tree_of_newick(first, "one"), tree_of_newick(same, "two")).unrooted) << first;
  const TreeSource one = tree_of_newick(rooted, "one"), two = tree_of_newick(same, "two");
  EXPECT_GT(compare_trees(paired(one, two)).triples.distance(), 0.0);
  EXPECT_EQ(compare_trees(paired(one, two, {.unrooted = true})).triples.distance(), 0.0);
  const TreePair other = paired(one, tree_of_newick("((a,c),(b,d),(e,f));", "two"));
  const TreesComparison found = compare_trees(other);
  EXPECT_EQ(found.branches.shared, 1);
  EXPECT_EQ(branch_rows(other, found)[1].match->likeness, 0.75);  // a, b, c, and all but e and f
}

TEST(ComparedTrees, LeavesOfOneTreeOnlyAreRefusedOrLeftOut) {
  const TreeSource first = tree_of_newick(kOneTree, "one"), second = tree_of_newick("((a,b),(f,x),c);", "two");
  expect_message(message_of([&] { paired(first, second, {.option = "common=True"}); }),
                 "(2 only in one: d, e 1; 1 only in two: x), add common=True to compare the 4 that both have");
  EXPECT_EQ(paired(first, second, {.common = true}).objects(), 4);
}

}  // namespace
}  // namespace tertium::answers
