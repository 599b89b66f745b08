// Answers about drawn sets of three objects, and what a planted tree's features know of it.
#include <gtest/gtest.h>

#include <cmath>

#include "core/clusterings/ancestor_sizes.hpp"
#include "core/methods/oracles.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

core::Parameters tree_values(std::int64_t n, std::int64_t features = 0, double blur = 0.0) {
  core::Parameters values(find_model("planted-tree").parameters);
  values.set("n", n);
  values.set("features", features);
  values.set("blur", blur);
  return values;
}

TEST(RandomQuestionsScheme, GivesTheAnswersThatAskingWouldGet) {
  constexpr std::int64_t kCount = 4000;
  for (const double eps : {1.0, 0.4}) {
    const core::CellKey cell = cell_of(5);
    const auto problem = assembled(find_model("planted-tree").sample(tree_values(40), cell), "random-questions",
                                   {{"count", std::to_string(kCount)}, {"eps", eps}}, cell)
                             .problem;
    const auto truth = core::closest_pairs_by(problem.get<core::Dendrogram>());
    core::ClosestPairOracle oracle = core::make_closest_pair_oracle(problem);
    double right = 0.0;
    const core::OddOneOutList& answers = problem.get<core::OddOneOutList>();
    for (const core::OddOneOut& answer : answers.answers()) {
      EXPECT_EQ(oracle.left_out({answer.a, answer.b, answer.odd}), 2) << "persistent";
      right += truth->left_out({answer.a, answer.b, answer.odd}) == 4U ? 1.0 : 0.0;
    }
    EXPECT_EQ(answers.count(), kCount);
    EXPECT_EQ(core::triplets_given(problem), 2 * kCount);
    EXPECT_NEAR(right / kCount, 0.5 * (1.0 + eps), eps < 1.0 ? 0.03 : 0.0);
  }
}

/// The mean squared distance of objects, over the levels of the tree above both.
double squared_distance_of_a_level(const ModelSample& sample) {
  const core::PairTable<core::Object> sizes = core::lca_sizes(sample.get<core::Dendrogram>());
  const core::Coordinates& places = sample.get<core::Coordinates>();
  double squares = 0.0, levels = 0.0;
  for (core::Object i = 0; i < places.objects; ++i)
    for (core::Object j = i + 1; j < places.objects; ++j) {
      levels += std::log2(static_cast<double>(sizes(i, j)));
      for (int d = 0; d < places.dimensions; ++d) squares += std::pow(places(i, d) - places(j, d), 2.0);
    }
  return squares / levels / places.dimensions;
}

TEST(PlantedTree, FeaturesAreAsFarApartAsThereAreLevelsAboveThem) {
  core::Parameters values = tree_values(64, 256);
  values.set("shape", std::string("balanced"));
  EXPECT_NEAR(squared_distance_of_a_level(find_model("planted-tree").sample(values, cell_of(1))), 2.0, 0.2);
  const core::Similarities near = core::near_similarities(
      find_model("planted-tree").sample(tree_values(64, 16, 100.0), cell_of(1)).get<core::Coordinates>());
  EXPECT_NEAR(-near(0, 1), 100.0 * std::sqrt(2.0 * 16.0), 200.0) << "noise alone";
}

TEST(PlantedTree, WithoutFeaturesIsWhatItWas) {
  const Model& model = find_model("planted-tree");
  EXPECT_EQ(model.identity_of(tree_values(9)), "n=9;shape=uniform");
  EXPECT_NE(model.identity_of(tree_values(9, 2)), model.identity_of(tree_values(9, 2, 1.0)));
  EXPECT_EQ(model.sample(tree_values(9), cell_of(1)).get<core::Dendrogram>(),
            model.sample(tree_values(9, 2), cell_of(1)).get<core::Dendrogram>());
}

}  // namespace
}  // namespace tertium::problems
