// Transfer distances against their definition, and against another program.
#include "core/clusterings/transfer_distance.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <string_view>

#include "core/clusterings/tree_comparison.hpp"
#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

/// Leaves on one side of a branch, a bit each; the root is leaf n.
using Side = std::uint32_t;

Side side_of(const RootedTree& tree, Node v) {
  Side side = 0;
  for (const Object i : tree.below(v)) side |= Side{1} << i;
  return side;
}

/// The least number of leaves that change sides, looked for over all branches, those of leaves among them.
Object moved_by_definition(const RootedTree& tree, Node v, const RootedTree& other) {
  const Object leaves = tree.objects() + 1;
  Object least = leaves;
  for (Node y = 0; y < other.nodes(); ++y) {
    const Object apart = std::popcount(side_of(tree, v) ^ side_of(other, y));
    least = std::min({least, apart, leaves - apart});
  }
  return least;
}

TEST(TransferDistance, IsTheLeastNumberOfMoves) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto n = static_cast<Object>(2 + seed % 12);
    const RootedTree tree = test::random_rooted(n, 2 + static_cast<int>(seed % 3), seed),
                     other = test::random_rooted(n, 2 + static_cast<int>(seed % 2), seed + 1000);
    const std::vector<Object> distances = transfer_distances(tree, other);
    for (Node v = 0; v < tree.nodes(); ++v)
      EXPECT_EQ(distances[v], moved_by_definition(tree, v, other)) << n << " objects, node " << v;
  }
}

TEST(TransferDistance, IsNothingOfBranchesThatAreThereAndOfNoOthers) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RootedTree tree = test::random_rooted(9, 3, seed), other = test::random_rooted(9, 2, seed + 77);
    const std::vector<Object> distances = transfer_distances(tree, other);
    const std::vector<Node> shared = shared_nodes(tree, other);
    for (Node v = 0; v < tree.nodes(); ++v) {
      EXPECT_EQ(distances[v] == 0, shared[v] >= 0);
      EXPECT_LE(distances[v], most_moved(tree.size(v), 9));
    }
    EXPECT_EQ(transfer_distances(tree, tree), std::vector<Object>(distances.size(), 0));
  }
}

/// A Newick text of the objects 0 to 9 without names or lengths of any other kind.
RootedTree tree_of(std::string_view text) {
  std::vector<Node> parent;
  std::vector<Object> object;
  Node open = -1;
  for (const char c : text) {
    if (c == ')') open = parent[open];
    if (c == ')' || c == ',') continue;
    parent.push_back(open);
    object.push_back(c == '(' ? -1 : c - '0');
    if (c == '(') open = static_cast<Node>(parent.size()) - 1;
  }
  return {parent, object};
}

// A tree of ten sequences and an eleventh that stands for the root, and ten bootstrap trees, which IQ-TREE 2.0.7 made
// (iqtree2 -s FILE -m JC -b 10 --tbe). Its transfer bootstrap expectations, in parentheses, are these numbers of moves.
TEST(TransferDistance, IsThatOfIqtree) {
  const RootedTree tree = tree_of("((((0,1),2),((3,((4,5),6)),7)),(8,9))");
  std::map<Side, Object> moved;
  for (const char* other : {"(((((((0,1),2),3),((4,5),6)),7),8),9)", "(((((0,1),2),7),(3,((4,5),6))),(8,9))",
                            "((((0,1),2),((3,((4,5),6)),7)),(8,9))", "(((((0,1),2),3),(((4,5),6),7)),(8,9))",
                            "((((0,1),2),((3,((4,5),6)),7)),(8,9))", "(((((0,1),2),(3,((4,5),6))),7),(8,9))",
                            "(((((0,1),2),(3,(((4,5),6),7))),8),9)", "((((0,1),2),((3,((4,5),6)),7)),(8,9))",
                            "((((0,1),2),(3,((4,5),6))),(7,(8,9)))", "((((((0,1),2),(3,((4,6),5))),7),8),9)"}) {
    const std::vector<Object> distances = transfer_distances(tree, tree_of(other));
    for (Node v = 1; v < tree.nodes(); ++v)
      if (!tree.is_leaf(v)) moved[side_of(tree, v)] += distances[v];
  }
  const std::map<Side, Object> told{{0b11, 0},           // (1.000)
                                    {0b111, 0},          // (1.000)
                                    {0b110000, 1},       // (0.900)
                                    {0b1110000, 0},      // (1.000)
                                    {0b1111000, 3},      // (0.900)
                                    {0b11111000, 7},     // (0.825)
                                    {0b11111111, 1},     // (0.950)
                                    {0b1100000000, 3}};  // (0.700)
  EXPECT_EQ(moved, told);
}

}  // namespace
}  // namespace tertium::core
