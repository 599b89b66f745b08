// The averaged adjusted Rand index by depth, which does not mind the order of merges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "metrics/measures/rand_index.hpp"
#include "metrics/scores/score.hpp"
#include "tests/core/generators.hpp"

namespace tertium::metrics {
namespace {

double value_of(const char* score, const core::Product& product, const core::Problem& problem) {
  std::map<std::string, double> columns;
  find_score(score).compute(product, problem, columns);
  return columns.at(score);
}

/// A chain of merges of all nodes; returns the last one made.
core::Node merge_all(core::Dendrogram& tree, std::vector<core::Node> nodes) {
  core::Node top = nodes.front();
  for (std::size_t k = 1; k < nodes.size(); ++k) top = tree.merge(top, nodes[k]);
  return top;
}

// Eight objects in four true clusters of two halves: all merges are right, but half a cluster is merged last but one.
TEST(AveragedAdjustedRandIndexByDepth, DoesNotMindTheOrderOfMerges) {
  core::Dendrogram tree(core::Partition::singletons(8));
  const core::Node a = merge_all(tree, {0, 1}), b = merge_all(tree, {2, 3});
  const core::Node left = tree.merge(a, b);
  const core::Node c = merge_all(tree, {4, 5}),
                   d = merge_all(tree, {6, 7});  // the finest clusters of the other half, late
  tree.merge(left, tree.merge(c, d));
  core::Problem problem;
  problem.objects = 8;
  problem.provide<core::Truth>(core::Truth{core::Partition(std::vector<core::Label>{0, 0, 0, 0, 1, 1, 1, 1}),
                                           core::Partition(std::vector<core::Label>{0, 0, 1, 1, 2, 2, 3, 3})});
  EXPECT_EQ(value_of("aari_depth", tree, problem), 1.0);
  EXPECT_LT(value_of("aari", tree, problem), 1.0);
  EXPECT_EQ(value_of("exact", tree, problem), 0.0);
}

TEST(AveragedAdjustedRandIndexByDepth, OfAPlantedBinaryTreeIsOneInAnyOrderOfMerges) {
  constexpr core::Object kObjects = 32;
  std::vector<core::Partition> truth;
  for (const core::Object size : {16, 8, 4}) {
    std::vector<core::Label> labels(kObjects);
    for (core::Object i = 0; i < kObjects; ++i) labels[i] = i / size;
    truth.emplace_back(labels);
  }
  int out_of_order = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    core::Stream random = core::test::stream(seed);
    core::Dendrogram tree(core::Partition::singletons(kObjects));
    struct Root {
      core::Node node;
      core::Object first, size;
    };
    std::vector<Root> roots;
    for (core::Object i = 0; i < kObjects; ++i) roots.push_back({i, i, 1});
    while (roots.size() > 1) {  // any two roots that are the halves of a node
      const Root x = roots[random.below(roots.size())];
      const auto sibling =
          std::ranges::find_if(roots, [&](const Root& y) { return y.size == x.size && y.first == (x.first ^ x.size); });
      if (sibling == roots.end()) continue;
      const Root joined{tree.merge(x.node, sibling->node), std::min(x.first, sibling->first), 2 * x.size};
      std::erase_if(roots, [&](const Root& y) { return (y.first & ~x.size) == joined.first && y.size == x.size; });
      roots.push_back(joined);
    }
    EXPECT_DOUBLE_EQ(averaged_adjusted_rand_index_by_depth(tree, truth), 1.0);
    out_of_order += averaged_adjusted_rand_index(tree, truth) < 1.0 ? 1 : 0;
  }
  EXPECT_GT(out_of_order, 0);
}

}  // namespace
}  // namespace tertium::metrics
