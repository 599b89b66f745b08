// Schemes own and held-out: answers that somebody gave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

ModelSample listed_sample() {
  ModelSample sample;
  sample.objects = 6;
  sample.quadruplets = {{0, 1, 2, 3}, {4, 5, 0, 2}};
  sample.triplets = {{0, 1, 2}, {3, 4, 5}, {3, 4, 5}};
  sample.counts = {2, 1, 4, 1, 2};
  sample.provide<core::Truth>(core::Truth{core::Partition(std::vector<core::Label>{0, 0, 0, 1, 1, 1})});
  return sample;
}

TEST(OwnScheme, GivesTheAnswersOfADataSet) {
  const AssembledProblem data = assembled(listed_sample(), "own", {}, cell_of(8));
  const core::Problem& problem = data.problem;
  const std::vector<core::Object>& new_id = data.new_id;
  Statements expected, expected_triplets;
  const auto add = [&](core::Pair a, core::Pair b) {
    const auto in_order = [&](core::Pair pair) { return std::minmax(new_id[pair.i], new_id[pair.j]); };
    expected.insert({in_order(a).first, in_order(a).second, in_order(b).first, in_order(b).second});
  };
  add({0, 1}, {2, 3});
  add({4, 5}, {0, 2});
  add({0, 1}, {0, 2});
  add({3, 4}, {3, 5});
  for (const core::Triplet& t : {core::Triplet{0, 1, 2}, core::Triplet{3, 4, 5}})
    expected_triplets.insert({new_id[t.anchor], new_id[t.near], new_id[t.far], 0});
  EXPECT_EQ(set_of(problem.get<core::Quadruplets>()), expected);
  EXPECT_EQ(set_of(problem.get<core::Triplets>()), expected_triplets);
  EXPECT_EQ(core::comparisons_given(problem), 10);
  EXPECT_EQ(core::triplets_given(problem), 7);
  EXPECT_DOUBLE_EQ(problem.questions.p, 4.0 / static_cast<double>(core::quadruplet_count(6)));
  EXPECT_EQ(problem.provides(), core::Provisions({core::Provision::kQuadruplets, core::Provision::kTriplets,
                                                  core::Provision::kOddOneOuts, core::Provision::kTruth}));
  ASSERT_EQ(problem.get<core::Truth>().size(), 1U);
  EXPECT_EQ(problem.get<core::Truth>()[0][new_id[0]], problem.get<core::Truth>()[0][new_id[2]]);
  EXPECT_NE(problem.get<core::Truth>()[0][new_id[0]], problem.get<core::Truth>()[0][new_id[3]]);
}

TEST(OwnScheme, GivesNoTripletsWhereThereAreNone) {
  ModelSample sample = listed_sample();
  sample.triplets.clear();
  sample.counts.clear();
  const auto problem = assembled(std::move(sample), "own", {}, cell_of(8)).problem;
  EXPECT_EQ(core::count_observed(problem.get<core::Quadruplets>()), 2);
  EXPECT_FALSE(problem.has<core::Triplets>());
}

TEST(HeldOutScheme, SplitsTheAnswersOfADataSet) {
  const auto counted = [](const core::Problem& problem) {
    std::map<std::vector<core::Object>, std::int64_t> times;
    for (const core::Quadruplet& s : problem.get<core::HeldOut>()) ++times[{s.i, s.j, s.k, s.l}];
    return times;
  };
  for (const double share : {0.01, 0.3, 0.9}) {
    const AssembledProblem data = assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8));
    const core::Problem& problem = data.problem;
    const auto held_out = static_cast<std::int64_t>(problem.get<core::HeldOut>().size());
    EXPECT_EQ(held_out, std::clamp<std::int64_t>(std::llround(10 * share), 1, 9));
    EXPECT_EQ(core::comparisons_given(problem), 10 - held_out);
    const std::vector<core::Object>& id = data.new_id;
    for (const auto& [answer, times] : counted(problem)) {
      const bool often = answer == std::vector<core::Object>{id[4], id[5], id[0], id[2]};
      EXPECT_LE(times, often ? 1 : 5);
    }
    EXPECT_EQ(problem.get<core::HeldOut>(),
              assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8)).problem.get<core::HeldOut>());
  }
  const Model& model = find_model("dataset");
  core::Parameters car(model.parameters);
  car.set("name", std::string("car"));
  const auto a = assembled(model.sample(car, {}), "held-out", {}, cell_of(1)).problem;
  const auto b = assembled(model.sample(car, {}), "held-out", {}, cell_of(2)).problem;
  EXPECT_EQ(a.get<core::HeldOut>().size(), 1211U);
  EXPECT_EQ(core::triplets_given(a), 12112 - 1211);
  EXPECT_NE(counted(a), counted(b)) << "each repetition draws others";
}

}  // namespace
}  // namespace tertium::problems
