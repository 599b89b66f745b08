#include <limits>

#include "metrics/measures/product_distances.hpp"
#include "metrics/scores/score.hpp"

namespace tertium {
namespace {

using namespace metrics;

/// Share of the statements that a product contradicts; a tie counts half. NaN without statements.
double held_out_error(const core::Product& product, const core::Problem& problem) {
  const std::vector<core::Quadruplet>& statements = problem.get<core::HeldOut>();
  if (statements.empty()) return std::numeric_limits<double>::quiet_NaN();
  const ProductDistances apart(product);
  std::int64_t halves = 0;
  for (const core::Quadruplet& s : statements) {
    const double near = apart(s.i, s.j), far = apart(s.k, s.l);
    halves += near > far ? 2 : (near == far ? 1 : 0);
  }
  return static_cast<double>(halves) / (2.0 * static_cast<double>(statements.size()));
}

}  // namespace

void register_score_held_out_error(core::Registry<metrics::Score>& scores) {
  scores.push_back(
      {.name = "held_out_error",
       .sentence = "share of the held-out answers that the result contradicts (a tie counts 1/2): by distances (or "
                   "products) of coordinates, or by the number of objects below lowest common ancestors of a tree",
       .citation = "as in van der Maaten and Weinberger, Stochastic triplet embedding, "
                   "MLSP 2012 (generalization error of triplets)",
       .range = kShareRange,
       .of = {core::ProductKind::kCoordinates, core::ProductKind::kTree},
       .needs = {core::Provision::kHeldOut},
       .higher_is_better = false,
       .by_default = true,
       .compute = one_column("held_out_error", held_out_error)});
}

}  // namespace tertium
