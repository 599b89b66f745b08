// How a problem is put together: objects are numbered anew, and that is all.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/methods/method.hpp"
#include "core/schemes/counted_draws.hpp"
#include "tests/core/scheme_helpers.hpp"

namespace tertium::core {
namespace {

using namespace test;

TEST(Assemble, RenumbersEverythingAlike) {
  const Object n = 14;
  ModelSample sample = sample_of(test::random_similarities(n, 9));
  sample.provide<Truth>(Truth{test::random_partition(n, 2, 1), test::random_partition(n, 5, 2)});
  const CellKey cell = cell_of(6);
  const auto [problem, new_id] = assembled(sample, "proportion", {}, cell);
  EXPECT_EQ(new_id, random_relabelling(cell, n));
  EXPECT_NE(new_id, random_relabelling(cell_of(7), n));
  for (const Pair& pair : all_pairs(n))
    EXPECT_EQ(problem.get<Similarities>()(new_id[pair.i], new_id[pair.j]), sample.get<Similarities>()(pair.i, pair.j));
  ASSERT_EQ(problem.get<Truth>().size(), 2U);
  for (std::size_t level = 0; level < 2; ++level)
    EXPECT_EQ(problem.get<Truth>()[level], relabelled(sample.get<Truth>()[level], new_id));
  EXPECT_EQ(problem.objects, n);
  EXPECT_EQ(problem.cell.master_seed, cell.master_seed);
}

std::vector<std::set<Object>> clusters_of(const Dendrogram& tree) {
  std::vector<std::set<Object>> below;
  for (const auto& members : tree.leaves().members()) below.emplace_back(members.begin(), members.end());
  for (const Merge& merge : tree.merges()) {
    std::set<Object> joined = below[merge.left];
    joined.insert(below[merge.right].begin(), below[merge.right].end());
    below.push_back(joined);
  }
  return {below.begin() + tree.leaf_count(), below.end()};
}

/// Similarities of a clear hierarchy, without ties.
Similarities clear_similarities(Object n, std::uint64_t seed) {
  Similarities w = test::random_similarities(n, seed);
  for (const Pair& pair : all_pairs(n))
    w(pair.i, pair.j) += pair.i % 4 == pair.j % 4 ? 4.0 : pair.i % 2 == pair.j % 2 ? 2.0 : 0.0;
  return w;
}

Dendrogram tree_by(const Method& method, const Problem& problem) {
  return std::get<Dendrogram>(run_method(method, problem).product);
}

/// True if ties drawn in several cells change nothing.
bool is_free_of_ties(Method method, Problem& problem) {
  const auto first = clusters_of(tree_by(method, problem));
  set_parameter(method, "ties", std::string("random"));
  for (std::uint64_t draw = 0; draw < 10; ++draw) {
    problem.cell = cell_of(draw);
    if (clusters_of(tree_by(method, problem)) != first) return false;
  }
  return true;
}

/// Of a method, three problems on which ties do not matter: what is made of the original is what is made of the
/// assembled one. `original_of` and `assembled_of` make both of similarities.
template <typename Original, typename Assembled>
void expect_same_relabelled(const char* name, Original&& original_of, Assembled&& assembled_of) {
  const Method method = find_method(name);
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 60 && checked < 3; ++seed) {
    Problem original = original_of(clear_similarities(16, seed));
    if (!is_free_of_ties(method, original)) continue;
    const AssembledProblem found = assembled_of(clear_similarities(16, seed));
    EXPECT_EQ(clusters_of(tree_by(method, found.problem)),
              clusters_of(relabelled(tree_by(method, original), found.new_id)))
        << name << ", seed " << seed;
    ++checked;
  }
  EXPECT_EQ(checked, 3) << name << " is always tied";
}

TEST(Assemble, HidesTheOrderOfObjectsAndNothingElse) {
  const auto original = [](const Similarities& w) {
    Problem problem;
    problem.objects = w.objects();
    problem.provide<Similarities>(std::make_shared<const Similarities>(w));
    problem.provide<Graph>(std::make_shared<const Graph>(complete_graph(w)));
    const auto ranking = std::make_shared<const PairRanking>(w);
    problem.provide<PairRanking>(ranking);
    problem.provide<Quadruplets>(std::make_shared<const SampledQuadruplets>(ranking, cell_of(4), 1.0, 1.0));
    problem.provide<Triplets>(
        std::make_shared<const SampledTriplets>(std::make_shared<const AnchorRanking>(*ranking), cell_of(4), 1.0, 1.0));
    return problem;
  };
  for (const char* method : {"AL", "SL", "CL", "4-AL", "4K-AL", "4K-AL-literal", "AddS-4-AL", "3K-AL"})
    expect_same_relabelled(method, original,
                           [](const Similarities& w) { return assembled(sample_of(w), "proportion", {}, cell_of(4)); });
}

TEST(Assemble, HidesTheOrderOfObjectsOfListedAnswers) {
  const auto sample = [](const Similarities& w) {
    ModelSample listed;
    listed.objects = w.objects();
    listed.quadruplets = draw_quadruplets(PairRanking(w), cell_of(1), 6000, 1.0);
    listed.triplets = draw_triplets(PairRanking(w), cell_of(1), 1600, 1.0);
    return listed;
  };
  const auto original = [&](const Similarities& w) {
    const ModelSample listed = sample(w);
    std::vector<Quadruplet> statements = listed.quadruplets;
    for (const Triplet& t : listed.triplets) statements.push_back(as_quadruplet(t));
    Problem problem;
    problem.objects = w.objects();
    problem.provide<Quadruplets>(std::make_shared<const ListedQuadruplets>(w.objects(), statements));
    problem.provide<Triplets>(std::make_shared<const ListedTriplets>(TripletList(w.objects(), listed.triplets)));
    return problem;
  };
  for (const char* method : {"4-AL", "4K-AL", "4K-AL-literal", "3K-AL"})
    expect_same_relabelled(method, original,
                           [&](const Similarities& w) { return assembled(sample(w), "own", {}, cell_of(4)); });
}

TEST(Assemble, IsAPureFunction) {
  const ModelSample sample = sample_of(test::random_similarities(10, 9));
  for (const char* scheme : {"proportion", "count"}) {
    const Values values =
        std::string(scheme) == "count" ? Values{{"count", std::string("300")}} : Values{{"p", 0.3}, {"eps", 0.8}};
    const auto a = assembled(sample, scheme, values, cell_of(4)), b = assembled(sample, scheme, values, cell_of(4)),
               c = assembled(sample, scheme, values, cell_of(5));
    EXPECT_EQ(a.new_id, b.new_id);
    a.problem.prepare({Provision::kTriplets});  // in another order
    EXPECT_EQ(set_of(a.problem.get<Quadruplets>()), set_of(b.problem.get<Quadruplets>()));
    EXPECT_EQ(set_of(a.problem.get<Triplets>()), set_of(b.problem.get<Triplets>()));
    EXPECT_NE(set_of(a.problem.get<Quadruplets>()), set_of(c.problem.get<Quadruplets>()));
  }
}

}  // namespace
}  // namespace tertium::core
