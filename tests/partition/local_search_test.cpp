// The searches of clusters by odd-one-outs: OCC17 sections 4 and 5.
#include "partition/correlation/local_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "core/clusterings/agreement.hpp"
#include "core/methods/method.hpp"
#include "metrics/measures/rand_index.hpp"
#include "partition/correlation/central.hpp"
#include "partition/correlation/pivot.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/odd_one_out_lists.hpp"
#include "tests/support/problems.hpp"

namespace tertium {
namespace {

using core::Label;
using core::Object;
using core::OddOneOut;
using core::Partition;
using core::Stream;
using testing::cell_of;
using testing::most_satisfied;
using testing::plain_local_search;
using testing::random_answers;
using testing::random_partition;
using testing::unsatisfied;

TEST(MostCentral, IsLeastFarFromAllOthers) {
  using Labels = std::vector<Label>;
  const std::vector<Partition> three{Partition(Labels{0, 0, 0, 1}), Partition(Labels{0, 0, 1, 1}),
                                     Partition(Labels{0, 0, 1, 2})};
  EXPECT_EQ(partition::pairs_apart(three[0], three[1]), 3.0);
  EXPECT_EQ(partition::pairs_apart(three[1], three[2]), 1.0);
  EXPECT_EQ(partition::pairs_apart(three[0], three[2]), 2.0);
  EXPECT_EQ(partition::most_central(three), 2U);
  EXPECT_EQ(partition::most_central(std::span(three).first(1)), 0U);
}

TEST(LocalSearch, EqualsThePlainOne) {
  Stream stream(cell_of(4), core::Purpose::kTest);
  for (int trial = 0; trial < 40; ++trial) {
    const auto n = static_cast<Object>(1 + stream.below(12));
    const auto answers =
        n < 3 ? std::vector<OddOneOut>{} : random_answers(n, static_cast<int>(stream.below(80)), stream);
    for (const Partition& start :
         {Partition::singletons(n), random_partition(n, 1, stream), random_partition(n, 3, stream)}) {
      const auto found = partition::local_search(start, answers, 1000, {});
      EXPECT_TRUE(found.ended);
      EXPECT_EQ(found.partition, plain_local_search(start, answers, 1000)) << trial;
    }
  }
}

TEST(LocalSearch, EndsWhereNoMoveOfOneObjectSatisfiesMore) {
  Stream stream(cell_of(5), core::Purpose::kTest);
  const Object n = 9;
  const auto answers = random_answers(n, 120, stream);
  const auto found = partition::local_search(Partition::singletons(n), answers, 1000, {}).partition;
  const std::int64_t satisfied = core::satisfied_answers(found, answers);
  for (Object u = 0; u < n; ++u)
    for (Label x = 0; x <= found.clusters(); ++x) {
      std::vector<Label> labels(found.labels().begin(), found.labels().end());
      labels[static_cast<std::size_t>(u)] = x;
      EXPECT_LE(core::satisfied_answers(Partition(labels), answers), satisfied);
    }
  EXPECT_LE(satisfied, most_satisfied(n, answers));
}

TEST(StrongerSearches, SatisfyAtLeastAsMuchAsTheSearchOfObjects) {
  Stream stream(cell_of(8), core::Purpose::kTest);
  std::int64_t more = 0, reached = 0, annealed = 0, possible = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Object n = 8;
    const auto answers = random_answers(n, 60, stream);
    Stream other(cell_of(trial), core::Purpose::kLocalSearch);
    const auto objects = partition::local_search(Partition::singletons(n), answers, 1000, {}).partition;
    const auto clusters = partition::merge_split_search(Partition::singletons(n), answers, 1000, other).partition;
    const std::int64_t by_objects = core::satisfied_answers(objects, answers);
    const std::int64_t by_clusters = core::satisfied_answers(clusters, answers);
    EXPECT_GE(by_clusters, by_objects);
    Stream third(cell_of(trial), core::Purpose::kLocalSearch);
    const auto heated = partition::annealed_search(Partition::singletons(n), answers, 1000, third).partition;
    EXPECT_GE(core::satisfied_answers(heated, answers), by_objects);
    annealed += core::satisfied_answers(heated, answers);
    more += by_clusters > by_objects ? 1 : 0;
    reached += by_clusters;
    possible += most_satisfied(n, answers);
  }
  EXPECT_GT(more, 3);
  EXPECT_GT(static_cast<double>(reached), 0.97 * static_cast<double>(possible));
  EXPECT_GE(annealed, reached);
  EXPECT_LE(annealed, possible);
}

/// Answers that want i and j together, less those that want them apart.
std::int64_t votes(Object i, Object j, std::span<const OddOneOut> answers) {
  std::int64_t sum = 0;
  for (const OddOneOut& t : answers) {
    const auto is_pair = [&](Object x, Object y) { return std::minmax(x, y) == std::minmax(i, j); };
    sum += is_pair(t.a, t.b) ? 1 : is_pair(t.a, t.odd) || is_pair(t.b, t.odd) ? -1 : 0;
  }
  return sum;
}

TEST(PivotClusters, HaveAnObjectThatAllOthersAreWantedWith) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Stream stream(cell_of(seed), core::Purpose::kTest);
    const Object n = 12;
    const std::vector<OddOneOut> answers = random_answers(n, 40, stream);
    const Partition found = partition::pivot_clusters(n, answers, stream);
    for (Label label = 0; label < found.clusters(); ++label) {
      const auto is_pivot = [&](Object i) {
        for (Object j = 0; j < n; ++j)
          if (j != i && found[j] == label && votes(i, j, answers) <= 0) return false;
        return found[i] == label;
      };
      bool any = false;
      for (Object i = 0; i < n; ++i) any = any || is_pivot(i);
      EXPECT_TRUE(any) << seed;
    }
  }
}

