// What a step declares is true: the axes that its result depends on, and the products that it shares with others.
#include <gtest/gtest.h>

#include "tests/linkage/method_cases.hpp"

namespace tertium {
namespace {

using core::Axis;
using core::Object;
using core::Outcome;
using core::Problem;
using testing::accepts;
using testing::expect_equal;
using testing::make;
using testing::Source;

/// Where a problem stands along the axes.
struct Place {
  double sample = 0.4;   ///< proportion of comparisons given
  double noise = 0.8;    ///< eps
  double budget = 0.4;   ///< proportion of questions that may be asked
  double repeats = 1.0;  ///< below 1: a question that is asked again is answered anew
};

Place moved(Place place, Axis axis) {
  (axis == Axis::kSample   ? place.sample
   : axis == Axis::kNoise  ? place.noise
   : axis == Axis::kBudget ? place.budget
                           : place.repeats) /= 2.0;
  return place;
}

Problem problem_at(const Place& place, std::uint64_t seed) {
  Problem problem = testing::problem_of(testing::planted_similarities(13, seed, 0.4), seed, place.sample, place.noise);
  problem.questions.p = place.budget;
  problem.questions.most = static_cast<std::int64_t>(60.0 * place.budget);  // fewer than all of 13 objects need
  problem.questions.noise = place.repeats < 1.0 ? core::AnswerNoise::kIndependent : core::AnswerNoise::kPersistent;
  return problem;
}

bool is_one_cluster(const core::Product& product) {
  const auto* const partition = std::get_if<core::Partition>(&product);
  return partition != nullptr && partition->clusters() == 1;
}

class EveryMethodDeclares : public testing::MethodTest {};

TEST_P(EveryMethodDeclares, TheAxesThatItDependsOn) {
  constexpr std::uint64_t kSeeds = 8;
  for (const Axis axis : core::kAllAxes) {
    int changed = 0, more_than_one_cluster = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const core::Product here = run_method(method_, problem_at({}, seed)).product;
      const core::Product there = run_method(method_, problem_at(moved({}, axis), seed)).product;
      changed += testing::shape_of(here) != testing::shape_of(there) ? 1 : 0;
      more_than_one_cluster += is_one_cluster(here) && is_one_cluster(there) ? 0 : 1;
    }
    if (!method_.axes().contains(axis)) {
      EXPECT_EQ(changed, 0) << "changes along " << name_of(axis);
    } else if (more_than_one_cluster > 0) {  // what finds the number of clusters may find one wherever it is asked here
      EXPECT_GT(changed, 0) << "never changes along " << name_of(axis);
    }
  }
}

/// Counts of what is given are shared without notice: they take no memory.
const core::ProductIds kCounts{core::ProductKey<std::int64_t>{"number of comparisons"},
                               core::ProductKey<std::int64_t>{"number of triplets"}};

/// What is known of a problem before it is made; of a list the signs are no positions.
core::ProblemSize size_of(const Problem& problem, const Source& source) {
  return {problem.objects, source.p, source.listed ? 0.5 : source.eps};
}

TEST_P(EveryMethodDeclares, EveryProductThatItShares) {
  for (const Object n : {13, 24})
    for (const Source& source : testing::kSources) {
      const Problem problem = make(source, n, 1);
      if (!accepts(method_, problem)) continue;
      core::ProductIds declared = kCounts;
      for (const core::SharedCost& cost : core::costs_of(method_, size_of(problem, source)))
        declared.insert(cost.product);
      const core::Products::Use use(problem.products());
      run_method(method_, problem);
      for (const core::ProductId& id : use.products())
        EXPECT_TRUE(declared.contains(id)) << id.name << ", " << source.name << ", N = " << n;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodDeclares, ::testing::ValuesIn(testing::every_method()),
                         testing::method_test_name);

core::ProductIds declared_products(const core::Method& method, const core::ProblemSize& size) {
  core::ProductIds products;
  for (const core::SharedCost& cost : core::costs_of(method, size)) products.insert(cost.product);
  return products;
}

// In whatever order the methods of a cell come, and whatever has been released before them.
TEST(MethodsOfACell, ShareProductsWithoutChangingAnything) {
  for (const Source& source : {testing::kSampled, testing::kComplete, testing::kListed}) {
    const Problem first = make(source, 16, 2), last = make(source, 16, 2), released = make(source, 16, 2);
    std::vector<std::string> names = testing::every_method();
    std::erase_if(names, [&](const std::string& name) { return !accepts(core::find_method(name), first); });
    std::map<std::string, Outcome> alone;
    for (const std::string& name : names) alone.emplace(name, run_method(core::find_method(name), make(source, 16, 2)));
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto expect = [&](const std::string& name, const Problem& problem) {
        SCOPED_TRACE(name + ", " + source.name);
        const core::Method method = core::find_method(name);
        ASSERT_NO_THROW(expect_equal(run_method(method, problem), alone.at(name), method));
      };
      expect(names[k], first);
      expect(names[names.size() - 1 - k], last);
      expect(names[k], released);
      released.products().release(declared_products(core::find_method(names[k]), size_of(released, source)));
    }
  }
}

}  // namespace
}  // namespace tertium
