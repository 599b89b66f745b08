// Trees as rows hold them, against core's own table of a tree.
#include "experiments/store/stored_tree.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/error.hpp"
#include "tests/core/generators.hpp"

namespace tertium::experiments {
namespace {

using core::test::random_partition;
using core::test::random_tree;

void expect_round_trip(const core::Dendrogram& tree) {
  const auto rows = core::scipy_linkage(tree);
  const StoredTree stored = stored_tree(tree);
  EXPECT_EQ(linkage_rows(stored), rows);
  EXPECT_EQ(stored_tree(rows), stored);
  EXPECT_EQ(stored.initial, tree.objects() - tree.leaf_count());
  const core::Dendrogram copy = dendrogram_of(stored);
  EXPECT_EQ(copy.leaves(), tree.leaves());
  EXPECT_EQ(core::lca_sizes(copy), core::lca_sizes(tree));
  for (core::Label k = 1; k <= tree.leaf_count(); ++k) EXPECT_EQ(copy.cut(k), tree.cut(k));
  EXPECT_EQ(stored_tree(copy), stored);
  EXPECT_EQ(dendrogram_of(stored_tree(copy)), copy);
}

TEST(StoredTree, RoundTripOfObjectsAndOfInitialClusters) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    expect_round_trip(random_tree(17, seed));
    expect_round_trip(random_tree(random_partition(30, 1 + seed, seed), seed));
  }
}

TEST(StoredTree, OfFewObjects) {
  expect_round_trip(core::Dendrogram(core::Partition::singletons(1)));
  EXPECT_TRUE(stored_tree(core::Dendrogram(core::Partition::singletons(1))).empty());
  core::Dendrogram two(core::Partition::singletons(2));
  two.merge(0, 1);
  expect_round_trip(two);
  const std::vector<core::Label> together = {0, 0};
  expect_round_trip(core::Dendrogram(core::Partition(together)));
  EXPECT_EQ(stored_tree(core::Dendrogram(core::Partition(together))).initial, 1);
}

TEST(StoredTree, AnUnfinishedTreeIsNotStored) {
  EXPECT_THROW(stored_tree(core::Dendrogram(core::Partition::singletons(2))), core::ContractError);
  EXPECT_THROW(stored_tree(core::Dendrogram()), core::ContractError);
}

TEST(StoredTree, ImpossibleNodesAreRefused) {
  constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
  const std::vector<StoredTree> impossible = {{{{0, 0}}},
                                              {{{1, 0}}},
                                              {{{-1, 0}}},
                                              {{{0, 2}}},
                                              {{{0, kLargest}}},
                                              {{{0, 1}, {1, 2}}},
                                              {{{0, 1}, {2, 4}}},
                                              {{{0, 1}, {0, 3}}},
                                              {{{0, 1}}, -1},
                                              {{{0, 1}}, 2},
                                              {{}, 1}};
  for (const StoredTree& tree : impossible) {
    EXPECT_THROW(expect_valid(tree), core::UserError);
    EXPECT_THROW(dendrogram_of(tree), core::UserError);
  }
}

TEST(StoredTree, RowsThatAreNoTableOfATreeAreRefused) {
  const std::vector<LinkageRow> good = {{0, 1, 0, 2}, {2, 3, 1, 3}};
  EXPECT_EQ(stored_tree(good), (StoredTree{{{0, 1}, {2, 3}}, 1}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (const double value : {-1.0, 0.5, 7.0, 1e300, nan}) {
        std::vector<LinkageRow> bad = good;
        bad[row][column] = value;
        EXPECT_THROW(stored_tree(bad), core::UserError) << row << ", " << column << ": " << value;
      }
}

}  // namespace
}  // namespace tertium::experiments
