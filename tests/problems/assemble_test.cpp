// How a problem is put together: objects are numbered anew, and that is all.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/comparisons/counted_draws.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/methods/method.hpp"
#include "tests/problems/scheme_helpers.hpp"

namespace tertium::problems {
namespace {

using namespace core::test;
using namespace problems::test;

TEST(Assemble, RenumbersEverythingAlike) {
  const core::Object n = 14;
  ModelSample sample = sample_of(core::test::random_similarities(n, 9));
  sample.provide<core::Truth>(
      core::Truth{core::test::random_partition(n, 2, 1), core::test::random_partition(n, 5, 2)});
  const core::CellKey cell = cell_of(6);
  const auto [problem, new_id] = assembled(sample, "proportion", {}, cell);
  EXPECT_EQ(new_id, core::random_relabelling(cell, n));
  EXPECT_NE(new_id, core::random_relabelling(cell_of(7), n));
  for (const core::Pair& pair : core::all_pairs(n))
    EXPECT_EQ(problem.get<core::Similarities>()(new_id[pair.i], new_id[pair.j]),
              sample.get<core::Similarities>()(pair.i, pair.j));
  ASSERT_EQ(problem.get<core::Truth>().size(), 2U);
  for (std::size_t level = 0; level < 2; ++level)
    EXPECT_EQ(problem.get<core::Truth>()[level], core::relabelled(sample.get<core::Truth>()[level], new_id));
  EXPECT_EQ(problem.objects, n);
  EXPECT_EQ(problem.cell.master_seed, cell.master_seed);
}

std::vector<std::set<core::Object>> clusters_of(const core::Dendrogram& tree) {
  std::vector<std::set<core::Object>> below;
  for (const auto& members : tree.leaves().members()) below.emplace_back(members.begin(), members.end());
  for (const core::Merge& merge : tree.merges()) {
    std::set<core::Object> joined = below[merge.left];
    joined.insert(below[merge.right].begin(), below[merge.right].end());
    below.push_back(joined);
  }
  return {below.begin() + tree.leaf_count(), below.end()};
}

/// Similarities of a clear hierarchy, without ties.
core::Similarities clear_similarities(core::Object n, std::uint64_t seed) {
  core::Similarities w = core::test::random_similarities(n, seed);
  for (const core::Pair& pair : core::all_pairs(n))
    w(pair.i, pair.j) += pair.i % 4 == pair.j % 4 ? 4.0 : pair.i % 2 == pair.j % 2 ? 2.0 : 0.0;
  return w;
}

core::Dendrogram tree_by(const core::Method& method, const core::Problem& problem) {
  return std::get<core::Dendrogram>(core::run_method(method, problem).product);
}

/// True if ties drawn in several cells change nothing.
bool is_free_of_ties(core::Method method, core::Problem& problem) {
  const auto first = clusters_of(tree_by(method, problem));
  core::set_parameter(method, "ties", std::string("random"));
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
  const core::Method method = core::find_method(name);
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 60 && checked < 3; ++seed) {
    core::Problem original = original_of(clear_similarities(16, seed));
    if (!is_free_of_ties(method, original)) continue;
    const AssembledProblem found = assembled_of(clear_similarities(16, seed));
    EXPECT_EQ(clusters_of(tree_by(method, found.problem)),
              clusters_of(core::relabelled(tree_by(method, original), found.new_id)))
        << name << ", seed " << seed;
    ++checked;
  }
  EXPECT_EQ(checked, 3) << name << " is always tied";
}

TEST(Assemble, HidesTheOrderOfObjectsAndNothingElse) {
  const auto original = [](const core::Similarities& w) {
    core::Problem problem;
    problem.objects = w.objects();
    problem.provide<core::Similarities>(std::make_shared<const core::Similarities>(w));
    problem.provide<core::Graph>(std::make_shared<const core::Graph>(core::complete_graph(w)));
    const auto ranking = std::make_shared<const core::PairRanking>(w);
    problem.provide<core::PairRanking>(ranking);
    problem.provide<core::Quadruplets>(std::make_shared<const core::SampledQuadruplets>(ranking, cell_of(4), 1.0, 1.0));
    problem.provide<core::Triplets>(std::make_shared<const core::SampledTriplets>(
        std::make_shared<const core::AnchorRanking>(*ranking), cell_of(4), 1.0, 1.0));
    return problem;
  };
  for (const char* method : {"AL", "SL", "CL", "4-AL", "4K-AL", "4K-AL-literal", "AddS-4-AL", "3K-AL"})
    expect_same_relabelled(method, original, [](const core::Similarities& w) {
      return assembled(sample_of(w), "proportion", {}, cell_of(4));
    });
}

TEST(Assemble, HidesTheOrderOfObjectsOfListedAnswers) {
  const auto sample = [](const core::Similarities& w) {
    ModelSample listed;
    listed.objects = w.objects();
    listed.quadruplets = core::draw_quadruplets(core::PairRanking(w), cell_of(1), 6000, 1.0);
    listed.triplets = core::draw_triplets(core::PairRanking(w), cell_of(1), 1600, 1.0);
    return listed;
  };
  const auto original = [&](const core::Similarities& w) {
    const ModelSample listed = sample(w);
    std::vector<core::Quadruplet> statements = listed.quadruplets;
    for (const core::Triplet& t : listed.triplets) statements.push_back(core::as_quadruplet(t));
    core::Problem problem;
    problem.objects = w.objects();
    problem.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(w.objects(), statements));
    problem.provide<core::Triplets>(
        std::make_shared<const core::ListedTriplets>(core::TripletList(w.objects(), listed.triplets)));
    return problem;
  };
  for (const char* method : {"4-AL", "4K-AL", "4K-AL-literal", "3K-AL"})
    expect_same_relabelled(method, original,
                           [&](const core::Similarities& w) { return assembled(sample(w), "own", {}, cell_of(4)); });
}

TEST(Assemble, IsAPureFunction) {
  const ModelSample sample = sample_of(core::test::random_similarities(10, 9));
  for (const char* scheme : {"proportion", "count"}) {
    const Values values =
        std::string(scheme) == "count" ? Values{{"count", std::string("300")}} : Values{{"p", 0.3}, {"eps", 0.8}};
    const auto a = assembled(sample, scheme, values, cell_of(4)), b = assembled(sample, scheme, values, cell_of(4)),
               c = assembled(sample, scheme, values, cell_of(5));
    EXPECT_EQ(a.new_id, b.new_id);
    a.problem.prepare({core::Provision::kTriplets});  // in another order
    EXPECT_EQ(set_of(a.problem.get<core::Quadruplets>()), set_of(b.problem.get<core::Quadruplets>()));
    EXPECT_EQ(set_of(a.problem.get<core::Triplets>()), set_of(b.problem.get<core::Triplets>()));
    EXPECT_NE(set_of(a.problem.get<core::Quadruplets>()), set_of(c.problem.get<core::Quadruplets>()));
  }
}

}  // namespace
}  // namespace tertium::problems
