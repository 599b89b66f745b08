// Many trees against plain definitions: clusters, or splits, of each tree as sets, one by one.
#include "answers/trees/tree_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/clusterings/newick.hpp"
#include "tests/core/generators.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using Objects = std::set<Object>;

std::vector<std::string> names_of(Object n) {
  std::vector<std::string> names;
  for (Object i = 0; i < n; ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
  return names;
}

/// Few leaves, so that trees have branches in common.
std::string random_trees(Object n, std::uint64_t count, std::uint64_t seed, bool unrooted) {
  std::string text;
  for (std::uint64_t k = 0; k < count; ++k)
    text += core::newick(core::test::random_rooted(n, 3, seed + k), names_of(n), {}, {}, unrooted) + "\n";
  return text;
}

/// What a branch parts: of unrooted trees the side without the first object.
Objects part(const core::RootedTree& tree, core::Node v, bool unrooted) {
  Objects objects(tree.below(v).begin(), tree.below(v).end()), others;
  if (!unrooted || !objects.contains(0)) return objects;
  for (Object i = 0; i < tree.objects(); ++i)
    if (!objects.contains(i)) others.insert(i);
  return others;
}

std::set<Objects> parts(const core::RootedTree& tree, bool unrooted) {
  std::set<Objects> all;
  for (core::Node v = 1; v < tree.nodes(); ++v) {
    const Objects one = part(tree, v, unrooted);
    const auto size = static_cast<Object>(one.size());
    if (size > 1 && size < tree.objects() - (unrooted ? 1 : 0)) all.insert(one);
  }
  return all;
}

struct Plain {
  std::map<Objects, std::int64_t> counts;
  std::vector<std::set<Objects>> of_tree;
};

/// Of the trees of a text whose leaves are named as the objects are.
Plain plain(const std::string& text, bool unrooted) {
  Plain found;
  for (const TreeSource& source : trees_of_newick(text, "t")) {
    std::vector<Object> id;
    for (const std::string& name : source.named.names) id.push_back(name.front() - 'a');
    found.of_tree.push_back(parts(core::pruned(source.named.tree, id), unrooted));
    for (const Objects& one : found.of_tree.back()) ++found.counts[one];
  }
  return found;
}

std::int64_t distance(const std::set<Objects>& first, const std::set<Objects>& second) {
  std::int64_t shared = 0;
  for (const Objects& one : first) shared += second.contains(one) ? 1 : 0;
  return std::ssize(first) + std::ssize(second) - 2 * shared;
}

void check(const TreeSummary& found, const Plain& expected, const std::set<Objects>& branches, bool unrooted) {
  EXPECT_EQ(parts(found.tree, unrooted), branches);
  ASSERT_EQ(found.branches.size(), branches.size());
  for (const CountedBranch& branch : found.branches) {
    const auto known = expected.counts.find(part(found.tree, branch.node, unrooted));
    EXPECT_EQ(branch.trees, known == expected.counts.end() ? 0 : known->second);
    EXPECT_EQ(branch.size, std::ssize(branch.members));
  }
  double sum = 0.0;
  for (std::size_t t = 0; t < expected.of_tree.size(); ++t) {
    EXPECT_EQ(found.distances[t].robinson_foulds, distance(expected.of_tree[t], branches));
    sum += static_cast<double>(found.distances[t].robinson_foulds);
  }
  EXPECT_NEAR(found.robinson_foulds.mean, sum / static_cast<double>(expected.of_tree.size()), 1e-12);
}

TEST(TreeSet, ConsensusHasTheBranchesOfEnoughTrees) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const bool unrooted = seed % 2 == 1;
    const auto n = static_cast<Object>(4 + seed % 3);
    const std::string text = random_trees(n, 1 + seed % 7, 100 * seed, unrooted);
    const Plain expected = plain(text, unrooted);
    const auto trees = trees_of_newick(text, "t");
    const TreeSet set = tree_set(trees, std::nullopt, {});
    EXPECT_EQ(set.unrooted, unrooted);
    for (const double threshold : {0.5, 2.0 / 3.0, 1.0}) {
      std::set<Objects> branches;
      const auto all = static_cast<double>(trees.size());
      for (const auto& [one, count] : expected.counts)
        if (2 * count > std::ssize(trees) && static_cast<double>(count) > threshold * all - 1e-6) branches.insert(one);
      check(summarize(set, threshold), expected, branches, unrooted);
    }
  }
}

