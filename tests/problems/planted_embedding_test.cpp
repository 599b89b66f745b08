#include <gtest/gtest.h>

#include <cmath>

#include "problems/models/model.hpp"

namespace tertium::problems {
namespace {

TEST(PlantedEmbedding, SimilaritiesAreLessTheDistancesOfNormalPoints) {
  const Model& model = find_model("planted-embedding");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{400});
  parameters.set("dimensions", std::int64_t{3});
  const ModelSample sample = model.sample(parameters, {.master_seed = 3});
  const auto& points = sample.get<core::Coordinates>();
  const auto& similarities = sample.get<core::Similarities>();
  ASSERT_EQ(points.objects, 400);
  ASSERT_EQ(points.dimensions, 3);
  double squares = 0.0;
  for (core::Object i = 0; i < 400; ++i) {
    for (int k = 0; k < 3; ++k) squares += points(i, k) * points(i, k);
    for (core::Object j = i + 1; j < 400; ++j) {
      const double distance =
          std::hypot(points(i, 0) - points(j, 0), points(i, 1) - points(j, 1), points(i, 2) - points(j, 2));
      ASSERT_NEAR(similarities(i, j), -distance, 1e-12);
    }
  }
  // 1,200 standard normal coordinates: variance 1, within five standard errors.
  EXPECT_NEAR(squares / 1200.0, 1.0, 5.0 * std::sqrt(2.0 / 1200.0));
}

}  // namespace
}  // namespace tertium::problems
