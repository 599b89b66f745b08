// Trees from above: the levels of planted hierarchies, the order of merges against the table of all pairs, and parts
// about which there is no answer.
#include "partition/sparse/split_tree.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "core/clusterings/rooted_tree.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "kernels/additive/adds3.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/planted.hpp"

namespace tertium {
namespace {

core::Problem hierarchy(std::uint64_t seed) {
  return testing::planted_hierarchy(100, 2, 0.2, "400000", 0.75, seed);
}

TEST(SplitTree, FindsTheLevelsOfAPlantedHierarchy) {
  for (const std::uint64_t seed : {1, 2}) {
    const core::Problem problem = hierarchy(seed);
    const core::Outcome outcome =
        run_method(testing::method_of("AddS-3-splits", {{"leaf_size", std::int64_t{150}}}), problem);
    const auto& tree = std::get<core::Dendrogram>(outcome.product);
    ASSERT_TRUE(tree.complete());
    for (const core::Partition& level : problem.get<core::Truth>())
      EXPECT_EQ(metrics::adjusted_rand_index(tree.cut(level.clusters()), level), 1.0) << level.clusters();
    EXPECT_EQ(testing::reported(outcome, "splits"), 3.0);
    EXPECT_EQ(testing::reported(outcome, "proven_splits"), 3.0);
    EXPECT_EQ(testing::reported(outcome, "halved_parts"), 0.0);
    EXPECT_EQ(testing::reported(outcome, core::kComparisons), 400000.0);
  }
}

/// What average linkage joined in parts of two levels, as well as it can, stands in one order with the splits above.
TEST(SplitTree, CutsThroughThePartsAtTheBottom) {
  const core::Problem problem = testing::planted_hierarchy(60, 3, 0.2, "960000", 0.75, 6);
  const core::Dendrogram tree =
      partition::split_tree(problem.get<core::Triplets>(), problem.cell, {.leaf_size = 240}).tree;
  for (const core::Partition& level : problem.get<core::Truth>())
    EXPECT_GE(metrics::adjusted_rand_index(tree.cut(level.clusters()), level), 0.7) << level.clusters();
}

/// All merges, those of noise, too.
TEST(SplitTree, JoinsByTheMeanScoreOfAllAnswers) {
  const core::Problem problem = hierarchy(3);
  const core::Object n = problem.objects;
  const core::Dendrogram tree =
      partition::split_tree(problem.get<core::Triplets>(), problem.cell, {.leaf_size = 30}).tree;
  const auto scores = kernels::shared_adds3(problem);
  std::vector<std::vector<core::Object>> members;
  for (core::Object i = 0; i < n; ++i) members.push_back({i});
  std::vector<double> means;
  for (const core::Merge& merge : tree.merges()) {
    double sum = 0.0;
    for (const core::Object a : members[merge.left])
      for (const core::Object b : members[merge.right]) sum += static_cast<double>((*scores)(a, b));
    means.push_back(sum / static_cast<double>(members[merge.left].size() * members[merge.right].size()));
    members.push_back(members[merge.left]);
    members.back().insert(members.back().end(), members[merge.right].begin(), members[merge.right].end());
  }
  std::vector<double> lifted = means;  // to that of what it is joined to
  for (std::size_t k = lifted.size(); k-- > 0;)
    for (const core::Node below : {tree.merges()[k].left, tree.merges()[k].right})
      if (below >= n) lifted[below - n] = std::max(means[below - n], lifted[k]);
  EXPECT_TRUE(std::is_sorted(lifted.begin(), lifted.end(), std::greater<>()));
  EXPECT_LT(means.back(), 0.0) << "the halves of the hierarchy";
}

TEST(SplitTree, OfFewObjectsIsAverageLinkage) {
  const core::Problem problem = hierarchy(4);
  EXPECT_EQ(partition::split_tree(problem.get<core::Triplets>(), problem.cell, {.leaf_size = 400}).tree,
            std::get<core::Dendrogram>(run_method(core::find_method("AddS-3+AL"), problem).product));
}

TEST(SplitTree, IsTheSameForAnyThreads) {
  const core::Problem problem = hierarchy(5);
  const auto tree = [&](int threads) {
    omp_set_num_threads(threads);
    return partition::split_tree(problem.get<core::Triplets>(), problem.cell, {.leaf_size = 50}).tree;
  };
  const int before = omp_get_max_threads();
  const core::Dendrogram one = tree(1);
  EXPECT_EQ(tree(3), one);
  omp_set_num_threads(before);
}

TEST(SplitTree, HasAllObjectsWhateverAnswersAreThere) {
  for (const core::Object n : {1, 2, 3, 7, 40}) {
    std::vector<core::Triplet> few;
    if (n >= 7) few = {{0, 1, 2}, {0, 1, 3}, {4, 5, 1}};
    const core::ListedTriplets triplets(core::TripletList(n, few));
    const partition::SplitTree found = partition::split_tree(triplets, {.master_seed = 1}, {.leaf_size = 2});
    EXPECT_EQ(found.halved > 0, n > 2);
    const core::RootedTree tree(found.tree);
    EXPECT_EQ(tree.objects(), n);
    EXPECT_TRUE(tree.is_binary());
  }
}

}  // namespace
}  // namespace tertium
