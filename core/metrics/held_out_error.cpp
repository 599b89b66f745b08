#include <limits>

#include "core/metrics/product_distances.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// Share of the statements that a product contradicts; a tie counts half. NaN without statements.
double error_of(const Product& product, const std::vector<Quadruplet>& statements) {
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
  Score score;
  score.name = "held_out_error";
  score.sentence =
      "share of the answers held out that the result contradicts, a tie by half: by Euclidean distances of "
      "coordinates, "
      "or by the objects below lowest common ancestors of a tree";
  score.citation =
      "as in van der Maaten and Weinberger, Stochastic triplet embedding, MLSP 2012 (generalization error of triplets)";
  score.of = {ProductKind::kCoordinates, ProductKind::kTree};
  score.needs = {Provision::kHeldOut};
  score.higher_is_better = false;
  score.by_default = true;
  score.compute = [](const Product& product, const Problem& problem, std::map<std::string, double>& columns) {
    columns["held_out_error"] = error_of(product, problem.held_out);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
