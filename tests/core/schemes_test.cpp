// How comparisons come to be observed, and that every scheme provides what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/comparisons/oracle.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/problems/oracles.hpp"
#include "tests/core/scheme_helpers.hpp"

namespace tertium::core {
namespace {

using namespace test;

TEST(ProportionScheme, SamplesLikeSampledQuadrupletsAndTriplets) {
  for (const std::uint64_t levels : {0, 4})
    for (const auto& [p, eps] : {std::pair(1.0, 1.0), {0.3, 1.0}, {0.3, 0.6}, {0.005, 0.6}}) {
      const CellKey cell = cell_of(3);
      const auto problem =
          assembled(sample_of(test::random_similarities(15, 1, levels)), "proportion", {{"p", p}, {"eps", eps}}, cell)
              .problem;
      const auto ranking = std::make_shared<const PairRanking>(problem.get<Similarities>());
      EXPECT_EQ(set_of(problem.get<Quadruplets>()), set_of(SampledQuadruplets(ranking, cell, p, eps)));
      EXPECT_EQ(set_of(problem.get<Triplets>()),
                set_of(SampledTriplets(std::make_shared<const AnchorRanking>(*ranking), cell, p, eps)));
      EXPECT_EQ(problem.get<Quadruplets>().complete() != nullptr, p == 1.0 && eps == 1.0);
      EXPECT_EQ(problem.questions.p, p);
      EXPECT_EQ(problem.questions.eps, eps);
      ActiveOracle found = make_oracle(problem), expected(ranking, cell, eps);
      for (PairIndex pair = 1; pair < found.pairs(); ++pair)
        EXPECT_EQ(found.query(0, pair), expected.query(0, pair)) << pair;
    }
}

TEST(Schemes, ProvideWhatTheySay) {
  for (const Model& model : all<Model>())
    for (const Scheme& scheme : all<Scheme>()) {
      const Parameters values = model.example_values();
      const Provisions of_model = model.provides(values);
      if (!of_model.includes(scheme.needs)) continue;
      const Parameters scheme_values = values_of(scheme, {});
      const auto problem = assemble(model.sample(values, cell_of(1)), scheme, scheme_values, cell_of(1)).problem;
      EXPECT_TRUE(problem.provides().includes(provided_by(model, values, scheme)))
          << model.name << ", " << scheme.name << ": " << text_of(problem.provides());
      const SchemeShare share = scheme.share(problem.objects, scheme_values);
      EXPECT_TRUE(share.p > 0.0 && share.p <= 1.0 && share.eps > 0.0 && share.eps <= 1.0) << scheme.name;
    }
}

TEST(Schemes, OfADataSetOfAnswers) {
  const Model& model = find_model("dataset");
  Parameters car(model.parameters);
  car.set("name", std::string("car"));
  EXPECT_EQ(provided_by(model, car, find_scheme("own")),
            Provisions({Provision::kQuadruplets, Provision::kTriplets, Provision::kOddOneOuts, Provision::kTruth}));
  const auto problem = assembled(model.sample(car, {}), "own", {}, cell_of(1)).problem;
  EXPECT_EQ(triplets_given(problem), 12112);
  EXPECT_EQ(problem.get<Truth>().at(0).clusters(), 4);
  for (const char* scheme : {"proportion", "count"}) {
    try {
      assembled(model.sample(car, {}), scheme, {}, cell_of(1));
      ADD_FAILURE() << scheme << " takes a sample without similarities";
    } catch (const UserError& error) {
      EXPECT_EQ(error.what(), fmt::format("comparison scheme {} needs similarities (the model has none), choose "
                                          "another scheme",
                                          scheme));
    }
  }
}

}  // namespace
}  // namespace tertium::core
