#include "linkage/four_al/four_al.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/machine.hpp"
#include "linkage/four_al/four_al_complete.hpp"
#include "linkage/four_al/four_al_sampled.hpp"
#include "linkage/four_al/pair_support.hpp"

namespace tertium::linkage {
namespace {

double pairs_of(double objects) {
  return objects * (objects - 1.0) / 2.0;
}

/// Sum over merges of |c|(N-|c|), the weights that change: measured on planted hierarchies, N = 120 to 2000; initial
/// clusters leave out the first merges.
double changed_weights(double objects, double leaves) {
  const double all = 1.7 * objects * objects * std::pow(objects, 0.28);
  return std::max(objects * leaves, all - 2.0 * objects * objects * std::log(objects / std::max(1.0, leaves)));
}

double total_steps(const core::StepCost& cost) {
  double steps = cost.own.operations;
  for (const core::SharedCost& shared : cost.shared) steps += shared.cost.operations;
  return steps;
}

double total_bytes(const core::StepCost& cost) {
  double bytes = cost.own.bytes;
  for (const core::SharedCost& shared : cost.shared) bytes += shared.cost.bytes;
  return bytes;
}

/// By predicted cost from the number of comparisons, listed ones too; the other one if only that fits into memory.
FourAlPath chosen_path(const core::Problem& problem, double leaves) {
  const core::Quadruplets& quadruplets = *problem.quadruplets;
  if (quadruplets.complete() != nullptr) return FourAlPath::kComplete;
  const auto all = static_cast<double>(std::max<std::int64_t>(1, core::quadruplet_count(problem.objects)));
  const double eps = quadruplets.signs_are_positions() ? 1.0 : 0.5;
  core::Team& team = *problem.team;
  const core::ProblemSize size{problem.objects, std::min(1.0, quadruplets.expected_count() / all), eps, team.size()};
  const FourAlPath best = four_al_path(size, leaves);
  const FourAlPath other = best == FourAlPath::kDense ? FourAlPath::kSparse : FourAlPath::kDense;
  const auto fits = [&](FourAlPath path) {  // on all members: they must go the same way
    return team.sum(core::has_memory_for(total_bytes(four_al_cost(size, leaves, path))) ? 0 : 1) == 0;
  };
  return !fits(best) && fits(other) ? other : best;
}

}  // namespace

FourAlResult four_al(const core::Problem& problem, const core::Partition& leaves, TieBreaker& ties, FourAlPath path) {
  core::expects(bool(problem.quadruplets), "a problem with quadruplets");
  const core::Quadruplets& quadruplets = *problem.quadruplets;
  if (path == FourAlPath::kAuto) path = chosen_path(problem, leaves.clusters());
  if (path == FourAlPath::kComplete) {
    core::expects(quadruplets.complete() != nullptr, "every comparison is given and true");
    return {four_al_complete(*quadruplets.complete(), leaves, ties), core::comparisons_given(problem)};
  }
  const bool voted = !quadruplets.votes().empty();  // then there is one way
  const auto support = voted                        ? make_voted_support(problem)
                       : path == FourAlPath::kDense ? make_dense_support(problem)
                                                    : make_sparse_support(problem);
  return {four_al_sampled(quadruplets, leaves, *support, ties), support->comparisons()};
}

FourAlPath four_al_path(const core::ProblemSize& size, double leaves) {
  return total_steps(four_al_cost(size, leaves, FourAlPath::kDense)) <
                 total_steps(four_al_cost(size, leaves, FourAlPath::kSparse))
             ? FourAlPath::kDense
             : FourAlPath::kSparse;
}

core::StepCost four_al_cost(const core::ProblemSize& size, double leaves, FourAlPath path) {
  const double n = size.objects;
  const double m = pairs_of(n);
  const double changed = changed_weights(n, leaves);
  if (path == FourAlPath::kComplete) return {{14.0 * changed + 10.0 * m, four_al_complete_bytes(n, leaves)}};
  const double blocks = 2.0 * m * leaves;  // sums over blocks, merge after merge
  const double arrays = 4.0 * n * n + 40.0 * m + 8.0 * leaves * leaves;
  if (path == FourAlPath::kSparse) return {{1.8 * changed * size.p * m + blocks, arrays}, {sparse_support_cost(size)}};
  const double tables = size.eps < 1.0 ? 2.0 : 1.0;
  return {{tables * changed * m / 80.0 + blocks, arrays}, {dense_support_cost(size)}};
}

}  // namespace tertium::linkage
