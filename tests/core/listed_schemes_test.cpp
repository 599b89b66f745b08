// Schemes own and held-out: answers that somebody gave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "tests/core/scheme_helpers.hpp"

namespace tertium::core {
namespace {

using namespace test;

ModelSample listed_sample() {
  ModelSample sample;
  sample.objects = 6;
  sample.quadruplets = {{0, 1, 2, 3}, {4, 5, 0, 2}};
  sample.triplets = {{0, 1, 2}, {3, 4, 5}, {3, 4, 5}};
  sample.counts = {2, 1, 4, 1, 2};
  sample.provide<Truth>(Truth{Partition(std::vector<Label>{0, 0, 0, 1, 1, 1})});
  return sample;
}

TEST(OwnScheme, GivesTheAnswersOfADataSet) {
  const AssembledProblem data = assembled(listed_sample(), "own", {}, cell_of(8));
  const Problem& problem = data.problem;
  const std::vector<Object>& new_id = data.new_id;
  Statements expected, expected_triplets;
  const auto add = [&](Pair a, Pair b) {
    const auto in_order = [&](Pair pair) { return std::minmax(new_id[pair.i], new_id[pair.j]); };
    expected.insert({in_order(a).first, in_order(a).second, in_order(b).first, in_order(b).second});
  };
  add({0, 1}, {2, 3});
  add({4, 5}, {0, 2});
  add({0, 1}, {0, 2});
  add({3, 4}, {3, 5});
  for (const Triplet& t : {Triplet{0, 1, 2}, Triplet{3, 4, 5}})
    expected_triplets.insert({new_id[t.anchor], new_id[t.near], new_id[t.far], 0});
  EXPECT_EQ(set_of(problem.get<Quadruplets>()), expected);
  EXPECT_EQ(set_of(problem.get<Triplets>()), expected_triplets);
  EXPECT_EQ(comparisons_given(problem), 10);
  EXPECT_EQ(triplets_given(problem), 7);
  EXPECT_DOUBLE_EQ(problem.questions.p, 4.0 / static_cast<double>(quadruplet_count(6)));
  EXPECT_EQ(problem.provides(),
            Provisions({Provision::kQuadruplets, Provision::kTriplets, Provision::kOddOneOuts, Provision::kTruth}));
  ASSERT_EQ(problem.get<Truth>().size(), 1U);
  EXPECT_EQ(problem.get<Truth>()[0][new_id[0]], problem.get<Truth>()[0][new_id[2]]);
  EXPECT_NE(problem.get<Truth>()[0][new_id[0]], problem.get<Truth>()[0][new_id[3]]);
}

TEST(OwnScheme, GivesNoTripletsWhereThereAreNone) {
  ModelSample sample = listed_sample();
  sample.triplets.clear();
  sample.counts.clear();
  const auto problem = assembled(std::move(sample), "own", {}, cell_of(8)).problem;
  EXPECT_EQ(count_observed(problem.get<Quadruplets>()), 2);
  EXPECT_FALSE(problem.has<Triplets>());
}

TEST(HeldOutScheme, SplitsTheAnswersOfADataSet) {
  const auto counted = [](const Problem& problem) {
    std::map<std::vector<Object>, std::int64_t> times;
    for (const Quadruplet& s : problem.get<HeldOut>()) ++times[{s.i, s.j, s.k, s.l}];
    return times;
  };
  for (const double share : {0.01, 0.3, 0.9}) {
    const AssembledProblem data = assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8));
    const Problem& problem = data.problem;
    const auto held_out = static_cast<std::int64_t>(problem.get<HeldOut>().size());
    EXPECT_EQ(held_out, std::clamp<std::int64_t>(std::llround(10 * share), 1, 9));
    EXPECT_EQ(comparisons_given(problem), 10 - held_out);
    const std::vector<Object>& id = data.new_id;
    for (const auto& [answer, times] : counted(problem)) {
      const bool often = answer == std::vector<Object>{id[4], id[5], id[0], id[2]};
      EXPECT_LE(times, often ? 1 : 5);
    }
    EXPECT_EQ(problem.get<HeldOut>(),
              assembled(listed_sample(), "held-out", {{"share", share}}, cell_of(8)).problem.get<HeldOut>());
  }
  const Model& model = find_model("dataset");
  Parameters car(model.parameters);
  car.set("name", std::string("car"));
  const auto a = assembled(model.sample(car, {}), "held-out", {}, cell_of(1)).problem;
  const auto b = assembled(model.sample(car, {}), "held-out", {}, cell_of(2)).problem;
  EXPECT_EQ(a.get<HeldOut>().size(), 1211U);
  EXPECT_EQ(triplets_given(a), 12112 - 1211);
  EXPECT_NE(counted(a), counted(b)) << "each repetition draws others";
}

}  // namespace
}  // namespace tertium::core
