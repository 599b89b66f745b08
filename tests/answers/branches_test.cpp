// What is concluded of branches and clusters from samples: trees that collapse, consensus, and how objects stay.
#include "answers/conclusions/branches.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "answers/resampling/membership.hpp"
#include "answers/resampling/split_support.hpp"
#include "linkage/lengths/rooting.hpp"
#include "metrics/measures/consensus.hpp"
#include "partition/trees/tree_parts.hpp"
#include "tests/core/generators.hpp"

namespace tertium::answers {
namespace {

using core::Dendrogram;
using core::Object;
using Objects = std::set<Object>;

/// The clusters of a tree that are no object and not all of them.
std::multiset<Objects> clusters_of(const core::RootedTree& tree) {
  std::multiset<Objects> clusters;
  for (core::Node v = 1; v < tree.nodes(); ++v)
    if (!tree.is_leaf(v)) clusters.insert(Objects(tree.below(v).begin(), tree.below(v).end()));
  return clusters;
}

Resampling random_trees(Object n, int count, std::uint64_t seed) {
  Resampling resampled;
  for (int k = 0; k < count; ++k)
    resampled.made.emplace_back(core::test::random_tree(n, seed + static_cast<std::uint64_t>(k)));
  return resampled;
}

TEST(Branches, OfLittleSupportCollapse) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto n = static_cast<Object>(2 + seed % 9);
    const Dendrogram tree = seed % 2 == 0 ? core::test::random_tree(n, seed)
                                          : core::test::random_tree(core::test::random_partition(n, 3, seed), seed);
    std::multiset<Objects> expected;
    std::vector<bool> kept;
    std::vector<Objects> below;
    for (Object i = 0; i < n; ++i) below.push_back({i});
    const auto rows = core::scipy_linkage(tree);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      Objects both = below[static_cast<std::size_t>(rows[row][0])];
      both.merge(Objects(below[static_cast<std::size_t>(rows[row][1])]));
      kept.push_back(row + 1 == rows.size() || (row + seed) % 3 == 0);
      if (kept.back() && row + 1 < rows.size()) expected.insert(both);
      below.push_back(std::move(both));
    }
    const core::RootedTree left = collapsed_tree(tree, kept);
    EXPECT_EQ(clusters_of(left), expected);
    for (core::Node v = 0; v < left.nodes(); ++v) {
      if (left.is_leaf(v)) continue;
      EXPECT_EQ(below[left.given(v)], Objects(left.below(v).begin(), left.below(v).end()));
    }
  }
}

TEST(Branches, CollapsedNewickKeepsHeightsNamesAndLabels) {
  Dendrogram tree(core::Partition::singletons(4));
  tree.merge(tree.merge(tree.merge(0, 1), 2), 3);
  const std::vector<std::string> names{"a", "b c", "d", "e"};
  const std::vector<double> supports{0.25, 0.75, 1.0};
  EXPECT_EQ(rows_kept(supports, 0.5), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(rows_kept({0.25, 0.75, 0.0}, 0.25), (std::vector<bool>{true, true, true})) << "the root stays";
  EXPECT_EQ(collapsed_newick(tree, rows_kept(supports, 0.5), names, support_labels(supports)),
            "(e:3,(a:2,'b c':2,d:2)0.75:1);");
  EXPECT_EQ(collapsed_newick(tree, {false, false, true}, names, {}), "(a:3,'b c':3,d:3,e:3);");
  EXPECT_EQ(collapsed_newick(tree, {true, true, true}, names, {}), core::newick(tree, names));
  tree.set_lengths({1.0, 2.0, 0.5, 4.0, 0.25, 0.125, 0.0});
  EXPECT_EQ(collapsed_newick(tree, {false, true, true}, names, {}), "(e:4,(a:1.25,'b c':2.25,d:0.5):0.125);");
  EXPECT_EQ(collapsed_newick(tree, {true, true, true}, names, {}), core::newick(tree, names));
}

metrics::Consensus majority(const Resampling& resampled) {
  const auto tree = [&](std::int64_t sample) {
    return core::RootedTree(std::get<Dendrogram>(resampled.made[static_cast<std::size_t>(sample)]));
  };
  return metrics::majority_tree(resampled.replicates(), tree, {.master_seed = 1});
}

TEST(Consensus, HasTheClustersOfMoreThanHalfOfTheTrees) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Resampling resampled = random_trees(4, 2 + static_cast<int>(seed % 5), 50 * seed);
    std::map<Objects, std::int64_t> counts;
    for (const core::Product& made : resampled.made)
      for (const Objects& cluster : clusters_of(core::RootedTree(std::get<Dendrogram>(made)))) ++counts[cluster];
    std::multiset<Objects> expected;
    for (const auto& [cluster, count] : counts)
      if (2 * count > resampled.replicates()) expected.insert(cluster);
    const metrics::Consensus consensus = majority(resampled);
    EXPECT_EQ(clusters_of(consensus.tree), expected);
    for (core::Node v = 1; v < consensus.tree.nodes(); ++v) {
      if (consensus.tree.is_leaf(v)) continue;
      const auto below = consensus.tree.below(v);
      EXPECT_EQ(consensus.counts[v], counts[Objects(below.begin(), below.end())]);
    }
  }
}

TEST(Consensus, OfOneTreeIsTheTree) {
  const Resampling resampled = random_trees(12, 1, 5);
  const auto& tree = std::get<Dendrogram>(resampled.made.front());
  EXPECT_EQ(clusters_of(majority(resampled).tree), clusters_of(core::RootedTree(tree)));
}

