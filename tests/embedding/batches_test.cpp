// Very many statements in batches: together they are what they are at once; Adam ends where L-BFGS does, and with the
// same bits for any number of threads.
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <numeric>

#include "core/comparisons/listed_triplets.hpp"
#include "embedding/losses/objective.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/planted.hpp"

namespace tertium::embedding {
namespace {

/// Some anchors have nothing to say.
std::vector<core::Triplet> some_triplets(Object n, int count) {
  core::Stream stream({.master_seed = 3}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
  std::vector<core::Triplet> triplets;
  while (std::ssize(triplets) < count) {
    const core::Triplet t{object(), object(), object()};
    if (t.anchor != t.near && t.anchor != t.far && t.near != t.far && t.anchor % 5 != 1) triplets.push_back(t);
  }
  return triplets;
}

TEST(Batches, TogetherAreAllStatements) {
  constexpr Object kObjects = 1100;  // more than are looked at together
  const core::ListedTriplets triplets(core::TripletList(kObjects, some_triplets(kObjects, 9000)));
  core::Problem problem;
  problem.objects = kObjects;
  problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(triplets));
  const Terms terms = terms_of(problem, Feed::kGiven);
  core::Stream stream({.master_seed = 4}, core::Purpose::kTest);
  std::vector<double> x(3 * kObjects), gradient(x.size()), whole(x.size());
  for (double& c : x) c = stream.normal();
  const double loss = Objective(terms, GaussianLoss())(x, whole);
  for (const std::size_t count : {std::size_t{1}, std::size_t{4}, std::size_t{50}})
    for (const auto& batches : {batches_of(triplets, count), batches_of(terms, count)}) {
      ASSERT_EQ(batches.size(), count);
      std::size_t least = terms.statements.size(), most = 0, all = 0;
      double sum = 0.0;
      std::vector<double> sums(x.size(), 0.0);
      for (const auto& batch : batches) {
        least = std::min(least, batch->statements);
        most = std::max(most, batch->statements);
        all += batch->statements;
        sum += Objective(batch, GaussianLoss())(x, gradient);
        for (std::size_t k = 0; k < x.size(); ++k) sums[k] += gradient[k];
      }
      EXPECT_EQ(all, terms.statements.size());
      EXPECT_LE(most - least, static_cast<std::size_t>(kObjects));
      EXPECT_NEAR(sum, loss, 1e-9 * loss);
      for (std::size_t k = 0; k < x.size(); ++k) ASSERT_NEAR(sums[k], whole[k], 1e-9 * (1.0 + std::abs(whole[k])));
    }
}

// Every loss, in two dimensions and five.
TEST(Batches, AdamEndsWhereLbfgsDoes) {
  const core::Problem problem = testing::planted(300, 4, "400*n", 0.75, 2, "normal", "yes");
  for (const char* name : {"STE", "t-STE", "CKL", "GNMDS", "SOE"})
    for (const std::int64_t d : {2, 5}) {
      const auto loss = [&](const char* optimizer) {
        const core::Method method = testing::method_of(
            name, {{"optimizer", std::string(optimizer)},
                   {"d", d},
                   {"restarts", std::int64_t{1}},
                   {"iterations", std::int64_t{std::string_view(optimizer) == "adam" ? 500 : 1000}}});
        const core::Outcome outcome = run_method(method, problem);
        EXPECT_EQ(testing::comparisons_of(outcome), 120000);
        return outcome.reports.at("embedding_loss");
      };
      const double adam = loss("adam"), lbfgs = loss("lbfgs");
      EXPECT_LE(adam, 1.005 * lbfgs) << name << " " << d;
    }
}

TEST(Batches, AdamHasTheSameBitsForAnyThreads) {
  const core::Problem problem = testing::planted(700, 3, "100*n", 0.75, 3, "normal", "yes");
  const core::Method method = testing::method_of(
      "STE", {{"optimizer", std::string("adam")}, {"d", std::int64_t{16}}, {"iterations", std::int64_t{60}}});
  const int before = omp_get_max_threads();
  const auto places = [&](int threads) {
    omp_set_num_threads(threads);
    return std::get<core::Coordinates>(run_method(method, problem).product).values;
  };
  const std::vector<double> one = places(1);
  EXPECT_EQ(places(3), one);
  omp_set_num_threads(before);
}

// Of quadruplets, and where there is nothing.
TEST(Batches, TakeWhatOtherOptimizersTake) {
  const core::Problem problem = testing::planted(60, 3, "20*n", 0.75, 3);
  const core::Method method =
      testing::method_of("STE", {{"optimizer", std::string("adam")}, {"input", std::string("quadruplets")}});
  EXPECT_LT(run_method(method, problem).reports.at("embedding_loss"), 0.6);
  core::Problem silent;
  silent.objects = 9;
  silent.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(9, {})));
  const core::Outcome outcome = run_method(testing::method_of("STE", {{"optimizer", std::string("adam")}}), silent);
  EXPECT_EQ(outcome.reports.at("embedding_loss"), 0.0);
}

}  // namespace
}  // namespace tertium::embedding
