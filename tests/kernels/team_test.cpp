// Every kernel on a team equals the kernel of one member, on every member, whatever the size of the team.
#include <gtest/gtest.h>
#include <omp.h>

#include <numeric>

#include "core/comparisons/drawn_triplets.hpp"
#include "core/methods/oracles.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/additive/adds4_drawn.hpp"
#include "kernels/multiplicative/four_k_active.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "tests/kernels/samplings.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/thread_team.hpp"

namespace tertium {
namespace {

using core::Object;
using core::Team;
using kernels::CountedKernel;
using tertium::testing::Sampling;
using Kernel = core::PairTable<std::int64_t>;

CountedKernel plain(Kernel kernel) {
  return {std::move(kernel), 0};
}

/// compute(team) on teams of all sizes.
template <typename Compute>
void expect_same_on_teams(const std::string& name, Compute&& compute) {
  const CountedKernel one = compute(Team::alone());
  for (const int size : tertium::testing::kTeamSizes) {
    const auto all = tertium::testing::on_team(size, [&](Team& team) {
      omp_set_num_threads(team.rank() % 2 + 1);
      return compute(team);
    });
    for (const CountedKernel& result : all) {
      EXPECT_EQ(result.kernel, one.kernel) << name << ", " << size << " members";
      EXPECT_EQ(result.comparisons, one.comparisons) << name << ", " << size << " members";
    }
  }
}

class TeamKernels : public ::testing::TestWithParam<Sampling> {
 protected:
  /// N = 97 has 4656 pairs: three panels, so that teams have more and fewer members than there is to deal out.
  core::Problem problem(Object n = 97) const {
    const auto seed = 40 + static_cast<std::uint64_t>(n);
    return tertium::testing::problem_of(tertium::testing::random_similarities(n, seed, GetParam().grid), seed,
                                        GetParam().p, GetParam().eps);
  }
};

TEST_P(TeamKernels, OfQuadrupletsAreTheSame) {
  for (const Object n : {0, 1, 2, 13, 97}) {
    const core::Problem given = problem(n);
    const core::Quadruplets& q = given.get<core::Quadruplets>();
    expect_same_on_teams("MulK-4", [&](Team& team) { return plain(kernels::mulk4(q, team)); });
    expect_same_on_teams("MulK-4 dense", [&](Team& team) { return kernels::mulk4_dense(q, team); });
    expect_same_on_teams("MulK-4 by visits", [&](Team& team) { return kernels::mulk4_visits(q, team); });
    if (n < 97 || GetParam().p < 0.1)  // p^2 N^5 steps
      expect_same_on_teams("MulK-4 sparse", [&](Team& team) { return kernels::mulk4_sparse(q, team); });
    expect_same_on_teams("AddS-4", [&](Team& team) { return kernels::adds4_counted(q, team); });
    expect_same_on_teams("AddS-4, whichever way", [&](Team& team) { return plain(kernels::adds4(q, team)); });
  }
}

TEST_P(TeamKernels, OfTripletsAreTheSame) {
  for (const Object n : {0, 1, 2, 13, 97}) {
    const core::Problem given = problem(n);
    const core::Triplets& t = given.get<core::Triplets>();
    expect_same_on_teams("MulK-3", [&](Team& team) { return plain(kernels::mulk3(t, team)); });
    expect_same_on_teams("MulK-3 by bits", [&](Team& team) { return plain(kernels::mulk3_by_bits(t, team)); });
    expect_same_on_teams("MulK-3 by lists", [&](Team& team) { return plain(kernels::mulk3_by_lists(t, team)); });
    expect_same_on_teams("AddS-3", [&](Team& team) {
      const kernels::AnchorScores scores = kernels::anchor_scores(t, nullptr, team);
      std::int64_t triplets = 0;
      for (const std::int64_t one : scores.given) triplets += one;
      return CountedKernel{kernels::adds3(scores), triplets};
    });
  }
}

TEST_P(TeamKernels, OfDrawnComparisonsAreTheSame) {
  const core::Problem given = problem();
  const core::DrawnQuadruplets quadruplets(given.share<core::PairRanking>(), given.cell, 20000, GetParam().eps, 300);
  const core::DrawnTriplets triplets(core::oracle_of(given.share<core::Similarities>()), given.cell, 20000,
                                     GetParam().eps);
  expect_same_on_teams("AddS-4, drawn", [&](Team& team) { return kernels::adds4_drawn(quadruplets, team); });
  expect_same_on_teams("AddS-3, drawn",
                       [&](Team& team) { return plain(kernels::adds3(kernels::anchor_answers(triplets, team))); });
}

TEST_P(TeamKernels, OfQuestionsAreTheSameAndChargedForAlike) {
  const core::Problem given = problem(40);
  std::vector<core::PairIndex> references(600);  // three blocks
  std::iota(references.begin(), references.end(), 100);
  const std::vector<Object> landmarks{3, 4, 17, 39};
  for (const auto self : {kernels::SelfTerms::kNone, kernels::SelfTerms::kMostSimilar})
    expect_same_on_teams("4K active", [&](Team& team) {
      core::ActiveOracle oracle = core::make_oracle(given);
      CountedKernel result{kernels::four_k_active(oracle, references, landmarks, self, team), 0};
      result.comparisons = oracle.raw_queries() * 1000000 + oracle.distinct_queries();
      return result;
    });
}

/// What methods ask for: the team is the problem's.
TEST_P(TeamKernels, OfAProblemAreMadeByItsTeam) {
  const core::Problem one = problem();
  const Kernel mulk4 = *kernels::shared_mulk4(one);
  const std::int64_t given = core::comparisons_given(one);
  for (const int size : tertium::testing::kTeamSizes) {
    const auto all = tertium::testing::on_team(size, [&](Team& team) {
      omp_set_num_threads(1);
      core::Problem shared = problem();
      shared.team = &team;
      bool same = *kernels::shared_mulk4(shared) == mulk4;
      same = same && *kernels::shared_adds4(shared) == kernels::adds4(one.get<core::Quadruplets>());
      same =
          same && *kernels::shared_adds3(shared) == kernels::adds3(kernels::anchor_scores(one.get<core::Triplets>()));
      same = same && *kernels::shared_mulk3(shared) == kernels::mulk3(one.get<core::Triplets>());
      return same && core::comparisons_given(shared) == given ? 1 : 0;
    });
    EXPECT_EQ(std::count(all.begin(), all.end(), 1), size);
  }
}

INSTANTIATE_TEST_SUITE_P(Samplings, TeamKernels, ::testing::ValuesIn(tertium::testing::kSamplings));
// Below p = 1/64 comparisons are drawn as lists.
INSTANTIATE_TEST_SUITE_P(Lists, TeamKernels, ::testing::Values(Sampling{0.01, 1.0, 0}, Sampling{0.01, 0.5, 6}));

}  // namespace
}  // namespace tertium
