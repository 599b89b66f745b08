// The planted hierarchy whose tree is a caterpillar: sizes, levels of the truth, means of similarities.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "core/base/error.hpp"
#include "problems/models/model.hpp"

namespace tertium::problems {
namespace {

core::Parameters values(std::int64_t n, std::int64_t levels, double skew) {
  core::Parameters parameters(find_model("planted-caterpillar").parameters);
  parameters.set("n", n);
  parameters.set("levels", levels);
  parameters.set("skew", skew);
  return parameters;
}

std::vector<int> sizes_of(const core::Partition& partition) {
  std::map<core::Label, int> sizes;
  for (const core::Label label : partition.labels()) ++sizes[label];
  std::vector<int> counts;
  for (const auto& [label, size] : sizes) counts.push_back(size);
  return counts;
}

TEST(PlantedCaterpillar, OneClusterSplitsOffAtEachLevel) {
  const ModelSample sample = find_model("planted-caterpillar").sample(values(150, 3, 2.0), {.master_seed = 1});
  const auto& truth = sample.get<core::Truth>();
  ASSERT_EQ(truth.size(), 3U);
  EXPECT_EQ(sizes_of(truth[0]), (std::vector<int>{10, 140}));
  EXPECT_EQ(sizes_of(truth[1]), (std::vector<int>{10, 20, 120}));
  EXPECT_EQ(sizes_of(truth[2]), (std::vector<int>{10, 20, 40, 80}));
  const ModelSample falling = find_model("planted-caterpillar").sample(values(150, 3, 0.5), {.master_seed = 1});
  EXPECT_EQ(sizes_of(falling.get<core::Truth>()[2]), (std::vector<int>{80, 40, 20, 10}));
  const ModelSample even = find_model("planted-caterpillar").sample(values(11, 3, 1.0), {.master_seed = 1});
  EXPECT_EQ(sizes_of(even.get<core::Truth>()[2]), (std::vector<int>{3, 3, 2, 3}));
}

TEST(PlantedCaterpillar, SimilaritiesDropByDeltaPerLevel) {
  core::Parameters parameters = values(200, 3, 1.0);
  parameters.set("delta", 0.2);
  const ModelSample sample = find_model("planted-caterpillar").sample(parameters, {.master_seed = 2});
  const auto& w = sample.get<core::Similarities>();
  const core::Partition& finest = sample.get<core::Truth>()[2];
  std::map<std::pair<core::Label, core::Label>, std::pair<double, int>> sums;
  double squares = 0.0, inside = 0.0;
  for (core::Object i = 0; i < 200; ++i)
    for (core::Object j = i + 1; j < 200; ++j) {
      auto& [sum, count] = sums[{finest[i], finest[j]}];
      sum += w(i, j);
      ++count;
      if (finest[i] != finest[j]) continue;
      squares += std::pow(w(i, j) - 0.8, 2.0);
      inside += 1.0;
    }
  EXPECT_NEAR(std::sqrt(squares / inside), 0.1, 5.0 * 0.1 / std::sqrt(2.0 * inside)) << "sigma";
  for (const auto& [pair, told] : sums) {
    const auto& [first, second] = pair;
    const double steps = first == second ? 0.0 : 3.0 - first;
    EXPECT_NEAR(told.first / told.second, 0.8 - 0.2 * steps, 5.0 * 0.1 / std::sqrt(told.second)) << first << second;
  }
}

TEST(PlantedCaterpillar, EmptyClustersAreRefused) {
  const Model& model = find_model("planted-caterpillar");
  EXPECT_NO_THROW(model.check(values(4, 3, 1.0)));
  EXPECT_THROW(model.check(values(3, 3, 1.0)), core::UserError);
  EXPECT_THROW(model.check(values(100, 9, 3.0)), core::UserError);
}

}  // namespace
}  // namespace tertium::problems
