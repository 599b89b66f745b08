#include <gtest/gtest.h>

#include <cmath>

#include "problems/schemes/expressions.hpp"

namespace tertium::problems {
namespace {

TEST(BoundExpressions, HaveNumbersForNames) {
  EXPECT_EQ(with_numbers("n*k/(eps*delta)^2", {{"k", 4}, {"eps", 0.75}, {"delta", 0.5}}), "n*(4)/((0.75)*(0.5))^2");
  EXPECT_EQ(with_numbers("k(2) + 2e3*kk", {{"k", 4}, {"e3", 1}}), "k(2) + 2e3*kk");
  EXPECT_EQ(with_numbers("", {{"k", 4}}), "");
}

TEST(BoundExpressions, TakeTheModelsNumbersAndTheSchemes) {
  const Scheme& scheme = find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  values.set("count", std::string("n*k*ln(n*k)/(eps*delta)^2"));
  values.set("eps", 0.5);
  const Model& model = find_model("planted-flat");
  const core::Parameters bound = bound_expressions(scheme, values, core::Parameters(model.parameters));
  EXPECT_EQ(evaluate_count(bound.text("count"), 1000), static_cast<std::int64_t>(4000 * std::log(4000) * 16));
  values.set("count", std::string("n*ln(n)^3"));
  EXPECT_EQ(bound_expressions(scheme, values, core::Parameters(model.parameters)), values);
}

}  // namespace
}  // namespace tertium::problems
