#include "core/clusterings/partition.hpp"

#include <gtest/gtest.h>

#include "tests/core/generators.hpp"

namespace tertium::core {
namespace {

TEST(Partition, NumbersClustersByFirstAppearance) {
  const Partition partition(std::vector<Label>{7, -2, 7, 40, -2});
  EXPECT_EQ(std::vector<Label>(partition.labels().begin(), partition.labels().end()),
            (std::vector<Label>{0, 1, 0, 2, 1}));
  EXPECT_EQ(partition.clusters(), 3);
  EXPECT_EQ(partition.sizes(), (std::vector<Object>{2, 2, 1}));
  EXPECT_EQ(partition.members(), (std::vector<std::vector<Object>>{{0, 2}, {1, 4}, {3}}));
}

TEST(Partition, OfNothingAndOfSingletons) {
  EXPECT_EQ(Partition().clusters(), 0);
  EXPECT_EQ(Partition(std::vector<Label>{}), Partition());
  EXPECT_EQ(Partition::singletons(3), Partition(std::vector<Label>{5, 4, 3}));
}

TEST(Partition, RenamedLabelsAreTheSamePartition) {
  const Partition partition = test::random_partition(50, 6, 1);
  std::vector<Label> renamed;
  for (const Label label : partition.labels()) renamed.push_back(100 - 7 * label);
  EXPECT_EQ(Partition(renamed), partition);
}

TEST(Partition, RelabellingKeepsWhoIsTogether) {
  const Partition partition = test::random_partition(40, 5, 2);
  const std::vector<Object> new_id = test::random_permutation(40, 3);
  const Partition moved = relabelled(partition, new_id);
  for (Object i = 0; i < 40; ++i)
    for (Object j = 0; j < 40; ++j) EXPECT_EQ(partition[i] == partition[j], moved[new_id[i]] == moved[new_id[j]]);
}

TEST(Partition, RefinementIsFoundAndItsAbsenceToo) {
  const Partition coarse(std::vector<Label>{0, 0, 0, 1, 1});
  EXPECT_TRUE(refines(Partition(std::vector<Label>{0, 0, 1, 2, 2}), coarse));
  EXPECT_TRUE(refines(coarse, coarse));
  EXPECT_TRUE(refines(Partition::singletons(5), coarse));
  EXPECT_FALSE(refines(coarse, Partition::singletons(5)));
  EXPECT_FALSE(refines(Partition(std::vector<Label>{0, 0, 1, 1, 2}), coarse));
  EXPECT_THROW(refines(Partition::singletons(4), coarse), ContractError);
}

}  // namespace
}  // namespace tertium::core
