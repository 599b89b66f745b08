#include "linkage/agglomeration/initial_clusters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/problems.hpp"

namespace tertium::linkage {
namespace {

TEST(InitialClusters, OneOfEachTrueClusterAndTheOthersAlone) {
  core::Problem problem;
  problem.objects = 60;
  const core::Partition truth = testing::interleaved(60, 7);  // of 9 and 8 objects
  problem.provide<core::Truth>(core::Truth{truth});
  EXPECT_EQ(one_initial_cluster_each(problem, 1), core::Partition::singletons(60));
  for (const core::Object m : {2, 3, 8, 9, 100}) {
    const core::Partition groups = one_initial_cluster_each(problem, m);
    for (const std::vector<core::Object>& members : groups.members())
      for (const core::Object i : members) EXPECT_EQ(truth[i], truth[members.front()]) << "m = " << m;
    std::vector<core::Object> expected, sizes = groups.sizes();
    for (const core::Object size : truth.sizes()) {
      expected.push_back(std::min(size, m));
      for (core::Object k = m; k < size; ++k) expected.push_back(1);
    }
    std::ranges::sort(expected);
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, expected) << "m = " << m;
  }
}

}  // namespace
}  // namespace tertium::linkage
