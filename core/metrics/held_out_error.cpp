#include <limits>

#include "core/metrics/product_distances.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// Share of the statements that a product contradicts; a tie counts half. NaN without statements.
double held_out_error(const Product& product, const Problem& problem) {
  const std::vector<Quadruplet>& statements = problem.get<HeldOut>();
  if (statements.empty()) return std::numeric_limits<double>::quiet_NaN();
  const ProductDistances apart(product);
  std::int64_t half_points = 0;
  for (const Quadruplet& s : statements) {
    const double near = apart(s.i, s.j), far = apart(s.k, s.l);
    half_points += near > far ? 2 : (near == far ? 1 : 0);
  }
  return static_cast<double>(half_points) / (2.0 * static_cast<double>(statements.size()));
}

}  // namespace

void register_score_held_out_error(core::Registry<core::Score>& scores) {
  scores.push_back(
      {.name = "held_out_error",
       .sentence = "share of the answers held out that the result contradicts, a tie by half: by Euclidean distances "
                   "of coordinates, or by the objects below lowest common ancestors of a tree",
       .citation = "as in van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012 (generalization error "
                   "of triplets)",
       .of = {ProductKind::kCoordinates, ProductKind::kTree},
       .needs = {Provision::kHeldOut},
       .higher_is_better = false,
       .by_default = true,
       .compute = one_column("held_out_error", held_out_error)});
}

}  // namespace tertium
