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
  const TreePair pair = paired(tree_of_newick(kOneTree, "one"), tree_of_newick(kOtherTree, "two"), false);
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
  const TreePair pair = paired(linkage, tree_of_newick("((b,a),(d,c));", "text"), false);
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

TEST(ComparedTrees, SupportInPercentIsAShare) {
  for (const char* text : {"((a,b)90,(c,d)40);", "((a,b)0.9,(c,d)0.4);"}) {
    std::vector<double> support = tree_of_newick(text, "tree").support;
    std::erase_if(support, [](double share) { return std::isnan(share); });
    EXPECT_EQ(support, (std::vector{0.9, 0.4})) << text;
  }
}

TEST(ComparedTrees, LeavesOfOneTreeOnlyAreRefusedOrLeftOut) {
  const TreeSource first = tree_of_newick(kOneTree, "one"), second = tree_of_newick("((a,b),(f,x),c);", "two");
  expect_message(message_of([&] { paired(first, second, false, "common=True"); }),
                 "(2 only in one: d, e 1; 1 only in two: x), add common=True to compare the 4 that both have");
  EXPECT_EQ(paired(first, second, true).objects(), 4);
}

}  // namespace
}  // namespace tertium::answers