TEST(TreeSet, TreesAreHeldAgainstOne) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const bool unrooted = seed % 2 == 1;
    const auto n = static_cast<Object>(4 + seed % 4);
    const std::string text = random_trees(n, 8, 100 * seed, unrooted), one = random_trees(n, 1, seed + 9000, unrooted);
    const TreeSet set = tree_set(trees_of_newick(text, "t"), tree_of_newick(one, "one"), {});
    const TreeSummary found = summarize(set);
    const std::set<Objects> branches = plain(one, unrooted).of_tree.front();
    check(found, plain(text, unrooted), branches, unrooted);
    // The tree comes back with its support.
    EXPECT_EQ(plain(found.newick, unrooted).of_tree.front(), branches);
    const TreeSource back = tree_of_newick(found.newick, "back");
    EXPECT_EQ(back.named.unrooted, unrooted);
    std::map<std::int64_t, int> written, counted;
    const core::SeenFrom seen = *tree_set(std::vector{back}, back, {}).seen;
    for (core::Node v = 1; v < seen.tree.nodes(); ++v)
      if (!seen.tree.is_leaf(v)) {
        const core::Node given = std::max(seen.branches[v][0], seen.branches[v][1]);
        ++written[std::llround(8.0 * std::stod("0" + back.named.labels[given]))];
      }
    for (const CountedBranch& branch : found.branches) ++counted[branch.trees];
    EXPECT_EQ(written, counted);
  }
}

TEST(TreeSet, TellsTheSpreadOfDistances) {
  std::vector<double> distances;
  for (int k = 0; k <= 200; ++k) distances.push_back(k);
  std::swap(distances.front(), distances.back());
  const Spread spread = spread_of(distances);
  EXPECT_EQ(spread.mean, 100.0);
  EXPECT_EQ(spread.median, 100.0);
  EXPECT_EQ(spread.low, 5.0);
  EXPECT_EQ(spread.high, 195.0);
  EXPECT_EQ(spread.largest, 200.0);
  const TreeSet set =
      tree_set(trees_of_newick("((a,b),c);((a,c),b);(a,b,c);", "t"), tree_of_newick("((a,b),c);", "o"), {});
  EXPECT_NEAR(summarize(set).triplets->mean, 2.0 / 3.0, 1e-12);
}

TEST(TreeSet, LeavesAreMatchedByName) {
  const auto refusal = [](const std::string& text, const char* one) {
    return tertium::testing::message_of([&] {
      tree_set(trees_of_newick(text, "t"), one ? std::optional(tree_of_newick(one, "T")) : std::nullopt, {});
    });
  };
  EXPECT_EQ(refusal("((a,b),(c,d));((a,b),(c,d));((a,c),(x,d));", nullptr),
            "t, tree 3: lacks the leaf 'b', which t, tree 1 has (trees must have the same leaves), add --common to "
            "use the 3 that all have");
  EXPECT_EQ(refusal("((a,b),c);((a,b),(c,d));", nullptr),
            "t, tree 2: has the leaf 'd', which t, tree 1 lacks (trees must have the same leaves), add --common to "
            "use the 3 that all have");
  EXPECT_EQ(refusal("((a,b),c);((a,b),c);", "((x,y),a);"),
            "T: lacks the leaf 'b', which t, tree 1 has (trees must have the same leaves), give such trees");
  const TreeSet set =
      tree_set(trees_of_newick("((a,b),(c,d));(((a,x),b),(c,d),e);", "t"), std::nullopt, {.common = true});
  EXPECT_EQ(set.names, (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(set.left_out, (std::vector<std::string>{"e", "x"}));
}

}  // namespace
}  // namespace tertium::answers
