// The numbers that objects happen to have mean nothing: of every method whose draws do not name objects by number.
#include <gtest/gtest.h>

#include <functional>

#include "tests/linkage/method_cases.hpp"

namespace tertium {
namespace {

using core::Object;
using core::Problem;
using testing::make;
using testing::Shape;
using testing::shape_of;
using testing::Source;
using testing::with_ties;

/// The similarities, comparisons and truth of a problem after its objects are renumbered.
Problem renumbered(const Problem& problem, std::span<const Object> new_id, std::uint64_t seed) {
  Problem result;
  if (problem.has<core::Similarities>()) {
    result = testing::problem_of(core::relabelled(problem.get<core::Similarities>(), new_id), seed, problem.questions.p,
                                 problem.questions.eps);
  } else {
    std::vector<core::Quadruplet> statements = testing::statements_of(problem.get<core::Quadruplets>());
    for (core::Quadruplet& s : statements) s = {new_id[s.i], new_id[s.j], new_id[s.k], new_id[s.l]};
    result = testing::listed_problem(problem.objects, statements, seed);
  }
  // Which triplets are observed depends on the numbers of the objects: take the same ones.
  std::vector<core::Triplet> triplets = testing::triplets_of(problem.get<core::Triplets>());
  for (core::Triplet& t : triplets) t = {new_id[t.anchor], new_id[t.near], new_id[t.far]};
  result.provide<core::Triplets>(
      std::make_shared<const core::ListedTriplets>(core::TripletList(problem.objects, triplets)));
  result.provide<core::Truth>(nullptr);
  if (!problem.has<core::Truth>()) return result;
  core::Truth truth;
  for (const core::Partition& level : problem.get<core::Truth>()) truth.push_back(core::relabelled(level, new_id));
  result.provide<core::Truth>(std::move(truth));
  return result;
}

Shape shape_by(const core::Method& method, const Problem& problem) {
  return shape_of(core::run_method(method, problem).product);
}

/// True if chance does not seem to matter: what the method itself draws in several cells changes nothing.
bool looks_free_of_chance(const core::Method& method, Problem& problem) {
  const core::CellKey cell = problem.cell;
  const Shape first = shape_by(with_ties(method, "first"), problem);
  bool same = true;
  for (std::uint64_t draw = 0; draw < 12 && same; ++draw) {
    problem.cell = testing::cell_of(1000 + draw);
    problem.products().clear();  // they may be drawn, too
    same = shape_by(with_ties(method, "random"), problem) == first;
  }
  problem.cell = cell;
  problem.products().clear();
  return same;
}

/// Calls check(problem, seed) for up to three problems of the kind on which chance does not matter; returns how many.
int for_each_free_of_chance(const core::Method& method, const Source& source,
                            const std::function<void(const Problem&, std::uint64_t)>& check) {
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 40 && checked < 3; ++seed) {
    Problem problem = make(source, 12, seed);
    problem.provide<core::Truth>(nullptr);
    if (!testing::accepts(method, problem) || !looks_free_of_chance(method, problem)) continue;
    check(problem, seed);
    ++checked;
  }
  return checked;
}

const std::vector<Source> kKinds{testing::kSampled, testing::kComplete, testing::kListed};

class EveryMethodBlindToNumbers : public testing::MethodTest {};

TEST_P(EveryMethodBlindToNumbers, DoesNotCareHowObjectsAreNumbered) {
  for (const Source& source : kKinds)
    for_each_free_of_chance(method_, source, [&](const Problem& problem, std::uint64_t seed) {
      const std::vector<Object> new_id = core::random_relabelling(testing::cell_of(seed + 50), 12);
      const core::Product product = core::run_method(method_, problem).product;
      EXPECT_EQ(shape_by(method_, renumbered(problem, new_id, seed)), shape_of(core::relabelled(product, new_id)))
          << source.name << ", seed " << seed;
    });
}

// Where ties always matter (mutual nearest neighbours all have the highest AddS-3 there is), what they may lead to does
// not depend on the numbers either: of four objects there are few trees, so that all of them turn up.
TEST_P(EveryMethodBlindToNumbers, MayEndTheSameWaysHoweverObjectsAreNumbered) {
  if (!testing::has_parameter(method_, "ties")) return;
  const core::Method method = with_ties(method_, "random");
  const std::vector<Object> new_id{2, 0, 3, 1};
  const Source kinds[] = {
      testing::kComplete, {"complete with ties", 1.0, 1.0, 3, false}, {"listed with ties", 0.6, 1.0, 3, true}};
  for (const Source& source : kinds)
    for (const std::uint64_t seed : {1, 2, 3}) {
      Problem problem = make(source, 4, seed);
      if (!testing::accepts(method, problem)) continue;
      Problem other = renumbered(problem, new_id, seed);
      std::set<Shape> shapes, expected;
      for (std::uint64_t draw = 0; draw < 200; ++draw) {
        problem.cell = testing::cell_of(draw);
        other.cell = testing::cell_of(5000 + draw);
        problem.products().clear();
        other.products().clear();
        expected.insert(shape_of(core::relabelled(core::run_method(method, problem).product, new_id)));
        shapes.insert(shape_by(method, other));
      }
      EXPECT_EQ(shapes, expected) << source.name << ", seed " << seed;
    }
}

std::vector<std::string> methods_blind_to_numbers() {
  std::vector<std::string> names = testing::every_method();
  std::erase_if(names, [](const std::string& name) { return core::find_method(name).draws_objects(); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodBlindToNumbers, ::testing::ValuesIn(methods_blind_to_numbers()),
                         testing::method_test_name);

TEST(MethodsBlindToNumbers, AreNearlyAllChecked) {
  std::vector<std::string> unchecked;
  const std::vector<std::string> names = methods_blind_to_numbers();
  for (const std::string& name : names) {
    int checked = 0;
    for (const Source& source : kKinds)
      checked += for_each_free_of_chance(core::find_method(name), source, [](const Problem&, std::uint64_t) {});
    if (checked == 0) unchecked.push_back(name);
  }
  EXPECT_LE(5 * unchecked.size(), names.size()) << ::testing::PrintToString(unchecked);
}

}  // namespace
}  // namespace tertium
