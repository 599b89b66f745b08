#include <limits>

#include "core/metrics/agreement.hpp"
#include "core/metrics/score.hpp"

namespace tertium {
namespace {

using namespace core;

/// Share of the statements that heights, or distances, contradict; a tie counts half. NaN without statements.
template <typename Apart>
double error_of(const std::vector<Quadruplet>& statements, Apart&& apart) {
  if (statements.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::int64_t half_points = 0;
  for (const Quadruplet& s : statements) {
    const auto near = apart(s.i, s.j), far = apart(s.k, s.l);
    half_points += near > far ? 2 : (near == far ? 1 : 0);
  }
  return static_cast<double>(half_points) / (2.0 * static_cast<double>(statements.size()));
}

double error_of(const Coordinates& points, const std::vector<Quadruplet>& statements) {
  return error_of(statements, [&](Object i, Object j) {
    double sum = 0.0;
    for (int c = 0; c < points.dimensions; ++c) sum += (points(i, c) - points(j, c)) * (points(i, c) - points(j, c));
    return sum;
  });
}

double error_of(const Dendrogram& tree, const std::vector<Quadruplet>& statements) {
  const PairTable<Object> sizes = lca_sizes(tree);
  return error_of(statements, [&](Object i, Object j) { return sizes(i, j); });
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
    const auto* points = std::get_if<Coordinates>(&product);
    columns["held_out_error"] = points != nullptr ? error_of(*points, problem.held_out)
                                                  : error_of(std::get<Dendrogram>(product), problem.held_out);
  };
  scores.push_back(std::move(score));
}

}  // namespace tertium
