// How comparisons come to be observed, and that every scheme provides what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/comparisons/oracle.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/methods/oracles.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

TEST(ProportionScheme, SamplesLikeSampledQuadrupletsAndTriplets) {
  for (const std::uint64_t levels : {0, 4})
    for (const auto& [p, eps] : {std::pair(1.0, 1.0), {0.3, 1.0}, {0.3, 0.6}, {0.005, 0.6}}) {
      const core::CellKey cell = cell_of(3);
      const auto problem = assembled(sample_of(core::test::random_similarities(15, 1, levels)), "proportion",
                                     {{"p", p}, {"eps", eps}}, cell)
                               .problem;
      const auto ranking = std::make_shared<const core::PairRanking>(problem.get<core::Similarities>());
      EXPECT_EQ(set_of(problem.get<core::Quadruplets>()), set_of(core::SampledQuadruplets(ranking, cell, p, eps)));
      EXPECT_EQ(set_of(problem.get<core::Triplets>()),
                set_of(core::SampledTriplets(std::make_shared<const core::AnchorRanking>(*ranking), cell, p, eps)));
      EXPECT_EQ(problem.get<core::Quadruplets>().complete() != nullptr, p == 1.0 && eps == 1.0);
      EXPECT_EQ(problem.questions.p, p);
      EXPECT_EQ(problem.questions.eps, eps);
      core::ActiveOracle found = core::make_oracle(problem), expected(ranking, cell, eps);
      for (core::PairIndex pair = 1; pair < found.pairs(); ++pair)
        EXPECT_EQ(found.query(0, pair), expected.query(0, pair)) << pair;
    }
}

TEST(Schemes, ProvideWhatTheySay) {
  for (const Model& model : core::all<Model>())
    for (const Scheme& scheme : core::all<Scheme>()) {
      const core::Parameters values = model.example_values();
      const core::Provisions of_model = model.provides(values);
      if (!of_model.includes(scheme.needs)) continue;
      const core::Parameters scheme_values = values_of(scheme, {});
      const auto problem = assemble(model.sample(values, cell_of(1)), scheme, scheme_values, cell_of(1)).problem;
      EXPECT_TRUE(problem.provides().includes(provided_by(model, values, scheme)))
          << model.name << ", " << scheme.name << ": " << text_of(problem.provides());
      const SchemeShare share = scheme.share(problem.objects, scheme_values);
      EXPECT_TRUE(share.p > 0.0 && share.p <= 1.0 && share.eps > 0.0 && share.eps <= 1.0) << scheme.name;
    }
}

TEST(Schemes, OfADataSetOfAnswers) {
  const Model& model = find_model("dataset");
  core::Parameters car(model.parameters);
  car.set("name", std::string("car"));
  EXPECT_EQ(provided_by(model, car, find_scheme("own")),
            core::Provisions({core::Provision::kQuadruplets, core::Provision::kTriplets, core::Provision::kOddOneOuts,
                              core::Provision::kTruth}));
  const auto problem = assembled(model.sample(car, {}), "own", {}, cell_of(1)).problem;
  EXPECT_EQ(core::triplets_given(problem), 12112);
  EXPECT_EQ(problem.get<core::Truth>().at(0).clusters(), 4);
  for (const char* scheme : {"proportion", "count"}) {
    try {
      assembled(model.sample(car, {}), scheme, {}, cell_of(1));
      ADD_FAILURE() << scheme << " takes a sample without similarities";
    } catch (const core::UserError& error) {
      EXPECT_EQ(error.what(), fmt::format("comparison scheme {} needs similarities (the model has none), choose "
                                          "another scheme",
                                          scheme));
    }
  }
}

}  // namespace
}  // namespace tertium::problems
