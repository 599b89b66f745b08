#include "answers/conclusions/proved_bounds.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/study/study.hpp"
#include "core/base/error.hpp"
#include "files/answers/words/name_table.hpp"

namespace tertium::answers {
namespace {

using enum metrics::BoundClass;

TEST(ProvedBounds, StandBesideWhatTheTreeSatisfies) {
  const AnswerInput faces = read_answer_input({.path = "faces"});
  for (const char* method : {"AddS-3-AL", "AddS-3-AL+lengths"}) {
    const Clustering found = cluster(faces, {.method = core::find_method(method), .bound = 0.0});
    ASSERT_EQ(found.bounds.size(), 2U);
    EXPECT_EQ(found.bounds[0].of, found.tree->has_lengths() ? kAdditive : kRooted);
    EXPECT_EQ(found.bounds[1].of, kAny);
    EXPECT_GT(found.bounds[0].share(), found.agreement->satisfied);
    EXPECT_LT(found.bounds[0].share(), 0.9) << "not what each triple would like best";
  }
  EXPECT_TRUE(cluster(faces, {.method = core::find_method("AddS-3-AL")}).bounds.empty());
}

TEST(ProvedBounds, GrowWithTheClass) {
  const AnswerInput car = read_answer_input({.path = "car"});
  const Comparison found = compare(car, {.methods = {"AddS-3-AL"}, .bound = 0.0});
  ASSERT_EQ(found.bounds.size(), 3U);
  EXPECT_LE(found.bounds[0].share(), found.bounds[1].share());
  EXPECT_LE(found.bounds[1].share(), found.bounds[2].share());
  EXPECT_LE(found.bounds[2].share(), 1.0);
}

TEST(ProvedBounds, OfAStudyAreProvedOnce) {
  const AnswerInput car = read_answer_input({.path = "car"});
  const StudyRequest request{.compared = {.methods = {"AddS-3-AL"}, .bound = 0.0}, .clusters = 2, .trees = 2};
  const Study found = study(car, request);
  ASSERT_EQ(found.compared.bounds.size(), 3U);
  ASSERT_EQ(found.made.bounds.size(), 2U);
  EXPECT_EQ(found.made.bounds[0].of, kRooted);
  EXPECT_EQ(found.made.bounds[0].share(), found.compared.bounds[0].share());
  EXPECT_EQ(found.made.bounds[1].share(), found.compared.bounds[2].share());
}

TEST(ProvedBounds, OfAGraphAreOfItsCost) {
  // Two cliques of five with weak edges between them: the best tree parts them at its root.
  std::vector<core::Edge> edges;
  for (core::Object u = 0; u < 10; ++u)
    for (core::Object v = u + 1; v < 10; ++v) edges.push_back({u, v, u / 5 == v / 5 ? 1.0 : 0.1});
  AnswerInput graph;
  graph.graph = core::Graph(10, edges);
  graph.comparisons.objects = 10;
  graph.comparisons.names = files::number_names(10);
  const auto proved = [&](const char* method) {
    return *cluster(graph, {.method = core::find_method(method), .clusters = 2, .bound = 1.0}).revenue;
  };
  const ProvedRevenue best = proved("AL"), worse = proved("Linkage++");
  EXPECT_GE(best.cost, best.least_cost * (1.0 - 1e-9));
  EXPECT_LT(best.cost, 1.05 * best.least_cost);
  EXPECT_GT(best.share_beyond_random(), 0.9);
  EXPECT_LE(best.share_beyond_random(), 1.0 + 1e-9);
  EXPECT_NEAR(best.least_cost, worse.least_cost, 0.05 * best.least_cost) << "the bound is the graph's";
  EXPECT_GE(worse.cost, best.least_cost * (1.0 - 1e-9));
  EXPECT_FALSE(cluster(graph, {.method = core::find_method("AL")}).revenue);
}

TEST(ProvedBounds, AreRefusedWhereNothingIsProved) {
  AnswerInput graph;
  graph.graph = core::Graph(3, {});
  EXPECT_THROW(check_bounds(graph), core::UserError);
  EXPECT_NO_THROW(check_revenue_bound(*graph.graph));
  graph.graph = core::Graph(200'000, {});
  graph.comparisons.objects = 200'000;
  EXPECT_THROW(cluster(graph, {.method = core::find_method("AL"), .bound = 0.0}), core::UserError) << "before the work";
  AnswerInput pairs;
  pairs.comparisons.objects = 4;
  pairs.comparisons.statements = {{0, 1, 2, 3}};
  EXPECT_THROW(prove_bounds(pairs, kBoundClasses, 0.0), core::UserError);
  EXPECT_THROW(cluster(pairs, {.method = core::find_method("4-AL"), .bound = 0.0}), core::UserError);
}

}  // namespace
}  // namespace tertium::answers
