#include "core/clusterings/dendrogram.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>
#include <set>

#include "core/clusterings/agreement.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "tests/core/generators.hpp"
#include "tests/files/newick_reader.hpp"
#include "tests/support/plain_lengths.hpp"

namespace tertium::core {
namespace {

/// Objects below every node, straight from the merges.
std::vector<std::set<Object>> objects_below(const Dendrogram& tree) {
  std::vector<std::set<Object>> below;
  for (const auto& members : tree.leaves().members()) below.emplace_back(members.begin(), members.end());
  for (const Merge& merge : tree.merges()) {
    std::set<Object> joined = below[merge.left];
    joined.insert(below[merge.right].begin(), below[merge.right].end());
    below.push_back(joined);
  }
  return below;
}

TEST(Dendrogram, CountsObjectsBelowItsNodes) {
  const Dendrogram tree = test::random_tree(test::random_partition(30, 12, 1), 2);
  const auto below = objects_below(tree);
  for (std::size_t node = 0; node < below.size(); ++node)
    EXPECT_EQ(tree.size(static_cast<Node>(node)), static_cast<Object>(below[node].size()));
  EXPECT_TRUE(tree.complete());
}

TEST(Dendrogram, RefusesMergesThatMakeNoTree) {
  Dendrogram tree(Partition::singletons(3));
  EXPECT_THROW(tree.merge(0, 0), ContractError);
  EXPECT_THROW(tree.merge(0, 3), ContractError);
  EXPECT_THROW(tree.merge(-1, 1), ContractError);
  EXPECT_EQ(tree.merge(0, 1), 3);
  EXPECT_FALSE(tree.complete());
  EXPECT_THROW(tree.merge(1, 2), ContractError);
  EXPECT_EQ(tree.merge(2, 3), 4);
  EXPECT_TRUE(tree.complete());
}

/// The clusters at a depth, from the root down.
void clusters_below(const Dendrogram& tree, Node node, int depth, std::vector<std::vector<Node>>& clusters) {
  if (node >= tree.leaf_count() && depth > 0) {
    const Merge& merge = tree.merges()[node - tree.leaf_count()];
    clusters_below(tree, merge.left, depth - 1, clusters);
    clusters_below(tree, merge.right, depth - 1, clusters);
    return;
  }
  clusters.push_back({node});
  for (std::size_t k = 0; k < clusters.back().size(); ++k) {
    if (clusters.back()[k] < tree.leaf_count()) continue;
    const Merge& merge = tree.merges()[clusters.back()[k] - tree.leaf_count()];
    clusters.back().insert(clusters.back().end(), {merge.left, merge.right});
  }
}

TEST(Dendrogram, CutAtADepthIsTheNodesSoFarBelowTheRoot) {
  for (const Partition& leaves : {Partition::singletons(30), test::random_partition(40, 25, 3),
                                  Partition::singletons(1), Partition::singletons(2), Partition()}) {
    const Dendrogram tree = test::random_tree(leaves, 7);
    for (int depth = 0; depth <= tree.leaf_count() + 1; ++depth) {
      std::vector<std::vector<Node>> clusters;
      const Node root = tree.leaf_count() + static_cast<Node>(tree.merges().size()) - 1;
      if (root >= 0) clusters_below(tree, root, depth, clusters);
      std::vector<Label> of_leaf(tree.leaf_count()), labels(tree.objects());
      for (std::size_t k = 0; k < clusters.size(); ++k)
        for (const Node node : clusters[k])
          if (node < tree.leaf_count()) of_leaf[node] = static_cast<Label>(k);
      for (Object i = 0; i < tree.objects(); ++i) labels[i] = of_leaf[leaves[i]];
      EXPECT_EQ(tree.cut_at_depth(depth), Partition(labels)) << depth;
      if (depth > 0) {
        EXPECT_TRUE(refines(tree.cut_at_depth(depth), tree.cut_at_depth(depth - 1)));
      }
    }
    EXPECT_EQ(tree.cut_at_depth(tree.leaf_count()), leaves);
  }
  EXPECT_THROW(Dendrogram(Partition::singletons(2)).cut_at_depth(1), ContractError);
}

TEST(Dendrogram, CutUndoesTheLastMerges) {
  const Dendrogram tree = test::random_tree(test::random_partition(40, 25, 3), 4);
  const auto leaves = static_cast<std::size_t>(tree.leaf_count());
  for (Label k = 1; k <= tree.leaf_count() + 3; ++k) {
    Dendrogram younger(tree.leaves());
    const std::size_t kept = leaves - std::min(leaves, static_cast<std::size_t>(k));
    for (std::size_t t = 0; t < kept; ++t) younger.merge(tree.merges()[t].left, tree.merges()[t].right);
    EXPECT_EQ(tree.cut(k), younger.cut(1)) << k;
    EXPECT_EQ(tree.cut(k).clusters(), std::min<Label>(k, tree.leaf_count()));
    if (k > 1) {
      EXPECT_TRUE(refines(tree.cut(k), tree.cut(k - 1)));
    }
  }
  EXPECT_THROW(tree.cut(0), ContractError);
}

TEST(Dendrogram, OfFewObjects) {
  EXPECT_TRUE(Dendrogram().complete());
  const Dendrogram one(Partition::singletons(1));
  EXPECT_TRUE(one.complete());
  EXPECT_EQ(one.cut(1).clusters(), 1);
  EXPECT_TRUE(scipy_linkage(one).empty());
  EXPECT_EQ(newick(one, std::vector<std::string>{"a"}), "a;");
}

TEST(LcaSizes, AreTheSizesOfTheSmallestNodesThatHoldBoth) {
  for (const Partition& leaves : {Partition::singletons(25), test::random_partition(25, 9, 5)}) {
    const Dendrogram tree = test::random_tree(leaves, 6);
    const auto below = objects_below(tree);
    const PairTable<Object> sizes = lca_sizes(tree);
    for (const Pair& pair : all_pairs(25)) {
      std::size_t smallest = 25;
      for (const auto& node : below)
        if (node.count(pair.i) + node.count(pair.j) == 2) smallest = std::min(smallest, node.size());
      EXPECT_EQ(sizes(pair.i, pair.j), static_cast<Object>(smallest));
    }
  }
}

TEST(Dendrogram, RelabellingMovesObjectsAndBack) {
  const Dendrogram tree = test::random_tree(test::random_partition(20, 8, 7), 8);
  const std::vector<Object> new_id = test::random_permutation(20, 9);
  const std::vector<Object> old_id = inverse(new_id);
  const Dendrogram moved = relabelled(tree, new_id);
  EXPECT_EQ(lca_sizes(moved), relabelled(lca_sizes(tree), std::span<const Object>(new_id)));
  EXPECT_EQ(relabelled(moved, old_id), tree);
  for (Label k = 1; k <= 8; ++k) EXPECT_EQ(moved.cut(k), relabelled(tree.cut(k), new_id));
}

TEST(ScipyLinkage, IsATableOfTheSameTree) {
  for (const Partition& leaves : {Partition::singletons(15), test::random_partition(15, 6, 10)}) {
    const Dendrogram tree = test::random_tree(leaves, 11);
    const auto rows = scipy_linkage(tree);
    ASSERT_EQ(rows.size(), 14U);
    Dendrogram copy(Partition::singletons(15));
    double height = 0.0;
    for (const auto& row : rows) {
      EXPECT_LT(row[0], row[1]);
      EXPECT_GE(row[2], height);
      height = row[2];
      const Node node = copy.merge(static_cast<Node>(row[0]), static_cast<Node>(row[1]));
      EXPECT_EQ(copy.size(node), static_cast<Object>(row[3]));
    }
    for (Label k = 1; k <= tree.leaf_count(); ++k) EXPECT_EQ(copy.cut(k), tree.cut(k));
  }
}

TEST(Newick, TakesAVeryDeepTree) {
  constexpr Object kObjects = 200'000;
  Dendrogram tree(Partition::singletons(kObjects));
  Node node = 0;
  for (Object i = 1; i < kObjects; ++i) node = tree.merge(node, i);
  const std::string text = newick(tree, std::vector<std::string>(kObjects, "x"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), kObjects - 1);
  EXPECT_TRUE(text.starts_with("(x:199999,(x:199998,(")) << text.substr(0, 40);
}

TEST(Newick, LabelsOfNodesStandBehindThem) {
  Dendrogram tree(Partition::singletons(3));
  tree.merge(tree.merge(0, 1), 2);
  const std::vector<std::string> names{"a", "b", "c"}, labels{"0.97", ""};
  EXPECT_EQ(newick(tree, names, labels), "(c:2,(a:1,b:1)0.97:1);");
}

TEST(Newick, ReadsBackWithNamesAndHeights) {
  const Dendrogram tree = test::random_tree(7, 12);
  const std::vector<std::string> names{"plain", "with space", "it's", "a,b", "(x)", "über", ""};
  const std::string text = newick(tree, names);
  const files::test::NewickTree read = files::test::read_newick(text);
  std::multiset<std::set<std::string>> expected;
  for (const auto& objects : objects_below(tree)) {
    std::set<std::string> named;
    for (const Object object : objects) named.insert(names[object]);
    expected.insert(named);
  }
  EXPECT_EQ(read.clades, expected) << text;
  for (const double depth : read.leaf_depths) EXPECT_DOUBLE_EQ(depth, 6.0) << text;
}

/// Lengths of all branches: quarters, so that sums of them are exact.
std::vector<double> random_lengths(const Dendrogram& tree, std::uint64_t seed) {
  Stream random = test::stream(seed);
  std::vector<double> lengths(2 * static_cast<std::size_t>(tree.leaf_count()) - 1, 0.0);
  for (double& length : lengths) length = 0.25 * static_cast<double>(random.below(9));
  lengths.back() = 0.0;
  return lengths;
}

TEST(BranchLengths, AreKeptAndCompared) {
  const Dendrogram bare = test::random_tree(test::random_partition(20, 8, 7), 8);
  Dendrogram tree = bare;
  EXPECT_FALSE(tree.has_lengths());
  const std::vector<double> lengths = random_lengths(tree, 9);
  tree.set_lengths(lengths);
  EXPECT_TRUE(std::ranges::equal(tree.lengths(), lengths));
  EXPECT_NE(tree, bare);
  const std::vector<Object> new_id = test::random_permutation(20, 9);
  const Dendrogram moved = relabelled(tree, new_id);
  EXPECT_EQ(path_lengths(moved), relabelled(path_lengths(tree), std::span<const Object>(new_id)));
  EXPECT_EQ(relabelled(moved, inverse(new_id)), tree);
  std::vector<double> bad = lengths;
  bad[0] = -1.0;
  EXPECT_THROW(tree.set_lengths(bad), ContractError);
  bad[0] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(tree.set_lengths(bad), ContractError);
  bad[0] = bad.back() = 1.0;
  EXPECT_THROW(tree.set_lengths(bad), ContractError);
  bad.pop_back();
  EXPECT_THROW(tree.set_lengths(bad), ContractError);
}

TEST(BranchLengths, OfAPathAddUp) {
  for (const Partition& leaves : {Partition::singletons(12), test::random_partition(25, 9, 5)}) {
    Dendrogram tree = test::random_tree(leaves, 6);
    const std::vector<double> lengths = random_lengths(tree, 3);
    tree.set_lengths(lengths);
    const PairTable<double> paths = path_lengths(tree);
    for (const Pair& pair : all_pairs(leaves.objects()))
      EXPECT_EQ(paths(pair.i, pair.j), testing::plain_path(tree, lengths, leaves[pair.i], leaves[pair.j]));
  }
}

TEST(BranchLengths, AreThoseOfScipysNodesAndOfNewick) {
  for (const Partition& leaves : {Partition::singletons(12), test::random_partition(25, 9, 5)}) {
    const Dendrogram shape = test::random_tree(leaves, 6);
    std::vector<Children> children;
    for (const Merge& merge : shape.merges()) children.push_back({merge.left, merge.right});
    const auto root = static_cast<Node>(2 * leaves.clusters() - 2);
    const Dendrogram tree = dendrogram_by_distance(leaves, children, root, random_lengths(shape, 3));
    const auto rows = scipy_linkage(tree);
    const std::vector<double> lengths = scipy_lengths(tree);
    const auto n = static_cast<std::size_t>(leaves.objects());
    ASSERT_EQ(lengths.size(), 2 * n - 1);
    // Paths add up along scipy's rows, too, and heights grow.
    PairTable<double> paths(leaves.objects());
    std::vector<std::map<Object, double>> below(n);
    for (std::size_t i = 0; i < n; ++i) below[i] = {{static_cast<Object>(i), lengths[i]}};
    double height = 0.0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      EXPECT_GE(rows[row][2], height);
      height = rows[row][2];
      const auto &left = below[static_cast<std::size_t>(rows[row][0])],
                 &right = below[static_cast<std::size_t>(rows[row][1])];
      std::map<Object, double> joined;
      for (const auto& [i, far] : left)
        for (const auto& [j, other] : right) paths(i, j) = far + other;
      for (const auto* side : {&left, &right})
        for (const auto& [i, far] : *side) joined[i] = far + lengths[n + row];
      below.push_back(joined);
    }
    EXPECT_EQ(paths, path_lengths(tree));
    const std::vector<double> distance = root_distances(tree);
    EXPECT_EQ(height, *std::ranges::max_element(distance));
  }
}

TEST(BranchLengths, StandInNewick) {
  Dendrogram tree(Partition::singletons(3));
  tree.merge(tree.merge(0, 1), 2);
  tree.set_lengths({0.5, 0.0, 2.25, 1.5, 0.0});
  EXPECT_EQ(newick(tree, std::vector<std::string>{"a", "b", "c"}), "(c:2.25,(a:0.5,b:0):1.5);");
}

TEST(BranchLengths, DecideWhatATreeAgreesWith) {
  Dendrogram tree(Partition::singletons(3));
  tree.merge(tree.merge(0, 1), 2);
  const TripletList list(3, {{2, 0, 1}, {0, 1, 2}});
  const ListedTriplets answers(list);
  EXPECT_EQ(agreement(tree, answers).satisfied, 0.75);
  tree.set_lengths({0.5, 3.0, 1.0, 0.25, 0.0});  // 0 is nearer to 2 than 1 is, and nearer to 2 than to 1
  EXPECT_EQ(agreement(tree, answers).satisfied, 0.5);
  EXPECT_EQ(agreement(tree, answers).revenue, 1);  // by sizes, as of every tree
  Similarities w(3);
  w(0, 2) = 3.0;
  w(0, 1) = 2.0;
  w(1, 2) = 1.0;
  const SampledTriplets all(std::make_shared<const AnchorRanking>(PairRanking(w)), {}, 1.0, 1.0);
  EXPECT_EQ(agreement(tree, all).satisfied, 1.0);
}

TEST(Agreement, NeedsNoTableOfPairs) {
  const Object n = kMaxObjects + 3;
  Dendrogram tree(Partition::singletons(n));  // H(i,j) = max(i,j) + 1
  Node top = 0;
  for (Object leaf = 1; leaf < n; ++leaf) top = tree.merge(top, leaf);
  const TripletList list(n, {{0, 1, 2}, {5, n - 1, 3}, {9, 2, 3}});
  const Agreement found = agreement(tree, ListedTriplets(list, std::vector{2, 1, 1}));
  EXPECT_EQ(found.comparisons, 4);
  EXPECT_EQ(found.revenue, 2 * (3 - 2) + (6 - n));
  EXPECT_EQ(found.satisfied, (2.0 + 0.0 + 0.5) / 4.0);
}

TEST(BinaryTree, WithLengthsIsMergedFromTheRootsFarEnd) {
  const std::vector<Children> children{{0, 1}, {2, 3}, {4, 5}};
  const std::vector<double> lengths{1.0, 1.0, 1.0, 1.0, 0.5, 2.0, 0.0};
  const Dendrogram tree = dendrogram_by_distance(Partition::singletons(4), children, 6, lengths);
  EXPECT_EQ(tree.merges()[0].left, 2);  // 2 from the root, the other half a one
  EXPECT_EQ(tree.merges()[1].left, 0);
  EXPECT_EQ(tree.cut(3), Partition(std::vector<Label>{0, 1, 2, 2}));
  EXPECT_THROW(dendrogram_by_distance(Partition::singletons(4), children, 6, std::vector<double>(6)), ContractError);
}

}  // namespace
}  // namespace tertium::core
