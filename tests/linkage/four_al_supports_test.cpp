// Supports of pairs of objects: the table of bits and comparisons drawn again give the same integers, which are those
// of the definition.
#include <gtest/gtest.h>

#include <algorithm>

#include "linkage/four_al/pair_support.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"

namespace tertium::linkage {
namespace {

using core::Rank;
using kernels::ColumnGroup;

/// Groups of random rows, of sizes around those where the counters grow, and random steps of both signs.
std::vector<ColumnGroup> random_groups(core::PairIndex pairs, std::uint64_t seed) {
  core::Stream stream(testing::cell_of(seed), core::Purpose::kTest);
  std::vector<ColumnGroup> groups;
  for (const std::size_t size : {0, 1, 2, 15, 16, 17, 31, 64, 300, 1100}) {
    ColumnGroup group{static_cast<std::int64_t>(stream.below(std::uint64_t{1} << 40)) - (std::int64_t{1} << 39), {}};
    for (Rank b = 0; b < pairs; ++b) group.rows.push_back(b);
    stream.shuffle(std::span(group.rows));
    group.rows.resize(std::min(size, group.rows.size()));
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<std::int64_t> by_definition(const core::Quadruplets& quadruplets, std::span<const ColumnGroup> groups) {
  std::vector<std::int64_t> weight(quadruplets.pairs(), 0);
  for (const ColumnGroup& group : groups)
    for (const Rank b : group.rows) weight[b] += group.step;
  std::vector<std::int64_t> support(quadruplets.pairs(), 0);
  core::for_each_comparison(quadruplets, [&](Rank more, Rank less) {
    support[more] += weight[less];
    support[less] -= weight[more];
  });
  return support;
}

std::vector<std::int64_t> computed(PairSupport& support, std::span<const ColumnGroup> groups, core::PairIndex pairs) {
  support.clear();
  support.add(groups.first(groups.size() / 2));
  support.add(groups.subspan(groups.size() / 2));
  return {support.support().begin(), support.support().begin() + pairs};
}

TEST(FourAlSupports, EveryWayEqualsTheDefinitionOnEveryInstructionSet) {
  for (const core::Object n : {2, 3, 11, 12, 33, 47})
    for (const double eps : {1.0, 0.7})
      for (const double p : {1.0, 0.3, 0.01}) {
        const auto seed = static_cast<std::uint64_t>(n);
        const core::Problem problem =
            testing::problem_of(testing::random_similarities(n, seed, n == 12 ? 9 : 0), seed, p, eps);
        const core::PairIndex pairs = core::pair_count(n);
        const std::vector<ColumnGroup> groups = random_groups(pairs, seed);
        const std::vector<std::int64_t> expected = by_definition(problem.get<core::Quadruplets>(), groups);
        for (const std::int64_t target : testing::all_targets()) {
          const testing::ForcedTarget forced(target);
          problem.products().release({kQuadrupletTable});
          const auto table = make_dense_support(problem);
          EXPECT_EQ(computed(*table, groups, pairs), expected)
              << hwy::TargetName(target) << ", N = " << n << ", p = " << p << ", eps = " << eps;
          EXPECT_EQ(table->comparisons(), core::count_observed(problem.get<core::Quadruplets>()));
          if (n > 40) continue;  // drawing by column is slow on the plain instruction set
          const auto redrawn = make_redrawn_support(problem);
          EXPECT_EQ(computed(*redrawn, groups, pairs), expected)
              << "drawn again, " << hwy::TargetName(target) << ", N = " << n << ", p = " << p << ", eps = " << eps;
        }
      }
}

}  // namespace
}  // namespace tertium::linkage