/// By the definition: all ways to match the clusters of a sample.
std::int64_t most_common(const core::Partition& found, const core::Partition& other) {
  std::vector<core::Label> match(static_cast<std::size_t>(std::max(found.clusters(), other.clusters())));
  for (std::size_t k = 0; k < match.size(); ++k) match[k] = static_cast<core::Label>(k);
  std::int64_t most = 0;
  do {
    std::int64_t common = 0;
    for (Object i = 0; i < found.objects(); ++i) common += match[found[i]] == other[i] ? 1 : 0;
    most = std::max(most, common);
  } while (std::next_permutation(match.begin(), match.end()));
  return most;
}

TEST(Membership, MatchesClustersByTheirObjects) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const core::Partition found = core::test::random_partition(11, 1 + seed % 4, seed);
    Resampling resampled;
    for (std::uint64_t k = 0; k < 6; ++k)
      resampled.made.emplace_back(core::test::random_partition(11, 1 + (seed + k) % 5, 100 * seed + k));
    const ClusterMembership told = membership(found, resampled);
    std::int64_t stays = 0, expected = 0;
    for (const std::int64_t count : told.stays) stays += count;
    for (const core::Product& made : resampled.made) expected += most_common(found, std::get<core::Partition>(made));
    EXPECT_EQ(stays, expected);
    for (const core::Pair& pair : core::all_pairs(11)) {
      const auto both = std::count_if(resampled.made.begin(), resampled.made.end(), [&](const core::Product& made) {
        const auto& other = std::get<core::Partition>(made);
        return other[pair.i] == other[pair.j];
      });
      EXPECT_EQ(told.together(pair.i, pair.j), both);
    }
  }
}

TEST(Membership, CutsTreesAndIsTheSameForAnyThreads) {
  const Resampling trees = random_trees(15, 20, 3);
  const core::Partition found = std::get<Dendrogram>(trees.made.front()).cut(4);
  const ClusterMembership told = membership(found, trees);
  Resampling cut;
  for (const core::Product& made : trees.made) cut.made.emplace_back(std::get<Dendrogram>(made).cut(4));
  EXPECT_EQ(told.stays, membership(found, cut).stays);
  EXPECT_EQ(told.together, membership(found, cut).together);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(threads == 1 ? 3 : 1);
  EXPECT_EQ(told.stays, membership(found, trees).stays);
  EXPECT_EQ(told.together, membership(found, trees).together);
  omp_set_num_threads(threads);
}

TEST(Membership, OfTreesWithLengthsGoesByTheirParts) {
  Resampling trees, parts;
  for (std::uint64_t k = 0; k < 12; ++k) {
    trees.made.emplace_back(core::test::random_additive_tree(core::Partition::singletons(12), k));
    parts.made.emplace_back(partition::parts_of(std::get<Dendrogram>(trees.made.back()), 4).clusters);
  }
  const auto found = std::get<core::Partition>(parts.made.front());
  EXPECT_NE(found, std::get<Dendrogram>(trees.made.front()).cut(4));
  EXPECT_EQ(membership(found, trees).stays, membership(found, parts).stays);
  EXPECT_EQ(membership(found, trees).together, membership(found, parts).together);
}

/// Objects that are on the other side of some branch of the tree than of this one, or its other side; the fewest.
Object plain_moved(const Objects& side, const Dendrogram& tree) {
  Object fewest = tree.objects();
  const core::RootedTree rooted(tree);
  for (core::Node v = 1; v < rooted.nodes(); ++v) {
    Object apart = 0;
    const Objects below(rooted.below(v).begin(), rooted.below(v).end());
    for (Object i = 0; i < tree.objects(); ++i) apart += side.contains(i) != below.contains(i) ? 1 : 0;
    fewest = std::min({fewest, apart, tree.objects() - apart});
  }
  return fewest;
}

TEST(SplitSupport, CountsTheTreesThatPartTheSameSidesWhereverTheirRootsAre) {
  const Dendrogram tree = core::test::random_additive_tree(core::Partition::singletons(9), 1);
  Resampling resampled;
  for (std::uint64_t k = 0; k < 10; ++k)
    resampled.made.emplace_back(core::test::random_additive_tree(core::Partition::singletons(9), k / 2 + 1));
  for (const Object i : {0, 3, 8})
    resampled.made.emplace_back(linkage::rooted_by_outgroup(tree, std::vector<Object>{i}).tree);
  std::vector<Objects> below;  // by node
  for (Object i = 0; i < 9; ++i) below.push_back({i});
  for (const core::Merge& merge : tree.merges()) {
    below.push_back(below[merge.left]);
    below.back().insert(below[merge.right].begin(), below[merge.right].end());
  }
  std::vector<core::Node> branches(16);
  std::iota(branches.begin(), branches.end(), 0);
  const BranchSupport found = split_support(tree, branches, resampled);
  for (const core::Node v : branches) {
    std::int64_t counts = 0, moved = 0;
    for (const core::Product& made : resampled.made) {
      const Object fewest = plain_moved(below[v], std::get<Dendrogram>(made));
      counts += fewest == 0 ? 1 : 0;
      moved += fewest;
    }
    EXPECT_EQ(found.counts[v], counts) << v;
    EXPECT_EQ(found.moved[v], moved) << v;
    EXPECT_GE(counts, 5) << "the tree itself, twice, and its other roots";
    EXPECT_EQ(found.most[v], std::min(tree.size(v), 9 - tree.size(v)) - 1);
  }
}

}  // namespace
}  // namespace tertium::answers
