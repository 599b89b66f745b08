// Linkage on a team: the supports that 4-AL is made of, its trees, every method, and failures.
#include <omp.h>

#include <array>

#include "linkage/four_al/four_al.hpp"
#include "linkage/four_al/pair_support.hpp"
#include "linkage/methods/methods.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/targets.hpp"
#include "tests/support/thread_team.hpp"

namespace tertium::linkage {
namespace {

using core::Object;
using core::Team;
using testing::kTeamSizes;
using testing::on_team;

core::Instance instance_for(Team& team, Object n, double p, double eps) {
  core::Instance instance = testing::instance_of(testing::planted_similarities(n, 3, 0.2), 3, p, eps);
  instance.team = &team;
  return instance;
}

struct Sampling {
  double p, eps;
};
const std::vector<Sampling> kTeamSamplings = {{1.0, 1.0}, {0.4, 1.0}, {0.01, 1.0}, {0.4, 0.6}, {0.01, 0.6}, {1.0, 0.5}};

// N = 47 has 1081 pairs, three blocks of columns: a fourth and fifth member have none.
TEST(TeamSupports, AreThoseOfOneMember) {
  for (const Sampling sampling : kTeamSamplings)
    for (const bool dense : {true, false}) {
      const auto supports = [&](Team& team) {
        const core::Instance instance = instance_for(team, 47, sampling.p, sampling.eps);
        const auto support = dense ? make_dense_support(instance, nullptr) : make_sparse_support(instance, nullptr);
        std::vector<kernels::ColumnGroup> groups{{5, {0, 511, 512, 600, 1080}}, {-3, {7, 64}}};
        support->add(groups);
        for (core::Rank b = 100; b < 900; ++b) groups[1].rows.push_back(b);
        support->add(std::span(groups).last(1));
        std::vector<std::int64_t> all(support->support().begin(), support->support().begin() + 1081);
        all.push_back(support->comparisons());
        return all;
      };
      const auto one = supports(Team::alone());
      for (const std::int64_t target : testing::all_targets()) {
        const testing::ForcedTarget forced(target);
        for (const int size : kTeamSizes)
          for (const auto& all : on_team(size, supports))
            EXPECT_EQ(all, one) << (dense ? "table, " : "list, ") << size << " members, p = " << sampling.p;
      }
    }
}

TEST(TeamFourAl, GrowsTheSameTreeOnEveryPath) {
  for (const Sampling sampling : kTeamSamplings)
    for (const FourAlPath path : {FourAlPath::kDense, FourAlPath::kSparse, FourAlPath::kAuto})
      for (const Object n : {1, 2, 3, 24, 61}) {
        const auto tree = [&](Team& team) {
          omp_set_num_threads(1);
          const core::Instance instance = instance_for(team, n, sampling.p, sampling.eps);
          TieBreaker ties(TiePolicy::kRandom, instance.cell);
          const FourAlResult result = four_al(instance, core::initial_clusters(instance, 1), ties, nullptr, path);
          return std::pair{core::scipy_linkage(result.tree), result.n_comparisons};
        };
        const auto one = tree(Team::alone());
        for (const int size : kTeamSizes)
          for (const auto& all : on_team(size, tree)) EXPECT_EQ(all, one) << size << " members, N = " << n;
      }
}

TEST(TeamMethods, EveryMethodGrowsTheSameTree) {
  for (const Sampling sampling : {Sampling{1.0, 1.0}, Sampling{0.1, 1.0}, Sampling{0.1, 0.7}, Sampling{0.01, 1.0}}) {
    const auto trees = [&](Team& team) {
      omp_set_num_threads(1);
      const core::Instance instance = instance_for(team, 32, sampling.p, sampling.eps);
      std::vector<std::vector<std::array<double, 4>>> all;
      for (const std::string& name : method_names()) {
        const Result result = run_method(find_method(name), instance);
        all.push_back(core::scipy_linkage(result.tree));
        all.push_back(
            {{static_cast<double>(result.n_comparisons), static_cast<double>(result.n_queries_raw), 0.0, 0.0}});
      }
      return all;
    };
    const auto one = trees(Team::alone());
    for (const int size : kTeamSizes)
      for (const auto& all : on_team(size, trees)) EXPECT_EQ(all, one) << size << " members";
  }
}

TEST(TeamMethods, TheMemoryOfAFourAlIsShared) {
  const ProblemSize alone{960, 0.1, 1.0};
  const ProblemSize four{960, 0.1, 1.0, 4};
  const double table = four_al_cost(alone, 960, FourAlPath::kDense).bytes;
  EXPECT_LT(four_al_cost(four, 960, FourAlPath::kDense).bytes, 0.26 * table);
  EXPECT_LT(four_al_cost(four, 960, FourAlPath::kSparse).bytes,
            0.26 * four_al_cost(alone, 960, FourAlPath::kSparse).bytes);
}

}  // namespace
}  // namespace tertium::linkage