TEST(PivotClusters, AreTheTrueOnesOfAllThatTheySay) {
  std::vector<OddOneOut> answers;
  for (Object a = 0; a < 12; ++a)
    for (Object b = 0; b < a; ++b)
      for (Object c = 0; c < 12; ++c)
        if (a % 3 == b % 3 && c % 3 != a % 3) answers.push_back({a, b, c});
  Stream stream(cell_of(1), core::Purpose::kTest);
  const Partition found = partition::pivot_clusters(12, answers, stream);
  EXPECT_EQ(found.clusters(), 3);
  EXPECT_EQ(unsatisfied(found, answers), 0);
}

TEST(LocalSearch, StopsAfterSoManyPassesAndSaysSo) {
  Stream stream(cell_of(6), core::Purpose::kTest);
  const auto answers = random_answers(30, 400, stream);
  const auto found = partition::local_search(Partition::singletons(30), answers, 1, {});
  EXPECT_EQ(found.passes, 1);
  EXPECT_FALSE(found.ended);
}

/// n objects in k planted clusters, and odd-one-outs by them.
problems::AssembledProblem planted(Object n, int k, double a, double b, std::uint64_t seed) {
  const problems::Model& model = problems::find_model("planted-flat");
  core::Parameters shape(model.parameters);
  shape.set("n", std::int64_t{n});
  shape.set("k", std::int64_t{k});
  const problems::Scheme& scheme = problems::find_scheme("odd-one-out");
  core::Parameters share(scheme.parameter_infos());
  share.set("a", a);
  share.set("b", b);
  return assemble(model.sample(shape, cell_of(seed)), scheme, share, cell_of(seed));
}

TEST(Ls, FindsPlantedClustersFromCleanAnswers) {
  for (const int k : {2, 4, 8}) {
    const problems::AssembledProblem planted_problem = planted(80, k, 1.0, 0.0, 1);
    const core::Problem& problem = planted_problem.problem;
    const auto found = std::get<Partition>(run_method(core::find_method("Ls-AD-VC"), problem).product);
    EXPECT_EQ(found.clusters(), k);
    EXPECT_EQ(metrics::adjusted_rand_index(found, problem.get<core::Truth>().back()), 1.0);
  }
}

TEST(Ls, CollapsesWithoutTheCover) {
  // OCC17 table I, SPEC of the searches: with k = 16 the raw answers are satisfied best by few clusters.
  const problems::AssembledProblem planted_problem = planted(160, 16, 0.1, 0.0, 2);
  const auto clusters = [&](const char* method) {
    return std::get<Partition>(run_method(core::find_method(method), planted_problem.problem).product).clusters();
  };
  EXPECT_LT(clusters("Ls-AD"), 8);
  EXPECT_GT(clusters("Ls-AD-VC"), 12);
}

}  // namespace
}  // namespace tertium
