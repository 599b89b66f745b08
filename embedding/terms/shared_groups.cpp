// The groups of a problem that its embeddings share, and what they will take.
#include <algorithm>
#include <array>
#include <cmath>

#include "embedding/terms/groups.hpp"

namespace tertium::embedding {
namespace {

const core::ProductKey<Groups>& key_of(Feed feed) {
  static const std::array<core::ProductKey<Groups>, 4> keys = {
      {{"triplets given"}, {"triplets matched"}, {"triplets of quadruplets"}, {"quadruplets"}}};
  return keys.at(static_cast<std::size_t>(feed));
}

}  // namespace

std::shared_ptr<const Groups> shared_groups(const core::Problem& problem, Feed feed) {
  return problem.products().share(key_of(feed), [&] { return grouped(terms_of(problem, feed)); });
}

ExpectedGroups expected_groups(const core::ProblemSize& size, Feed feed) {
  constexpr double kStatement = 2.0, kCell = 0.55;  // ns
  const auto triplets = static_cast<double>(core::triplet_count(size.objects));
  const auto quadruplets = static_cast<double>(core::quadruplet_count(size.objects));
  ExpectedGroups expected;
  // Pairs that share an object are as many as triplets.
  expected.statements = size.p * triplets;
  if (feed == Feed::kMatched) expected.statements = std::min(triplets, size.p * quadruplets);
  if (feed == Feed::kQuadruplets) expected.statements = size.p * quadruplets;
  const bool tables = feed != Feed::kQuadruplets && kCellsForStatement * expected.statements >= triplets;
  expected.operations = tables ? kCell * triplets : kStatement * expected.statements;
  expected.pairs = std::min(2.0 * expected.statements, std::pow(size.objects, 2.0));
  return expected;
}

core::SharedCost shared_groups_cost(const core::ProblemSize& size, Feed feed) {
  // While they are sorted statements are there twice, 16 bytes each, and a list of them grows; what is kept are two
  // places of 4, or bits, and the partners of each object.
  constexpr double kSteps = 12.0, kBytes = 48.0, kKept = 18.0;
  const double statements = expected_groups(size, feed).statements;
  return {key_of(feed), {kSteps * statements, kBytes * statements, kKept * statements}};
}

}  // namespace tertium::embedding
