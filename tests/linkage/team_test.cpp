// Linkage on a team: the supports that 4-AL is made of, its trees, every method, and failures.
#include <gtest/gtest.h>
#include <omp.h>

#include <array>
#include <utility>

#include "core/methods/method.hpp"
#include "linkage/four_al/four_al.hpp"
#include "linkage/four_al/pair_support.hpp"
#include "tests/linkage/method_cases.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/targets.hpp"
#include "tests/support/thread_team.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Team;
using testing::kTeamSizes;
using testing::on_team;

core::Problem problem_for(Team& team, Object n, double p, double eps) {
  core::Problem problem = testing::problem_of(testing::planted_similarities(n, 3, 0.2), 3, p, eps);
  problem.team = &team;
  return problem;
}

struct Sampling {
  double p, eps;
};
const std::vector<Sampling> kTeamSamplings = {{1.0, 1.0}, {0.4, 1.0}, {0.01, 1.0}, {0.4, 0.6}, {0.01, 0.6}, {1.0, 0.5}};

using MakeSupport = std::unique_ptr<PairSupport> (*)(const core::Problem&);
const std::vector<std::pair<const char*, MakeSupport>> kWays = {{"table", make_dense_support},
                                                                {"drawn again", make_redrawn_support}};

// N = 47 has 1081 pairs, three blocks of columns: a fourth and fifth member have none.
TEST(TeamSupports, AreThoseOfOneMember) {
  for (const Sampling sampling : kTeamSamplings)
    for (const auto& entry : kWays) {  // clang does not capture structured bindings
      const char* way = entry.first;
      const MakeSupport make = entry.second;
      const auto supports = [&](Team& team) {
        const core::Problem problem = problem_for(team, 47, sampling.p, sampling.eps);
        const auto support = make(problem);
        std::vector<kernels::ColumnGroup> groups{{5, {0, 511, 512, 600, 1080}}, {-3, {7, 64}}};
        support->add(groups);
        for (core::Rank b = 100; b < 900; ++b) groups[1].rows.push_back(b);
        support->add(std::span(groups).last(1));
        std::vector<std::int64_t> all(support->support().begin(), support->support().begin() + 1081);
        all.push_back(support->comparisons());
        return all;
      };
      const auto one = supports(Team::alone());
      std::vector<std::int64_t> targets = testing::all_targets();
      if (make == make_redrawn_support) targets.resize(1);  // slow on the plain one, and tested there (DrawnRows)
      for (const std::int64_t target : targets) {
        const testing::ForcedTarget forced(target);
        for (const int size : kTeamSizes)
          for (const auto& all : on_team(size, supports))
            EXPECT_EQ(all, one) << way << ", " << size << " members, p = " << sampling.p;
      }
    }
}

TEST(TeamFourAl, GrowsTheSameTreeOnEveryPath) {
  for (const Sampling sampling : kTeamSamplings)
    for (const FourAlPath path : {FourAlPath::kDense, FourAlPath::kSparse, FourAlPath::kAuto})
      for (const Object n : {1, 2, 3, 24, 61}) {
        const auto tree = [&](Team& team) {
          omp_set_num_threads(1);
          const core::Problem problem = problem_for(team, n, sampling.p, sampling.eps);
          TieBreaker ties(TiePolicy::kRandom, problem.cell);
          const FourAlResult result = four_al(problem, core::initial_clusters(problem, 1), ties, path);
          return std::pair{core::scipy_linkage(result.tree), result.n_comparisons};
        };
        const auto one = tree(Team::alone());
        for (const int size : kTeamSizes)
          for (const auto& all : on_team(size, tree)) EXPECT_EQ(all, one) << size << " members, N = " << n;
      }
}

TEST(TeamMethods, EveryMethodMakesTheSame) {
  constexpr core::Object kObjects = 32;
  std::vector<std::string> names = testing::every_method();
  std::erase_if(names, [](const std::string& name) { return core::find_method(name).most_objects() < kObjects; });
  for (const Sampling sampling : {Sampling{1.0, 1.0}, Sampling{0.1, 1.0}, Sampling{0.1, 0.7}, Sampling{0.01, 1.0}}) {
    const auto outcomes = [&](Team& team) {
      omp_set_num_threads(1);
      const core::Problem problem = problem_for(team, kObjects, sampling.p, sampling.eps);
      std::vector<core::Outcome> all;
      for (const std::string& name : names) all.push_back(core::run_method(core::find_method(name), problem));
      return all;
    };
    const auto one = outcomes(Team::alone());
    for (const int size : kTeamSizes)
      for (const auto& all : on_team(size, outcomes))
        for (std::size_t k = 0; k < names.size(); ++k) {
          SCOPED_TRACE(fmt::format("{}, {} members", names[k], size));
          testing::expect_equal(all[k], one[k], core::find_method(names[k]));
        }
  }
}

TEST(TeamMethods, TheMemoryOfAFourAlIsShared) {
  const core::ProblemSize alone{960, 0.1, 1.0};
  const core::ProblemSize four{960, 0.1, 1.0, 4};
  const double table = testing::bytes_of(four_al_cost(alone, 960, FourAlPath::kDense));
  EXPECT_LT(testing::bytes_of(four_al_cost(four, 960, FourAlPath::kDense)), 0.26 * table);
  EXPECT_LT(testing::bytes_of(four_al_cost(four, 960, FourAlPath::kSparse)),
            0.26 * testing::bytes_of(four_al_cost(alone, 960, FourAlPath::kSparse)));
}

}  // namespace
}  // namespace tertium::linkage
