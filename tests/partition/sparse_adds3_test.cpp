// AddS-3 as a list of answers: its products are those of the matrix, with the same bits on every machine, for any
// threads and members of a team; and the clusters that the step finds.
#include "kernels/additive/sparse_adds3.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/comparisons/listed_triplets.hpp"
#include "kernels/additive/adds3.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/matrices.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/thread_team.hpp"

namespace tertium {
namespace {

using embedding::Matrix;
using testing::planted;
using testing::planted_at;

double ari(const core::Outcome& outcome, const core::Problem& problem) {
  return metrics::adjusted_rand_index(std::get<core::Partition>(outcome.product), testing::planted_truth(problem));
}

// AddS-3 as a list of answers has the same products as its matrix, and finds the same clusters.
TEST(SparseAddS3, IsAddS3) {
  for (const core::Object n : {60, 500}) {
    const core::Problem problem = planted(n, 3, n == 60 ? "20000" : "200000", 0.75, 6, "normal", "yes");
    const kernels::SparseAdds3 sparse(problem.get<core::Triplets>());
    EXPECT_EQ(sparse.answers(), core::triplets_given(problem));
    const embedding::Matrix s = embedding::symmetric_matrix(core::Similarities(n, [&] {
      const auto whole = kernels::shared_adds3(problem)->values();
      return std::vector<double>(whole.begin(), whole.end());
    }()));
    embedding::Matrix x(n, 11), y(n, 11);
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 11; ++c) x(i, c) = (i * 7 + c * 3) % 17;  // whole numbers: sums are exact
    sparse.multiply(x.row(0), y.row(0), x.stride());
    const embedding::Matrix expected = embedding::multiply(s, x);
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 11; ++c) ASSERT_EQ(y(i, c), expected(i, c)) << i << " " << c;
    const core::Method found = testing::method_of("AddS-3-sparse", {{"k", std::int64_t{3}}});
    const core::Outcome outcome = run_method(found, problem);
    EXPECT_EQ(std::get<core::Partition>(outcome.product),
              std::get<core::Partition>(
                  run_method(testing::method_of("AddS-3+spectral", {{"k", std::int64_t{3}}}), problem).product));
    EXPECT_EQ(ari(outcome, problem), 1.0);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(threads == 1 ? 3 : 1);
    EXPECT_TRUE(core::same_bits(run_method(found, problem).product, outcome.product));
    omp_set_num_threads(threads);
  }
}

TEST(SparseAddS3, HasTheSameBitsOnEveryMachine) {
  const core::Problem problem =
      planted(1100, 3, "60000", testing::kPlantedEps, 9, "normal", "yes");  // two blocks of columns
  const kernels::SparseAdds3 scores(problem.get<core::Triplets>());
  const Matrix x = testing::random_matrix(1100, 16, 4);
  Matrix expected(1100, 16);
  scores.multiply(x.row(0), expected.row(0), x.stride());
  testing::on_every_machine([&] {
    Matrix y(1100, 16);
    scores.multiply(x.row(0), y.row(0), x.stride());
    EXPECT_TRUE(testing::same_entries(y, expected));
  });
}

// The members of a team hold a part of the answers each: what they make of it has the bits of one that holds all.
TEST(SparseAddS3, HasTheSameBitsOnATeam) {
  constexpr core::Object kObjects = 4600;  // two sections: of three members one has none
  const core::Method method = testing::method_of("AddS-3-sparse", {{"k", std::int64_t{3}}});
  const core::Problem problem = planted_at(kObjects, 3, 1.5, 10);
  const core::Outcome expected = run_method(method, problem);
  EXPECT_EQ(ari(expected, problem), 1.0);
  const Matrix x = testing::random_matrix(kObjects, 8, 4);
  const auto times = [&](core::Team& team) {
    Matrix y(kObjects, 8);
    kernels::SparseAdds3(problem.get<core::Triplets>(), team).multiply(x.row(0), y.row(0), x.stride());
    return y;
  };
  const Matrix product = times(core::Team::alone());
  for (const int size : {2, 3}) {
    const auto same = testing::on_team(size, [&](core::Team& team) {
      omp_set_num_threads(team.rank() % 2 + 1);
      core::Problem shared = planted_at(kObjects, 3, 1.5, 10);
      shared.team = &team;
      const core::Outcome outcome = run_method(method, shared);
      return core::same_bits(outcome.product, expected.product) && outcome.reports == expected.reports &&
                     testing::same_entries(times(team), product)
                 ? 1
                 : 0;
    });
    EXPECT_EQ(std::ranges::count(same, 1), size);
  }
}

TEST(SparseAddS3, IsSharedBySections) {
  EXPECT_EQ(kernels::largest_share(4000, 8), 1.0);     // one section
  EXPECT_EQ(kernels::largest_share(100000, 2), 0.52);  // 25 of them
  EXPECT_EQ(kernels::largest_share(100000, 64), 0.04);
  EXPECT_EQ(kernels::largest_share(1000000, 1), 1.0);
  EXPECT_EQ(kernels::largest_share(0, 3), 1.0);
}

// The number of clusters is not given.
TEST(SparseAddS3, FindsAsManyClustersAsStandOutOfTheNoise) {
  for (const double share : {3.0, 30.0})  // barely out of it, and by far
    for (const std::uint64_t seed : {4, 5, 6}) {
      const core::Problem problem = planted_at(900, 5, share, seed);
      const core::Outcome outcome =
          run_method(testing::method_of("AddS-3-sparse", {{"k_by", std::string("noise")}}), problem);
      EXPECT_EQ(testing::reported(outcome, "k_hat"), 5) << share << " " << seed;
      EXPECT_EQ(ari(outcome, problem), 1.0);
    }
  const core::Outcome of_noise =
      run_method(testing::method_of("AddS-3-sparse", {{"k_by", std::string("noise")}}), planted_at(900, 5, 0.02, 4));
  EXPECT_EQ(testing::reported(of_noise, "k_hat"), 1) << "nothing stands out of a fiftieth of c*";
}

TEST(SparseAddS3, TakesVeryFewObjects) {
  for (const core::Object n : {2, 3, 5}) {
    core::Problem problem;
    problem.objects = n;
    std::vector<core::Triplet> triplets;
    for (core::Object i = 0; n > 2 && i < n; ++i) triplets.push_back({i, (i + 1) % n, (i + 2) % n});
    problem.provide<core::Triplets>(std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets)));
    for (const char* k_by : {"given", "noise"}) {
      const core::Outcome outcome =
          run_method(testing::method_of("AddS-3-sparse", {{"k_by", std::string(k_by)}}), problem);
      EXPECT_EQ(std::get<core::Partition>(outcome.product).objects(), n) << k_by;
    }
  }
}

}  // namespace
}  // namespace tertium
